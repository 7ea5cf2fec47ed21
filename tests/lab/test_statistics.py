"""Intervals and the share of luck, against games whose answer is known."""

from typing import Any

import numpy as np
import pytest
from msgspec import UNSET

from ludoteca.lab.rows import Luck, Share
from ludoteca.lab.statistics import by_tenth, clustered, luck, resampled, share, spread


def coin(rng: np.random.Generator, chance: np.ndarray) -> np.ndarray:
    """Results of two seats where the first wins with the chances given."""
    first = (rng.random(chance.shape) < chance).astype(float)
    return np.stack([first, 1 - first], axis=-1)


def test_wilson_s_interval_is_that_of_the_textbook() -> None:
    assert share(0.5, 100) == Share(share=0.5, low=0.4038, high=0.5962)
    assert share(0.0, 10) == Share(share=0.0, low=0.0, high=0.2775)


def test_nothing_played_says_nothing() -> None:
    assert share(0.0, 0) == Share(share=None, low=0.0, high=1.0)
    assert clustered([], []).share is None
    assert spread([]).mean is None


def test_games_that_copy_each_other_do_not_narrow_an_interval() -> None:
    results = [1.0, 0.0] * 20
    alone = clustered(results, [1.0] * 40)
    copied = clustered([2 * result for result in results], [2.0] * 40)
    assert copied == pytest.approx(alone, abs=0.01)
    apart = clustered([1.0] * 40, [2.0] * 40)
    assert apart.high - apart.low < alone.high - alone.low


def test_a_deal_that_decides_everything_is_all_luck() -> None:
    first = np.repeat([[1.0], [0.0]], 20, axis=0).repeat(2, axis=1)
    told: Any = luck(np.stack([first, 1 - first], axis=-1), mixed=False)
    assert told.deal == Share(share=1.0, low=1.0, high=1.0)
    assert told.rest.share == 0.0


def test_what_a_deal_decides_is_its_part_of_the_variance() -> None:
    rng = np.random.default_rng(5)
    chance = rng.choice([0.1, 0.9], (1000, 1)).repeat(2, axis=1)
    told: Any = luck(coin(rng, chance), mixed=False)
    assert told.deal.share == pytest.approx(0.64, abs=0.06)
    assert told.deal.low < 0.64 < told.deal.high


def test_coins_show_no_deal() -> None:
    told: Any = luck(coin(np.random.default_rng(1), np.full((500, 2), 0.5)), mixed=False)
    assert told.deal.share < 0.1
    assert told.deal.low == 0.0
    assert told.skill is UNSET


def test_the_better_player_wins_from_every_seat_and_that_is_skill() -> None:
    chance = np.tile([0.9, 0.1], (500, 1))
    told: Any = luck(coin(np.random.default_rng(2), chance), mixed=True)
    assert told.skill.low < 0.64 < told.skill.high
    assert told.deal.share < 0.1


def test_parts_add_up() -> None:
    rng = np.random.default_rng(3)
    told: Any = luck(coin(rng, rng.random((200, 1)).repeat(2, axis=1)), mixed=True)
    assert sum(getattr(told, part).share for part in ("deal", "skill", "rest")) == pytest.approx(
        1.0
    )
    assert 0.1 < told.deal.share < 0.6


def test_three_seats_and_one_deal_are_no_trouble() -> None:
    rows = np.eye(3)[np.random.default_rng(4).integers(0, 3, (50, 3))]
    told: Any = luck(rows, mixed=False)
    assert told.deal.share < 0.3
    assert luck(rows[:1], mixed=False) == Luck(deals=1)


def test_tenths_of_a_short_game_are_partly_empty() -> None:
    assert by_tenth(list(range(20)))[0] == 0.5
    assert by_tenth([7.0]) == [None] * 9 + [7.0]


def drawish(rng: np.random.Generator, games: int) -> np.ndarray:
    """What the first of two takes where four of five games are drawn."""
    return rng.choice([0.0, 0.5, 1.0], games, p=[0.08, 0.8, 0.12])


def interval_of(taken: np.ndarray) -> Share:
    return clustered(list(taken), [1.0] * len(taken), list(taken**2))


def test_draws_narrow_an_interval_as_far_as_they_do() -> None:
    rng = np.random.default_rng(6)
    found = [interval_of(drawish(rng, 200)) for _ in range(500)]
    held = np.mean([one.low <= 0.52 <= one.high for one in found])
    assert 0.93 <= held <= 0.98
    width = np.mean([one.high - one.low for one in found])
    wilson = share(0.52, 200)
    assert width < 0.55 * (wilson.high - wilson.low)


def test_games_that_were_all_drawn_may_still_be_won_one_day() -> None:
    four, many = (interval_of(np.full(games, 0.5)) for games in (4, 400))
    assert four.low < 0.3 < 0.7 < four.high
    assert 0.49 < many.low < 0.5 < many.high < 0.51


def test_a_median_is_as_sure_as_its_deals() -> None:
    groups = [[float(value), float(value)] for value in range(101)]
    low, high = resampled(groups, lambda values: float(np.median(values)))
    assert 35 < low < 45 < 55 < high < 65
