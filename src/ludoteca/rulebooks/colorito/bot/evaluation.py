"""Colorito: an estimate of who will be home first.

Each piece costs what it takes to bring it home: by its way, and by the company it has. Between the
white ranks no step leads from a colour to the same colour, so a piece must hop, and one that is
left alone does not move at all until somebody comes back for it. So stragglers cost more the
farther the rest has gone ahead.

The weights were checked by `python -m tools tuning colorito --evolve`: it finds none
clearly better.
"""

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.bits import count_bits, first_bit
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.colorito.rules import (
    MAX_PLIES,
    PIECES,
    SIDE,
    SQUARES,
    side_of,
    words_of,
)

NAMES = (
    "turn",  # being to move
    "away",  # a piece that is not where it belongs
    "ranks",  # between a piece and its goal
    "far",  # squares of the ranks, in tens
    "files",
    "wide",  # squares of the files, in tens
    "sideways",  # files beyond the ranks, which no diagonal covers
    "misplaced",  # pieces among the goals, not on their own
    "misplaced files",
    "at start",  # own pieces on goals of the other
    "held",  # own goals that enemies stand on
    "one near",  # pieces on their way with only one own piece within two squares
    "alone",  # with none
    "gap",  # squares from there to the nearest one
    "left behind",  # alone, and no own piece behind that will come past
    "second last",  # ranks that the last piece lies behind the last but one, beyond the first
    "third last",
    "fourth last",
)
WEIGHTS = np.array([
    .12, .25, .214, .465, .091, .081, .279, -.007, .104, .04, .199,
    .027, .191, .274, .304, -.167, .203, .141,
])  # fmt: skip
(
    TURN,
    AWAY,
    RANKS,
    FAR,
    FILES,
    WIDE,
    SIDEWAYS,
    MISPLACED,
    MISPLACED_FILES,
    AT_START,
    HELD,
    ONE_NEAR,
    ALONE,
    GAP,
    LEFT_BEHIND,
    REAR,
) = range(16)
LAST_PIECES = 4
WIDEST_GAP = 5
LATE = MAX_PLIES - 50
RANK = (1 << SIDE) - 1


def _offsets() -> Integers:
    """Return, by side, goal and square, ranks * 10 + files between them, 100 more among goals."""
    ranks, files = np.divmod(np.arange(SQUARES), SIDE)
    way = abs(ranks[:, None] - ranks) * SIDE + abs(files[:, None] - files)
    return np.array([way + SQUARES * (ranks >= SIDE - 2), way + SQUARES * (ranks < 2)])


OFFSET = _offsets()


def _around(square: int, steps: int) -> list[int]:
    """Return the squares at most `steps` steps away."""
    rank, file = divmod(square, SIDE)
    return [
        other
        for other in range(SQUARES)
        if max(abs(other // SIDE - rank), abs(other % SIDE - file)) in range(1, steps + 1)
    ]


def _behind(square: int, seat: int) -> list[int]:
    """Return the squares of the ranks that a seat's pieces have passed on a square."""
    rank = square // SIDE
    return [o for o in range(SQUARES) if (o // SIDE > rank if seat else o // SIDE < rank)]


NEAR = np.array(
    [[words_of(_around(s, d)) for s in range(SQUARES)] for d in range(1, WIDEST_GAP + 1)]
)
BEHIND = np.array([[words_of(_behind(s, seat)) for s in range(SQUARES)] for seat in range(2)])
KEYS = np.random.default_rng(1893).integers(1, 1 << 62, (2 * PIECES + 1, SQUARES), dtype=np.int64)


@kernel
def square_at(word: int, bit: int) -> int:
    """Return the square that a bit of a word of a set stands for."""
    return bit // SIDE * 2 * SIDE + SIDE * word + bit % SIDE


@kernel
def key(state: State) -> int:
    """Return the key of a position: its pieces, the seat to move, and whether the turn is extra."""
    # Near the end by length, the same squares at another ply are another position.
    ply = int(state.ply)
    number = (ply & 1 | 2 * int(state.extra_turn) | max(0, ply - LATE) << 2) * 0x9E3779B97F4A7
    # So is one from where a swap is still to come, or after it.
    number ^= (2 * int(state.swapped) + int(state.may_swap and ply < 2)) * 0x2545F4914F6C1
    for seat in range(2):
        for word in range(2):
            left = state.occupied[seat, word]
            while left:
                square = square_at(word, first_bit(left))
                left &= left - 1
                number ^= KEYS[state.board[square], square]
    return number


@kernel
def price_of_way(offset: int, weights: Floats) -> float:
    """Return what the way home costs a piece."""
    ranks, files = offset % SQUARES // SIDE, offset % SIDE
    price: float = weights[AWAY] + weights[RANKS] * ranks + weights[FILES] * files
    price += 0.1 * (weights[FAR] * ranks * ranks + weights[WIDE] * files * files)
    price += weights[SIDEWAYS] * max(0, files - ranks)
    if offset >= SQUARES:
        price += weights[MISPLACED] + weights[MISPLACED_FILES] * files
    return price


@kernel
def price_of_loneliness(seat: int, square: int, odd: int, even: int, weights: Floats) -> float:
    """Return what it costs a piece on its way that it has little company of its own."""
    near = count_bits(NEAR[1, square, 0] & odd) + count_bits(NEAR[1, square, 1] & even)
    if near > 0:
        return weights[ONE_NEAR] if near == 1 else 0.0
    price: float = weights[ALONE]
    if (BEHIND[seat, square, 0] & odd) | (BEHIND[seat, square, 1] & even) == 0:
        price += weights[LEFT_BEHIND]
    gap = 2
    while gap < WIDEST_GAP and (NEAR[gap, square, 0] & odd) | (NEAR[gap, square, 1] & even) == 0:
        gap += 1
    price += (gap - 1) * weights[GAP]
    return price


@kernel
def price_of_rear(state: State, seat: int, weights: Floats) -> float:
    """Return the price of last pieces that lie apart, while the last one is not among the goals."""
    total = 0.0
    first, seen = -1, 0
    for step in range(SIDE):
        rank = SIDE - 1 - step if seat else step
        count = count_bits(state.occupied[seat, rank & 1] >> (rank // 2 * SIDE) & RANK)
        if count and first < 0:
            first = step
            if first >= SIDE - 2:
                return 0.0
        for _ in range(count):
            seen += 1
            if seen > 1:
                total += weights[REAR + seen - 2] * max(0, step - first - 1)
            if seen == LAST_PIECES:
                return total
    return total


@kernel
def need(state: State, seat: int, weights: Floats) -> float:
    """Return what a seat needs to come home, in log-odds."""
    odd, even = state.occupied[seat, 0], state.occupied[seat, 1]
    total: float = (
        weights[HELD] * state.visitors[seat] + weights[AT_START] * state.visitors[1 - seat]
    )
    total += price_of_rear(state, seat, weights)
    for word in range(2):
        left = even if word else odd
        while left:
            square = square_at(word, first_bit(left))
            left &= left - 1
            offset = OFFSET[seat, state.goal[state.board[square]], square]
            if offset % SQUARES:
                total += price_of_way(offset, weights)
            if offset < SQUARES:
                total += price_of_loneliness(seat, square, odd, even, weights)
    return total


@kernel
def weigh(state: State, seat: int, weights: Floats) -> float:
    """Return the log-odds of a seat's win."""
    side = side_of(state, seat)
    ahead = need(state, 1 - side, weights) - need(state, side, weights)
    turn: float = weights[TURN] if state.to_move == seat else -weights[TURN]
    return ahead + turn


@kernel
def evaluate(state: State, seat: int) -> float:
    """Return an estimate of a seat's share of the win; never 0 or 1, however far it is ahead."""
    ahead = weigh(state, seat, WEIGHTS)
    # As steep as a logistic curve where it is even, but slower to level off: progress still shows.
    return 0.5 + 0.5 * ahead / (2.0 + abs(ahead))


@kernel
def lead(state: State, seat: int) -> float:
    """Return how many more pieces than the other a seat has home; each of the rest costs a move."""
    side = side_of(state, seat)
    return float(state.right[side]) - float(state.right[1 - side])
