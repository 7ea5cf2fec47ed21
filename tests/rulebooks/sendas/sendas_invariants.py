"""Sendas: what must hold after every move, checked in a way of its own (a flood over squares)."""

import numpy as np

from ludoteca.core.arrays import Bytes, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER
from ludoteca.rulebooks.sendas.paths import BLACK, SIDE, SQUARES
from ludoteca.rulebooks.sendas.rules import EXITED, MAX_PLIES


@kernel
def _joined(state: State, square: int, beside: int, end: int, opposite: int) -> bool:
    return bool(state.board[square] & end) and bool(state.board[beside] & opposite)


@kernel
def _flood(state: State, start: int, seen: Bytes) -> None:
    """Marks all squares connected to one, found by going round until nothing new is met."""
    seen[start] = 1
    changed = True
    while changed:
        changed = False
        for square in range(SQUARES):
            east = square + 1
            if square % SIDE < SIDE - 1 and _joined(state, square, east, 2, 8):
                if seen[square] != seen[east]:
                    seen[square] = seen[east] = 1
                    changed = True
            north = square + SIDE
            if north < SQUARES and _joined(state, square, north, 1, 4):
                if seen[square] != seen[north]:
                    seen[square] = seen[north] = 1
                    changed = True


@kernel
def invariant(state: State) -> int:
    """0, or the number of what is wrong."""
    if state.reason == EXITED:
        return 0 if state.to_move == OVER and state.winner >= 0 else 2
    for seat in range(2):
        count = 0
        start = -1
        for square in range(SQUARES):
            held = state.board[square]
            if held and (held >= BLACK) == (seat == 1):
                count += 1
                start = square
        if count != 6:
            return 3
        seen = np.zeros(SQUARES, np.int8)
        _flood(state, start, seen)
        for square in range(SQUARES):
            held = state.board[square]
            if held and (held >= BLACK) == (seat == 1) and not seen[square]:
                return 4
    if state.history[state.ply] != state.key or state.ply > MAX_PLIES:
        return 5
    return 6 if (state.to_move == OVER) != (state.reason != 0) else 0
