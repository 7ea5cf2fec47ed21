"""What every search takes, a view, a budget and a way to stop, and what it gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import View
from ludoteca.core.errors import CannotThink, InvalidOption, quoted
from ludoteca.core.game import Game
from ludoteca.core.thought import Fact

MOST_NODES = 1 << 60
MOST_SECONDS = 1e6
MOST_WORKERS = 64


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A move with what is expected of it, seen from the seat that thinks.

    value       expected share of the win, 0 to 1
    margin      expected lead in points at the end, where the game has points
    confidence  half the width of a 95 % interval around the value; 0 where it is exact
    exact       whether the value is proved
    line        the moves expected, this one first; rolls of dice among them are the likeliest, or
                of middling luck
    extra       facts that only this game has, by name, such as the odds of a turn of dice
    """

    move: str
    value: float
    margin: float | None = None
    confidence: float = 0.0
    exact: bool = False
    line: tuple[str, ...] = ()
    extra: Mapping[str, Fact] = field(default_factory=dict, hash=False)

    @property
    def turn(self) -> Any:
        """The odds of the turn after the move, where the game has turns of dice; else None."""
        return self.extra.get("turn")


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """The candidate moves, best first, and how much was looked at.

    Where the first is part of a plan its value does not tell it from the others.
    """

    candidates: tuple[Candidate, ...]
    nodes: int
    depth: int = 0
    planned: bool = False

    @property
    def best(self) -> Candidate:
        """The move to play."""
        return self.candidates[0]


@dataclass(frozen=True)
class Budget:
    """How much may be looked at: nodes, which repeat; seconds, if given, end it earlier.

    Several workers think at once, each with a budget of its own, a core for each. Whoever wants no
    more than moves and values does without lines, which is quicker. InvalidOption for numbers that
    are none or too large: what a search allocates is bounded by these.
    """

    nodes: int
    seconds: float | None = None
    workers: int = 1
    lines: bool = True

    def __post_init__(self) -> None:
        _check_number("nodes", self.nodes, MOST_NODES)
        _check_number("workers", self.workers, MOST_WORKERS)
        seconds = self.seconds
        if seconds is not None and (
            isinstance(seconds, bool)
            or not isinstance(seconds, Real)
            or not 0 < seconds < MOST_SECONDS
        ):
            raise InvalidOption("bad_budget", owner="search", budget=quoted(seconds))


def _check_number(name: str, value: Any, most: int) -> None:
    """InvalidOption unless a value is a whole number from 1 to a bound."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not 1 <= value <= most:
        shown = quoted(value)
        raise InvalidOption("bad_number", owner="search", name=name, value=shown, most=most)


@dataclass(frozen=True)
class Stop:
    """A flag that kernels look at while they think; set it from any thread."""

    flag: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))

    def now(self) -> None:
        """Ends the thinking at once; the best move so far is the answer."""
        self.flag[0] = 1

    @property
    def asked(self) -> bool:
        """Whether the thinking is to end."""
        return bool(self.flag[0])


Search = Callable[[Game, View, Budget, int, Stop], Analysis]
"""search(game, view, budget, seed, stop); without seconds, equal arguments give equal answers."""


def check_view(game: Game, view: View) -> None:
    """CannotThink unless the view is of this game and its seat is to move."""
    if not isinstance(view, dict) or view.get("game") != game.name:
        raise CannotThink("view_of_other_game", owner="search", game=game.name)
    if view.get("options") != game.options:
        raise CannotThink("view_of_other_game", owner="search", game=game.name)
    if view.get("to_move") is None:
        raise CannotThink("view_over", owner="search")
    if view.get("seat") is None or view["seat"] != view["to_move"]:
        raise CannotThink("view_not_to_move", owner="search")
