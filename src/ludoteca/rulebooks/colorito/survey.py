"""Colorito: how many moves each piece of one seat needs, estimated as if all others stood still.

Around the goal of a piece lie rings: the squares from which one move leads to it, those from which one leads to the
first ring, and so on. Where no move leads on, the next ring is one square wider all around: some other piece
will have to help there.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import State
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.rules import PIECES, SIDE, WORD

Numbers = NDArray[np.int64]

RINGS = 12
# What a ring costs: a move, or a square that only help will bridge.
MOVE, GAP = 8, 6
NO_GOAL = -1
MODE = 0
_ROOM_W = rules.ROOM_WEST
_ROOM_E = rules.ROOM_EAST
_BESIDE_A = WORD & ~sum(1 << square for square in range(0, rules.SQUARES // 2, SIDE))
_BESIDE_J = WORD & ~sum(1 << square for square in range(SIDE - 1, rules.SQUARES // 2, SIDE))


@kernel
def widen(odd: int, even: int) -> tuple[int, int]:
    """A set with all squares around it."""
    odd |= ((odd << 1) & _BESIDE_A) | ((odd >> 1) & _BESIDE_J)
    even |= ((even << 1) & _BESIDE_A) | ((even >> 1) & _BESIDE_J)
    return (odd | even | (even << SIDE)) & WORD, even | odd | (odd >> SIDE)


@kernel
def leap_word(word: int) -> int:
    """A word with the squares two away in each direction."""
    word |= ((word << 2) & _ROOM_W) | ((word >> 2) & _ROOM_E)
    return (word | (word << SIDE) | (word >> SIDE)) & WORD


@kernel
def first_ring(
    state: State, seat: int, goals: Numbers, origins: Numbers, rings: Numbers, needs: Numbers
) -> None:
    """Writes the goal of each piece as its ring 0, and what it needs where that is plain: 0, else -1.

    A piece whose goal an enemy piece holds needs no more than to stand on nobody's goal.
    """
    for i in range(PIECES):
        goal = goals[state.board[origins[i]]]
        needs[i] = -1
        if goal == NO_GOAL:
            needs[i] = MOVE if rules.is_goal(origins[i], seat) else 0
        elif goal == origins[i]:
            needs[i] = 0
        for word in range(2):
            rings[0, word, i] = 0 if goal == NO_GOAL else rules.ALONE[goal, word]


@kernel
def next_ring(
    state: State, origins: Numbers, reached: Numbers, rings: Numbers, prices: Numbers, last: int
) -> None:
    """Writes the ring after the last one from the squares that hops connect with that."""
    odd_free = ~(state.occupied[0, 0] | state.occupied[1, 0])
    even_free = ~(state.occupied[0, 1] | state.occupied[1, 1])
    enemy = 1 if state.board[origins[0]] <= PIECES else 0
    enemy_odd, enemy_even = state.occupied[enemy, 0], state.occupied[enemy, 1]
    for i in range(PIECES):
        colour = rules.colour_of(state.board[origins[i]])
        odd_rest, even_rest = state.resting[colour, 0], state.resting[colour, 1]
        odd, even = reached[0, i], reached[1, i]
        if state.variant == rules.STRICT:
            odd &= odd_rest
            even &= even_rest
        odd, even = widen(odd, even)
        odd = ((odd | reached[0, i]) & odd_rest & odd_free) | rings[last, 0, i]
        even = ((even | reached[1, i]) & even_rest & even_free) | rings[last, 1, i]
        prices[last + 1, i] = prices[last, i] + MOVE
        if odd == rings[last, 0, i] and even == rings[last, 1, i]:
            odd, even = leap_word(odd) & ~enemy_odd, leap_word(even) & ~enemy_even
            if MODE == 1:
                odd, even = widen(odd, even)
            prices[last + 1, i] = prices[last, i] + GAP
        rings[last + 1, 0, i] = odd
        rings[last + 1, 1, i] = even


@kernel
def compare(
    lifted: Numbers, targets: Numbers, rings: Numbers, prices: Numbers, last: int, needs: Numbers
) -> int:
    """Settles what the pieces need that one move brings into the last ring; returns how many are left."""
    left = 0
    for i in range(PIECES):
        if needs[i] < 0:
            odd, even = rings[last, 0, i], rings[last, 1, i]
            if (lifted[0, i] & odd) | (lifted[1, i] & even):
                needs[i] = prices[last, i]
            elif (targets[0, i] & odd) | (targets[1, i] & even):
                needs[i] = prices[last, i] + MOVE
            else:
                left += 1
    return left


@kernel
def survey(
    state: State,
    seat: int,
    goals: Numbers,
    origins: Numbers,
    rings: Numbers,
    prices: Numbers,
    needs: Numbers,
) -> int:
    """Writes the pieces of a seat by square, their rings, and what each needs; returns the number of the last ring."""
    hops = np.empty((2, 8), np.int64)
    lifted, targets = np.empty((2, PIECES), np.int64), np.empty((2, PIECES), np.int64)
    reached = np.empty((2, PIECES), np.int64)
    rules.find_reach(state, seat, origins, lifted, targets)
    full = state.occupied[0] | state.occupied[1]
    rules.find_hops(full[0], full[1], hops)
    for i in range(PIECES):
        colour = rules.colour_of(state.board[origins[i]])
        prices[0, i] = 0
        for word in range(2):
            targets[word, i] &= state.resting[colour, word] & ~full[word]
    first_ring(state, seat, goals, origins, rings, needs)
    last = 0
    while compare(lifted, targets, rings, prices, last, needs) and last < RINGS - 1:
        for i in range(PIECES):
            reached[0, i], reached[1, i] = rings[last, 0, i], rings[last, 1, i]
        rules.spread(hops, lifted, reached)
        next_ring(state, origins, reached, rings, prices, last)
        last += 1
    for i in range(PIECES):
        if needs[i] < 0:
            needs[i] = prices[last, i] + 2 * MOVE
    return last


@kernel
def need_at(
    square: int, seat: int, goal: int, rings: Numbers, prices: Numbers, last: int, piece: int
) -> Any:
    """What a piece would need on another square, by the rings of a survey."""
    if goal == NO_GOAL:
        return MOVE if rules.is_goal(square, seat) else 0
    for ring in range(last + 1):
        if (rings[ring, 0, piece] & rules.ALONE[square, 0]) | (
            rings[ring, 1, piece] & rules.ALONE[square, 1]
        ):
            return prices[ring, piece]
    return prices[last, piece] + MOVE
