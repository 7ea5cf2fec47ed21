"""A puzzle: a position seen from one seat, what is asked, and what answers it."""

import hashlib
import json
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct
from msgspec import json as msgspec_json
from msgspec.structs import replace

from ludoteca.core import registry
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.game import Game
from ludoteca.core.position import Position

LEVELS = 8
TRIES, RELIABLE = 5, 4
"""How often each level tries a puzzle, each time with another seed, and how often it is to solve it
to count as solving it."""
Band = Literal["easy", "medium", "hard"]
BANDS: dict[Band, range] = {
    "easy": range(1, 5),
    "medium": range(5, 7),
    "hard": range(7, LEVELS + 2),
}
"""The difficulties by name."""


class Puzzle(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """One puzzle.

    id        follows from the rest, so that a puzzle keeps it
    kind      the name of its kind, see `kinds`
    position  the text of the position it begins with; what the seat cannot know is imagined in it
    seat      who solves it
    before    the moves and chance events that are shown first
    moves     the decisions it takes
    answers   what solves it, one list a decision; empty where a kind judges the answers itself
    line      one solution from the first decision on, the answers of the other side included
    tempting  the move that a quick look suggests
    values    the share of the win of each legal move of the first decision in percent, two digits
              each, in the order of `Position.moves`; 99 stands for all above
    facts     numbers that a kind keeps, by move
    solved    how many of TRIES each level solves, from level 1 on; nothing where no bot is asked
    rated     the difficulty, where it does not follow from `solved`
    """

    id: str = ""
    kind: str
    position: str
    seat: int
    before: tuple[str, ...] = ()
    moves: int = 1
    answers: tuple[tuple[str, ...], ...] = ()
    line: tuple[str, ...]
    tempting: str = ""
    values: str = ""
    facts: dict[str, float] = {}
    solved: tuple[int, ...] = ()
    rated: int = 0

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def game_name(self) -> str:
        """Return the id of the game."""
        return self.position.partition(" ")[0]

    @cached_property
    def game(self) -> Game:
        """Return the game with its options."""
        name, options, *_ = [*self.position.split(" "), ""]
        try:
            given = json.loads(options)
        except ValueError:
            raise InvalidPosition("not_a_position") from None
        return registry.load_closed(name, given)

    @cached_property
    def start(self) -> Position:
        """Return the position that is shown first."""
        return self.game.parse(self.position)

    @cached_property
    def asked(self) -> Position:
        """Return the position of the first decision: the start, or what `before` leads to."""
        position = self.start
        for text in self.before:
            position = position.step(text)
        return position

    @property
    def difficulty(self) -> int:
        """Return the lowest level from which on all levels reliably solve it; 9 if none does."""
        if self.rated:
            return self.rated
        needed = 1
        for level, count in enumerate(self.solved, 1):
            if count < RELIABLE:
                needed = level + 1
        return needed

    @property
    def band(self) -> Band:
        """Return the name of its difficulty: easy, medium or hard."""
        return next(name for name, levels in BANDS.items() if self.difficulty in levels)

    def value_of(self, move: str) -> float | None:
        """Return the share of the win of a move of the first decision, where it is known."""
        if not self.values:
            return None
        place = self.asked.moves().index(move)
        return int(self.values[2 * place : 2 * place + 2]) / 100

    def named(self) -> "Puzzle":
        """Return the puzzle with its id."""
        what = [self.kind, self.position, self.seat, self.before, self.line, self.moves]
        return replace(self, id=hashlib.sha256(repr(what).encode()).hexdigest()[:8])

    def text(self, lang: str = "en") -> str:
        """Return what is asked, as a sentence."""
        from ludoteca.puzzling.words import task

        return task(self, lang)

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        plain: dict[str, Any] = msgspec_json.decode(msgspec_json.encode(self))
        return plain | {"difficulty": self.difficulty, "band": self.band}

    def _repr_svg_(self) -> str:
        """Return the position as its seat sees it, for notebooks."""
        return self.asked.scene(self.seat).svg()


def percent(value: float) -> str:
    """Return a share of the win as two digits."""
    return f"{min(99, max(0, round(100 * value))):02d}"
