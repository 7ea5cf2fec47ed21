"""Rainbow Duel: moves and deals as text, there and back, and why a move is refused."""

import random

import pytest

from ludoteca import IllegalMove, InvalidNotation, LudotecaError, Position, load
from ludoteca.core import texts
from ludoteca.rulebooks.rainbow import notation, rules
from ludoteca.rulebooks.rainbow.names import LETTERS, card_name, face_name, read_card
from tests.rulebooks.rainbow.rainbow_table import cards_of, deal, play, random_game, small_game

TEXTS = {
    **{2 * i: f"{i + 1}" for i in range(3)},
    **{2 * i + 1: f"{i + 1}?" for i in range(3)},
    **{6 + i: f"F{i + 1}" for i in range(6)},
    12: "end",
}


def test_every_action_has_its_text() -> None:
    state = load("rainbow").start(0)._state
    for action, text in TEXTS.items():
        assert notation.write(state, action) == text
        assert notation.read(state, text) == action
    assert len(set(TEXTS.values())) == rules.END + 1 == 13


def test_every_card_has_its_name() -> None:
    assert [face_name(face) for face in range(rules.FACES)] == list(LETTERS)
    for code in range(rules.CODES):
        assert read_card(card_name(code)) == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "4",
        "1 ",
        " 1",
        "1??",
        "?",
        "?1",
        "F",
        "F0",
        "F7",
        "f1",
        "F1?",
        "F12",
        "End",
        "END",
        "1\\n",
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="no move of Rainbow Duel") as error:
        load("rainbow").start(0).play(text)
    assert error.value.reason == "bad_move"
    assert error.value.text("es")


def start() -> Position:
    return deal("RO YG BI", "IV VB OV")


REFUSALS = [
    ("", "end", "end_too_soon"),
    ("1 end", "end", "end_too_soon"),
    ("1 end F1", "end", "end_too_soon"),
    ("", "F1", "row_empty"),
    ("1 end", "F2", "no_row_card"),
    ("1", "F6", "no_row_card"),
    ("1 F1", "F1", "flip_twice"),
    ("1 end F1", "F1", "flip_twice"),
    ("1", "1", "place_twice"),
    ("1", "2?", "place_twice"),
    ("1 F1", "3", "no_hand_card"),
    ("1 F1 1 F1", "2?", "no_hand_card"),
]


@pytest.mark.parametrize(("moves", "move", "reason"), REFUSALS)
def test_a_move_that_is_not_legal_is_refused_with_its_reason(
    moves: str, move: str, reason: str
) -> None:
    position = play(start(), moves)
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    assert error.value.reason == reason
    for lang in texts.LANGUAGES:
        assert "{" not in error.value.text(lang)


def test_every_action_is_either_legal_or_refused_with_a_reason() -> None:
    for position in random_game(small_game(), 3):
        for move in TEXTS.values():
            if position.to_move is not None and move not in position.moves():
                with pytest.raises(IllegalMove) as error:
                    position.play(move)
                assert error.value.owner == "rainbow"
                assert error.value.text("es")


def test_paths_of_choices() -> None:
    position = play(start(), "1 end")
    assert position.choices(1) == {
        "hand:1": {"seen": "1", "blind": "1?"},
        "hand:2": {"seen": "2", "blind": "2?"},
        "hand:3": {"seen": "3", "blind": "3?"},
        "row:1": "F1",
    }
    assert position.choices(0) == {}
    assert play(start(), "1").choices(0) == {"row:1": "F1", "end": "end"}
    assert position.choose(("hand:2", "blind")).move == "2?"
    assert position.path("F1") == ("row:1",)
    assert play(start(), "1").path("end") == ("end",)


# Deals


def test_a_deal_there_and_back() -> None:
    for game in (load("rainbow"), load("rainbow", variant="first-edition"), small_game()):
        for seed in range(4):
            begin = game.begin(seed)
            text = begin.chance_text()
            assert text.startswith("deal ")
            draws = notation.read_event(begin._state, text)
            assert notation.write_event(begin._state, draws) == text
            assert begin.step(text) == game.start(seed)


def test_a_deal_is_written_from_seat_0_with_its_faces_first() -> None:
    position = load("rainbow").begin(5)
    revealed = position.deal().reveal()
    stack = revealed["hands"][0] + revealed["stack"] + revealed["hands"][1][::-1]
    assert position.chance_text() == " ".join(["deal", *("".join(pair) for pair in stack)])


def deal_of(cards: list[str]) -> str:
    return " ".join(["deal", *cards])


STANDARD = cards_of(load("rainbow"))
BAD_DEALS = [
    ("deal", InvalidNotation, "bad_deal"),
    ("", InvalidNotation, "bad_deal"),
    ("roll 1", InvalidNotation, "bad_deal"),
    ("1", InvalidNotation, "bad_deal"),
    ("deal RR", InvalidNotation, "bad_deal_card"),
    ("deal RX", InvalidNotation, "bad_deal_card"),
    ("deal ROY", InvalidNotation, "bad_deal_card"),
    ("deal RO  OY", InvalidNotation, "bad_deal_card"),
    ("deal RO", IllegalMove, "deal_length"),
    (deal_of([*STANDARD, "RO"]), IllegalMove, "deal_length"),
    (deal_of([*STANDARD[1:], STANDARD[-1]]), IllegalMove, "deal_card_missing"),
    (deal_of([*STANDARD[1:], "WK"]), IllegalMove, "deal_card_missing"),
]


@pytest.mark.parametrize(("text", "kind", "reason"), BAD_DEALS)
def test_a_deal_that_cannot_be_is_refused(text: str, kind: type, reason: str) -> None:
    with pytest.raises(LudotecaError) as error:
        load("rainbow").begin(0).step(text)
    assert type(error.value) is kind
    assert error.value.reason == reason
    for lang in texts.LANGUAGES:
        assert "{" not in error.value.text(lang)


def test_the_same_cards_either_way_round_are_a_deal() -> None:
    flip = random.Random(1)
    cards = [card[::-1] if flip.random() < 0.5 else card for card in STANDARD]
    assert load("rainbow").begin(0).step(deal_of(cards)).to_move == 0


# Words


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_a_view_in_words(lang: str) -> None:
    game = load("rainbow")
    position = play(start(), "1 end")
    own = game.words(position.view(1), lang).splitlines()
    assert own[-1].endswith("1 I  2 V  3 O")
    assert own[-2].endswith("1 R")
    assert own[-3].endswith("1 G  2 I  3 " + str(position.view(1)["hands"][0][2]))
    assert "50" not in own[0]
    assert "49" in own[0]
    spectator = game.words(start().view(None), lang).splitlines()
    assert spectator[-1].endswith("1 ?  2 ?  3 ?")
    assert spectator[-2].endswith("–")
