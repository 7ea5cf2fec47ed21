"""Sendas: what the evaluation promises."""

import pytest

import ludoteca
from ludoteca.rulebooks.sendas import rules
from ludoteca.rulebooks.sendas.bot import evaluation as ev
from tests.rulebooks.sendas.sendas_tables import LADDER, at_ply, play, table

NEAR = "e2[NS] e3[NS] e4[NS] e5[NS] e6[NS] e7[NS]"
"""A path that lacks two pieces to rank 9, while that of COLUMN lacks one to rank 1."""


def shares(position: ludoteca.Position) -> list[float]:
    """What each seat expects."""
    state = position.state()
    return [ev.evaluate(state, seat) for seat in range(2)]


def test_there_is_a_name_for_every_weight() -> None:
    assert len(ev.NAMES) == len(ev.WEIGHTS)


def test_both_seats_expect_what_sums_to_one() -> None:
    first, second = shares(table(NEAR))
    assert first != pytest.approx(0.5)
    assert first + second == pytest.approx(1)


def test_a_game_that_drags_on_is_held_for_more_and_more_even() -> None:
    edges = [abs(shares(at_ply(table(NEAR), ply))[0] - 0.5) for ply in (0, ev.PATIENT, 100, 140)]
    assert edges[0] == edges[1] > edges[2] > edges[3] > 0
    assert shares(at_ply(table(NEAR), ev.WEARY)) == [0.5, 0.5]


@pytest.mark.parametrize("ply", [0, 100, 300])
def test_a_way_out_is_certain_however_long_the_game_is(ply: int) -> None:
    assert shares(at_ply(table(LADDER), ply)) == [1.0, 0.0]


def test_a_key_tells_apart_what_the_same_squares_leave_to_hope_for() -> None:
    fresh = ludoteca.load("sendas").start(seed=0)
    again = play(fresh, "c2-d3[ES] g8-f7[NW] d3-c2[NE] f7-g8[SW]")
    late = at_ply(fresh, rules.MAX_PLIES - 10)
    assert len({rules.key(position.state()) for position in (fresh, again, late)}) == 3
    assert rules.key(at_ply(fresh, 10).state()) == rules.key(fresh.state())
