"""Cadena: what takes its kernels longest as plain Python, in NumPy instead.

A bot answers with these until the kernels are native. Every number is added up in the same order as
there, so that both give the same values to the last bit.
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import Array


def take_step(step: Array, now: Array, lost: Array, then: Array, sure: Array, best: Array) -> None:
    """Do what the kernel of this name does, all turns at once."""
    stood, fell, rest = step
    sure += stood * now + fell * lost
    np.maximum(best, sure + rest * then, out=best)


def weigh_pairs(
    aims: Any, ways: Array, left: Array, before: Array, work: Any, after: Array
) -> None:
    """Do what the kernel of this name does, all blocks of pairs that need weighing at once."""
    from ludoteca.rulebooks.cadena.bot.turns import aims as aiming
    from ludoteca.rulebooks.cadena.bot.turns.race import BLOCK, NOTHING

    count = ways.shape[2]
    after[:, :count] = before[:, :count]
    sizes = range(1, aiming.MOST + 1)
    stand, fail = np.zeros((2, aiming.MOST + 1, count), np.float32)
    for size in sizes:
        row = before[min(size - 1, aiming.HANDS - 1)]
        stand[size] = np.maximum(row[ways[0, size]], row[ways[1, size]])
        fail[size] = before[left[size], :count]
    blocks = np.arange(count) // BLOCK
    starts = np.arange(0, count, BLOCK)
    highest = np.maximum.reduceat(np.maximum(stand[1:].max(axis=0), fail[1:].max(axis=0)), starts)
    home = np.minimum.reduceat(before[0, :count], starts) > 1.0 - NOTHING
    some = np.flatnonzero((~home & (highest > NOTHING))[blocks])
    if len(some):
        rows = np.zeros((3, len(some)), np.float32)
        best = np.zeros((aiming.HANDS, len(some)), np.float32)
        aiming.weigh_aims(aims, stand[:, some], fail[:, some], rows, best)
        after[:, some] = best


def weigh_chains(stand: Array, fail: Array, first: int, most: int, value: Array) -> None:
    """Do what the kernel of this name does, all chains of a size at once."""
    from ludoteca.rulebooks.cadena.bot.turns import chains

    sizes = chains.FIRST_OF_SIZE
    value[chains.BY_SIZE[sizes[most] : sizes[most + 1]]] = stand[most]
    for size in range(most - 1, first - 1, -1):
        some = chains.BY_SIZE[sizes[size] : sizes[size + 1]]
        value[some] = _weigh_size(some, float(stand[size]), float(fail[size + 1]), value)


def _weigh_size(some: Array, now: float, lost: float, value: Array) -> Array:
    """Return the worth of some chains at each tip."""
    from ludoteca.rulebooks.cadena.bot.turns import chains
    from ludoteca.rulebooks.cadena.rules import DOWN, FACES, MOST_EQUAL, UP

    rows = np.full((len(some), chains.TIPS), now)
    full = chains.COUNTS[some] == MOST_EQUAL
    after = np.where(full, 0, some[:, None] + chains.ONE_DIE)
    for direction, faces in ((UP, range(FACES - 1, -1, -1)), (DOWN, range(FACES))):
        total = np.zeros(len(some))
        for face in faces:
            tip = chains.TIP[face, direction]
            total += np.where(full[:, face], lost, value[after[:, face], tip])
            misses = face if direction == UP else FACES - 1 - face
            rows[:, tip] = np.maximum(rows[:, tip], (total + misses * lost) / FACES)
    return rows


def weigh_rolls(fail: Array, most: int, value: Array, keep: Array) -> None:
    """Do what the kernel of this name does, all first rolls of a size at once."""
    from ludoteca.rulebooks.cadena.bot.turns import chains

    for size in range(1, most + 1):
        rolls = slice(chains.FIRST_ROLL[size], chains.FIRST_ROLL[size + 1])
        is_open = chains.ROLL_TIPS[rolls, None] >> np.arange(chains.TIPS) & 1
        best = np.where(is_open, value[chains.ROLL_CHAIN[rolls]], -np.inf).max(axis=1)
        parts = np.append((1.0 - chains.HOLDS[size]) * fail[size], chains.ROLL_CHANCE[rolls] * best)
        keep[size - 1] = np.add.accumulate(parts)[-1]
