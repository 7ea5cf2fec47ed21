"""Phoenix: the clauses about the three hands, the end, and what each seat knows."""

import json
from collections import Counter

import pytest

import ludoteca
from ludoteca.core.rng import new_rng
from ludoteca.rulebooks.phoenix import rules, validation
from tests.positions import outcome_of
from tests.rulebooks.phoenix.phoenix_table import (
    LINES,
    ONE_TURN,
    ORDERED,
    STANDARD,
    after,
    deal_text,
    drawn,
    imagined,
    table,
)


def play_hands(*lines: tuple[str, str]) -> ludoteca.Position:
    """The end of a game of one-turn hands, each dealt with the given lines and a discard."""
    position = table(deck=ONE_TURN, starter=1, lines=lines[0], top="R")
    for number, pair in enumerate(lines[1:]):
        pending = position.step("-R")
        starter = number % 2
        position = pending.step(deal_text(pending.game, starter=starter, lines=pair, top="R"))
        assert position.to_move == starter
    return position.step("-R")


def test_a_game_has_three_hands_and_the_starter_alternates() -> None:
    position = table(deck=ONE_TURN, starter=1)
    for number, starter in enumerate((1, 0, 1), start=1):
        seen = position.view(None)
        assert (seen["hand"], seen["starter"], position.to_move) == (number, starter, starter)
        assert seen["turn"] == 0
        assert len(seen["points"]) == number - 1
        position = position.play(position.moves()[-1])
    assert position.to_move is None


def test_everything_is_dealt_anew_for_each_hand() -> None:
    position = table(lines=(ORDERED, "OYGBPOYGBP"), top="R")
    later = position.play("-R")
    truth = later.reveal()
    assert truth["hand"] == 2
    assert truth["discard"] == []
    assert Counter(truth["deck"] + truth["hands"][0] + truth["hands"][1]) == STANDARD
    assert truth["lines"] != position.reveal()["lines"]
    assert sum(later.view(0)["bag"].values()) == 10
    assert truth["scores"] == [8, 0]


def test_the_table_stays_until_the_next_deal() -> None:
    ended = table(lines=(ORDERED, "OYGBPOYGBP"), top="R M2 M3 P1 X").step("-R")
    seen = ended.view(0)
    assert (seen["hand"], seen["lines"][0], seen["discard"]) == (1, ORDERED, ["R"])
    assert seen["cards"] == ["M2", "M3", "P1", "X"]


def test_before_the_first_deal_the_table_is_empty() -> None:
    start = ludoteca.load("phoenix").begin(seed=0)
    assert start.reveal() == {
        "hand": 1,
        "spectrum": "",
        "lines": ["", ""],
        "discard": [],
        "scores": [0, 0],
        "deck": [],
        "hands": [[], []],
        "to_move": ludoteca.CHANCE,
    }
    assert start.view(0)["starter"] is None


@pytest.mark.parametrize(("winner", "returns"), [(0, (1.0, 0.0)), (1, (0.0, 1.0))])
def test_more_points_after_three_hands_win(winner: int, returns: tuple[float, float]) -> None:
    good, bad = ("RRRGBPROYG", "YOPGBYOPGB")[:: 1 if winner == 0 else -1]
    over = play_hands(LINES, (good, bad), LINES)
    assert over.to_move is None
    outcome = outcome_of(over)
    assert outcome.reason == "more_points"
    assert outcome.returns == returns
    assert outcome.scores == ((14, 8) if winner == 0 else (8, 14))
    assert over.moves() == []


def test_equal_points_are_a_draw() -> None:
    outcome = outcome_of(play_hands(LINES, LINES, LINES))
    assert (outcome.reason, outcome.returns, outcome.scores) == ("draw", (0.5, 0.5), (12, 12))


# What is hidden


def test_a_seat_sees_its_own_hand_and_only_the_number_of_other_cards() -> None:
    position = table(top="M2 M3 M4 R X P1 P2 P3 P4 D1")
    assert position.view(0)["cards"] == ["M2", "M3", "M4", "R", "X"]
    assert position.view(1)["cards"] == ["P1", "P2", "P3", "P4", "D1"]
    assert position.view(None)["cards"] is None
    for seat in (0, 1, None):
        seen = position.view(seat)
        assert (seen["card_counts"], seen["deck_count"]) == ([5, 5], 40)
        assert json.loads(json.dumps(seen)) == seen
        assert "deck" not in seen
        assert "hands" not in seen


def test_a_view_does_not_change_with_what_is_hidden() -> None:
    position = after(table(top="M2 M3 M4 R X P1 P2 P3 P4 D1"), "R", "P2 1x3", "-M4")
    for number in range(20):
        other = imagined(position, 0, new_rng(number))
        assert other.view(0) == position.view(0)
        assert other.view(None) == position.view(None)


def test_the_pile_and_the_deck_list_are_public() -> None:
    seen = after(table(top="M2 M3 M4 R X"), "R").view(None)
    assert seen["discard"] == ["R"]
    assert seen["kinds"] == STANDARD


@pytest.mark.parametrize("seat", [0, 1])
def test_an_imagined_table_keeps_the_cards_together_and_what_is_known(seat: int) -> None:
    position = table(top="M2 M3 M4 R X P1 P2 P3 P4 D1")
    view_check = position.game.definition.check
    for number in range(12):
        other = imagined(position, seat, new_rng(number))
        view_check(other._state, position.game._base)
        assert other.view(seat) == position.view(seat)
        assert other.reveal()["deck"] != position.reveal()["deck"]
        position = position.play(position.moves()[number])


@pytest.mark.parametrize("seat", [0, 1])
def test_an_imagined_table_depends_only_on_what_the_seat_knows(seat: int) -> None:
    position = after(table(top="M2 M3 M4 R X P1 P2 P3 P4 D1"), "R", "P2 1x3", "-M4")
    first = imagined(position, seat, new_rng("other truth"))
    assert first != position
    for number in range(10):
        again = imagined(first, seat, new_rng(number))
        assert again._state.tobytes() == imagined(position, seat, new_rng(number))._state.tobytes()


def test_an_imagined_table_may_put_every_unseen_card_in_the_other_hand() -> None:
    position = table(deck={"R": 6, "M1": 1, "X": 8}, top="R R R R R X X X X X")
    hands: Counter[str] = Counter()
    for number in range(400):
        hands.update(imagined(position, 0, new_rng(number)).reveal()["hands"][1])
    # Ten unseen cards, five of them in the other hand: half of the time the one M1 is there.
    assert 150 < hands["M1"] < 250
    assert 150 < hands["R"] < 250
    assert hands.total() == 2000


def test_the_cards_of_a_finished_hand_stay_hidden() -> None:
    ended = table(lines=(ORDERED, "OYGBPOYGBP"), top="R M2 M3 P1 X").step("-R")
    other = imagined(ended, 1, new_rng(3))
    assert other != ended
    assert other.view(1) == ended.view(1)
    validation.check(other._state, ended.game._base)


def test_nothing_is_hidden_before_or_in_the_midst_of_a_deal() -> None:
    start = ludoteca.load("phoenix").begin(seed=0)
    assert imagined(start, 0, new_rng(1)) == start
    half = drawn(start, 0, 0, 1, 2)
    assert imagined(half, 0, new_rng(1)) == half


# The buffer


def test_no_hand_has_more_moves_than_the_capacity() -> None:
    richest = table(deck={"M1": 1, "M2": 1, "M3": 1, "M4": 1, "X": 7}, top="M1 M2 M3 M4 X")
    assert len(richest.moves()) == rules.CAPACITY == 75
    assert rules.PLAY_COUNT.tolist() == [19, 17, 15, 13, 10, 9, 8, 7, 2, 6, 9, 11]
