"""A table made of lines: lines in, lines out, for terminals, pipes and screen readers."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludoteca.core import texts
from ludoteca.core.errors import LudotecaError
from ludoteca.core.verbs import CHANCE
from ludoteca.record import Match

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
    """A match played line by line by people and random movers."""

    def __init__(
        self,
        match: Match,
        console: Console,
        *,
        people: frozenset[int],
        lang: str,
        seed: int | None = None,
    ) -> None:
        self.match = match
        self.console = console
        self.people = people
        self.lang = lang
        self._random = random.Random(seed)
        self._looking: int | None = None

    def _say(self, key: str, **values: object) -> str:
        return texts.say("terminal", f"play.{key}", self.lang, **values)

    def _seat_name(self, seat: int) -> str:
        you = self.people == frozenset({seat})
        return self._say("you") if you else self._say("seat", number=seat + 1)

    def run(self) -> None:
        """Plays until the match is over; Quit or EOFError if the player leaves before."""
        self.console.show(self._say("welcome", game=self.match.game.title(self.lang)))
        while self.match.outcome is None:
            self._turn()
        self._show_end()

    def _turn(self) -> None:
        seat = self.match.position.to_move
        if seat == CHANCE:
            self.match.roll()
            self._report(self._say("dice"), self.match.events[-1].text)
        elif seat in self.people:
            self._hand_over(seat)
            self._person(seat)
        elif seat is not None:
            move = self._random.choice(self.match.position.moves())
            self.match.play(move)
            self._report(self._seat_name(seat), move)

    def _report(self, who: str, what: str) -> None:
        self.console.show(self._say("did", who=who, what=what))

    def _hand_over(self, seat: int) -> None:
        """Draws a curtain before another person's hidden things are shown."""
        hidden = self.match.game.definition.hidden
        if hidden and len(self.people) > 1 and self._looking not in (None, seat):
            self.console.ask(self._say("curtain", who=self._seat_name(seat)))
            self.console.clear()
        self._looking = seat

    def _person(self, seat: int) -> None:
        """Shows a person the table and asks until a legal move is given."""
        position = self.match.position
        moves = position.moves()
        self.console.show("")
        self.console.show(self.match.game.words(position.view(seat), self.lang))
        alone = len(self.people) == 1
        self.console.show(
            self._say("your_turn") if alone else self._say("turn", who=self._seat_name(seat))
        )
        for line in numbered(moves):
            self.console.show(line)
        while self.match.position is position:
            line = self.console.ask(self._say("prompt")).strip()
            self._answer(line, moves)

    def _answer(self, line: str, moves: list[str]) -> None:
        """Acts on one line: a command, a number of the list, or a move as text."""
        if line in ("q", "quit", "salir"):
            raise Quit
        if line in ("?", "help", "ayuda"):
            self.console.show(self._say("help"))
            return
        if line in ("rules", "reglas"):
            self.console.show(self.match.game.rules(self.lang))
            return
        try:
            self.match.play(pick(line, moves))
        except LudotecaError as error:
            self.console.show(error.text(self.lang))

    def _show_end(self) -> None:
        outcome = self.match.outcome
        assert outcome is not None
        self.console.show("")
        spectator = self.match.position.view(None)
        self.console.show(self.match.game.words(spectator, self.lang))
        best = max(outcome.returns)
        winners = [seat for seat, share in enumerate(outcome.returns) if share == best]
        if len(winners) == 1:
            self.console.show(self._say("wins", who=self._seat_name(winners[0])))
        else:
            self.console.show(self._say("drawn"))
        self.console.show(self.match.position.reason(self.lang))
        if outcome.scores is not None:
            scores = " : ".join(str(score) for score in outcome.scores)
            self.console.show(self._say("scores", scores=scores))


def pick(line: str, moves: list[str]) -> str:
    """The move a line means: itself, or the one with that number if it is no move itself."""
    if line not in moves and line.isascii() and line.isdigit() and 1 <= int(line) <= len(moves):
        return moves[int(line) - 1]
    return line


def numbered(moves: list[str]) -> Iterator[str]:
    """The moves with their numbers, several on a line."""
    single = [move for move in moves if move.isdigit()]
    items = moves if single else [f"{i}) {move}" for i, move in enumerate(moves, 1)]
    width = max(len(item) for item in items) + 2
    line = "".join(item.ljust(width) for item in items)
    columns = max(1, WIDTH // width)
    for start in range(0, len(items), columns):
        yield "  " + line[start * width : (start + columns) * width].rstrip()
