"""Rainbow Duel: states and moves.

Side s of a card is the one that stood towards seat s in the stack. A drawn card keeps its sides
towards both seats, whoever draws it. So seat s has seen side s of every card that left the stack,
and the other side of those that have lain with it face up.
"""

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER

FACES = 9
WHITE, BLACK = 7, 8
CODES = FACES * FACES
MOST_CARDS = 121  # the largest deck, and the card that the first edition adds to it
HAND = 3
ROW = 6
MOST_PLACEMENTS = 3
BOTH = 3  # both seats, as a set of 1 << seat

# Actions: 2 * place in the hand, + BLIND; FLIP + place in the row; END.
# Outcomes of chance: the face towards seat 0 * FACES + the face towards seat 1.
BLIND = 1
FLIP = 2 * HAND
END = FLIP + ROW
# A turn begins with at most 3 cards, each either way, and 5 flips. A draw has at most 9 * 8
# outcomes, and the list of them is written with one entry to spare.
CAPACITY = FACES * (FACES - 1) + 1

STATE = np.dtype(
    (
        np.record,
        [
            # Cards won by each seat: who has seen the lower face - 1, upper * FACES + lower face.
            # Where both faces have been up, the one earlier in the spectrum is entered as upper.
            ("gone", np.int8, (2, BOTH, CODES)),
            ("stack", np.int8, (MOST_CARDS, 2)),  # both sides of each card, from seat 0's end
            ("left", np.int8, (CODES,)),  # copies not dealt yet, entered either way round
            ("hand", np.int8, (2, HAND, 2)),  # both sides of each card
            ("row", np.int8, (ROW, 2)),  # the upper and the lower face of each card
            ("seen", np.int8, (ROW,)),  # 1 << seat for each seat that has seen the lower face
            ("held", np.int8, (2,)),  # cards in each hand
            ("won", np.int8, (2,)),
            ("cards", np.int8),  # in the whole deck
            ("first", np.int8),  # where seat 0's end of the stack is
            ("end", np.int8),  # one beyond seat 1's end
            ("length", np.int8),  # cards in the row
            ("placed", np.int8),  # placements in this turn
            ("flipped", np.int8),  # whether the last thing done in this turn was a flip
            ("starter", np.int8),  # who started the round
            ("to_move", np.int8),
            ("must_place", np.int8),  # option: a placement must follow a flip
        ],
    )
)


@kernel
def legal(state: State, out: Integers) -> int:
    """Write the legal moves of the seat to move and return their number."""
    n = 0
    # Flip and place alternate; a flip before the first placement is free to choose.
    if state.flipped or state.placed == 0:
        for action in range(2 * state.held[state.to_move]):
            out[n] = action
            n += 1
    if not state.flipped:
        for position in range(state.length):
            out[n] = FLIP + position
            n += 1
    # With no placement yet there is no end; with `after_flip=must-place` none after a flip, for
    # which a card is always in hand: three begin a turn and the third placement ends it.
    if state.placed and not (state.flipped and state.must_place):
        out[n] = END
        n += 1
    return n


@kernel
def clashes(state: State, position: int) -> bool:
    """Return whether a row card shows black or a colour already in the row; white never clashes."""
    face = state.row[position, 0]
    found: bool = face == BLACK
    if face < WHITE:
        for other in range(state.length):
            found = found or (other != position and state.row[other, 0] == face)
    return found


@kernel
def draw(state: State, seat: int) -> None:
    """Put the card at a seat's end of the stack on the right of its hand."""
    place = state.first
    if seat == 0:
        state.first += 1
    else:
        state.end -= 1
        place = state.end
    for side in range(2):
        state.hand[seat, state.held[seat], side] = state.stack[place, side]
        state.stack[place, side] = 0
    state.held[seat] += 1


@kernel
def take(state: State, seat: int, place: int) -> None:
    """Take a card out of a hand; the others close up."""
    state.held[seat] -= 1
    last = state.held[seat]
    for side in range(2):
        for i in range(place, last):
            state.hand[seat, i, side] = state.hand[seat, i + 1, side]
        state.hand[seat, last, side] = 0


@kernel
def close_turn(state: State, following: int) -> None:
    """Refill the hand of the active seat and pass the turn."""
    seat = state.to_move
    state.placed = 0
    state.flipped = 0
    while state.held[seat] < HAND and state.first < state.end:
        draw(state, seat)
    # A needed card that is missing ends the game at once; emptying the stack exactly does not.
    state.to_move = following if state.held[seat] == HAND else OVER


@kernel
def put_away(state: State, position: int, winner: int) -> None:
    """Add a row card to the cards that a seat has won."""
    upper = state.row[position, 0]
    lower = state.row[position, 1]
    if state.seen[position] == BOTH and lower < upper:
        upper, lower = lower, upper
    state.gone[winner, state.seen[position] - 1, upper * FACES + lower] += 1
    state.row[position, 0] = 0
    state.row[position, 1] = 0
    state.seen[position] = 0


@kernel
def close_round(state: State, winner: int, following: int) -> None:
    """Pay the row to a seat, then close the turn; the following seat starts the next round."""
    for position in range(state.length):
        put_away(state, position, winner)
    state.won[winner] += state.length
    state.length = 0
    state.starter = following
    close_turn(state, following)


@kernel
def lay(state: State, action: int) -> None:
    """Lay a hand card at the end of the row, as its owner sees it, or blind."""
    seat = state.to_move
    position = state.length
    side = 1 - seat if action & BLIND else seat
    state.row[position, 0] = state.hand[seat, action >> 1, side]
    state.row[position, 1] = state.hand[seat, action >> 1, 1 - side]
    state.seen[position] = 1 << (1 - side)
    take(state, seat, action >> 1)
    state.length += 1
    state.placed += 1
    state.flipped = 0


@kernel
def place(state: State, action: int) -> None:
    """Place a hand card and settle what it leads to."""
    seat = state.to_move
    lay(state, action)
    position = state.length - 1
    if clashes(state, position):
        close_round(state, 1 - seat, seat)
    elif state.length == ROW:
        # A clean sixth card completes the rainbow.
        close_round(state, seat, 1 - seat)
    elif state.placed == MOST_PLACEMENTS:
        close_turn(state, 1 - seat)


@kernel
def turn_over(state: State, position: int) -> None:
    """Turn a row card over; now both seats have seen both faces."""
    upper = state.row[position, 0]
    state.row[position, 0] = state.row[position, 1]
    state.row[position, 1] = upper
    state.seen[position] = BOTH
    state.flipped = 1


@kernel
def flip(state: State, position: int) -> None:
    """Turn a row card over and settle what it leads to."""
    seat = state.to_move
    turn_over(state, position)
    if clashes(state, position):
        close_round(state, 1 - seat, seat)


@kernel
def deal_card(state: State, code: int) -> None:
    """Add a card at seat 1's end of the stack; after the last both draw, and seat 0 starts."""
    front = code // FACES
    back = code % FACES
    state.stack[state.end, 0] = front
    state.stack[state.end, 1] = back
    state.left[code] -= 1
    state.left[back * FACES + front] -= 1
    state.end += 1
    if state.end == state.cards:
        for _ in range(HAND):
            draw(state, 0)
            draw(state, 1)
        state.to_move = 0


@kernel
def apply(state: State, action: int) -> None:
    """Play a legal move, or deal one card."""
    if state.to_move == CHANCE:
        deal_card(state, action)
    elif action == END:
        close_turn(state, 1 - state.to_move)
    elif action >= FLIP:
        flip(state, action - FLIP)
    else:
        place(state, action)


@kernel
def outcomes(state: State, out: Integers, weight: Integers) -> int:
    """Write the cards that may be dealt next, either way round, weighted by the copies left."""
    n = 0
    for code in range(CODES):
        # Written in any case and overwritten if there is no copy left: twice as fast as a branch.
        out[n] = code
        weight[n] = state.left[code]
        n += state.left[code] != 0
    return n


@kernel
def returns(state: State, out: Floats) -> None:
    """Write each seat's share of the win: most cards won."""
    out[0] = 0.5
    if state.won[0] != state.won[1]:
        out[0] = 1.0 if state.won[0] > state.won[1] else 0.0
    out[1] = 1.0 - out[0]


@kernel
def own_end(state: State, seat: int) -> int:
    """Return the place of the card at a seat's end of the stack, whose near side it sees, or -1."""
    if state.to_move == CHANCE or state.first == state.end:
        return -1
    place: int = state.first if seat == 0 else state.end - 1
    return place
