"""Cadena: how soon a player alone on the board gets both discs stuck, for any board.

What the opponents' race says of the same turns makes a share of the win. A turn is one of a few
hundred aims here: expected turns are off by 0.05 on average from those of the exact turn.
"""

from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import State
from ludoteca.core.jit import kernel, kernel_or
from ludoteca.rulebooks.cadena.bot.turns import plain
from ludoteca.rulebooks.cadena.bot.turns.aims import HANDS, MOST, Aims, aims, weigh_aims
from ludoteca.rulebooks.cadena.rules import arrived, walk

Array = NDArray[Any]

GRIP = ((0.7, 1.0, 0.12), (0.6, 1.5, 0.0))  # most, fall a turn, least
BLOCK = 128  # pairs weighed at once
NOTHING = 1e-6  # chances that do not count
KEPT = 8  # boards


class Race(NamedTuple):
    """The tables of one board.

    free[t, hand, p]       the best chance to have the discs of a pair of squares stuck after t more
                           turns, with so many black dice in hand; p is place[pair]
    place[pair]            where a pair lies in the table: in the order of how far both have come
    grip[w, square, hand]  how far a player is slowed down while an opponent lies on one disc, by
                           where the other is; for the seat to move, and for others
    """

    free: Array
    place: Array
    grip: Array


# For judging that needs no race.
NO_RACE = Race(
    np.zeros((1, 1, 1), np.float32), np.zeros(1, np.int64), np.zeros((1, 1, 1), np.float64)
)


@kernel
def pair_of(first, second):
    """The number of a pair of squares, in any order."""
    high, low = max(first, second), min(first, second)
    return high * (high + 1) // 2 + low


@kernel
def fill_landings(state, table):
    """Fills table[square, k] with where a disc comes to rest after k dice."""
    for square in range(int(state.length)):
        for size in range(1, MOST + 1):
            table[square, size] = arrived(state, walk(state.length, square, size))


@kernel
def left_in_hand(size):
    """The black dice left of so many dice rolled when the turn fails."""
    return max(0, size - 1 - min((size + 1) // 2, size - 1))


@kernel
def fill_ends(ways, before, first, last, stand, fail):
    """Fills what it is worth to end a turn with k dice, for some of the pairs; returns the most."""
    highest = 0.0
    for size in range(1, MOST + 1):
        row, left = before[min(size - 1, HANDS - 1)], before[left_in_hand(size)]
        for pair in range(first, last):
            worth = max(row[ways[0, size, pair]], row[ways[1, size, pair]])
            stand[size, pair - first] = worth
            fail[size, pair - first] = left[pair]
            highest = max(highest, worth, left[pair])
    return highest


@kernel_or(plain.weigh_pairs)
def weigh_pairs(aims, ways, before, work, after):
    """Fills after[hand, pair] with the chances with one turn more to go than in `before`.

    ways[w, k] has the pair after k dice with either disc; the last pair stands for no way at all.
    Pairs that are home for certain, or have no chance yet, need no weighing.
    """
    # Rows of a fixed length, the last ones not all in use: the compiler makes more of these.
    stand, fail, rows, best = work
    count = ways.shape[2]
    for first in range(0, count, BLOCK):
        last = min(first + BLOCK, count)
        after[:, first:last] = before[:, first:last]
        if before[0, first:last].min() > 1.0 - NOTHING:
            continue
        if fill_ends(ways, before, first, last, stand, fail) > NOTHING:
            weigh_aims(aims, stand, fail, rows, best)
            after[:, first:last] = best[:, : last - first]


def _ways(state: State) -> Array:
    """The pair after 0..MOST dice with either disc, for all pairs; no way leads on from the centre.

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
    """How many turns ahead the tables look: practically all races are over by then."""
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
        self._steps = np.zeros((horizon(self._length), HANDS, pairs + 1), np.float32)
        self._steps[0, :, pairs - 1] = 1.0
        self._aims: Aims = aims()
        heights = (MOST + 1, MOST + 1, 3, HANDS)
        self._work = tuple(np.zeros((height, BLOCK), np.float32) for height in heights)

    def go_on(self) -> bool:
        """Adds one turn; True once there are enough."""
        before, after = self._steps[self._done - 1 : self._done + 1]
        weigh_pairs(self._aims, self._ways, before, self._work, after)
        after[:, -2] = 1.0  # both discs are in the centre
        self._done += 1
        return self._done == len(self._steps)

    def tables(self) -> Race:
        """The tables, once there are enough turns."""
        alone = self._steps[:, :, self._place[pair_of(self._length, 0) : -1]]
        return Race(self._steps, self._place, _grip((1.0 - alone).sum(axis=0).T))


def _grip(turns: Array) -> Array:
    """How far a player is slowed down while a disc is held, by the turns that the other disc needs.

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
        """The tables of a state's board, if they are there."""
        with self._lock:
            found = self._races.pop(_board(state), None)
            if found is not None:
                self._races[_board(state)] = found
            return found

    def put(self, state: State, race: Race) -> None:
        """Takes tables in, and lets go of those that were used the longest ago."""
        with self._lock:
            self._races[_board(state)] = race
            while len(self._races) > KEPT:
                del self._races[next(iter(self._races))]


SHELF = Shelf()


def _board(state: State) -> bytes:
    """What the tables depend on."""
    return bytes([int(state.length), int(state.for_good)]) + state.arrow.tobytes()


def race(state: State) -> Race:
    """The tables of a state's board, found or made."""
    found = SHELF.find(state)
    if found is None:
        making = Making(state)
        while not making.go_on():
            pass
        found = making.tables()
        SHELF.put(state, found)
    return found
