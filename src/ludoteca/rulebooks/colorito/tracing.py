"""Colorito: the way that a piece takes, square by square."""

import numpy as np

from ludoteca.core.arrays import Integers, State
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.colorito.rules import (
    ALONE,
    SIDE,
    SOUTH_FIRST,
    SQUARES,
    STRIDE,
    colour_of,
    find_hops,
    rank_order,
    steps_from,
    write_squares,
)


@kernel
def is_odd_way(origin: int, square: int) -> bool:
    """Return whether the way between two squares has a step in it: hops keep both parities."""
    files, ranks = square % SIDE - origin % SIDE, square // SIDE - origin // SIDE
    return (files | ranks) & 1 == 1


@kernel
def trace(state: State, origin: int, came_from: Integers) -> None:
    """Write for each square that a piece can touch the one before it on a shortest way, else -1.

    A breadth-first search over the steps and hops that `rules.find_reach` spreads over. Hops keep
    the parity of rank and file, so a square that a step leads to is never one that a jump from the
    start touches.
    """
    hops, queue = np.empty((2, 8), np.int64), np.empty(SQUARES, np.int64)
    odd_full = state.occupied[0, 0] | state.occupied[1, 0]
    even_full = state.occupied[0, 1] | state.occupied[1, 1]
    find_hops(odd_full, even_full, hops)
    colour = colour_of(state.board[origin])
    odd = steps_from(state, origin, colour, 0, odd_full)
    low, high = rank_order(odd, steps_from(state, origin, colour, 1, even_full))
    queue[0], count = origin, write_squares(low, 0, queue, 1)
    count = write_squares(high, SQUARES // 2, queue, count)
    came_from[:] = -1
    for i in range(count):
        came_from[queue[i]] = origin
    begun = count
    done = 0
    while done < count:
        square = queue[done]
        word = square // SIDE % 2
        # With `after_step=one-hop` nothing follows the hop after a step.
        ended = state.one_hop and done >= begun and is_odd_way(origin, square)
        for direction in SOUTH_FIRST[: 0 if ended else len(SOUTH_FIRST)]:
            behind = square + 2 * STRIDE[direction]
            # The moving piece is lifted and cannot be hopped over.
            over_itself = square + STRIDE[direction] == origin
            if hops[word, direction] & ALONE[square, word] and not over_itself:
                if came_from[behind] < 0:
                    came_from[behind] = square
                    queue[count] = behind
                    count += 1
        done += 1
