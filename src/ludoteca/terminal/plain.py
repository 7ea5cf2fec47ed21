"""A table made of lines: lines in, lines out, for pipes, scripts and screen readers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludoteca.core import prompts, texts
from ludoteca.core.errors import LudotecaError
from ludoteca.core.kernels import CHANCE
from ludoteca.match.play import chance_is_due, mover
from ludoteca.search.api import Stop
from ludoteca.terminal import journal
from ludoteca.terminal.commands import command_of, help_lines
from ludoteca.terminal.prompt import offer
from ludoteca.terminal.session import Session, result_lines
from ludoteca.terminal.walk import completions

WIDTH = 78


@dataclass(frozen=True, kw_only=True)
class Console:
    """Where lines come from and go to. `ask` raises EOFError when there are no more."""

    ask: Callable[[str], str]
    show: Callable[[str], None]
    clear: Callable[[], None]


class Quit(Exception):
    """The player left the table."""


class PlainTable:
    """A match played line by line by people and bots."""

    def __init__(self, session: Session, console: Console, *, lang: str) -> None:
        self.session = session
        self.console = console
        self.lang = lang
        self._looking: int | None = None
        self._sure = False

    def _say(self, key: str, **values: object) -> str:
        return texts.say("terminal", f"play.{key}", self.lang, **values)

    def _name(self, seat: int) -> str:
        return self.session.seat_name(seat, self.lang)

    def run(self) -> None:
        """Play until the match is over; Quit or EOFError if the player leaves before."""
        match = self.session.match
        self.console.show(self._say("welcome", game=match.game.title(self.lang)))
        if any(event.who != CHANCE for event in match.events):
            self.console.show(self._say("resumed", count=len(match.events)))
            if len(self.session.people) == 1:
                self._report(self.session.since_decision(next(iter(self.session.people))))
        while self.session.match.outcome is None:
            self._tell_trouble()
            self._turn()
        self._tell_trouble()
        self._show_end()

    def _tell_trouble(self) -> None:
        """Say once that the game cannot be kept."""
        trouble = self.session.take_trouble()
        if trouble is not None:
            why, where = trouble.strerror or trouble, journal.folder()
            told = texts.say("terminal", "cli.unkept", self.lang, folder=where, why=why)
            self.console.show(told)

    def _turn(self) -> None:
        seat, stage = mover(self.session.match), self.session.stage
        if chance_is_due(self.session.match):
            self.session.roll()
        elif seat in self.session.people:
            self._hand_over(seat)
            self._person(seat)
        elif seat is not None:
            self.session.play(self.session.think(Stop()))
        self._report(stage)

    def _report(self, first: int) -> None:
        """Print what happened since an event, as the only person saw it, or as everybody did."""
        alone = next(iter(self.session.people)) if len(self.session.people) == 1 else None
        for index in range(first, self.session.stage):
            for sentence in self.session.sentences(index, alone, self.lang):
                self.console.show(sentence)

    def _hand_over(self, seat: int) -> None:
        """Draw a curtain before another person's hidden things are shown."""
        hidden = self.session.match.game.definition.hidden
        if hidden and len(self.session.people) > 1 and self._looking != seat:
            self.console.ask(self._say("curtain", who=self._name(seat)))
            self.console.clear()
        self._looking = seat

    def _person(self, seat: int) -> None:
        """Show a person the table and ask until a legal move is given."""
        position = self.session.match.position
        moves = position.moves()
        self._show_table(seat, moves)
        while self.session.match.position is position and self.session.match.outcome is None:
            line = self.console.ask(self._say("prompt")).strip()
            if line:
                self._answer(line, moves, seat)

    def _show_table(self, seat: int, moves: list[str]) -> None:
        """Print the view in words, then the moves with their numbers."""
        self.console.show("")
        position, names = self.session.match.position, self.session.names(self.lang)
        self.console.show(position.words(seat, self.lang, names=names))
        asked = prompts.prompt(position, seat, lang=self.lang)
        alone = len(self.session.people) == 1
        self.console.show(asked if alone else self._say("turn", who=self._name(seat), asked=asked))
        for line in numbered(moves):
            self.console.show(line)

    def _answer(self, line: str, moves: list[str], seat: int) -> None:
        """Act on one line: a move as text, a number of the list, or a command."""
        try:
            command = None if line in moves else command_of(line)
            sure, self._sure = self._sure, command is not None and command[0] == "resign"
            if self._sure:
                self._resign(line, sure=sure)
            elif command is None:
                self._play(pick(line, moves), moves)
            elif command[0] == "board":
                self._show_table(seat, moves)
            else:
                self._do(*command)
        except LudotecaError as error:
            self.console.show(error.text(self.lang))

    def _play(self, move: str, moves: list[str]) -> None:
        """Play a move, or the only one that a text may become; offer them if there are several."""
        found = [move] if move in moves else completions(move, moves)
        if len(found) > 1:
            self.console.show(offer(found, self.lang))
        else:
            self.session.play(found[0] if found else move)

    def _resign(self, word: str, *, sure: bool) -> None:
        """Give the game up once it is said twice in a row."""
        if sure:
            self.session.resign()
        else:
            self.console.show(self._say("sure", word=word))

    def _do(self, action: str, rest: str) -> None:
        """Do what a command asks for."""
        show = self.console.show
        if action == "leave":
            raise Quit
        if action == "rules":
            show(self.session.match.game.rules(self.lang))
        elif action == "hint":
            best = self.session.hint(Stop()).best
            show(self._say("hint", move=best.move, percent=self.session.percent(best)))
        elif action == "undo":
            self.session.undo()
            show(self._say("undone"))
        elif action == "level" and rest:
            self._set_level(rest)
        else:
            self._show_help()

    def _show_help(self) -> None:
        """Print the words that do something at this table."""
        self.console.show(self._say("help"))
        for word, meaning in help_lines(self.session, self.lang, "again"):
            self.console.show(f"  {word}: {meaning}")
        if self.session.journal is not None:
            self.console.show(self._say("kept_on"))

    def _set_level(self, level: str) -> None:
        if self.session.bots:
            self.session.set_level(level)
        key = "level_set" if self.session.bots else "no_bot"
        self.console.show(self._say(key, level=level))

    def _show_end(self) -> None:
        """Print the last table as anybody sees it, the result and its reason."""
        self.console.show("")
        names = self.session.names(self.lang)
        self.console.show(self.session.match.position.words(None, self.lang, names=names))
        for line in result_lines(self.session, self.lang):
            self.console.show(line)


def pick(line: str, moves: list[str]) -> str:
    """Return the move a line means: itself, or the one with that number if it is no move itself."""
    if line not in moves and line.isascii() and line.isdigit() and 1 <= int(line) <= len(moves):
        return moves[int(line) - 1]
    return line


def numbered(moves: list[str]) -> Iterator[str]:
    """Yield the moves with their numbers, several on a line."""
    single = [move for move in moves if move.isdigit()]
    items = moves if single else [f"{i}) {move}" for i, move in enumerate(moves, 1)]
    width = max(len(item) for item in items) + 2
    line = "".join(item.ljust(width) for item in items)
    columns = max(1, WIDTH // width)
    for start in range(0, len(items), columns):
        yield "  " + line[start * width : (start + columns) * width].rstrip()
