"""Rainbow Duel: one test for each clause about what a seat sees and what it has seen."""

import json

import pytest

from ludoteca import Position
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.rainbow import imagining, validation
from tests.rulebooks.rainbow.rainbow_table import deal, play, play_down, random_game, small_game


def lower(position: Position, seat: int | None) -> list[str | None]:
    return [card["lower"] for card in position.view(seat, memory=True)["memory"]["row"]]


@pytest.mark.parametrize("seat", [0, 1])
def test_of_a_card_placed_as_seen_the_opponent_saw_the_lower_face(seat: int) -> None:
    position = play(deal("RO YG BI", "IV VR BI"), "1 end 1"[: 1 + 6 * seat])
    assert lower(position, seat)[-1] is None
    assert lower(position, 1 - seat)[-1] == "OV"[seat]
    assert lower(position, None)[-1] is None


@pytest.mark.parametrize("seat", [0, 1])
def test_of_a_card_placed_blind_its_owner_saw_the_lower_face(seat: int) -> None:
    position = play(deal("RO YG BI", "IV VR BI"), "1? end 1?"[: 2 + 7 * seat])
    assert lower(position, seat)[-1] == "RI"[seat]
    assert lower(position, 1 - seat)[-1] is None
    assert lower(position, None)[-1] is None


def test_after_a_flip_everybody_saw_the_lower_face() -> None:
    for moves in ("1 F1", "1? F1", "1 F1 end F1"):
        position = play(deal("RO YG BI", "IV VR BI"), moves)
        for seat in (0, 1, None):
            face = position.reveal()["row"][0][1]
            row = position.view(seat, memory=True)["memory"]["row"]
            assert row == [{"lower": face, "turned": True}]


def test_won_cards_are_counted_and_remembered_as_far_as_seen() -> None:
    position = play(deal("RO YG BI", "IV VB KV"), "1 end 1? end 1 F1 1 end 2")
    assert position.view(None)["won"] == [5, 0]
    seen = {
        0: [["R", "O"], ["Y", None], ["B", None], ["V", None], ["K", "V"]],
        1: [["R", "O"], ["Y", "G"], ["B", "I"], ["V", "I"], ["K", None]],
        None: [["R", "O"], ["Y", None], ["B", None], ["V", None], ["K", None]],
    }
    for seat, pile in seen.items():
        turned = [True, False, False, False, False]
        known = [{"faces": card, "turned": flag} for card, flag in zip(pile, turned, strict=True)]
        assert position.view(seat, memory=True)["memory"]["won"] == [known, []]
    assert set(position.view(0)) == set(position.view(0, memory=True)) - {"memory"}


def test_with_one_card_left_each_seat_sees_its_own_side_of_it() -> None:
    position = play_down(small_game().start(1), 1)
    [[front, back]] = position.reveal()["stack"]
    assert position.view(0)["end"] == front
    assert position.view(1)["end"] == back
    assert position.view(None)["end"] is None


def test_memory_is_apart_and_off_by_default() -> None:
    position = play(deal("RO YG BI", "IV VR BI"), "1 F1")
    assert "memory" not in position.view(0)
    with_memory = position.view(0, memory=True)
    remembered = {"row": [{"lower": "R", "turned": True}], "won": [[], []]}
    assert with_memory.pop("memory") == remembered
    assert with_memory == position.view(0)


def test_a_spectator_sees_upper_faces_and_counts_only() -> None:
    view = play(deal("RO YG BI", "IV VR BI"), "1").view(None)
    assert view["hands"] == [[None, None], [None, None, None]]
    assert view["end"] is None
    assert view["row"] == ["R"]
    assert view["stack"] == 50


def test_how_many_cards_each_seat_has_drawn_is_public() -> None:
    position = play(deal("RO YG BI", "IV VR BI"), "1 F1 1 end 1 end")
    for seat in (0, 1, None):
        assert position.view(seat)["drawn"] == [5, 4]


def test_a_view_with_memory_gives_back_all_that_a_seat_knows() -> None:
    game = small_game()
    for seed in range(4):
        for position in list(random_game(game, seed))[seed::4]:
            for seat in (0, 1):
                view = json.loads(json.dumps(position.view(seat, memory=True)))
                state = game.state()
                game.definition.restore(state, view)
                validation.check(state, game.state())
                assert Position(game, state, position._chance).view(seat, memory=True) == view
                guess = copy_state(position._state)
                imagining.imagine(guess, seat, new_rng(seed))
                assert game.imagine(view, new_rng(seed)).tobytes() == guess.tobytes()


def test_before_the_deal_a_view_gives_back_the_beginning() -> None:
    game = small_game()
    state = game.state()
    game.definition.restore(state, game.begin(0).view(0, memory=True))
    assert state.tobytes() == game.state().tobytes()
