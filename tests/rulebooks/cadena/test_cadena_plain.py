"""What Cadena runs in NumPy until its kernels are native gives the same numbers as they do."""

import numpy as np

from ludoteca.rulebooks.cadena.bot.turns import aims, chains, plain, race
from ludoteca.rulebooks.cadena.rules import MAX_CHAIN

SOURCE = np.random.default_rng(7)


def test_chains_and_rolls_are_weighed_alike() -> None:
    stand, fail = SOURCE.random((2, MAX_CHAIN + 2))
    for first, most in ((1, 6), (3, 9)):
        expected, found = np.zeros((2, chains.CHAINS, chains.TIPS))
        chains.weigh_chains(stand, fail, first, most, expected)
        plain.weigh_chains(stand, fail, first, most, found)
        assert np.array_equal(expected, found)
    kept, also = np.zeros((2, MAX_CHAIN + 1))
    chains.weigh_chains(stand, fail, 1, 6, found)
    chains.weigh_rolls(fail, 5, found, kept)
    plain.weigh_rolls(fail, 5, found, also)
    assert np.array_equal(kept, also)
    assert kept[:5].all()


def test_pairs_are_weighed_alike() -> None:
    pairs, left = 300, SOURCE.integers(0, aims.HANDS, aims.MOST + 1)
    ways = SOURCE.integers(0, pairs + 1, (2, aims.MOST + 1, pairs))
    before = SOURCE.random((aims.HANDS, pairs + 1)).astype(np.float32)
    before[:, :128] = 1.0  # home for certain
    before[:, 256:] = 0.0
    expected, found = np.zeros((2, aims.HANDS, pairs + 1), np.float32)
    heights = (aims.MOST + 1, aims.MOST + 1, 3, aims.HANDS)
    work = tuple(np.zeros((height, race.BLOCK), np.float32) for height in heights)
    race.weigh_pairs(aims.aims(), ways, left, before, work, expected)
    plain.weigh_pairs(aims.aims(), ways, left, before, work, found)
    assert np.array_equal(expected, found)
    assert not np.array_equal(expected, before)


def test_a_step_is_taken_alike() -> None:
    step = SOURCE.random(3).astype(np.float32)
    now, lost, then, sure, best = SOURCE.random((5, 40)).astype(np.float32)
    also_sure, also_best = sure.copy(), best.copy()
    aims.take_step(step, now, lost, then, sure, best)
    plain.take_step(step, now, lost, then, also_sure, also_best)
    assert np.array_equal(sure, also_sure)
    assert np.array_equal(best, also_best)
