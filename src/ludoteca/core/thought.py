"""The intermediate results that an iterative search yields about the legal moves."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from ludoteca.core.arrays import Array


class Fact(Protocol):
    """Something that a game's own search says of a move: a dataclass that puts itself in words."""

    def summary(self, lang: str) -> str:
        """Return the fact in a few words."""
        ...


Facts = Mapping[str, Fact]
"""The facts of a move, by name."""


class MoveDetails(NamedTuple):
    """What a search says of one move beside its value.

    line   the moves expected, this one first
    extra  facts that only this game has, by name
    """

    line: tuple[str, ...]
    extra: Mapping[str, Fact] = MappingProxyType({})


class MoveValues(NamedTuple):
    """What a search found about the legal moves, in their order.

    values, doubts   the share of the win expected of each, and half the width of its 95 % interval
    proved           whether the value is certain
    depth, nodes     how far the search went, and at what cost
    details          makes the details of all moves; called for the last values only
    """

    values: Array
    doubts: Array
    proved: Array
    depth: int
    nodes: int
    details: Callable[[], Sequence[MoveDetails]]
