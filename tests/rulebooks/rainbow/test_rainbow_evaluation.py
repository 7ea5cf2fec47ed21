"""Rainbow Duel: what the evaluation promises."""

import numpy as np
import pytest

from ludoteca import load
from ludoteca.rulebooks.rainbow.bot import evaluation as ev
from ludoteca.rulebooks.rainbow.names import read_face
from tests.positions import outcome_of
from tests.rulebooks.rainbow.rainbow_table import changed, deal, play, random_game
from tools.tuning import Workshop

FIVE = "1 end 1 end 1 end 1 end 1 end"


def faces(letters: str) -> int:
    """A set of faces."""
    return sum(1 << read_face(letter) for letter in letters)


def test_there_is_a_name_for_every_weight() -> None:
    assert len(ev.NAMES) == len(ev.WEIGHTS) == ev.SPREAD_BY_STACK + 1


def test_both_seats_expect_what_sums_to_one() -> None:
    for position in random_game(load("rainbow"), 2):
        state = position.state()
        assert ev.evaluate(state, 0) + ev.evaluate(state, 1) == pytest.approx(1)
        assert ev.lead(state, 0) == pytest.approx(-ev.lead(state, 1))


def test_black_and_the_colours_of_the_row_may_not_come_up() -> None:
    at = play(deal("RO WY BO", "OR GR IR"), "1 end 1 end 1 end").state()
    assert ev.forbidden(at, -1) == faces("KRO")
    assert ev.forbidden(at, 0) == faces("KO")


def test_cards_are_safe_one_after_the_other() -> None:
    at = deal("RO RY WO", "OR GR KR").state()
    assert ev.safe_cards(at, 0, faces("K")) == 2
    assert ev.safe_cards(at, 0, faces("KR")) == 1
    assert ev.safe_cards(at, 1, faces("KG")) == 1


def test_only_a_lower_face_that_a_seat_has_seen_is_known_to_be_safe() -> None:
    at = play(deal("RO YO BO", "GR VR IR"), "1 end").state()
    assert [bool(ev.knows_safe_flip(at, seat)) for seat in range(2)] == [False, True]
    clash = play(deal("RO YO BO", "OR VR IR"), "1 end 1 end").state()
    assert not ev.knows_safe_flip(clash, 1)


def test_a_rainbow_within_reach_is_worth_much() -> None:
    five = play(deal("RO YO BO", "OR GR IR"), FIVE)
    blocked = play(deal("RO YO BO", "OR GR KR YR KO"), FIVE)
    assert ev.evaluate(five.state(), 1) > ev.evaluate(blocked.state(), 1) + 0.05


def test_cards_won_count_more_near_the_end() -> None:
    at = load("rainbow").start(seed=1)
    early = changed(at, won=[6, 0]).state()
    late = changed(at, won=[6, 0], end=int(at.state().first) + 4).state()
    assert 0.5 < ev.evaluate(early, 0) < ev.evaluate(late, 0) < 1


def test_the_lead_of_a_finished_game_is_that_of_its_cards() -> None:
    *_, last = random_game(load("rainbow"), 5)
    first, second = outcome_of(last).scores or ()
    assert ev.lead(last.state(), 0) == first - second


def test_the_evaluation_can_be_tuned() -> None:
    game = load("rainbow")
    workshop, state = Workshop(game, 1), game.start(seed=2).state()
    odds = workshop.weigh(state, 0, workshop.weights)
    assert odds == pytest.approx(np.log(ev.evaluate(state, 0) / ev.evaluate(state, 1)))
