"""Phoenix: the deck as an option."""

import json
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.core.errors import InvalidData, InvalidOption
from ludoteca.rulebooks.phoenix import data
from ludoteca.rulebooks.phoenix.names import CARDS

HOUSE = {"runs": "each", "deck_end": "last-draw", "starter": "alternate"}
"""The other options as the document has them."""


def test_the_standard_deck_is_the_default() -> None:
    game = ludoteca.load("phoenix")
    assert game.options == {"deck": "standard"} | HOUSE
    assert game == ludoteca.load("phoenix", deck="standard")
    assert sum(data.read_deck("standard").values()) == 50


def test_every_deck_of_ours_is_named_and_readable() -> None:
    assert sorted(path.stem for path in data.FOLDER.glob("*.toml")) == sorted(data.NAMES)
    for name in data.NAMES:
        assert data.read_deck(name)


def test_our_deck_file_says_that_it_is_rebuilt() -> None:
    assert (data.FOLDER / "standard.toml").read_text().startswith("# Rebuilt")


def test_a_deck_may_come_from_a_file_or_as_a_table(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("X = 4\nM1 = 6\nR = 1\nD2 = 0\n")
    game = ludoteca.load("phoenix", deck=str(file))
    assert game.options == {"deck": {"M1": 6, "R": 1, "X": 4}} | HOUSE
    assert game == ludoteca.load("phoenix", deck={"R": 1, "X": 4, "M1": 6})
    assert game.start(seed=3).view(0)["kinds"] == {"M1": 6, "R": 1, "X": 4}


def test_the_options_of_a_game_lead_back_to_it() -> None:
    game = ludoteca.load("phoenix", deck={"P1": 40, "X": 7})
    again = ludoteca.load("phoenix", **json.loads(game.options_text()))
    position = again.start(seed=5)
    assert game.parse(position.text()) == position


def test_every_kind_of_card_can_be_in_a_deck() -> None:
    deck = dict.fromkeys(CARDS, 10)
    assert ludoteca.load("phoenix", deck=deck).start(seed=1).view(0)["deck_count"] == 110


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ({"M5": 11}, "entry_unknown"),
        ({"m2": 11}, "entry_unknown"),
        ({1: 11}, "entry_unknown"),
        ({"M2": "11"}, "entry_kind"),
        ({"M2": 11.0}, "entry_kind"),
        ({"M2": True, "X": 20}, "entry_kind"),
        ({"M2": -1, "X": 20}, "bad_count"),
        ({"M2": 10}, "deck_size"),
        ({"M2": 60, "X": 61}, "deck_size"),
        ({"M2": 10**30}, "deck_size"),
        ({}, "deck_size"),
    ],
)
def test_a_deck_with_a_mistake_is_refused(deck: dict[Any, Any], reason: str) -> None:
    with pytest.raises(InvalidData) as error:
        ludoteca.load("phoenix", deck=deck)
    assert error.value.reason == reason
    assert error.value.text("en")


@pytest.mark.parametrize("deck", ["fifty", None, 50, ["M2"], True])
def test_an_option_that_is_no_deck_is_refused(deck: int | list[str] | str | None) -> None:
    with pytest.raises(InvalidOption):
        ludoteca.load("phoenix", deck=deck)


@pytest.mark.parametrize(
    ("deck", "words"), [({"M2": -1, "X": 20}, ("M2", "-1")), ({"X": 121}, ("121", "11", "120"))]
)
def test_a_refused_deck_says_what_is_wrong_in_both_languages(
    deck: dict[str, int], words: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidData) as error:
        ludoteca.load("phoenix", deck=deck)
    for lang in ("en", "es"):
        assert all(word in error.value.text(lang) for word in words)
