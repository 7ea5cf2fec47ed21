"""Colorito: what the pieces of one seat need to come home, estimated as if all others stood still.

Around the goal of a piece lie rings: the squares from which one move leads to it, those from which
one leads to the first ring, and so on. Where no move leads on, the next ring is a hop away: some
other piece will have to come and be hopped over.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import State
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.rules import PIECES, ROOM_EAST, ROOM_WEST, SIDE, SQUARES, WORD

Numbers = NDArray[np.int64]

RINGS = 12
# What a ring costs: a move of the piece itself, or the help of others.
MOVE = 8
HELP = 16
NO_GOAL = -1
_EAST_OF_A = WORD & ~sum(1 << bit for bit in range(0, SQUARES // 2, SIDE))
_WEST_OF_J = WORD & ~sum(1 << bit for bit in range(SIDE - 1, SQUARES // 2, SIDE))

SURVEY = np.dtype(
    (
        np.record,
        [
            ("rings", np.int64, (RINGS, 2, PIECES)),
            ("prices", np.int64, (RINGS, PIECES)),
            ("origins", np.int64, (PIECES,)),  # the squares of the pieces, sorted
            ("needs", np.int64, (PIECES,)),
            ("total", np.int64),
            ("pull", np.int64),  # what each square between a piece and its goal costs on top
            ("last", np.int64),  # the last ring that was drawn
        ],
    )
)


@kernel
def with_neighbours(odd: int, even: int) -> tuple[int, int]:
    """Return a set with all squares around it."""
    odd |= ((odd << 1) & _EAST_OF_A) | ((odd >> 1) & _WEST_OF_J)
    even |= ((even << 1) & _EAST_OF_A) | ((even >> 1) & _WEST_OF_J)
    return (odd | even | (even << SIDE)) & WORD, even | odd | (odd >> SIDE)


@kernel
def with_hops(word: int) -> int:
    """Return a word of a set with all squares a hop away, as if there were pieces to hop over."""
    word |= ((word << 2) & ROOM_WEST) | ((word >> 2) & ROOM_EAST)
    return (word | (word << SIDE) | (word >> SIDE)) & WORD


@kernel
def distance(origin: int, target: int) -> int:
    """Return how many steps lie between two squares."""
    ranks = abs(origin // SIDE - target // SIDE)
    files = abs(origin % SIDE - target % SIDE)
    return max(ranks, files)


@kernel
def draw_goals(state: State, seat: int, goals: Numbers, found: State) -> None:
    """Draw the goal of each piece as its ring 0, and settle what it needs where that is plain.

    A piece without a goal of its own needs no more than to stand on nobody's goal.
    """
    for i in range(PIECES):
        origin = found.origins[i]
        goal = goals[state.board[origin]]
        found.needs[i] = 0 if goal == origin else -1
        if goal == NO_GOAL:
            found.needs[i] = MOVE if rules.is_goal(origin, seat) else 0
        found.prices[0, i] = 0
        for word in range(2):
            found.rings[0, word, i] = 0 if goal == NO_GOAL else rules.ALONE[goal, word]


@kernel
def draw_ring(state: State, seat: int, reached: Numbers, found: State) -> None:
    """Draw the next ring from all squares that hops connect with the last one."""
    last = found.last
    odd_free = ~(state.occupied[0, 0] | state.occupied[1, 0])
    even_free = ~(state.occupied[0, 1] | state.occupied[1, 1])
    for i in range(PIECES):
        colour = rules.colour_of(state.board[found.origins[i]])
        odd_before, even_before = found.rings[last, 0, i], found.rings[last, 1, i]
        odd, even = reached[0, i], reached[1, i]
        if state.variant == rules.STRICT:
            odd &= state.resting[colour, 0]
            even &= state.resting[colour, 1]
        odd, even = with_neighbours(odd, even)
        odd = ((odd | reached[0, i]) & state.resting[colour, 0] & odd_free) | odd_before
        even = ((even | reached[1, i]) & state.resting[colour, 1] & even_free) | even_before
        price = MOVE
        if odd == odd_before and even == even_before:
            odd = with_hops(odd) & ~state.occupied[1 - seat, 0]
            even = with_hops(even) & ~state.occupied[1 - seat, 1]
            price = HELP
        found.prices[last + 1, i] = found.prices[last, i] + price
        found.rings[last + 1, 0, i] = odd
        found.rings[last + 1, 1, i] = even
    found.last = last + 1


@kernel
def settle(lifted: Numbers, targets: Numbers, found: State) -> int:
    """Settle what the pieces need that reach the last ring; return how many do not."""
    left = 0
    for i in range(PIECES):
        if found.needs[i] < 0:
            odd, even = found.rings[found.last, 0, i], found.rings[found.last, 1, i]
            if (lifted[0, i] & odd) | (lifted[1, i] & even):
                found.needs[i] = found.prices[found.last, i]
            elif (targets[0, i] & odd) | (targets[1, i] & even):
                found.needs[i] = found.prices[found.last, i] + MOVE
            else:
                left += 1
    return left


@kernel
def survey(state: State, seat: int, goals: Numbers, found: State) -> None:
    """Find what each piece of a seat needs, and what they need together, for a given pull."""
    hops, origins = np.empty((2, 8), np.int64), np.empty(PIECES, np.int64)
    lifted, targets = np.empty((2, PIECES), np.int64), np.empty((2, PIECES), np.int64)
    reached = np.empty((2, PIECES), np.int64)
    rules.find_reach(state, seat, origins, lifted, targets)
    odd_full = state.occupied[0, 0] | state.occupied[1, 0]
    even_full = state.occupied[0, 1] | state.occupied[1, 1]
    rules.find_hops(odd_full, even_full, hops)
    for i in range(PIECES):
        found.origins[i] = origins[i]
        colour = rules.colour_of(state.board[origins[i]])
        targets[0, i] &= state.resting[colour, 0] & ~odd_full
        targets[1, i] &= state.resting[colour, 1] & ~even_full
    found.last = 0
    draw_goals(state, seat, goals, found)
    while settle(lifted, targets, found) and found.last < RINGS - 1:
        for i in range(PIECES):
            reached[0, i] = found.rings[found.last, 0, i]
            reached[1, i] = found.rings[found.last, 1, i]
        rules.spread(hops, lifted, reached)
        draw_ring(state, seat, reached, found)
    found.total = 0
    for i in range(PIECES):
        if found.needs[i] < 0:
            found.needs[i] = found.prices[found.last, i] + 2 * MOVE
        goal = goals[state.board[origins[i]]]
        if goal != NO_GOAL:
            found.needs[i] += found.pull * distance(origins[i], goal)
        found.total += found.needs[i]


@kernel
def need_on(square: int, seat: int, goal: int, found: State, i: int) -> int:
    """Return what the i-th piece would need on another square, by its rings."""
    if goal == NO_GOAL:
        return MOVE if rules.is_goal(square, seat) else 0
    odd, even = rules.ALONE[square, 0], rules.ALONE[square, 1]
    price = found.prices[found.last, i] + MOVE
    for ring in range(found.last, -1, -1):
        if (found.rings[ring, 0, i] & odd) | (found.rings[ring, 1, i] & even):
            price = found.prices[ring, i]
    return int(price + found.pull * distance(square, goal))


@kernel
def sealed(state: State, seat: int, origin: int, goal: int) -> bool:
    """Return whether enemy pieces shut a piece off from its goal whatever helps."""
    odd, even = rules.ALONE[goal, 0], rules.ALONE[goal, 1]
    while not (odd & rules.ALONE[origin, 0]) | (even & rules.ALONE[origin, 1]):
        odd_before, even_before = odd, even
        odd_near, even_near = with_neighbours(odd, even)
        odd = (odd_near | with_hops(odd)) & ~state.occupied[1 - seat, 0]
        even = (even_near | with_hops(even)) & ~state.occupied[1 - seat, 1]
        if odd == odd_before and even == even_before:
            return True
    return False
