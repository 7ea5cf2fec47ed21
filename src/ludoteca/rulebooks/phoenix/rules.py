"""Phoenix: states and moves.

Colours count 0..5 (red, orange, yellow, green, blue, purple), columns 0..9 and cubes 0..5 along the
board, the same way for both lines. A hand of cards is a count for each kind, so that its order says
nothing; a card that was drawn leaves a 0 in the deck.

An action is kind << 8 | first << 4 | second: a card and the two places it works on (0 where it has
none), or DISCARD in place of both. A draw of chance is the seat, colour or kind that comes up.
"""

import numpy as np

from ludoteca.core.arrays import Bytes, Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER

COLOURS = 6
PAWNS_OF_A_COLOUR = 5
COLUMNS = 10
HAND_CARDS = 5
HANDS = 3
LEAST_DECK = 2 * HAND_CARDS + 1
MOST_DECK = 120

KINDS = 12
M1, M2, M3, M4, P1, P2, P3, P4, R, D1, D2, X = range(KINDS)
# How far apart the two places of a card lie; 0 for a card that does not say.
REACH = np.array([1, 2, 3, 4, 1, 2, 3, 4, 0, 1, 2, 0])
DISCARD = 255
# Five kinds with the most plays (M1 18, M2 16, M3 14, M4 12, X 10), each discarded as well; a draw
# has at most 12 outcomes.
CAPACITY = 18 + 16 + 14 + 12 + 10 + HAND_CARDS

FIRST_POINTS, COLOURS_POINTS = 5, 4
FIRST, ALL_COLOURS, RUNS = range(3)
NOBODY = -1
EACH, ONCE, NESTED = range(3)
SHORTEST_RUN = 3

# A deal draws the cubes, both lines, then the whole deck.
LINES_FROM = COLOURS
DECK_FROM = LINES_FROM + 2 * COLUMNS

STATE = np.dtype(
    (
        np.record,
        [
            ("dealt", np.int16),  # the draws made of a deal that is under way
            ("deck", np.int8, (MOST_DECK,)),
            ("discard", np.int8, (MOST_DECK,)),
            ("counts", np.int8, (KINDS,)),  # option: the cards of each kind in the whole deck
            ("left", np.int8, (KINDS,)),  # the cards a deal has not drawn yet
            ("hands", np.int8, (2, KINDS)),
            ("lines", np.int8, (2, COLUMNS)),
            ("spectrum", np.int8, (COLOURS,)),
            ("bag", np.int8, (COLOURS,)),
            ("points", np.int8, (HANDS, 2, 3)),  # by hand, seat, and what they are for
            ("cards", np.int8),  # option: all cards of the deck
            ("hand", np.int8),  # 1..3, that of the table one sees; 0 before the first deal
            ("starter", np.int8),
            ("drawn", np.int8),
            ("turn", np.int8),
            ("to_move", np.int8),
            ("runs", np.int8),  # option: EACH, ONCE or NESTED
            ("play_on", np.int8),  # option: a hand ends when a card that is due cannot be drawn
            ("by_lot", np.int8),  # option: the starter of every hand is drawn by lot
        ],
    )
)


def _pairs(kind: int) -> list[tuple[int, int]]:
    """Return the places that a card can work on, sorted."""
    if kind in (R, X):
        return [(column, 0) for column in range(COLUMNS if kind == X else 1)]
    places = range(COLOURS if kind in (D1, D2) else COLUMNS)
    one_way = kind in (P1, P2, P3, P4, D1)
    pairs = [(first, second) for first in places for second in places]
    return [
        (first, second)
        for first, second in pairs
        if abs(first - second) == REACH[kind] and not (one_way and first > second)
    ]


def _plays() -> tuple[np.ndarray, np.ndarray]:
    """Return for each kind of card the actions it allows, sorted, and their number.

    No play is ever blocked, and one may always discard: the legal moves follow from the hand alone.
    """
    table = np.zeros((KINDS, 19), np.int64)
    count = np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        plays = [kind << 8 | first << 4 | second for first, second in _pairs(kind)]
        plays.append(kind << 8 | DISCARD)
        count[kind] = len(plays)
        table[kind, : len(plays)] = plays
    return table, count


PLAYS, PLAY_COUNT = _plays()


@kernel
def legal(state: State, out: Integers) -> int:
    """Write the legal moves of the seat to move and return their number."""
    seat = state.to_move
    n = 0
    for kind in range(KINDS):
        if state.hands[seat, kind]:
            count = PLAY_COUNT[kind]
            for i in range(count):
                out[n + i] = PLAYS[kind, i]
            n += count
    return n


@kernel
def shift(row: Bytes, origin: int, target: int) -> None:
    """Move what stands at one place to another; those between close up towards the freed place."""
    moved = row[origin]
    step = 1 if target > origin else -1
    for place in range(origin, target, step):
        row[place] = row[place + step]
    row[target] = moved


@kernel
def swap(row: Bytes, first: int, second: int) -> None:
    """Swap what two places hold."""
    row[first], row[second] = row[second], row[first]


@kernel
def use_card(state: State, kind: int, first: int, second: int) -> None:
    """Apply a card of the seat to move."""
    line = state.lines[state.to_move]
    if kind <= M4:
        shift(line, first, second)
    elif kind <= P4:
        swap(line, first, second)
    elif kind == R:
        swap(line, 0, COLUMNS - 1)
    elif kind == D1:
        swap(state.spectrum, first, second)
    elif kind == D2:
        shift(state.spectrum, first, second)
    else:
        # The pawn in the same column stands right in front; the opponent cannot refuse.
        other = state.lines[1 - state.to_move]
        line[first], other[first] = other[first], line[first]


@kernel
def in_order(state: State, seat: int) -> bool:
    """Return whether a line's colours come in the order of the spectrum, absent colours skipped."""
    cube = 0
    for column in range(COLUMNS):
        while state.spectrum[cube] != state.lines[seat, column]:
            cube += 1
            if cube == COLOURS:
                return False
    return True


@kernel
def first_in_order(state: State, seat: int) -> int:
    """Return the seat that counts as first to order its line after a turn of `seat`, or NOBODY."""
    # A card may complete the opponent's line too; if both are in order, the active player is first.
    if in_order(state, seat):
        return seat
    return 1 - seat if in_order(state, 1 - seat) else NOBODY


@kernel
def with_run(state: State, points: int, length: int) -> int:
    """Return the points of a line's runs, `points` so far, with a run of some length added.

    2, 3 or 4 for 3, 4 or 5 neighbours of one colour; all add up (`each`), only the dearest counts
    (`once`), or a run counts for the shorter ones in it too (`nested`).
    """
    if length < SHORTEST_RUN:
        return points
    if state.runs == NESTED:
        return points + length * (length - 1) // 2 - 1
    return max(points, length - 1) if state.runs == ONCE else points + length - 1


@kernel
def run_points(state: State, seat: int) -> int:
    """Return the points of a line's runs: neighbours of one colour, the longest run of each."""
    points = 0
    length = 1
    for column in range(1, COLUMNS + 1):
        if column < COLUMNS and state.lines[seat, column] == state.lines[seat, column - 1]:
            length += 1
        else:
            points = with_run(state, points, length)
            length = 1
    return points


@kernel
def has_all_colours(state: State, seat: int) -> bool:
    """Return whether a line has each colour of the spectrum at least once."""
    seen = 0
    for column in range(COLUMNS):
        seen |= 1 << state.lines[seat, column]
    return seen == (1 << COLOURS) - 1


@kernel
def score(state: State, first: int, points: Bytes) -> None:
    """Write what both lines are worth at the end of a hand; the points all add up."""
    for seat in range(2):
        points[seat, FIRST] = FIRST_POINTS if seat == first else 0
        points[seat, ALL_COLOURS] = COLOURS_POINTS if has_all_colours(state, seat) else 0
        points[seat, RUNS] = run_points(state, seat)


@kernel
def end_hand(state: State, first: int) -> None:
    """Pay the points; the table stays as it is until the next deal."""
    score(state, first, state.points[state.hand - 1])
    state.to_move = OVER if state.hand == HANDS else CHANCE


@kernel
def take_card(state: State, seat: int) -> None:
    """Take the first card of the deck into a hand."""
    kind = state.deck[state.drawn]
    state.hands[seat, kind] += 1
    state.deck[state.drawn] = 0
    state.drawn += 1


@kernel
def take_turn(state: State, action: int) -> None:
    """Play or discard a card, end the hand if it is over, else draw."""
    seat = state.to_move
    kind = action >> 8
    if action & 255 != DISCARD:
        use_card(state, kind, action >> 4 & 15, action & 15)
    state.hands[seat, kind] -= 1
    state.discard[state.turn] = kind
    state.turn += 1
    # Both lines are tested before the draw, after a discard as well.
    first = first_in_order(state, seat)
    if first != NOBODY:
        end_hand(state, first)
        return
    # With `deck_end=cannot-draw` play goes on until a card is due and there is none.
    if state.drawn == state.cards:
        end_hand(state, NOBODY)
        return
    take_card(state, seat)
    # Else the draw that empties the deck ends the hand. Nobody takes the points for the order.
    if state.drawn == state.cards and not state.play_on:
        end_hand(state, NOBODY)
    else:
        state.to_move = 1 - seat


@kernel
def write_left(left: Bytes, out: Integers, weight: Integers) -> int:
    """Write the kinds of which something is left, with how much."""
    n = 0
    for kind in range(len(left)):
        if left[kind]:
            out[n] = kind
            weight[n] = left[kind]
            n += 1
    return n


@kernel
def write_cubes(state: State, out: Integers, weight: Integers) -> int:
    """Write the colours of the cubes that are not on the board yet."""
    placed = 0
    for cube in range(state.dealt):
        placed |= 1 << state.spectrum[cube]
    n = 0
    for colour in range(COLOURS):
        if not placed & (1 << colour):
            out[n] = colour
            weight[n] = 1
            n += 1
    return n


@kernel
def lot_is_due(state: State) -> bool:
    """Return whether a deal begins with who starts: that of the first hand, or with `starter=lot`.

    The table of the hand before still shows its turns then.
    """
    due: bool = state.starter == NOBODY or (state.by_lot and state.dealt == 0 and state.turn > 0)
    return due


@kernel
def outcomes(state: State, out: Integers, weight: Integers) -> int:
    """Write what the next draw of a deal can bring and return the number."""
    if lot_is_due(state):
        for seat in range(2):
            out[seat] = seat
            weight[seat] = 1
        return 2
    if state.dealt < LINES_FROM:
        return write_cubes(state, out, weight)
    if state.dealt < DECK_FROM:
        return write_left(state.bag, out, weight)
    return write_left(state.left, out, weight)


@kernel
def clear_table(state: State) -> None:
    """Begin a hand: all pawns in the bag, all cards in the deck, the other player to start."""
    if state.hand and not state.by_lot:
        state.starter = 1 - state.starter
    state.hand += 1
    state.drawn = 0
    state.turn = 0
    for colour in range(COLOURS):
        state.bag[colour] = PAWNS_OF_A_COLOUR
    for kind in range(KINDS):
        state.left[kind] = state.counts[kind]
        state.hands[0, kind] = 0
        state.hands[1, kind] = 0
    for card in range(state.cards):
        state.discard[card] = 0


@kernel
def hand_out(state: State) -> None:
    """Give five cards to the starter, then five to the other player."""
    for card in range(2 * HAND_CARDS):
        take_card(state, state.starter if card < HAND_CARDS else 1 - state.starter)
    state.dealt = 0
    state.to_move = state.starter


@kernel
def draw(state: State, outcome: int) -> None:
    """Play one draw of a deal."""
    if lot_is_due(state):
        state.starter = outcome
        state.turn = 0
        return
    step = state.dealt
    if step == 0:
        clear_table(state)
    if step < LINES_FROM:
        state.spectrum[step] = outcome
    elif step < DECK_FROM:
        pawn = step - LINES_FROM
        state.lines[pawn // COLUMNS, pawn % COLUMNS] = outcome
        state.bag[outcome] -= 1
    else:
        state.deck[step - DECK_FROM] = outcome
        state.left[outcome] -= 1
    state.dealt = step + 1
    if state.dealt == DECK_FROM + int(state.cards):
        hand_out(state)


@kernel
def apply(state: State, action: int) -> None:
    """Play a legal move, or one draw of a deal."""
    if state.to_move == CHANCE:
        draw(state, action)
    else:
        take_turn(state, action)


@kernel
def total(state: State, seat: int) -> int:
    """Return the points of a seat from all hands so far."""
    points = 0
    for hand in range(HANDS):
        for part in range(3):
            points += state.points[hand, seat, part]
    return points


@kernel
def returns(state: State, out: Floats) -> None:
    """Write each seat's share of the win."""
    lead = total(state, 0) - total(state, 1)
    out[0] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    out[1] = 1.0 - out[0]
