"""Ratings: strengths that were put in come out again, and doubt shrinks with games."""

import math
from random import Random

import pytest

from ludoteca.lab.ratings import PairScore, decided, decision, ratings


def scores(shares: list[float]) -> PairScore:
    result = PairScore()
    for share in shares:
        result = result.plus(share)
    return result


def expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def test_elo_of_known_strengths_is_found_again() -> None:
    truth = {"a": 400.0, "b": 150.0, "c": 0.0}
    source, pairs = Random(1), {}
    for first, second in (("a", "b"), ("a", "c"), ("b", "c")):
        chance = expected(truth[first] - truth[second])
        pairs[first, second] = scores([float(source.random() < chance) for _ in range(4000)])
    table = {row.name: row for row in ratings(("a", "b", "c"), pairs)}
    for name, elo in truth.items():
        assert table[name].elo == pytest.approx(elo, abs=40)
        assert table[name].low <= elo <= table[name].high


def test_the_last_player_is_the_zero_and_the_best_comes_first() -> None:
    table = ratings(("weak", "strong"), {("weak", "strong"): scores([0.0] * 9 + [1.0])})
    assert [row.name for row in table] == ["strong", "weak"]
    assert table[0].elo == 0
    assert table[1].elo < -200
    assert table[0].score == 0.9


def test_a_clean_sweep_has_a_finite_rating() -> None:
    best, _ = ratings(("a", "b"), {("a", "b"): scores([1.0] * 400)})
    assert 800 < best.elo < 1500
    assert math.isfinite(best.low)
    assert math.isfinite(best.high)


def test_more_games_leave_less_doubt() -> None:
    few, many = (scores([1.0, 0.0] * n) for n in (10, 1000))
    assert few.interval[0] < many.interval[0] < 0.5 < many.interval[1] < few.interval[1]


def test_the_interval_holds_the_truth_about_95_times_of_100() -> None:
    source, held = Random(2), 0
    for _ in range(1000):
        low, high = scores([float(source.random() < 0.7) for _ in range(100)]).interval
        held += low <= 0.7 <= high
    assert 930 <= held <= 970


def test_no_game_tells_nothing() -> None:
    assert PairScore().interval == (0.0, 1.0)
    assert not decided(PairScore())
    assert all(row.score == 0.5 for row in ratings(("a", "b"), {}))


@pytest.mark.parametrize(("chance", "most"), [(0.9, 60), (0.1, 60), (0.5, 2500)])
def test_a_clear_question_is_decided_soon(chance: float, most: int) -> None:
    source, result = Random(3), PairScore()
    while not decided(result):
        result = result.plus(float(source.random() < chance))
    assert result.games <= most


def test_an_even_match_is_seldom_taken_for_a_better_player() -> None:
    wrong = 0
    for seed in range(200):
        source, result = Random(seed), PairScore()
        while not decided(result):
            result = result.plus(float(source.random() < 0.5))
        wrong += abs(result.score - 0.5) > 0.025
    assert wrong <= 30


def ask(chance: float, seed: int) -> int | None:
    """Who seems better when games are played deal by deal until that is decided."""
    source, result = Random(seed), PairScore()
    while decision(result) is None:
        for _ in range(2):
            result = result.plus(float(source.random() < chance))
    return decision(result)


def test_an_even_match_seems_decided_for_one_of_the_two_5_times_of_100() -> None:
    answers = [ask(0.5, seed) for seed in range(500)]
    assert sum(answer != 0 for answer in answers) <= 32


@pytest.mark.parametrize(("chance", "better"), [(0.55, 1), (0.45, -1)])
def test_an_edge_is_missed_5_times_of_100(chance: float, better: int) -> None:
    answers = [ask(chance, seed) for seed in range(300)]
    assert answers.count(better) >= 280
    assert -better not in answers


def test_a_score_is_turned_round() -> None:
    shares = [1.0, 0.5, 0.25, 1.0]
    turned = scores([1 - share for share in shares])
    assert scores(shares).turned == turned


def test_elo_counts_from_random_wherever_it_is_named() -> None:
    pairs = {("random", "strong"): scores([0.0] * 9 + [1.0])}
    for names in (("random", "strong"), ("strong", "random")):
        best, zero = ratings(names, pairs)
        assert (best.name, zero.name, zero.elo) == ("strong", "random", 0)
        assert best.elo > 200


def test_nobody_is_known_without_doubt() -> None:
    pairs = {("a", "random"): scores([1.0, 0.0] * 20 + [1.0] * 9), ("a", "b"): scores([1.0, 0.0])}
    for row in ratings(("a", "b", "c", "random"), pairs):
        assert row.low < row.elo < row.high
    table = {row.name: row for row in ratings(("a", "b", "c", "random"), pairs)}
    assert table["c"].high > 1000, "nothing is known of who has not played"


def test_the_interval_from_random_holds_the_truth_about_95_times_of_100() -> None:
    source, held = Random(5), 0
    chance = expected(150)
    for _ in range(400):
        pairs = {("a", "random"): scores([float(source.random() < chance) for _ in range(60)])}
        rated, zero = ratings(("a", "random"), pairs)
        held += rated.low <= 150 <= rated.high
        assert zero.high - zero.low == pytest.approx(rated.high - rated.low)
    assert 368 <= held <= 396
