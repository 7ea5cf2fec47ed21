"""Colorito: what must hold after every move, counted square by square."""

import numpy as np

from ludoteca.core.arrays import Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER
from ludoteca.rulebooks.colorito.rules import (
    ALONE,
    MAX_PLIES,
    PIECES,
    SQUARES,
    colour_of,
    goal_of,
    is_home,
)

COLOURS_VARIANT = 2


@kernel
def _fits(state: State, piece: int, square: int) -> bool:
    """Whether a square is the goal of a piece, or of one of its colour where only colours count."""
    if state.variant != COLOURS_VARIANT:
        return goal_of(piece) == square
    first = (piece - 1) // 10 * 10 + 1
    for other in range(first, first + 10):
        if goal_of(other) == square:
            return True
    return False


@kernel
def _holds(words: Integers, square: int) -> bool:
    """Whether a set of squares holds one."""
    return bool(words[0] & ALONE[square, 0] != 0 or words[1] & ALONE[square, 1] != 0)


@kernel
def invariant(state: State) -> int:
    """0, or the number of what is wrong."""
    seen = np.zeros(2 * PIECES + 1, np.int64)
    right = np.zeros(2, np.int64)
    for square in range(SQUARES):
        piece = int(state.board[square])
        for seat in range(2):
            own = piece != 0 and (piece > PIECES) == (seat == 1)
            if _holds(state.occupied[seat], square) != own:
                return 2
        if piece:
            seen[piece] += 1
            colour = colour_of(piece)
            if not _holds(state.resting[colour], square):
                return 3
            if _fits(state, piece, square):
                right[(piece - 1) // PIECES] += 1
    for piece in range(1, 2 * PIECES + 1):
        if seen[piece] != 1:
            return 4
    for seat in range(2):
        if right[seat] != state.right[seat]:
            return 5
    if state.to_move != OVER:
        if state.ply >= MAX_PLIES or state.to_move != state.ply % 2:
            return 6
        if not state.extra_turn and (is_home(state, 0) or is_home(state, 1)):
            return 7
    return 0
