"""Perft (performance test): count the move sequences of a length, the check of a move generator.

    perft(p, 0) = 1;  perft(p, d) = Σ over moves and chance outcomes m of perft(p·m, d - 1)

A finished game has no further sequences. Each single draw of chance is a ply.
"""

import numpy as np

from ludoteca.core import native
from ludoteca.core.arrays import Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, legal, outcomes
from ludoteca.core.position import Position


@kernel
def options(state: State, out: Integers, weight: Integers) -> int:
    """Write the moves or the outcomes of the next draw, and return how many there are."""
    if state.to_move == OVER:
        return 0
    return outcomes(state, out, weight) if state.to_move == CHANCE else legal(state, out)


@kernel
def count_sequences(
    states: State,
    depth: int,
    outs: Integers,
    weight: Integers,
    counts: Integers,
    cursors: Integers,
) -> int:
    """Count the sequences of `depth` plies from states[0]; the arrays hold one level a row."""
    total = 0
    level = 0
    counts[0] = options(states[0], outs[0], weight)
    cursors[0] = 0
    while level >= 0:
        if level == depth - 1:
            total += counts[level]
            level -= 1
        elif cursors[level] == counts[level]:
            level -= 1
        else:
            states[level + 1] = states[level]
            apply(states[level + 1], outs[level, cursors[level]])
            cursors[level] += 1
            level += 1
            counts[level] = options(states[level], outs[level], weight)
            cursors[level] = 0
    return total


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` plies."""
    if depth == 0:
        return 1
    capacity = position.game.definition.capacity
    states = np.array([position.state()] * depth)
    outs = np.empty((depth, capacity), np.int64)
    weight = np.empty(capacity, np.int64)
    counts, cursors = np.zeros((2, depth), np.int64)
    rest = (outs, weight, counts, cursors)
    native.require(position.game.name, "perft", lambda: count_sequences(states, 1, *rest))
    return int(count_sequences(states, depth, *rest))


def divide(position: Position, depth: int) -> dict[str, int]:
    """Return perft of one ply less after each legal move."""
    return {move: perft(position.step(move), depth - 1) for move in position.moves()}
