"""Rainbow Duel: how much a position is worth.

The cards won count in full. What the row is worth depends on how long it is, on who is to begin a turn with
it, and on how many cards of that hand are safe there: colours not shown yet, or white. A seat that has enough of
them, and a row card that it knows to be safe to flip, completes the rainbow.
"""

import math

import numpy as np

from ludoteca.core.jit import kernel
from ludoteca.rulebooks.rainbow.rules import BLACK, HAND, MOST_PLACEMENTS, ROW, WHITE

NAMES = (
    *(f"row of {length}, {safe} safe" for length in range(ROW) for safe in range(HAND + 1)),
    "rainbow by 1",
    "rainbow by 2",
    "rainbow by 3",
    "safe cards of the other",
    "going on",
    "scale",
    "scale by stack",
)
WEIGHTS = np.array(
    [
        *[-0.5, 0, 0, 0],
        *[-1, 0, 0, 0.2],
        *[-1.5, 0, 0.3, 0.5],
        *[-2, 0, 0.5, 1],
        *[-2.5, 0, 1, 1.5],
        *[-3, 3, 3, 3],
        0.0,
        2,
        2,
        0.2,
        0.3,
        3.0,
        0.7,
    ]
)
RAINBOW = ROW * (HAND + 1)
OTHER, GOING_ON, SCALE, SCALE_BY_STACK = range(RAINBOW + 3, RAINBOW + 7)


@kernel
def shown(state, hidden):
    """The faces that may not come up, as a set; the row card `hidden` left out."""
    faces = 1 << BLACK
    for position in range(state.length):
        if position != hidden and state.row[position, 0] < WHITE:
            faces |= 1 << int(state.row[position, 0])
    return faces


@kernel
def safe_cards(state, seat, faces):
    """How many cards of a hand can be placed as seen one after the other."""
    count = 0
    for place in range(state.held[seat]):
        face = int(state.hand[seat, place, seat])
        if not faces >> face & 1:
            count += 1
            if face < WHITE:
                faces |= 1 << face
    return count


@kernel
def safe_flip(state, seat):
    """Whether a seat knows of a row card that can be flipped without a clash."""
    for position in range(state.length):
        if state.seen[position] >> seat & 1:
            if not shown(state, position) >> int(state.row[position, 1]) & 1:
                return True
    return False


@kernel
def prospect(state, seat, placed, weights):
    """What the row promises a seat that may place more cards, in cards."""
    safe = safe_cards(state, seat, shown(state, -1))
    missing = ROW - int(state.length)
    worth = weights[state.length * (HAND + 1) + safe]
    if missing <= MOST_PLACEMENTS - placed and missing <= safe:
        if missing == 1 or safe_flip(state, seat):
            worth += weights[RAINBOW + missing - 1]
    return worth


@kernel
def expected_lead(state, seat, weights):
    """The lead in cards that a seat will have after this round."""
    cards = float(state.won[seat]) - float(state.won[1 - seat])
    if state.to_move < 0:
        return cards
    beginner = int(state.to_move)
    worth = 0.0
    if state.placed:
        # The turn may end here: what matters is what the other seat can make of the row.
        worth = -weights[GOING_ON]
        beginner = 1 - beginner
    worth += prospect(state, beginner, 0, weights)
    worth -= weights[OTHER] * safe_cards(state, 1 - beginner, shown(state, -1))
    return cards + (worth if beginner == seat else -worth)


@kernel
def weigh(state, seat, weights):
    """The log-odds of a seat's win."""
    stack = float(state.end) - float(state.first)
    scale = weights[SCALE] + weights[SCALE_BY_STACK] * math.sqrt(stack)
    return expected_lead(state, seat, weights) / scale


@kernel
def evaluate(state, seat):
    """The estimated share of the win of a seat."""
    return 1.0 / (1.0 + math.exp(-weigh(state, seat, WEIGHTS)))


@kernel
def lead(state, seat):
    """The estimated lead in cards of a seat at the end."""
    return expected_lead(state, seat, WEIGHTS)
