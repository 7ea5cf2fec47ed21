"""Seeds, commitments and draws."""

import hashlib
import hmac
from collections import Counter

import numpy as np
import pytest

import ludoteca
from ludoteca.core.chance import Chance, Stream, draws_from, seed_bytes
from ludoteca.core.rng import below, new_rng, next32, pick, shuffle

pytestmark = pytest.mark.kernels


def test_the_stream_is_hmac_sha256_of_seed_contributions_event_and_block() -> None:
    seed = bytes(range(32))
    stream = Stream(seed, b"added", 5)
    words = []
    for block in range(3):
        message = b"ludoteca chance 1" + hashlib.sha256(b"added").digest()
        message += (5).to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        words += [int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8)]
    assert [stream.below(1 << 64) for _ in range(12)] == words


def test_numbers_that_favour_an_outcome_are_rejected() -> None:
    class Fixed(Stream):
        def __init__(self) -> None:
            self.words = iter([(1 << 64) - 1, (1 << 64) - 2, 11])

        def _next_word(self) -> int:
            return next(self.words)

    assert (
        Fixed().below(6) == 5
    )  # 2**64 leaves 4 over by 6: the first two words are refused, 11 is 5


def test_draws_are_even() -> None:
    stream = Chance(seed=seed_bytes(3)).stream()
    counts = Counter(stream.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert all(1800 < count < 2200 for count in counts.values())


def test_events_and_contributions_change_the_draws() -> None:
    chance = Chance(seed=seed_bytes(1))
    draws = {
        tuple(source.stream().below(100) for _ in range(1)) and source.stream().below(1 << 60)
        for source in (chance, chance.after(), Chance(seed=seed_bytes(1), contributions=b"x"))
    }
    assert len(draws) == 3


def test_small_numbers_are_seeds_and_nonsense_is_not() -> None:
    assert seed_bytes(7) == bytes(31) + b"\7"
    assert seed_bytes(b"s" * 32) == b"s" * 32
    assert len(seed_bytes(None)) == 32
    assert seed_bytes(None) != seed_bytes(None)
    for bad in (-1, 1 << 256, b"short", "7", 1.5, True):
        with pytest.raises(ludoteca.InvalidOption):
            seed_bytes(bad)  # type: ignore[arg-type]


def test_the_commitment_is_the_plain_sha256_of_the_seed() -> None:
    assert Chance(seed=b"s" * 32).commitment == hashlib.sha256(b"s" * 32).hexdigest()


def test_rolls_take_a_callers_generator() -> None:
    import random

    position = ludoteca.load("cadena").start(1).play("keep 1")
    for make in (random.Random, np.random.default_rng):
        assert position.roll(make(5)) == position.roll(make(5))
    assert len({position.roll(random.Random(i)).text() for i in range(20)}) > 5
    with pytest.raises(ludoteca.InvalidOption):
        position.roll(7)
    with pytest.raises(ludoteca.IllegalMove):
        position.roll(random.Random(1)).roll() if position.roll(
            random.Random(1)
        ).to_move != ludoteca.CHANCE else position.play("roll")
    assert draws_from(Chance(seed=seed_bytes(1)).stream()).below(1) == 0


def test_the_same_seed_gives_these_very_games_for_ever() -> None:
    """These lines may never change: players' seeds and records rely on them."""
    phoenix = ludoteca.load("phoenix").start(seed=7).reveal()
    rainbow = ludoteca.load("rainbow").start(seed=7).reveal()
    cadena = ludoteca.load("cadena").start(seed=7).play("keep 1").roll()
    facts = [
        phoenix["spectrum"],
        *phoenix["lines"],
        *phoenix["hands"][0],
        rainbow["hands"],
        cadena.reveal()["chain"],
    ]
    assert hashlib.sha256(repr(facts).encode()).hexdigest()[:16] == FOR_EVER, facts


FOR_EVER = "b3f1aad68d447ee1"


def test_the_kernels_generator_is_even_and_repeats() -> None:
    rng = new_rng(1)
    assert [next32(rng) for _ in range(3)] != [next32(rng) for _ in range(3)]
    assert [below(new_rng("a"), 1000) for _ in range(2)] == [below(new_rng("a"), 1000)] * 2
    counts = Counter(int(below(rng, 7)) for _ in range(7000))
    assert all(850 < count < 1150 for count in counts.values())
    weights = np.array([1, 0, 3])
    picks = Counter(int(pick(rng, weights, 3)) for _ in range(4000))
    assert set(picks) == {0, 2}
    assert 850 < picks[0] < 1150
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        items = np.arange(3)
        shuffle(rng, items, 3)
        orders[tuple(items.tolist())] += 1
    assert len(orders) == 6
    assert all(300 < count < 500 for count in orders.values())
