"""Nim: states and moves."""

import numpy as np

from ludoteca.core.arrays import Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import (
    OVER,
    Kernels,
    imagine_nothing,
    no_outcomes,
    winner_takes_all,
)

HEAPS = 3
MOST = 7
CAPACITY = HEAPS * MOST  # any number of matches from any heap

STATE = np.dtype(
    (np.record, [("heaps", np.int8, (HEAPS,)), ("to_move", np.int8), ("winner", np.int8)])
)


@kernel
def legal(state: State, out: Integers) -> int:
    """Write the legal moves, heap * 8 + number taken; return how many."""
    n = 0
    for heap in range(HEAPS):
        for taken in range(1, state.heaps[heap] + 1):
            out[n] = heap * 8 + taken
            n += 1
    return n


@kernel
def apply(state: State, action: int) -> None:
    """Take matches from a heap; whoever takes the last one wins."""
    state.heaps[action // 8] -= action % 8
    if state.heaps[0] + state.heaps[1] + state.heaps[2] == 0:
        state.winner = state.to_move
        state.to_move = OVER
    else:
        state.to_move = 1 - state.to_move


KERNELS = Kernels(
    legal=legal,
    apply=apply,
    outcomes=no_outcomes,
    returns=winner_takes_all,
    imagine=imagine_nothing,
)
