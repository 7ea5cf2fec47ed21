"""Cadena: the plans of a turn of a player alone, with chances that are the same on every board.

An aim: keep some black dice, extend anyhow up to some number of dice, then up to another as long as
it is safe, and stand. There are a few hundred, and many begin alike. They are given step by step:
a step goes from k dice to k + 1, and some chance stands with k, some fails with k + 1, the rest
holds.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from ludoteca.core.arrays import Array
from ludoteca.core.jit import kernel, kernel_or
from ludoteca.rulebooks.cadena.bot.turns import plain
from ludoteca.rulebooks.cadena.bot.turns.chains import (
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
from ludoteca.rulebooks.cadena.rules import DOWN, FACES, MOST_EQUAL, UP

MOST = 10  # dice that an aim goes for
HANDS = MOST - 1  # 0..8 black dice in hand; more help no more
ANYHOW, SAFE = 1, (4, 5, 6)  # faces that fit where a bold and a careful player extend
STOOD, FELL, REST = range(3)
NONE = np.float32(0)


class Aims(NamedTuple):
    """The steps of all aims: STOOD, FELL and REST of each.

    bold[kept, k]            from k dice to k + 1, extending anyhow; at k = kept, the first roll
    careful[kept, s, c, k]   the same, where the player is careful (SAFE[c]) from s dice on
    """

    bold: Array
    careful: Array


def _fitting() -> tuple[Array, Array]:
    """Return for each chain and tip the better direction to extend it, and how many faces fit."""
    room = (COUNTS < MOST_EQUAL).astype(np.int64)
    rising = np.cumsum(room[:, ::-1], axis=1)[:, ::-1]
    falling = np.cumsum(room, axis=1)
    face, down = (np.arange(TIPS) + 1) // 2, (np.arange(TIPS) + 1) % 2
    down[0], down[-1] = 0, 1
    return down, np.where(down == UP, rising[:, face], falling[:, face])


DIRECTION, FITTING = _fitting()
RANK = np.argsort(BY_SIZE)


def _of_size(size: int) -> Array:
    """Return the chains of `size` dice."""
    chains: Array = BY_SIZE[FIRST_OF_SIZE[size] : FIRST_OF_SIZE[size + 1]]
    return chains


def _grow(size: int, mass: Array) -> Array:
    """Return the chances one die later, a column for each column of those extended."""
    up = (DIRECTION == UP)[:, None, None]
    rising = np.cumsum(np.where(up, mass, NONE), axis=0)
    falling = np.cumsum(np.where(up, NONE, mass)[::-1], axis=0)[::-1]
    grown = np.zeros((TIPS, len(_of_size(size + 1)), mass.shape[2]), np.float32)
    for face in range(FACES):
        room = np.flatnonzero(COUNTS[_of_size(size), face] < MOST_EQUAL)
        to = RANK[_of_size(size)[room] + ONE_DIE[face]] - FIRST_OF_SIZE[size + 1]
        grown[TIP[face, UP], to] += rising[TIP[face, UP], room]
        grown[TIP[face, DOWN], to] += falling[TIP[face, DOWN], room]
    grown /= FACES
    return grown


def _rolled(kept: int) -> Array:
    """Return the chances of chains after the first roll, each at the tip where most faces fit."""
    size = kept + 1
    rolls = slice(FIRST_ROLL[size], FIRST_ROLL[size + 1])
    open_tips = ROLL_TIPS[rolls, None] >> np.arange(TIPS) & 1
    tip = np.where(open_tips, FITTING[ROLL_CHAIN[rolls]], -1).argmax(axis=1)
    mass = np.zeros((TIPS, len(_of_size(size))))
    np.add.at(mass, (tip, RANK[ROLL_CHAIN[rolls]] - FIRST_OF_SIZE[size]), ROLL_CHANCE[rolls])
    return mass.astype(np.float32)


def _extended(size: int, mass: Array, least: Array) -> tuple[Array, Array]:
    """Return the chances one die later, and the step; a column extends where `least` faces fit."""
    on = np.where(FITTING[_of_size(size)].T[..., None] >= least, mass, NONE)
    grown = _grow(size, on)
    before, extended, rest = (part.sum(axis=(0, 1), dtype=np.float64) for part in (mass, on, grown))
    return grown, np.stack([before - extended, extended - rest, rest], axis=1)


@cache
def aims() -> Aims:
    """Return all aims; those of any numbers kept grow side by side, die by die."""
    bold = np.zeros((HANDS, MOST, 3), np.float32)
    careful = np.zeros((HANDS, MOST, len(SAFE), MOST, 3), np.float32)
    rows: list[Array] = []  # where the steps of each column of the chances go
    mass, least = np.zeros((TIPS, FACES, 0), np.float32), np.zeros(0, np.int64)
    for size in range(1, MOST):
        bold[size - 1, size - 1] = 0.0, 1.0 - HOLDS[size], HOLDS[size]
        mass = np.concatenate([mass, _rolled(size - 1)[..., None]], axis=2)
        rows, least = [*rows, bold[size - 1]], np.append(least, ANYHOW)
        anyhow = np.flatnonzero(least == ANYHOW)
        mass = np.concatenate([mass, *[mass[..., anyhow]] * len(SAFE)], axis=2)
        least = np.append(least, np.repeat(SAFE, size))
        rows += [careful[kept, size, care] for care in range(len(SAFE)) for kept in range(size)]
        mass, steps = _extended(size, mass, least)
        for row, step in zip(rows, steps, strict=True):
            row[size] = step
    return Aims(bold, careful)


@kernel_or(plain.take_step)
def take_step(step: Array, now: Array, lost: Array, then: Array, sure: Array, best: Array) -> None:
    """Add to `sure` what ends in a step, and raise `best` to what standing after it is worth.

    now, lost and then: what it is worth to stand before the step, to fail in it, to stand after it.
    """
    stood, fell, rest = step[STOOD], step[FELL], step[REST]
    for turn in range(len(sure)):
        sure[turn] += stood * now[turn] + fell * lost[turn]
    for turn in range(len(sure)):
        # Unlike max, this takes many at once when it is compiled.
        best[turn] = np.maximum(best[turn], sure[turn] + rest * then[turn])


@kernel
def weigh_aims(aims: Aims, stand: Array, fail: Array, work: Array, best: Array) -> None:
    """Fill best[hand] with the worth of the best aim, many turns side by side.

    stand[k] and fail[k] have a column for each turn: what it is worth to end with k dice. work has
    three rows.
    """
    bold, careful = aims
    highest, sure, spared = work[0], work[1], work[2]
    highest[:] = 0.0
    for kept in range(HANDS):
        sure[:] = 0.0
        for size in range(kept, MOST):
            now, lost, then = stand[size], fail[size + 1], stand[size + 1]
            take_step(bold[kept, size], now, lost, then, sure, highest)
            for care in range(len(SAFE) if size + 1 < MOST else 0):
                spared[:] = sure
                for more in range(size + 1, MOST):
                    step = careful[kept, size + 1, care, more]
                    now, lost, then = stand[more], fail[more + 1], stand[more + 1]
                    take_step(step, now, lost, then, spared, highest)
        best[kept] = highest
