"""Rainbow Duel: one test for each clause of the rulebook and of the rulings."""

from collections import Counter

import numpy as np
import pytest

from ludoteca import Position, load
from ludoteca.core.kernels import CHANCE
from ludoteca.rulebooks.rainbow import rules
from tests.rulebooks.rainbow.rainbow_table import (
    cards_of,
    changed,
    deal,
    play,
    play_down,
    random_game,
    small_game,
)

COLOURS = "ROYGBIV"


def own_hand(position: Position, seat: int) -> list[str | None]:
    faces: list[str | None] = position.view(seat)["hands"][seat]
    return faces


def upper(position: Position) -> str:
    return "".join(position.view(None)["row"])


# The deck


def test_the_deck_has_every_pair_of_colours_twice_and_each_colour_with_white_and_black_once() -> (
    None
):
    count = Counter(cards_of(load("rainbow")))
    assert sum(count.values()) == 56
    for a in range(7):
        assert count[COLOURS[a] + "W"] == count[COLOURS[a] + "K"] == 1
        for b in range(a + 1, 7):
            assert count[COLOURS[a] + COLOURS[b]] == 2


def test_no_card_has_equal_sides() -> None:
    for seed in range(5):
        for front, back in load("rainbow").start(seed).reveal()["stack"]:
            assert front != back


def test_the_first_edition_has_one_card_more_that_is_black_and_white() -> None:
    plain = Counter(cards_of(load("rainbow")))
    first = Counter(cards_of(load("rainbow", variant="first-edition")))
    assert sum(first.values()) == 57
    assert first - plain == Counter({"WK": 1})


# Setting up


def test_both_draw_three_cards_from_their_own_end_and_seat_0_starts() -> None:
    position = deal("RO OY YG GB", "BI IV VR RW")
    revealed = position.reveal()
    assert position.to_move == 0
    assert revealed["hands"] == [
        [["R", "O"], ["O", "Y"], ["Y", "G"]],
        [["I", "B"], ["V", "I"], ["R", "V"]],
    ]
    assert len(revealed["stack"]) == 50
    assert revealed["stack"][0] == ["G", "B"]
    assert revealed["stack"][-1] == ["W", "R"]
    assert revealed["row"] == []
    assert revealed["won"] == [0, 0]


def test_a_drawn_card_keeps_the_face_its_owner_saw_towards_its_owner() -> None:
    position = deal("RO OY YG GB", "BI IV VR RW")
    assert position.view(0)["hands"] == [["R", "O", "Y"], ["I", "V", "R"]]
    assert position.view(1)["hands"] == [["O", "Y", "G"], ["B", "I", "V"]]


def test_each_seat_sees_its_own_side_of_the_card_at_its_own_end() -> None:
    position = deal("RO OY YG GB", "BI IV VR RW")
    assert position.view(0)["end"] == "G"
    assert position.view(1)["end"] == "R"


def test_which_way_round_a_card_stands_is_random() -> None:
    game = load("rainbow")
    out, weight = np.empty((2, rules.CAPACITY), np.int64)
    state = game.state()
    count = rules.outcomes(state, out, weight)
    weights = dict(zip(out[:count].tolist(), weight[:count].tolist(), strict=True))
    assert sorted(weights) == out[:count].tolist()
    assert len(weights) == 70
    for code, copies in weights.items():
        front, back = divmod(code, rules.FACES)
        assert weights[back * rules.FACES + front] == copies == (2 if max(front, back) < 7 else 1)
    rules.apply(state, out[0])
    assert rules.outcomes(state, out, weight) == 70
    assert weight[:count].sum() == 110


def test_the_deal_is_one_event_and_never_pending() -> None:
    position = load("rainbow").begin(3)
    assert position.to_move == CHANCE
    assert position.moves() == []
    assert position.deal() == load("rainbow").start(3)
    assert position.step(position.chance_text()) == position.deal()


def test_nothing_is_seen_before_the_deal() -> None:
    view = load("rainbow").begin(3).view(0, memory=True)
    assert view["stack"] == 0
    assert view["end"] is None
    assert view["hands"] == [[], []]
    assert view["next"] == []
    state = load("rainbow").state()
    rules.apply(state, 1)
    assert load("rainbow").definition.view(state, 0, True)["end"] is None


# The turn


def test_the_first_player_of_a_round_places_and_has_nothing_to_flip() -> None:
    assert deal("RO OY YG", "BI IV VR").moves() == ["1", "1?", "2", "2?", "3", "3?"]


def test_a_flip_before_the_first_placement_is_a_choice() -> None:
    position = play(deal("RO OY YG", "BI IV VR"), "1 end")
    assert position.moves() == ["1", "1?", "2", "2?", "3", "3?", "F1"]
    assert position.view(1)["next"] == ["flip", "place"]


def test_at_least_one_card_must_be_placed() -> None:
    position = play(deal("RO OY YG", "BI IV VR"), "1 end")
    assert "end" not in position.moves()
    assert "end" not in position.play("F1").moves()


def test_after_a_first_flip_one_must_place() -> None:
    position = play(deal("RO OY YG", "BI IV VR"), "1 end F1")
    assert position.to_move == 1
    assert position.moves() == ["1", "1?", "2", "2?", "3", "3?"]
    assert position.view(1)["next"] == ["place"]


def test_after_a_placement_one_may_flip_or_end_but_not_place() -> None:
    position = play(deal("RO OY YG", "BI IV VR"), "1")
    assert position.moves() == ["F1", "end"]
    assert position.view(0)["next"] == ["flip", "end"]
    assert position.view(0)["placed"] == 1


def test_after_a_later_flip_one_may_place_or_end_but_not_flip() -> None:
    position = play(deal("RO OY YG", "BI IV VR"), "1 F1")
    assert position.moves() == ["1", "1?", "2", "2?", "end"]
    assert position.view(0)["next"] == ["place", "end"]
    assert position.view(0)["flipped"] is True
    assert play(position, "end").to_move == 1


def test_the_card_just_placed_may_be_flipped() -> None:
    position = play(deal("RO OY YG", "BI IV VR"), "1 F1")
    assert upper(position) == "O"


def test_a_third_placement_ends_the_turn_by_itself() -> None:
    position = play(deal("RO YG BI", "BI IV VR"), "1 F1 1 F2")
    assert position.moves() == ["1", "1?", "end"]
    position = position.play("1")
    assert position.to_move == 1
    assert upper(position) == "OGB"
    assert position.view(0)["placed"] == 0


def test_flip_and_place_alternate_within_one_turn_only() -> None:
    position = play(deal("RO OY YG", "BI IV VR"), "1 F1 end")
    assert "F1" in position.moves()
    position = play(deal("RO OY YG", "BI IV VR"), "1 end 1 end")
    assert "1" in position.moves()


def test_any_card_of_the_row_may_be_flipped() -> None:
    position = play(deal("RO YG BI", "IV VR BI"), "1 F1 1 end 1 end")
    assert [move for move in position.moves() if "F" in move] == ["F1", "F2", "F3"]


def test_as_seen_lays_the_own_side_up_and_blind_the_other() -> None:
    start = deal("RO YG BI", "IV VR BI")
    assert start.play("1").reveal()["row"] == [["R", "O"]]
    assert start.play("1?").reveal()["row"] == [["O", "R"]]
    assert play(start, "1 end 1").reveal()["row"] == [["R", "O"], ["I", "V"]]
    assert play(start, "1 end 1?").reveal()["row"] == [["R", "O"], ["V", "I"]]


def test_hand_cards_close_up_and_a_drawn_card_comes_in_on_the_right() -> None:
    position = play(deal("RO YG BI GB", "IV VR BI OW"), "2")
    assert own_hand(position, 0) == ["R", "B"]
    position = play(position, "end 1")
    assert own_hand(position, 0) == ["R", "B", "G"]
    assert own_hand(position, 1) == ["V", "B"]
    assert own_hand(position.play("end"), 1) == ["V", "B", "O"]


def test_a_player_places_only_what_is_in_the_hand() -> None:
    position = play(deal("RO YG BI", "BI IV VR"), "1 F1")
    assert "3" not in position.moves()


# What can come of it


def test_white_never_clashes_and_there_may_be_several() -> None:
    position = play(deal("WR WO WY", "BI IV VR"), "1 F1 1 F2 1")
    assert upper(position) == "ROW"
    position = play(deal("WR WO WY", "GW BW IW"), "1 end 1? end 1 end")
    assert upper(position) == "WWW"
    assert position.to_move == 1


def test_a_repeated_colour_placed_loses_the_round() -> None:
    position = play(deal("RO YG BI", "IV RV BI"), "1 end 2")
    assert position.reveal()["won"] == [2, 0]
    assert position.reveal()["row"] == []
    assert position.to_move == 1
    assert position.view(None)["starter"] == 1


def test_a_repeated_colour_placed_blind_loses_the_round() -> None:
    position = play(deal("RO YG BI", "IV VR BI"), "1 end 2?")
    assert position.reveal()["won"] == [2, 0]


def test_a_repeated_colour_flipped_loses_the_round() -> None:
    position = play(deal("RO YG BI", "OV IV BI"), "1 end 1 F1")
    assert position.reveal()["won"] == [2, 0]
    assert position.to_move == 1
    position = play(deal("RO YG BI", "OV IV BI"), "1 end 1 end F1")
    assert position.reveal()["won"] == [0, 2]
    assert position.to_move == 0


def test_black_placed_loses_the_round_even_alone() -> None:
    position = play(deal("KO YG BI", "OV IV BI"), "1")
    assert position.reveal()["won"] == [0, 1]
    assert position.to_move == 0
    assert position.view(None)["starter"] == 0
    assert own_hand(position, 0)[:2] == ["Y", "B"]
    assert len(own_hand(position, 0)) == 3


def test_black_flipped_loses_the_round() -> None:
    position = play(deal("RK YG BI", "OV IV BI"), "1 end F1")
    assert position.reveal()["won"] == [1, 0]
    assert position.to_move == 1
    assert play(deal("RK YG BI", "OV IV BI"), "1 F1").reveal()["won"] == [0, 1]


def test_five_cards_are_a_row_that_goes_on() -> None:
    position = play(deal("RW YW VW BO WG KI", "GI OG BV"), "1 end 1 end 1 end 1 end 1 end")
    assert upper(position) == "RGYOV"
    assert position.to_move == 1
    assert position.reveal()["won"] == [0, 0]


def five_in_the_row() -> Position:
    """R G Y O V in the row, seat 1 to move with V, B and a white card in hand."""
    return play(deal("RW YW VW BO", "GI OG VB BI WB"), "1 end 1 end 1 end 1 end 1 end")


def test_a_clean_sixth_card_completes_the_rainbow() -> None:
    position = five_in_the_row()
    assert own_hand(position, 1) == ["V", "B", "W"]
    position = position.play("2")
    assert position.reveal()["won"] == [0, 6]
    assert position.reveal()["row"] == []
    assert position.to_move == 0
    assert position.view(None)["starter"] == 0
    assert len(own_hand(position, 1)) == 3


def test_a_white_sixth_card_completes_the_rainbow() -> None:
    assert five_in_the_row().play("3").reveal()["won"] == [0, 6]


def test_a_sixth_card_of_a_colour_in_the_row_loses_the_round() -> None:
    position = five_in_the_row().play("1")
    assert position.reveal()["won"] == [6, 0]
    assert position.to_move == 1


def test_a_flip_completes_nothing() -> None:
    position = five_in_the_row().play("F1")
    assert upper(position) == "WGYOV"
    assert position.to_move == 1
    assert position.moves() == ["1", "1?", "2", "2?", "3", "3?"]


# Refilling and the end


def test_the_active_player_refills_to_three_at_the_end_of_the_turn_and_of_the_round() -> None:
    position = play(deal("RO YG BI", "IV VR BI"), "1 F1 1 end")
    assert len(own_hand(position, 0)) == 3
    assert position.view(0)["stack"] == 48
    position = play(deal("RO YG KI", "IV VR BI"), "1 F1 2")
    assert len(own_hand(position, 0)) == 3
    assert position.view(0)["stack"] == 48


def test_the_refill_comes_after_the_row_is_paid() -> None:
    for seed in range(40):
        *_, before, last = random_game(small_game(), seed)
        row = before.reveal()["row"]
        if row and not last.reveal()["row"]:
            assert sum(last.reveal()["won"]) >= sum(before.reveal()["won"]) + len(row)
            return
    pytest.fail("no game ended with a round")


def test_emptying_the_stack_exactly_does_not_end_the_game() -> None:
    position = play_down(small_game().start(1), 0)
    assert position.to_move is not None
    assert position.view(0)["stack"] == 0
    assert position.view(0)["end"] is None
    assert [len(hand) for hand in position.view(0)["hands"]] == [3, 3]


def test_a_needed_card_that_is_missing_ends_the_game_at_once() -> None:
    position = play_down(small_game().start(1), 0)
    seat = position.to_move
    assert seat is not None
    position = position.play("1")
    position = position.play("end") if position.to_move is not None else position
    assert position.to_move is None
    assert len(own_hand(position, seat)) == 2


def test_the_last_card_is_drawn_even_if_more_are_needed() -> None:
    game = small_game()
    for seed in range(40):
        position = play_down(game.start(seed), 1)
        seat = position.to_move
        assert seat is not None
        for move in ("1", "F1", "1", "end"):
            if move in position.moves() and position.to_move == seat:
                position = position.play(move)
        if position.to_move is None:
            assert position.view(0)["stack"] == 0
            assert len(own_hand(position, seat)) == 2
            return
    pytest.fail("no game ended with one card to draw and two needed")


def test_an_unfinished_row_and_the_hands_count_for_nobody() -> None:
    for seed in range(40):
        *_, last = random_game(small_game(), seed)
        revealed = last.reveal()
        assert last.outcome is not None
        assert last.outcome.scores == tuple(revealed["won"])
        in_hands = sum(len(hand) for hand in revealed["hands"])
        assert sum(revealed["won"]) == 20 - in_hands - len(revealed["row"])
        if revealed["row"]:
            return
    pytest.fail("no game ended with a row on the table")


def finished(won: tuple[int, int]) -> Position:
    *_, last = random_game(small_game(), 0)
    return changed(last, won=won)


def test_most_cards_won_wins() -> None:
    outcome = finished((9, 5)).outcome
    assert outcome is not None
    assert (outcome.returns, outcome.reason, outcome.scores) == ((1.0, 0.0), "more_cards", (9, 5))
    outcome = finished((5, 9)).outcome
    assert outcome is not None
    assert outcome.returns == (0.0, 1.0)


def test_equal_numbers_are_a_draw() -> None:
    outcome = finished((7, 7)).outcome
    assert outcome is not None
    assert (outcome.returns, outcome.reason, outcome.scores) == ((0.5, 0.5), "draw", (7, 7))
