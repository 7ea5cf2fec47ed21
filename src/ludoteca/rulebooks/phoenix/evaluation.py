"""Phoenix: how much a position is worth."""

import math

import numpy as np

from ludoteca.core.jit import kernel
from ludoteca.core.verbs import CHANCE
from ludoteca.rulebooks.phoenix.rules import (
    COLOURS,
    COLUMNS,
    D1,
    D2,
    HANDS,
    KINDS,
    M4,
    P1,
    P4,
    PLAY_COUNT,
    PLAYS,
    R,
    run_points,
    total,
)

LANE = 4
HIGHS = 0x888888888
LOWS = 0xFFFFFFFFF

NAMES = (
    "deficit",
    "inversions",
    "misplaced",
    "displacement",
    "finish",
    "finish to move",
    "tempo",
    "order",
    "colours",
    "potential",
    "runs",
    "scale1",
    "scale2",
    "scale3",
    "M1",
    "M2",
    "M3",
    "M4",
    "P1",
    "P2",
    "P3",
    "P4",
    "R",
    "D1",
    "D2",
    "X",
)
WEIGHTS = np.array([
    -.0337, -.03, -.0269, -.0146, .383, 1.108, .158,
    6.468, 1.781, .231, .163, 7.33, 5.77, 3.18,
    0, -.041, .039, .083, -.098, -.046, .015, .053, -.105, .177, .424, .366,
])  # fmt: skip
CARDS_FROM = 14


@kernel
def ranks_of(state):
    """The place of each colour in the spectrum, four bits a colour."""
    ranks = 0
    for cube in range(COLOURS):
        ranks |= cube << (LANE * int(state.spectrum[cube]))
    return ranks


@kernel
def packed(state, seat, ranks):
    """The ranks of a line's pawns, four bits a column."""
    line = 0
    for column in range(COLUMNS):
        line |= ((ranks >> (LANE * int(state.lines[seat, column]))) & 15) << (LANE * column)
    return line


@kernel
def ordered(line):
    """Whether the ranks of a packed line never fall."""
    return (((line >> LANE) | HIGHS) - (line & LOWS)) & HIGHS == HIGHS


@kernel
def with_swap(line, first, second):
    """A packed line with two columns exchanged."""
    change = ((line >> (LANE * first)) ^ (line >> (LANE * second))) & 15
    return line ^ (change << (LANE * first)) ^ (change << (LANE * second))


@kernel
def with_shift(line, origin, target):
    """A packed line after a movement."""
    step = 1 if target > origin else -1
    for place in range(origin, target, step):
        line = with_swap(line, place, place + step)
    return line


@kernel
def can_finish(state, seat, line, ranks):
    """Whether a card in a seat's hand brings its line into order at once."""
    for kind in range(KINDS):
        if state.hands[seat, kind]:
            for i in range(PLAY_COUNT[kind] - 1):
                action = PLAYS[kind, i]
                first = action >> 4 & 15
                second = action & 15
                if kind <= M4:
                    after = with_shift(line, first, second)
                elif kind <= P4:
                    after = with_swap(line, first, second)
                elif kind == R:
                    after = with_swap(line, 0, COLUMNS - 1)
                elif kind == D1 or kind == D2:
                    continue
                else:
                    other = (ranks >> (LANE * int(state.lines[1 - seat, first]))) & 15
                    after = (line & ~(15 << (LANE * first))) | (other << (LANE * first))
                if ordered(after):
                    return True
    return False


@kernel
def descents(line):
    """In how many places the ranks of a packed line fall."""
    falls = (((line >> LANE) | HIGHS) - (line & LOWS)) & HIGHS ^ HIGHS
    count = 0
    while falls:
        falls &= falls - 1
        count += 1
    return count


@kernel
def line_worth(state, seat, ranks, weights):
    """What a line and the cards of its owner promise for this hand, in points."""
    line = packed(state, seat, ranks)
    longest = 0
    counts = 0
    inversions = 0
    for column in range(COLUMNS):
        rank = (line >> (LANE * column)) & 15
        length = 0
        for lower in range(rank + 1):
            length = max(length, (longest >> (LANE * lower)) & 15)
        longest = (longest & ~(15 << (LANE * rank))) | ((length + 1) << (LANE * rank))
        for higher in range(rank + 1, COLOURS):
            inversions += (counts >> (LANE * higher)) & 15
        counts += 1 << (LANE * rank)
    length = 0
    start = 0
    misplaced = 0
    displacement = 0
    missing = 0
    potential = 0
    starts = 0
    for rank in range(COLOURS):
        length = max(length, (longest >> (LANE * rank)) & 15)
        starts |= start << (LANE * rank)
        count = (counts >> (LANE * rank)) & 15
        start += count
        missing += count == 0
        if count >= 3:
            potential += count - 1
    for column in range(COLUMNS):
        rank = (line >> (LANE * column)) & 15
        low = (starts >> (LANE * rank)) & 15
        high = low + ((counts >> (LANE * rank)) & 15) - 1
        away = max(low - column, column - high, 0)
        misplaced += away > 0
        displacement += away
    race = weights[0] * (COLUMNS - length)
    race += weights[1] * inversions + weights[2] * misplaced + weights[3] * displacement
    if descents(line) <= 2 and can_finish(state, seat, line, ranks):
        race += weights[4]
        if state.to_move == seat:
            race += weights[5]
    for kind in range(KINDS):
        race += weights[CARDS_FROM + kind] * state.hands[seat, kind]
    worth = weights[9] * potential + weights[10] * run_points(state, seat)
    if missing == 0:
        worth += weights[8]
    return race, worth


@kernel
def expected_lead(state, seat, weights):
    """The lead in points that a seat will have after this hand."""
    points = float(total(state, seat) - total(state, 1 - seat))
    if state.to_move < 0:
        return points
    ranks = ranks_of(state)
    race, worth = line_worth(state, seat, ranks, weights)
    other_race, other_worth = line_worth(state, 1 - seat, ranks, weights)
    race += weights[6] if state.to_move == seat else -weights[6]
    return points + worth - other_worth + weights[7] * math.tanh(race - other_race)


@kernel
def weigh(state, seat, weights):
    """The log-odds of a seat's win."""
    hand = int(state.hand) if state.to_move == CHANCE else state.hand - 1
    return expected_lead(state, seat, weights) / weights[11 + hand]


@kernel
def evaluate(state, seat):
    """The estimated share of the win of a seat."""
    return 1.0 / (1.0 + math.exp(-weigh(state, seat, WEIGHTS)))


@kernel
def lead(state, seat):
    """The estimated lead in points of a seat at the end."""
    return expected_lead(state, seat, WEIGHTS)
