"""Cadena: how soon a player alone on the board gets both discs stuck, for any board.

`free[a, b, hand, t]` is the best chance to have the discs of squares a and b stuck after t more
turns with so many black dice in hand; `held` is the same while the disc of square b cannot move
before the other is in the centre, because an opponent lies on it and leaves only when it must. What
the opponents' race says of the same turns makes a share of the win.

A turn is one of a few hundred aims here, whose chances are the same on every board: the tables take
a fraction of a second, and expected turns are off by 0.05 on average from those of the exact turn.
"""

from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import State
from ludoteca.rulebooks.cadena.rules import DOWN, FACES, MOST_EQUAL, UP, arrived, walk
from ludoteca.rulebooks.cadena.turns import (
    BY_SIZE,
    COUNTS,
    FIRST_OF_SIZE,
    FIRST_ROLL,
    HOLDS,
    ONE_DIE,
    ROLL_CHAIN,
    ROLL_CHANCE,
    ROLL_TIPS,
    TIP,
    TIPS,
)

Array = NDArray[Any]

MOST = 10  # dice that an aim goes for
HANDS = 9  # 0..8 black dice in hand; more help no more
SAFE = (4, 5, 6)
GRIP = ((0.7, 1.0, 0.12), (0.6, 1.5, 0.0))  # most, fall a turn, least
HAND_AFTER = 2  # black dice left, as a rule, by the turn that brings a disc into the centre


class Race(NamedTuple):
    """The tables of one board; grip tells how much of a held disc's table counts."""

    free: Array
    held: Array
    grip: Array


def left_in_hand(size: Array) -> Array:
    """The black dice left of so many dice rolled when the turn fails."""
    left: Array = size - 1 - np.minimum((size + 1) // 2, size - 1)
    return left


def _fitting() -> tuple[Array, Array]:
    """For each chain and tip the better direction to extend it, and how many faces fit there."""
    room = (COUNTS < MOST_EQUAL).astype(np.int64)
    rising = np.cumsum(room[:, ::-1], axis=1)[:, ::-1]
    falling = np.cumsum(room, axis=1)
    face, down = (np.arange(TIPS) + 1) // 2, (np.arange(TIPS) + 1) % 2
    down[0], down[-1] = 0, 1
    return down, np.where(down == UP, rising[:, face], falling[:, face])


DIRECTION, FITTING = _fitting()


def _of_size(size: int) -> Array:
    """The chains of so many dice."""
    chains: Array = BY_SIZE[FIRST_OF_SIZE[size] : FIRST_OF_SIZE[size + 1]]
    return chains


RANK = np.argsort(BY_SIZE)


@cache
def _growth(size: int, face: int) -> tuple[Array, Array]:
    """Which chains of so many dice have room for a face, and which of one die more they become."""
    room = np.flatnonzero(COUNTS[_of_size(size), face] < MOST_EQUAL)
    return room, RANK[_of_size(size)[room] + ONE_DIE[face]] - FIRST_OF_SIZE[size + 1]


def _grow(size: int, mass: Array) -> Array:
    """The chances of chains and tips one die later, from those of the chains that are extended."""
    rising = np.cumsum(np.where(DIRECTION == UP, mass, 0.0), axis=1) / FACES
    falling = np.cumsum(np.where(DIRECTION == UP, 0.0, mass)[:, ::-1], axis=1)[:, ::-1] / FACES
    grown = np.zeros((len(_of_size(size + 1)), TIPS))
    for face in range(FACES):
        room, to = _growth(size, face)
        grown[to, TIP[face, UP]] += rising[room, TIP[face, UP]]
        grown[to, TIP[face, DOWN]] += falling[room, TIP[face, DOWN]]
    return grown


def _rolled(kept: int) -> Array:
    """The chances of chains and tips after the first roll, each at the tip where most faces fit."""
    size = kept + 1
    rolls = slice(FIRST_ROLL[size], FIRST_ROLL[size + 1])
    open_tips = ROLL_TIPS[rolls, None] >> np.arange(TIPS) & 1
    tip = np.where(open_tips, FITTING[ROLL_CHAIN[rolls]], -1).argmax(axis=1)
    mass = np.zeros((len(_of_size(size)), TIPS))
    np.add.at(mass, (RANK[ROLL_CHAIN[rolls]] - FIRST_OF_SIZE[size], tip), ROLL_CHANCE[rolls])
    return mass


class _Hope:
    """A turn under way, as chances: what has ended with each number of dice, and what goes on."""

    def __init__(self, size: int, mass: Array, ends: Array) -> None:
        self.size, self.mass, self.ends = size, mass, ends

    def extended(self, least: int) -> "_Hope":
        """One die later, if chains are extended where at least so many faces fit, and stand
        elsewhere.
        """
        on = np.where(FITTING[_of_size(self.size)] >= least, self.mass, 0.0)
        ends, grown = self.ends.copy(), _grow(self.size, on)
        ends[0, self.size] += self.mass.sum() - on.sum()
        ends[1, self.size + 1] += on.sum() - grown.sum()
        return _Hope(self.size + 1, grown, ends)

    def standing(self) -> Array:
        """The chances of all ends if what goes on stands now."""
        ends = self.ends.copy()
        ends[0, self.size] += self.mass.sum()
        return ends.ravel()


def _aims_keeping(kept: int) -> list[Array]:
    """The chances of the aims that begin by keeping so many black dice.

    An aim: extend anyhow up to some number of dice, then up to another as long as it is safe, and
    stand.
    """
    ends = np.zeros((2, MOST + 1))
    ends[1, kept + 1] = 1.0 - HOLDS[kept + 1]
    hope, found = _Hope(kept + 1, _rolled(kept), ends), []
    while True:
        found.append(hope.standing())
        if hope.size == MOST:
            return found
        for safe in SAFE:
            careful = hope
            while careful.size < MOST:
                careful = careful.extended(safe)
                found.append(careful.standing())
        hope = hope.extended(1)


@cache
def aims() -> tuple[Array, Array]:
    """The chances of every aim, one a column, sorted by the dice kept; and where each number kept
    begins.
    """
    found = [_aims_keeping(kept) for kept in range(HANDS)]
    begins = np.cumsum([0, *map(len, found[:-1])])
    return np.concatenate(found).T.astype(np.float32), begins


def _landings(state: State) -> Array:
    """Where each square's disc comes to rest after 0..MOST dice."""
    length = int(state.length)
    table = np.full((length + 1, MOST + 1), length)
    for square in range(length):
        for size in range(1, MOST + 1):
            table[square, size] = arrived(state, walk(length, square, size))
    return table


class _Pairs:
    """The pairs of squares of one player's discs, the higher one first, and where dice lead from
    each.
    """

    def __init__(self, state: State) -> None:
        self.length = int(state.length)
        self.high, self.low = np.tril_indices(self.length + 1)
        self.count = len(self.high)
        self.index = np.zeros((self.length + 1, self.length + 1), np.int64)
        self.index[self.high, self.low] = self.index[self.low, self.high] = np.arange(self.count)
        self.done = int(self.index[self.length, self.length])
        self._landings, self._for_good = _landings(state), bool(state.for_good)
        self.ways = [self._lead(self.high, self.low), self._lead(self.low, self.high)]

    def _lead(self, moving: Array, other: Array) -> Array:
        """The pair after each number of dice; no way leads on from the centre."""
        to = self._landings[moving].T
        pair = self.index[to, other]
        if self._for_good:
            pair = np.where((to == other) & (to < self.length), self.index[self.length, to], pair)
        return np.where(moving < self.length, pair, -1)


def _after_turn(pairs: _Pairs, before: Array) -> Array:
    """The chances by pair and hand with one turn more to go."""
    columns, begins = aims()
    size = np.arange(MOST + 1)
    hand = np.clip(size - 1, 0, HANDS - 1)
    ends = np.zeros((2, MOST + 1, pairs.count), np.float32)
    for way in pairs.ways:
        ends[0] = np.maximum(ends[0], np.where(way < 0, 0, before[way, hand[:, None]]))
    ends[1] = before[:, np.clip(left_in_hand(size), 0, HANDS - 1)].T
    chances = ends.reshape(2 * (MOST + 1), -1).T @ columns
    after = np.maximum.accumulate(np.maximum.reduceat(chances, begins, axis=1), axis=1)
    after[pairs.done] = 1.0
    return np.asarray(after)


def _one_after_the_other(alone: Array) -> Array:
    """The chances to bring one disc into the centre, and only then the other."""
    squares, hands, turns = alone.shape
    arrival = np.diff(alone, axis=2, prepend=0.0)
    table = np.zeros((squares, squares, hands, turns), np.float32)
    for turn in range(turns):
        rest = alone[None, :, None, HAND_AFTER, : turns - turn]
        table[..., turn:] += arrival[:, None, :, turn, None] * rest
    return table


def _grip(turns: Array) -> Array:
    """How far a player is slowed down while a disc is held, by the turns that the other disc needs.

    It hardly matters while the other disc has far to go; first for the seat to move, then for
    others.
    """
    return np.array([most * np.exp(fall * (1.0 - turns)) + least for most, fall, least in GRIP])


def horizon(length: int) -> int:
    """How many turns ahead the tables look: practically all races are over by then."""
    return length // 2 + 16


@lru_cache(maxsize=2)
def _tables(key: bytes, dtype: np.dtype[Any]) -> Race:
    state = np.frombuffer(key, dtype).view(np.recarray)[0]
    pairs = _Pairs(state)
    chances = np.zeros((pairs.count, HANDS), np.float32)
    chances[pairs.done] = 1.0
    steps = [chances]
    while len(steps) < horizon(pairs.length):
        steps.append(_after_turn(pairs, steps[-1]))
    free = np.stack(steps, axis=-1)[pairs.index]
    alone = free[pairs.length]
    held = _one_after_the_other(alone) if not state.for_good else free[:1, :1]
    return Race(free, held, _grip((1.0 - alone).sum(axis=2)))


def race(state: State) -> Race:
    """The tables of a state's board; the two boards used last are kept.

    The longest board, 120 squares, takes 2 tables of 40 MB; the spiral 2 of 3.6 MB.
    """
    blank = np.zeros(1, state.dtype).view(np.recarray)
    for name in ("arrow", "length", "players", "for_good"):
        blank[name] = state[name]
    blank["players"] = 0
    return _tables(blank.tobytes(), state.dtype)
