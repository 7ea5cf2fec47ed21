"""Puzzles line by line, for terminals, pipes and screen readers."""

from collections.abc import Sequence

from ludoteca.core import players, texts
from ludoteca.core.beats import beats
from ludoteca.core.errors import LudotecaError
from ludoteca.core.position import Position
from ludoteca.puzzling import words
from ludoteca.puzzling.kinds import kind_of, positions
from ludoteca.puzzling.model import Puzzle
from ludoteca.puzzling.solving import Attempt, attempt, moves_in
from ludoteca.terminal.plain import Console, numbered, pick
from ludoteca.terminal.prompt import offer
from ludoteca.terminal.walk import completions

HINT, SOLUTION, NEXT, LEAVE = "?", "!", "n", "q"


class Solver:
    """A person who solves puzzles one after the other."""

    def __init__(self, console: Console, *, lang: str) -> None:
        self.console = console
        self.lang = lang
        self.solved = 0

    def _say(self, key: str, **values: object) -> str:
        return texts.say("terminal", f"puzzles.{key}", self.lang, **values)

    def run(self, puzzles: Sequence[Puzzle]) -> int:
        """Ask one puzzle after the other; return how many were solved at the first try."""
        for number, puzzle in enumerate(puzzles, 1):
            head = {"number": number, "count": len(puzzles), "title": puzzle.game.title(self.lang)}
            kind, band = words.kind_title(puzzle, self.lang), words.difficulty(puzzle, self.lang)
            self.console.show(self._say("head", **head, kind=kind, difficulty=band))
            if not self._solve(puzzle):
                break
        self.console.show(self._say("solved", count=self.solved))
        return self.solved

    def _solve(self, puzzle: Puzzle) -> bool:
        """Ask a puzzle until it is solved or skipped; False if the person leaves."""
        self._show_way(puzzle)
        made, first = attempt(puzzle), True
        self._show(made)
        self.console.show(self._say("keys"))
        while True:
            line = self.console.ask(self._say("prompt")).strip()
            if line == LEAVE:
                return False
            if line == NEXT:
                return True
            if line == HINT:
                self._hint(made)
                first = False
            elif line == SOLUTION:
                self.console.show(words.solution(puzzle, self.lang))
                return True
            elif line:
                made = self._answer(made, line)
                if made.status == "solved":
                    self.solved += first
                    return True
                if made.status == "wrong":
                    return True

    def _show_way(self, puzzle: Puzzle) -> None:
        """Print what happened on the way to a question, moment by moment."""
        if not puzzle.before:
            return
        shown, names = positions(puzzle), self._names(puzzle)
        self.console.show(puzzle.start.words(puzzle.seat, self.lang, names=names))
        for before, text, after in zip(shown, puzzle.before, shown[1:], strict=False):
            for beat in beats(before, text, after, puzzle.seat):
                said = beat.text(self.lang, names, reader=puzzle.seat, game=puzzle.game_name)
                if said:
                    self.console.show(said)
            self.console.ask(self._say("go_on"))
            self.console.clear()

    def _names(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return what the players are called."""
        return players.names_seen([None] * puzzle.game.seats, puzzle.seat, self.lang)

    def _show(self, made: Attempt) -> None:
        """Print the table, the question and the answers there are."""
        puzzle, position = made.puzzle, made.position
        self.console.show(self._table(puzzle, position))
        self.console.show(words.task(puzzle, self.lang))
        names = kind_of(puzzle).buttons(puzzle, self.lang)
        for line in numbered([names.get(move, move) for move in self._moves(made)]):
            self.console.show(line)

    def _table(self, puzzle: Puzzle, position: Position) -> str:
        return position.words(puzzle.seat, self.lang, names=self._names(puzzle))

    def _moves(self, made: Attempt) -> list[str]:
        return moves_in(made.choices())

    def _hint(self, made: Attempt) -> None:
        """Print a hint and what it marks."""
        names = kind_of(made.puzzle).buttons(made.puzzle, self.lang)
        marked = "  ".join(names.get(one, one) for one in made.hint())
        self.console.show(f"{words.hint(made, self.lang)} {marked}".strip())

    def _answer(self, made: Attempt, line: str) -> Attempt:
        """Return the attempt after a line: an answer, its number or its beginning."""
        names = kind_of(made.puzzle).buttons(made.puzzle, self.lang)
        known = {names.get(move, move): move for move in self._moves(made)}
        typed = pick(line, list(known))
        found = [typed] if typed in known else completions(typed, list(known))
        if len(found) > 1:
            self.console.show(offer(found, self.lang))
            return made
        try:
            move = known[found[0]] if found else typed
            after = attempt(made.puzzle, [*made.answers, move])
        except LudotecaError as error:
            self.console.show(error.text(self.lang))
            return made
        told = words.verdict(after, self.lang)
        if after.status == "open":
            self.console.show(told)
            self._show(after)
        else:
            key = "right" if after.status == "solved" else "wrong"
            self.console.show(f"{self._say(key)} {told}")
        return after
