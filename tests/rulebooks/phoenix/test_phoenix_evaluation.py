"""Phoenix: what the evaluation promises, and its packed lines against plain counting."""

import random
from itertools import combinations

import numpy as np
import pytest

from ludoteca.core.kernels import CHANCE
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.bot import evaluation as ev
from tests.rulebooks.phoenix.phoenix_table import ORDERED, after, changed, table
from tools.tuning import Workshop

OTHER = "PBPGBPGPBP"
"""A line far from any order, of the pawns that ORDERED leaves."""


def lines_of_ranks(count: int) -> list[list[int]]:
    """Random lines as plain lists of ranks."""
    choose = random.Random(7)
    return [[choose.randrange(6) for _ in range(10)] for _ in range(count)]


def packed(ranks: list[int]) -> int:
    return sum(rank << (4 * column) for column, rank in enumerate(ranks))


def test_there_is_a_name_for_every_weight() -> None:
    assert len(ev.NAMES) == len(ev.WEIGHTS) == ev.CARDS + rules.KINDS


def test_both_seats_expect_what_sums_to_one() -> None:
    at = table(lines=(ORDERED[::-1], OTHER)).state()
    assert ev.evaluate(at, 0) + ev.evaluate(at, 1) == pytest.approx(1)
    assert ev.lead(at, 0) == pytest.approx(-ev.lead(at, 1))


def test_a_packed_line_has_the_ranks_of_its_colours() -> None:
    at = table(spectrum="PBGYOR", lines=("RRRROOYYGB", "PBGYORPBGY")).state()
    line = ev.packed(at, 0, ev.ranks_of(at))
    assert [int(ev.lane(line, column)) for column in range(10)] == [5] * 4 + [4] * 2 + [3] * 2 + [
        2,
        1,
    ]


def test_disorder_is_counted_as_one_counts_it_by_hand() -> None:
    for ranks in lines_of_ranks(60):
        line = packed(ranks)
        pairs = list(combinations(ranks, 2))
        assert ev.inversions(line) == sum(first > second for first, second in pairs)
        assert ev.falls(line) == sum(ranks[i] > ranks[i + 1] for i in range(9))
        longest = max(
            size
            for size in range(1, 11)
            if any(list(part) == sorted(part) for part in combinations(ranks, size))
        )
        assert ev.deficit(line) == 10 - longest
        counts = ev.colour_counts(line)
        assert [int(ev.lane(counts, rank)) for rank in range(6)] == np.bincount(
            ranks, minlength=6
        ).tolist()


def test_one_card_finishes_a_line_exactly_if_a_play_of_it_does() -> None:
    choose, found = random.Random(1), 0
    for _ in range(150):
        line = list(ORDERED)
        for _ in range(choose.randrange(1, 3)):
            i, j = choose.sample(range(10), 2)
            line[i], line[j] = line[j], line[i]
        top = " ".join(choose.sample(["M2", "M3", "P1", "P2", "P3", "P4", "R", "X"], 5))
        at = table(lines=("".join(line), OTHER), top=top)
        if rules.in_order(at.state(), 0) or rules.in_order(at.state(), 1):
            continue
        plays = [move for move in at.moves() if move[0] not in "-D"]
        ends = any(rules.in_order(after(at, move).state(), 0) for move in plays)
        state = at.state()
        own, other = (ev.packed(state, seat, ev.ranks_of(state)) for seat in range(2))
        assert ev.one_card_finishes(state.hands[0], own, other) == ends
        found += ends
    assert 10 < found < 140


def test_a_line_near_its_order_is_better() -> None:
    near = table(lines=("ORRRROYYGB", OTHER), top="P2 P2 P2 P2 P2").state()
    far = table(lines=("BGYYOORRRR", OTHER), top="P2 P2 P2 P2 P2").state()
    assert ev.evaluate(near, 0) > ev.evaluate(far, 0)


def test_a_lead_counts_more_in_a_later_hand() -> None:
    at = table(lines=("PBGYORPBGY", "PBGYORPBGY")).state()
    values = []
    for hand in (2, 3):
        at.hand = hand
        at.points[0, 0, rules.FIRST] = 5
        values.append(ev.evaluate(at, 0))
    assert 0.5 < values[0] < values[1] < 1


def test_between_two_hands_only_the_points_count() -> None:
    at = after(table(lines=("ORRRROYYGB", OTHER), top="M4 X X X X"), "M4 1>5")
    assert at.to_move == CHANCE
    scores = at.view(0)["scores"]
    assert ev.lead(at.state(), 0) == scores[0] - scores[1]
    assert ev.evaluate(at.state(), 0) > 0.5


def test_the_evaluation_can_be_tuned() -> None:
    at = changed(table(), to_move=1).state()
    workshop = Workshop(table().game, 1)
    assert workshop.weigh(at, 0, workshop.weights) == pytest.approx(
        np.log(ev.evaluate(at, 0) / ev.evaluate(at, 1))
    )
