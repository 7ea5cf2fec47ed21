"""Intervals and the share of luck, against games whose answer is known."""

import numpy as np
import pytest

from ludoteca.study.statistics import by_tenth, clustered, luck, share, spread


def coin(rng: np.random.Generator, chance: np.ndarray) -> np.ndarray:
    """Results of two seats where the first wins with the chances given."""
    first = (rng.random(chance.shape) < chance).astype(float)
    return np.stack([first, 1 - first], axis=-1)


def test_wilson_s_interval_is_that_of_the_textbook() -> None:
    assert share(0.5, 100) == {"share": 0.5, "low": 0.4038, "high": 0.5962}
    assert share(0.0, 10) == {"share": 0.0, "low": 0.0, "high": 0.2775}


def test_nothing_played_says_nothing() -> None:
    assert share(0.0, 0) == {"share": None, "low": 0.0, "high": 1.0}
    assert clustered([], [])["share"] is None
    assert spread([])["mean"] is None


def test_games_that_copy_each_other_do_not_narrow_an_interval() -> None:
    results = [1.0, 0.0] * 20
    alone = clustered(results, [1.0] * 40)
    copied = clustered([2 * result for result in results], [2.0] * 40)
    assert copied == pytest.approx(alone, abs=0.01)
    apart = clustered([1.0] * 40, [2.0] * 40)
    assert apart["high"] - apart["low"] < alone["high"] - alone["low"]


def test_a_deal_that_decides_everything_is_all_luck() -> None:
    first = np.repeat([[1.0], [0.0]], 20, axis=0).repeat(2, axis=1)
    told = luck(np.stack([first, 1 - first], axis=-1), mixed=False)
    assert told["deal"] == {"share": 1.0, "low": 1.0, "high": 1.0}
    assert told["rest"]["share"] == 0.0


def test_what_a_deal_decides_is_its_part_of_the_variance() -> None:
    rng = np.random.default_rng(5)
    chance = rng.choice([0.1, 0.9], (1000, 1)).repeat(2, axis=1)
    told = luck(coin(rng, chance), mixed=False)
    assert told["deal"]["share"] == pytest.approx(0.64, abs=0.06)
    assert told["deal"]["low"] < 0.64 < told["deal"]["high"]


def test_coins_show_no_deal() -> None:
    told = luck(coin(np.random.default_rng(1), np.full((500, 2), 0.5)), mixed=False)
    assert told["deal"]["share"] < 0.1
    assert told["deal"]["low"] == 0.0
    assert "skill" not in told


def test_the_better_player_wins_from_every_seat_and_that_is_skill() -> None:
    chance = np.tile([0.9, 0.1], (500, 1))
    told = luck(coin(np.random.default_rng(2), chance), mixed=True)
    assert told["skill"]["low"] < 0.64 < told["skill"]["high"]
    assert told["deal"]["share"] < 0.1


def test_parts_add_up() -> None:
    rng = np.random.default_rng(3)
    told = luck(coin(rng, rng.random((200, 1)).repeat(2, axis=1)), mixed=True)
    assert sum(told[part]["share"] for part in ("deal", "skill", "rest")) == pytest.approx(1.0)
    assert 0.1 < told["deal"]["share"] < 0.6


def test_three_seats_and_one_deal_are_no_trouble() -> None:
    rows = np.eye(3)[np.random.default_rng(4).integers(0, 3, (50, 3))]
    assert luck(rows, mixed=False)["deal"]["share"] < 0.3
    assert luck(rows[:1], mixed=False) == {"deals": 1}


def test_tenths_of_a_short_game_are_partly_empty() -> None:
    assert by_tenth(list(range(20)))[0] == 0.5
    assert by_tenth([7.0]) == [None] * 9 + [7.0]
