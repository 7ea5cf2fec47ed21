"""Results with the luck taken off: the same mean, a narrower interval."""

from statistics import fmean, stdev

import numpy as np
import pytest

from ludoteca.core import jit
from ludoteca.lab import tournament
from ludoteca.lab.adjusting import ENOUGH, adjusted
from ludoteca.lab.rows import ArenaGame
from ludoteca.lab.tournament import Standing
from ludoteca.lab.tournament_report import as_text
from tests import trials
from tests.cases import Case, case_name, load

DEALS, RUNS = 60, 300
SKILL = 0.15
CHANCY: list[Case] = [("phoenix", ()), ("rainbow", ()), ("cadena", ())]


def made_up(seed: int) -> tuple[list[float], list[list[float]], list[int]]:
    """Return results of unequal players, two games a deal, that depend on luck in two parts.

    The first part is measured on a false scale and decides more for whoever is behind.
    """
    rng = np.random.default_rng(seed)
    deals = np.repeat(np.arange(DEALS), 2)
    luck = rng.normal(0, 0.2, (2 * DEALS, 2))
    strength = 0.5 + SKILL + 0.8 * luck[:, 0] + 0.3 * luck[:, 1] - 0.5 * (luck[:, 0] ** 2 - 0.04)
    results = (rng.random(2 * DEALS) < np.clip(strength, 0, 1)).astype(float)
    return results.tolist(), luck.tolist(), deals.tolist()


def test_taking_luck_off_leaves_the_mean_and_narrows_the_interval() -> None:
    found = [adjusted(*made_up(seed)) for seed in range(RUNS)]
    raw = [fmean(made_up(seed)[0]) for seed in range(RUNS)]
    assert all(one is not None for one in found)
    scores = [one.score for one in found if one is not None]
    differences = [score - plain for score, plain in zip(scores, raw, strict=True)]
    assert abs(fmean(differences)) < 4 * stdev(differences) / RUNS**0.5
    assert stdev(scores) < 0.95 * stdev(raw)
    assert fmean(one.factor for one in found if one is not None) > 1.1
    inside = [one.low <= fmean(scores) <= one.high for one in found if one is not None]
    assert 0.9 < fmean(inside) < 0.99


def test_the_coefficients_of_a_game_come_from_other_deals() -> None:
    results, luck, deals = made_up(1)
    before = adjusted(results, luck, deals)
    # Luck that is only noise must not look useful because it was fitted to the same games.
    noise = np.random.default_rng(5).normal(0, 1, (len(deals), 2)).tolist()
    useless = adjusted(results, noise, deals)
    assert before is not None
    assert useless is not None
    assert useless.factor <= 1.0 < before.factor
    assert before.raw == useless.raw == round(fmean(results), 4)


def test_too_few_deals_or_no_luck_give_nothing() -> None:
    results, luck, deals = made_up(2)
    few = 2 * (ENOUGH - 1)
    assert adjusted(results[:few], luck[:few], deals[:few]) is None
    assert adjusted(results, [[0.0, 0.0]] * len(deals), deals) is None
    assert adjusted([], [], []) is None


def row(number: int, share: float, luck: list[float]) -> ArenaGame:
    """Return a game of the arena."""
    return ArenaGame(
        a="1",
        b="random",
        number=number,
        share=share,
        first=share,
        decisions=1,
        seconds={"1": 0.0, "random": 0.0},
        reason="points",
        record="",
        luck=luck,
    )


@pytest.mark.parametrize("players", [("1", "random"), ("random", "1")])
def test_the_report_of_the_arena_shows_both(players: tuple[str, str]) -> None:
    results, luck, deals = made_up(3)
    standing = Standing(game=load(("phoenix", ())), players=players)
    for number in range(len(deals)):
        standing.add(row(number, results[number], luck[number]))
    pair = standing.report().pairs[0]
    assert pair.adjusted is not None
    assert pair.adjusted.raw == pytest.approx(pair.score, abs=1e-4)
    assert pair.adjusted.low < pair.adjusted.score < pair.adjusted.high
    assert (pair.adjusted.score > 0.5) is (players[0] == "1")
    assert "luck taken off" in as_text(standing)
    assert "sin la suerte" in as_text(standing, "es")


def test_games_saved_without_their_luck_are_reported_raw() -> None:
    results, _, deals = made_up(3)
    standing = Standing(game=load(("phoenix", ())), players=("1", "random"))
    for number in range(len(deals)):
        standing.add(row(number, results[number], []))
    assert standing.report().pairs[0].adjusted is None
    assert "luck" not in as_text(standing)


@pytest.mark.skipif(not trials.LONG, reason="a long trial")
@pytest.mark.skipif(not jit.COMPILED, reason="too slow interpreted")
@pytest.mark.parametrize("case", CHANCY, ids=case_name)
def test_unequal_players_take_as_much_with_the_luck_taken_off(case: Case) -> None:
    standing = tournament.run(load(case), ["1", "3"], 2_000, workers=2)
    found = standing.report().pairs[0].adjusted
    assert found is not None
    print(f"{case_name(case)}: {found}")
    # The difference of both means has at most the variance of the wider one.
    half = (found.high - found.low) / 2 * found.factor**0.5
    assert abs(found.score - found.raw) < half
    assert found.factor > 1.0
