"""Cadena: how soon a player alone on the board gets both discs stuck, for any board.

What the opponents' race says of the same turns makes a share of the win. A turn is one of a few
hundred aims here: expected turns are off by 0.05 on average from those of the exact turn.
"""

from threading import Lock
from typing import NamedTuple

import numpy as np

from ludoteca.core.arrays import Array, Integers, State
from ludoteca.core.jit import kernel, kernel_or
from ludoteca.rulebooks.cadena.bot.turns import plain
from ludoteca.rulebooks.cadena.bot.turns.aims import HANDS, MOST, Aims, aims, weigh_aims
from ludoteca.rulebooks.cadena.rules import arrived, lost_dice, walk

GRIP = ((0.7, 1.0, 0.12), (0.6, 1.5, 0.0))  # most, fall a turn, least
BLOCK = 128  # pairs weighed at once
NOTHING = 1e-6  # chances that do not count
KEPT = 8  # boards


class Race(NamedTuple):
    """The tables of one board.

    free[t, hand, p]       the best chance to have the discs of a pair of squares stuck after t more
                           turns, by the black dice in hand; p is place[pair]
    place[pair]            where a pair lies in the table: in the order of how far both have come
    grip[w, square, hand]  how far a player is slowed down while an opponent lies on one disc, by
                           where the other is; for the seat to move, and for others
    """

    free: Array
    place: Array
    grip: Array


# For judging that needs no race.
NO_RACE = Race(
    np.zeros((1, 1, 1), np.float32), np.zeros(1, np.int64), np.zeros((1, 1, 1), np.float32)
)


@kernel
def pair_of(first: int, second: int) -> int:
    """Return the number of a pair of squares, in any order."""
    high, low = max(first, second), min(first, second)
    return high * (high + 1) // 2 + low


@kernel
def fill_landings(state: State, table: Integers) -> None:
    """Fill table[square, k] with where a disc comes to rest after k dice."""
    for square in range(int(state.length)):
        for size in range(1, MOST + 1):
            table[square, size] = arrived(state, walk(state.length, square, size))


@kernel
def fill_ends(
    ways: Integers,
    left: Integers,
    before: Array,
    first: int,
    last: int,
    stand: Array,
    fail: Array,
) -> float:
    """Fill what it is worth to end a turn with k dice, for some of the pairs; return the most."""
    highest = 0.0
    for size in range(1, MOST + 1):
        row, failed = before[min(size - 1, HANDS - 1)], before[left[size]]
        for pair in range(first, last):
            worth = max(row[ways[0, size, pair]], row[ways[1, size, pair]])
            stand[size, pair - first] = worth
            fail[size, pair - first] = failed[pair]
            highest = max(highest, worth, failed[pair])
    return highest


@kernel
def copy_columns(source: Array, start: int, target: Array, first: int, last: int) -> None:
    """Copy the columns of a table from `start` on to columns first..last-1 of another."""
    # Assigning slices would compile Numba's messages about shapes too, for a second or two.
    for row in range(len(target)):
        for column in range(first, last):
            target[row, column] = source[row, start + column - first]


@kernel_or(plain.weigh_pairs)
def weigh_pairs(
    aims: Aims,
    ways: Integers,
    left: Integers,
    before: Array,
    work: tuple[Array, ...],
    after: Array,
) -> None:
    """Fill after[hand, pair] with the chances with one turn more to go than in `before`.

    ways[w, k] has the pair after k dice with either disc; the last pair stands for no way at all.
    left[k] is the number of black dice left in hand after a turn that failed with k dice.
    Pairs that are home for certain, or have no chance yet, need no weighing.
    """
    # Rows of a fixed length, the last ones not all in use: the compiler makes more of these.
    stand, fail, rows, best = work
    count = ways.shape[2]
    for first in range(0, count, BLOCK):
        last = min(first + BLOCK, count)
        copy_columns(before, first, after, first, last)
        if before[0, first:last].min() > 1.0 - NOTHING:
            continue
        if fill_ends(ways, left, before, first, last, stand, fail) > NOTHING:
            weigh_aims(aims, stand, fail, rows, best)
            copy_columns(best, 0, after, first, last)


def _ways(state: State) -> Array:
    """Return the pair after 0..MOST dice with either disc, for all pairs; the centre has no way on.

    Where discs are pinned for good, one that joins the other is as good as in the centre.
    """
    length = int(state.length)
    landings = np.full((length + 1, MOST + 1), length)
    fill_landings(state, landings)
    high, low = np.tril_indices(length + 1)
    ways = np.empty((2, MOST + 1, len(high)), np.int64)
    for way, (moving, other) in enumerate([(high, low), (low, high)]):
        to = landings[moving].T
        rest = np.where(bool(state.for_good) & (to == other), length, other)
        upper, lower = np.maximum(to, rest), np.minimum(to, rest)
        pair = upper * (upper + 1) // 2 + lower
        ways[way] = np.where(moving < length, pair, len(high))
    return ways


def horizon(length: int) -> int:
    """Return the number of turns in the tables: practically all races are over by then."""
    return length // 2 + 16


class Making:
    """The tables of a state's board in the making, a turn at a time.

    Pairs that have come as far together lie side by side, since they get home together.
    """

    def __init__(self, state: State) -> None:
        self._length, self._done = int(state.length), 1
        order = np.argsort(np.add(*np.tril_indices(self._length + 1)), kind="stable")
        pairs = len(order)
        self._place = np.append(np.argsort(order), pairs)
        self._ways = self._place[_ways(state)[:, :, order]]
        lost = [int(lost_dice(state, size)) for size in range(1, MOST + 1)]
        self._left = np.array([0, *(black - gone for black, gone in enumerate(lost))])
        self._steps = np.zeros((horizon(self._length), HANDS, pairs + 1), np.float32)
        self._steps[0, :, pairs - 1] = 1.0
        self._aims: Aims = aims()
        heights = (MOST + 1, MOST + 1, 3, HANDS)
        self._work = tuple(np.zeros((height, BLOCK), np.float32) for height in heights)

    def go_on(self) -> bool:
        """Add one turn; return whether there are enough."""
        before, after = self._steps[self._done - 1 : self._done + 1]
        weigh_pairs(self._aims, self._ways, self._left, before, self._work, after)
        after[:, -2] = 1.0  # both discs are in the centre
        self._done += 1
        return self._done == len(self._steps)

    def tables(self) -> Race:
        """Return the tables, once there are enough turns."""
        alone = self._steps[:, :, self._place[pair_of(self._length, 0) : -1]]
        return Race(self._steps, self._place, _grip((1.0 - alone).sum(axis=0).T))


def _grip(turns: Array) -> Array:
    """Return how far a held disc slows a player down, by the turns that the other disc needs.

    It hardly matters while the other disc has far to go; first for the seat to move, then for
    others.
    """
    return np.array([most * np.exp(fall * (1.0 - turns)) + least for most, fall, least in GRIP])


class Shelf:
    """The tables of the boards used last, for all threads; the longest board takes 20 MB."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._races: dict[bytes, Race] = {}

    def find(self, state: State) -> Race | None:
        """Return the tables of a state's board, if they are there."""
        with self._lock:
            found = self._races.pop(_board(state), None)
            if found is not None:
                self._races[_board(state)] = found
            return found

    def put(self, state: State, race: Race) -> None:
        """Take tables in, and let go of those that were used the longest ago."""
        with self._lock:
            self._races[_board(state)] = race
            while len(self._races) > KEPT:
                del self._races[next(iter(self._races))]


SHELF = Shelf()


def _board(state: State) -> bytes:
    """Return what the tables depend on."""
    arrows: bytes = state.carried.tobytes()
    return bytes([int(state.length), int(state.for_good), int(state.black_loss)]) + arrows


def race(state: State) -> Race:
    """Return the tables of a state's board, found or made."""
    found = SHELF.find(state)
    if found is None:
        making = Making(state)
        while not making.go_on():
            pass
        found = making.tables()
        SHELF.put(state, found)
    return found
