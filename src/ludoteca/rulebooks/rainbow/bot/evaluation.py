"""Rainbow Duel: an estimate of who will win more cards.

The cards won count in full. What the row is worth depends on how long it is, on who is to begin a
turn with it, and on how many cards of that hand are safe there: colours that do not show yet, or
white. A seat that has enough of them, and knows a row card that it can flip in between without a
clash, completes the rainbow.

The weights are from `python -m tools tuning rainbow`.
"""

import math

import numpy as np

from ludoteca.core.arrays import Floats, State
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.rainbow.rules import BLACK, HAND, MOST_PLACEMENTS, ROW, WHITE

NAMES = (
    *(f"row of {length}, {safe} safe" for length in range(ROW) for safe in range(HAND + 1)),
    "rainbow by 2",  # placements that complete it for certain; one shows in a row of 5
    "rainbow by 3",
    "safe cards of the other",
    "going on",  # being in the midst of a turn
    "spread",  # cards of lead that make the odds 2.7 to 1
    "spread by stack",  # as many more for the square root of the cards in the stack
)
RAINBOW = ROW * (HAND + 1)
OTHER, GOING_ON, SPREAD, SPREAD_BY_STACK = range(RAINBOW + MOST_PLACEMENTS - 1, len(NAMES))
WEIGHTS = np.array([
    -.823, -.689, 1.350, 1.338,
    .978, 1.048, 1.266, 1.244,
    1.634, .493, 1.313, 1.438,
    -.174, .137, .349, -.283,
    -1.465, -.451, -1.523, -1.623,
    -2.005, .700, 1.816, 1.632,
    2.570, 1.946, .509, .122, 1.242, .944,
])  # fmt: skip


@kernel
def forbidden(state: State, hidden: int) -> int:
    """Return the faces that may not come up, as a set; the row card `hidden` left out."""
    faces = 1 << BLACK
    for position in range(state.length):
        if position != hidden and state.row[position, 0] < WHITE:
            faces |= 1 << int(state.row[position, 0])
    return faces


@kernel
def safe_cards(state: State, seat: int, faces: int) -> int:
    """Return how many cards of a hand can be placed as seen one after the other."""
    count = 0
    for place in range(state.held[seat]):
        face = int(state.hand[seat, place, seat])
        if not faces >> face & 1:
            count += 1
            if face < WHITE:
                faces |= 1 << face
    return count


@kernel
def knows_safe_flip(state: State, seat: int) -> bool:
    """Return whether a seat knows of a row card that can be flipped without a clash."""
    for position in range(state.length):
        if state.seen[position] >> seat & 1:
            if not forbidden(state, position) >> int(state.row[position, 1]) & 1:
                return True
    return False


@kernel
def prospect(state: State, seat: int, weights: Floats) -> float:
    """Return what the row promises a seat that begins a turn with it, in cards."""
    safe = safe_cards(state, seat, forbidden(state, -1))
    missing = ROW - int(state.length)
    worth: float = weights[state.length * (HAND + 1) + safe]
    if 2 <= missing <= min(safe, MOST_PLACEMENTS) and knows_safe_flip(state, seat):
        worth += weights[RAINBOW + missing - 2]
    return worth


@kernel
def expected_lead(state: State, seat: int, weights: Floats) -> float:
    """Return the lead in cards that a seat will have after this round."""
    cards = float(state.won[seat]) - float(state.won[1 - seat])
    if state.to_move < 0:
        return cards
    beginner = int(state.to_move)
    worth: float = 0.0
    if state.placed and not (state.flipped and state.must_place):
        # The turn may end here: what matters is what the other seat can make of the row.
        worth = -weights[GOING_ON]
        beginner = 1 - beginner
    worth += prospect(state, beginner, weights)
    worth -= weights[OTHER] * safe_cards(state, 1 - beginner, forbidden(state, -1))
    return cards + (worth if beginner == seat else -worth)


@kernel
def weigh(state: State, seat: int, weights: Floats) -> float:
    """Return the log-odds of a seat's win."""
    stack = float(state.end) - float(state.first)
    spread: float = weights[SPREAD] + weights[SPREAD_BY_STACK] * math.sqrt(stack)
    return expected_lead(state, seat, weights) / spread


@kernel
def evaluate(state: State, seat: int) -> float:
    """Return the estimated share of the win of a seat."""
    return 1.0 / (1.0 + math.exp(-weigh(state, seat, WEIGHTS)))


@kernel
def lead(state: State, seat: int) -> float:
    """Return the estimated lead in cards of a seat at the end."""
    return expected_lead(state, seat, WEIGHTS)
