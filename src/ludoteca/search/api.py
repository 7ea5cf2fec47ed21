"""The interface of every search: a view, a budget, a seed and a stop flag in, an analysis out.

A search gets a view and nothing else of the position. Without a limit of seconds, equal arguments
give equal answers.
"""

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
    """A move and its value, seen from the searching seat.

    value       expected share of the win, 0 to 1
    margin      expected lead in points at the end, where the game has points
    confidence  half the width of a 95 % interval around the value; 0 where it is exact
    exact       whether the value is proved
    line        the expected moves, this one first; rolls of dice among them are the likeliest, or
                of median luck
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
        """Return the odds of the turn after the move, where the game has turns of dice.

        None in other games.
        """
        return self.extra.get("turn")


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """The candidate moves, best first, and the size of the search.

    nodes  positions, playouts or simulations, whatever the search counts
    depth  the plies searched
    extra  what else a search says, by name; `planned` is True where the first move belongs to a
           long plan, so that its value does not tell it from the others
    """

    candidates: tuple[Candidate, ...]
    nodes: int
    depth: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def best(self) -> Candidate:
        """Return the move to play."""
        return self.candidates[0]


@dataclass(frozen=True)
class Budget:
    """The limits of a search; raise InvalidOption for bad numbers, since they bound its memory.

    nodes    the reproducible limit; each search says what its nodes are
    seconds  ends the search earlier, if given
    workers  threads, each with a budget of its own
    lines    whether expected lines are wanted; moves and values alone are quicker
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
    """Raise InvalidOption unless a value is a whole number from 1 to a bound."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not 1 <= value <= most:
        shown = quoted(value)
        raise InvalidOption("bad_number", owner="search", name=name, value=shown, most=most)


@dataclass(frozen=True)
class Stop:
    """A stop flag that kernels poll; set it from any thread."""

    flag: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))

    def now(self) -> None:
        """End the search at once; it answers with the best move so far."""
        self.flag[0] = 1

    @property
    def asked(self) -> bool:
        """Return whether the search is to end."""
        return bool(self.flag[0])


StopFlag = Stop

Search = Callable[[Game, View, Budget, int, Stop], Analysis]
"""search(game, view, budget, seed, stop)"""


def check_view(game: Game, view: View) -> None:
    """Raise CannotThink unless the view is of this game and its seat is to move."""
    if not isinstance(view, dict) or view.get("game") != game.name:
        raise CannotThink("view_of_other_game", owner="search", game=game.name)
    if view.get("options") != game.options:
        raise CannotThink("view_of_other_game", owner="search", game=game.name)
    if view.get("to_move") is None:
        raise CannotThink("view_over", owner="search")
    if view.get("seat") is None or view["seat"] != view["to_move"]:
        raise CannotThink("view_not_to_move", owner="search")
