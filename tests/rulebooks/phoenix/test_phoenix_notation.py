"""Phoenix: moves and deals as text, as paths, and the refusals."""

import itertools
import string
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ludoteca
from ludoteca.core import texts
from ludoteca.core.errors import IllegalMove, InvalidNotation
from ludoteca.rulebooks.phoenix import notation, rules
from ludoteca.rulebooks.phoenix.names import CARDS
from tests.rulebooks.phoenix.phoenix_table import deal_text, table

HOLDING = "M2 P2 R D1 X"


def well_formed() -> Iterator[Any]:
    """Every text that names a card and two places, an own way to write each move there could be."""
    yield "R"
    yield from (f"-{card}" for card in CARDS)
    yield from (f"X{column}" for column in range(1, 11))
    columns = list(itertools.product(range(1, 11), repeat=2))
    cubes = list(itertools.product(range(1, 7), repeat=2))
    for number in range(1, 5):
        yield from (f"M{number} {first}>{second}" for first, second in columns)
        yield from (f"P{number} {first}x{second}" for first, second in columns if first <= second)
    yield from (f"D2 {first}>{second}" for first, second in cubes)
    yield from (f"D1 {first}x{second}" for first, second in cubes if first <= second)


# Moves


def test_every_text_is_read_and_written_back() -> None:
    state = table(top=HOLDING)._state
    found: dict[int, str] = {}
    for text in well_formed():
        action = notation.read(state, text)
        assert notation.write(state, action) == text
        assert found.setdefault(action, text) == text


def test_every_action_is_written_and_read_back() -> None:
    state = table(top=HOLDING)._state
    for kind in range(rules.KINDS):
        for action in rules.PLAYS[kind, : rules.PLAY_COUNT[kind]].tolist():
            assert notation.read(state, notation.write(state, action)) == action
            assert notation.parts(action)[0] == kind


def test_every_well_formed_text_is_legal_or_refused_with_a_reason() -> None:
    for top in ("M2 P2 R D1 X", "M1 M3 P1 P3 D2", "M4 P4 M4 P4 X"):
        position = table(deck=dict.fromkeys(CARDS, 5), top=top)
        legal = set(position.moves())
        held = set(top.split())
        for text in well_formed():
            if text in legal:
                continue
            card = text.removeprefix("-")[: 1 if text.lstrip("-")[0] in "RX" else 2]
            with pytest.raises(IllegalMove) as error:
                position.play(text)
            assert error.value.reason == ("wrong_distance" if card in held else "not_in_hand")
            assert card in error.value.text("en")
            assert card in error.value.text("es")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "bad_move"),
        ("M3", "bad_move"),
        ("M5 1>6", "bad_move"),
        ("M3 4x7", "bad_move"),
        ("P2 3>5", "bad_move"),
        ("M3  4>7", "bad_move"),
        (" R", "bad_move"),
        ("R\n", "bad_move"),
        ("r", "bad_move"),
        ("R1", "bad_move"),
        ("X", "bad_move"),
        ("X0", "bad_move"),
        ("X06", "bad_move"),
        ("X٦", "bad_move"),
        ("D3 1>4", "bad_move"),
        ("--M3", "bad_move"),
        ("-M3 4>7", "bad_move"),
        ("X11", "no_column"),
        ("M3 9>12", "no_column"),
        ("P2 11x13", "no_column"),
        ("D1 6x7", "no_cube"),
        ("D2 7>5", "no_cube"),
        ("P2 5x3", "lower_first"),
        ("D1 3x2", "lower_first"),
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str, reason: str) -> None:
    position = table(top=HOLDING)
    with pytest.raises(InvalidNotation) as error:
        position.play(text)
    assert error.value.reason == reason
    assert error.value.text("en") != error.value.text("es")


def test_a_distance_that_the_card_does_not_have_is_refused() -> None:
    position = table(top=HOLDING)
    for text, distance in (("M2 1>4", 2), ("P2 1x2", 2), ("D1 1x3", 1), ("M2 5>5", 2)):
        with pytest.raises(IllegalMove) as error:
            position.play(text)
        assert error.value.reason == "wrong_distance"
        assert error.value.details["distance"] == distance


# Paths


def test_every_move_has_its_own_path() -> None:
    position = table(deck=dict.fromkeys(CARDS, 5), top="M1 M2 P3 D1 D2")
    tree = position.choices(0)
    assert set(tree) == {"card:M1", "card:M2", "card:P3", "card:D1", "card:D2"}
    for move in position.moves():
        choice = position.choose(position.path(move))
        assert (choice.status, choice.move) == ("complete", move)
    assert position.choices(1) == {}


@pytest.mark.parametrize(
    ("move", "path"),
    [
        ("M2 4>6", ("card:M2", "own:4", "own:6")),
        ("M2 6>4", ("card:M2", "own:6", "own:4")),
        ("P2 3x5", ("card:P2", "own:3", "own:5")),
        ("R", ("card:R", "play")),
        ("D1 2x3", ("card:D1", "cube:2", "cube:3")),
        ("X6", ("card:X", "own:6")),
        ("-M2", ("card:M2", "discard")),
        ("-R", ("card:R", "discard")),
    ],
)
def test_a_path_picks_a_card_then_what_it_works_on(move: str, path: tuple[str, ...]) -> None:
    assert table(top=HOLDING).path(move) == path


def test_the_path_of_modification_two() -> None:
    assert table(top="D2").path("D2 1>3") == ("card:D2", "cube:1", "cube:3")


# Deals


def test_a_deal_is_one_line() -> None:
    game = ludoteca.load("phoenix")
    text = deal_text(game, starter=1, spectrum="POYGBR", top="M2 P1 X")
    assert text.startswith("deal 1 POYGBR PBGYORPBGY ORYGBPORYG M2 P1 X M2 ")
    position = game.begin(seed=0).step(text)
    truth = position.reveal()
    assert (truth["spectrum"], truth["lines"]) == ("POYGBR", ["PBGYORPBGY", "ORYGBPORYG"])


def test_every_deal_is_written_and_read_back() -> None:
    for seed in range(5):
        position = ludoteca.load("phoenix", deck={"M1": 3, "P1": 5, "X": 4}).begin(seed=seed)
        while position.to_move is not None:
            if position.to_move == ludoteca.CHANCE:
                text = position.chance_text()
                assert position.step(text) == position.roll()
                read = notation.read_event(position._state, text)
                assert notation.write_event(position._state, read) == text
                position = position.roll()
                assert text.split()[1] == str(position.to_move)
            position = position.step(position.moves()[0])


def test_a_deal_lists_no_outcomes() -> None:
    assert ludoteca.load("phoenix").begin(seed=0).moves() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("deal 0", "deal 2"),
        lambda text: text.replace("deal 0", "deal"),
        lambda text: text.replace("ROYGBP ", "ROYGB "),
        lambda text: text.replace("ROYGBP ", "ROYGBW "),
        lambda text: text.replace("PBGYORPBGY", "PBGYORPBG"),
        lambda text: text.replace(" M4", " M5"),
        lambda text: text + " ",
        lambda text: text[: text.index(" M2")],
        lambda text: "roll 1",
        lambda text: "R",
    ],
)
def test_a_text_that_is_no_deal_is_refused(change: Callable[..., Any]) -> None:
    game = ludoteca.load("phoenix")
    with pytest.raises(InvalidNotation) as error:
        game.begin(seed=0).step(change(deal_text(game)))
    assert error.value.reason == "bad_deal"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("ROYGBP ", "ROYGBB "), "wrong_spectrum"),
        (lambda text: text.replace("PBGYORPBGY", "RRRRRPBGYY"), "wrong_pawns"),
        (lambda text: text.replace(" M4", " M3"), "wrong_deck"),
        (lambda text: text.replace(" M4", " M1"), "wrong_deck"),
        (lambda text: text + " X", "wrong_deck"),
        (lambda text: text.removesuffix(" X"), "wrong_deck"),
    ],
)
def test_a_deal_that_cannot_come_up_is_refused(change: Callable[..., Any], reason: str) -> None:
    game = ludoteca.load("phoenix")
    with pytest.raises(IllegalMove) as error:
        game.begin(seed=0).step(change(deal_text(game)))
    assert error.value.reason == reason
    assert error.value.text("en") != error.value.text("es")


def test_the_starter_of_a_later_hand_must_be_the_one_that_follows() -> None:
    pending = table(deck={"R": 11}, starter=1).step("-R")
    with pytest.raises(IllegalMove) as error:
        pending.step(deal_text(pending.game, starter=1))
    assert (error.value.reason, error.value.details) == ("wrong_starter", {"seat": 0})
    assert pending.step(deal_text(pending.game, starter=0)).to_move == 0


# Texts


def placeholders(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_both_languages_say_the_same_things() -> None:
    english, spanish = (texts.catalogue("phoenix", lang) for lang in ("en", "es"))
    assert set(english) == set(spanish)
    assert {"title", "promise", "length", "players"} < set(english)
    for section in ("endings", "refusals", "words", "buttons", "labels"):
        assert english[section].keys() == spanish[section].keys()
        for key, text in english[section].items():
            assert placeholders(text) == placeholders(spanish[section][key]), key


@pytest.mark.parametrize(
    ("lang", "mark"), [("en", "> **Rebuilt.**"), ("es", "> **Reconstruido.**")]
)
def test_the_rules_mark_what_was_rebuilt_and_show_every_notation(lang: str, mark: str) -> None:
    rules_text = ludoteca.load("phoenix").rules(lang)
    assert mark in rules_text
    for text in ("M3 4>7", "P2 3x5", "`R`", "D1 2x3", "D2 1>3", "X6", "-M3"):
        assert text in rules_text


def test_every_ending_has_a_sentence() -> None:
    position = table(deck={"R": 11})
    for _ in range(3):
        position = position.play("-R")
    assert position.reason("en")
    assert position.reason("es") != position.reason("en")


def test_pawns_and_cubes_that_change_places_are_picked_in_either_order() -> None:
    position = table(top="P2 D1 M2")
    for path, move in (
        (("card:P2", "own:5", "own:3"), "P2 3x5"),
        (("card:P2", "own:3", "own:5"), "P2 3x5"),
        (("card:D1", "cube:2", "cube:1"), "D1 1x2"),
        (("card:M2", "own:5", "own:3"), "M2 5>3"),
    ):
        assert position.choose(path).move == move
    assert list(position.choices(0)["card:P2"])[:3] == ["own:1", "own:2", "own:3"]
