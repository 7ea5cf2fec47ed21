"""Phoenix: an estimate of who will have more points.

A hand is a race to the 5 points for the order, and the line is worth something apart from that. How
far a line is from its order follows from how many pawns stand wrong, how far, and whether one card
of the hand finishes it; a good card is worth a part of a turn. The difference of both races
becomes expected points through a curve that flattens out. Added are the points that the lines show
already or will show in order: all colours, and colours with three or more pawns.

The weights were tuned by self-play; `python -m tools tuning phoenix` finds none better.
"""

import math

import numpy as np

from ludoteca.core.arrays import Bytes, Floats, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE
from ludoteca.rulebooks.phoenix.rules import (
    COLOURS,
    COLUMNS,
    D1,
    D2,
    KINDS,
    M4,
    P4,
    PLAY_COUNT,
    PLAYS,
    R,
    run_points,
    total,
    with_run,
)

NAMES = (
    "deficit",  # pawns that must move at least: those not in the longest part in order
    "inversions",  # pairs of pawns in the wrong order
    "misplaced",  # pawns outside the columns that their colour takes in the end
    "displacement",  # how many columns these are away, together
    "one card",  # whether one card of the hand finishes the line
    "one card, to move",
    "turn",
    "order",  # points at stake in the race
    "colours",  # points for having all colours now
    "runs in order",  # for each point of the runs that the line will have in order
    "runs",  # for each point of the runs that it has now
    "spread, hand 1",  # points of lead that make the odds 2.7 to 1
    "spread, hand 2",
    "spread, hand 3",
    *("M1", "M2", "M3", "M4", "P1", "P2", "P3", "P4", "R", "D1", "D2", "X"),
)
DEFICIT, INVERSIONS, MISPLACED, DISPLACEMENT, ONE_CARD, ONE_CARD_NOW, TURN = range(7)
ORDER, ALL_COLOURS, RUNS_IN_ORDER, RUNS_NOW, SPREAD = range(7, 12)
CARDS = SPREAD + 3
WEIGHTS = np.array([
    -.0337, -.03, -.0269, -.0146, .383, 1.108, .158,
    6.468, 1.781, .231, .163, 7.33, 5.77, 3.18,
    0, -.041, .039, .083, -.098, -.046, .015, .053, -.105, .177, .424, .366,
])  # fmt: skip

# A packed line has the ranks of its pawns' colours in the spectrum, four bits a column.
LANE = 4
HIGHS = 0x888888888
LOWS = 0xFFFFFFFFF
# A swap or a movement in a line in order makes two falls at most.
FALLS_OF_A_CARD = 2


@kernel
def ranks_of(state: State) -> int:
    """Return the place of each colour in the spectrum, four bits a colour."""
    ranks = 0
    for cube in range(COLOURS):
        ranks |= cube << (LANE * int(state.spectrum[cube]))
    return ranks


@kernel
def lane(word: int, index: int) -> int:
    """Return one of the numbers in a packed word."""
    return (word >> (LANE * index)) & 15


@kernel
def packed(state: State, seat: int, ranks: int) -> int:
    """Return a line as one word."""
    line = 0
    for column in range(COLUMNS):
        line |= lane(ranks, int(state.lines[seat, column])) << (LANE * column)
    return line


@kernel
def falls(line: int) -> int:
    """Return in how many places the ranks of a packed line fall; 0 means order."""
    rest = (((line >> LANE) | HIGHS) - (line & LOWS)) & HIGHS ^ HIGHS
    count = 0
    while rest:
        rest &= rest - 1
        count += 1
    return count


@kernel
def with_swap(line: int, first: int, second: int) -> int:
    """Return a packed line with two columns exchanged."""
    change = lane(line, first) ^ lane(line, second)
    return line ^ (change << (LANE * first)) ^ (change << (LANE * second))


@kernel
def with_shift(line: int, origin: int, target: int) -> int:
    """Return a packed line after a movement."""
    step = 1 if target > origin else -1
    for place in range(origin, target, step):
        line = with_swap(line, place, place + step)
    return line


@kernel
def after_play(line: int, other: int, action: int) -> int:
    """Return a packed line after a play of its owner; `other` is the line across."""
    kind = action >> 8
    first = action >> 4 & 15
    second = action & 15
    if kind <= M4:
        return with_shift(line, first, second)
    if kind <= P4:
        return with_swap(line, first, second)
    if kind == R:
        return with_swap(line, 0, COLUMNS - 1)
    return line ^ (lane(line, first) ^ lane(other, first)) << (LANE * first)


@kernel
def one_card_finishes(hand: Bytes, line: int, other: int) -> bool:
    """Return whether one card of a hand brings a packed line into order.

    Changes of the spectrum are left out: they are few.
    """
    if falls(line) > FALLS_OF_A_CARD:
        return False
    for kind in range(KINDS):
        if hand[kind] and kind != D1 and kind != D2:
            for i in range(PLAY_COUNT[kind] - 1):
                if falls(after_play(line, other, PLAYS[kind, i])) == 0:
                    return True
    return False


@kernel
def colour_counts(line: int) -> int:
    """Return how many pawns of each rank a packed line has, four bits a rank."""
    counts = 0
    for column in range(COLUMNS):
        counts += 1 << (LANE * lane(line, column))
    return counts


@kernel
def deficit(line: int) -> int:
    """Return the pawns outside the longest part of a packed line that is in order."""
    longest = 0  # part that ends with each rank, four bits a rank
    most = 0
    for column in range(COLUMNS):
        rank = lane(line, column)
        length = 0
        for lower in range(rank + 1):
            length = max(length, lane(longest, lower))
        longest += (length + 1 - lane(longest, rank)) << (LANE * rank)
        most = max(most, length + 1)
    return COLUMNS - most


@kernel
def inversions(line: int) -> int:
    """Return the pairs of pawns in the wrong order."""
    seen = 0
    pairs = 0
    for column in range(COLUMNS):
        rank = lane(line, column)
        for higher in range(rank + 1, COLOURS):
            pairs += lane(seen, higher)
        seen += 1 << (LANE * rank)
    return pairs


@kernel
def disorder(line: int, counts: int, weights: Floats) -> float:
    """Return what is wrong with the order of a packed line, weighed."""
    starts = 0
    start = 0
    for rank in range(COLOURS):
        starts |= start << (LANE * rank)
        start += lane(counts, rank)
    misplaced = 0
    displacement = 0
    for column in range(COLUMNS):
        rank = lane(line, column)
        low = lane(starts, rank)
        away = max(low - column, column - low - lane(counts, rank) + 1, 0)
        misplaced += away > 0
        displacement += away
    worth: float = weights[DEFICIT] * deficit(line) + weights[INVERSIONS] * inversions(line)
    worth += weights[MISPLACED] * misplaced + weights[DISPLACEMENT] * displacement
    return worth


@kernel
def race(state: State, seat: int, line: int, other: int, weights: Floats) -> float:
    """Return how far a seat has come on the way to the order of its line."""
    worth = disorder(line, colour_counts(line), weights)
    if one_card_finishes(state.hands[seat], line, other):
        worth += weights[ONE_CARD]
        if state.to_move == seat:
            worth += weights[ONE_CARD_NOW]
    if state.to_move == seat:
        worth += weights[TURN]
    for kind in range(KINDS):
        worth += weights[CARDS + kind] * state.hands[seat, kind]
    return worth


@kernel
def show(state: State, seat: int, line: int, weights: Floats) -> float:
    """Return what a line is worth apart from the race, in points."""
    counts = colour_counts(line)
    all_colours = True
    runs = 0
    for rank in range(COLOURS):
        count = lane(counts, rank)
        all_colours = all_colours and count > 0
        runs = with_run(state, runs, count)
    worth: float = weights[RUNS_IN_ORDER] * runs + weights[RUNS_NOW] * run_points(state, seat)
    if all_colours:
        worth += weights[ALL_COLOURS]
    return worth


@kernel
def expected_lead(state: State, seat: int, weights: Floats) -> float:
    """Return the lead in points that a seat will have after this hand."""
    points = float(total(state, seat) - total(state, 1 - seat))
    if state.to_move < 0:
        return points
    ranks = ranks_of(state)
    own = packed(state, seat, ranks)
    other = packed(state, 1 - seat, ranks)
    ahead: float = race(state, seat, own, other, weights) - race(
        state, 1 - seat, other, own, weights
    )
    order: float = weights[ORDER] * math.tanh(ahead)
    points += order
    return points + show(state, seat, own, weights) - show(state, 1 - seat, other, weights)


@kernel
def weigh(state: State, seat: int, weights: Floats) -> float:
    """Return the log-odds of a seat's win."""
    hand = int(state.hand) if state.to_move == CHANCE else state.hand - 1
    spread: float = weights[SPREAD + hand]
    return expected_lead(state, seat, weights) / spread


@kernel
def evaluate(state: State, seat: int) -> float:
    """Return the estimated share of the win of a seat."""
    return 1.0 / (1.0 + math.exp(-weigh(state, seat, WEIGHTS)))


@kernel
def lead(state: State, seat: int) -> float:
    """Return the estimated lead in points of a seat at the end."""
    return expected_lead(state, seat, WEIGHTS)
