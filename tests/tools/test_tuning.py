"""Tuning: spoiled weights are mended, by a fit and by variants, and what is said of it."""

import numpy as np
import pytest
from click.testing import CliRunner

import ludoteca
from ludoteca.core import jit
from ludoteca.rulebooks.cadena.bot.evaluation import DIE, SQUARE
from tools import tuning
from tools.tuning import Score, Workshop, score_of

compiled_only = pytest.mark.skipif(not jit.COMPILED, reason="thousands of games, interpreted")


def workshop(**options):
    return Workshop(ludoteca.load("cadena", **options), 1)


def spoiled(shop):
    """Weights that think little of squares and much of dice."""
    weights = shop.weights.copy()
    weights[SQUARE], weights[DIE] = 0.02, 2.0
    return weights


@compiled_only
def test_a_fit_brings_spoiled_weights_back():
    shop = workshop()
    data = shop.play(shop.weights, 500)
    found = shop.fit(data, spoiled(shop))
    assert shop.loss(data, found) < shop.loss(data, spoiled(shop)) - 0.02
    assert found[SQUARE] > 0.06
    assert found[DIE] < 1.0
    assert shop.score(found, spoiled(shop), 600).low > 0.5


@compiled_only
def test_variants_that_win_bring_spoiled_weights_back():
    shop, chance = workshop(), np.random.default_rng(1)
    weights = spoiled(shop)
    for _ in range(6):
        weights = shop.evolve(weights, 1600, chance)
    assert shop.score(weights, spoiled(shop), 600).low > 0.5


@compiled_only
def test_the_better_weights_are_kept():
    shop = workshop()
    kept, score = tuning.better(shop, spoiled(shop), shop.weights, 400)
    assert kept is shop.weights
    assert score.low > 0.5
    bad = spoiled(shop)
    assert tuning.better(shop, shop.weights, bad, 400)[0] is shop.weights


def test_new_weights_are_told_only_if_they_are_clearly_better():
    shop, new = workshop(), np.arange(6.0)
    even, won = score_of(np.array([1.0, 0.0, 0.5, 0.5])), score_of(np.ones(20))
    assert even.share == 0.5
    lines = list(tuning.told(shop, new, even))
    assert lines[0] == f"against the weights at first {even}"
    assert lines[-1] == "WEIGHTS = np.array([1, 0.14, 0.45, 2.5, 1, 2])"
    assert list(tuning.told(shop, new, won))[-1] == "WEIGHTS = np.array([0, 1, 2, 3, 4, 5])"


@pytest.mark.parametrize("won", [0, 30, 100])
def test_an_interval_holds_the_share_and_stays_inside(won):
    share, low, high = score_of(np.array([1.0] * won + [0.0] * (100 - won)))
    assert 0.0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1.0
    assert high - low < 0.2


def test_a_score_is_told_with_its_interval():
    assert str(Score(0.5, 0.4, 0.6)) == "50.0% (40.0% to 60.0%)"


@compiled_only
def test_the_command_takes_options_of_the_game_and_can_be_repeated():
    given = ["cadena", "--pin", "for-good", "--games", "40", "--rounds", "1"]
    first, second = (CliRunner().invoke(tuning.main, given) for _ in range(2))
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    command = "python -m tools tuning cadena --pin for-good --games 40 --rounds 1 --seed 1"
    assert first.stdout.splitlines()[-1] == command


@pytest.mark.parametrize("words", [["--players", "3"], ["--pin"], ["for-good"]])
def test_what_cannot_be_tuned_is_refused(words):
    assert CliRunner().invoke(tuning.main, ["cadena", *words]).exit_code == 2
