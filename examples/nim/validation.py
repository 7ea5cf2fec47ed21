"""Nim: which positions can be."""

from ludoteca.core.arrays import State
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.kernels import OVER


def check(state: State, base: State) -> None:
    """Raise InvalidPosition for heaps that cannot be."""
    over = not state.heaps.any()
    fine = all(0 <= now <= then for now, then in zip(state.heaps, base.heaps, strict=True))
    if not fine or state.to_move not in ((OVER,) if over else (0, 1)):
        raise InvalidPosition("bad_heaps", owner="nim")
    if state.winner not in ((0, 1) if over else (-1,)):
        raise InvalidPosition("bad_heaps", owner="nim")
