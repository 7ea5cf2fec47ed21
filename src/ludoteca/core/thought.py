"""What a game that looks ahead in its own way tells of the legal moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class TurnOdds:
    """How a turn of dice ends under its best play from a move on; the chances are exact.

    stands  the dice it may stand with, few first, and the chance of each number
    fails   the chance that it fails
    """

    stands: tuple[tuple[int, float], ...]
    fails: float


class Detail(NamedTuple):
    """What is told of one move beside its value: the line expected, the move first, and its turn's
    odds.
    """

    line: tuple[str, ...]
    turn: TurnOdds | None = None


class Thought(NamedTuple):
    """What is thought of the legal moves, in their order.

    values, doubts   the share of the win expected of each, and half the width of its 95 % interval
    proved           whether the value is certain
    depth, nodes     how far and at what cost was looked
    details          makes the details of all moves; only asked for what is thought at last
    """

    values: Array
    doubts: Array
    proved: Array
    depth: int
    nodes: int
    details: Callable[[], Sequence[Detail]]
