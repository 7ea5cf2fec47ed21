"""Rainbow Duel: decks as data, options, and texts in both languages."""

import re
from pathlib import Path

import pytest

from ludoteca import InvalidData, InvalidOption, load
from ludoteca.core import texts
from ludoteca.rulebooks.rainbow import DEFINITION, data, rules
from tests.rulebooks.rainbow.rainbow_table import PLAIN, cards_of, random_game, small_game


def test_the_standard_deck_is_the_default() -> None:
    game = load("rainbow")
    assert game.options == {"variant": None, "deck": "standard", "after_flip": "may-end"}
    assert game == load("rainbow", deck="standard", variant=None)


def test_a_deck_of_ones_own_is_embedded_in_the_options() -> None:
    game = load("rainbow", deck={"cards": {"OR": 12, "KY": 10}})
    assert game.options["deck"] == {"cards": {"RO": 12, "YK": 10}}
    again = load("rainbow", **game.options)
    assert again == game
    position = game.start(1)
    assert again.parse(position.text()) == position
    assert cards_of(game) == ["RO"] * 12 + ["YK"] * 10


def test_a_deck_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[cards]\nRO = 15\nWK = 6\n", encoding="utf-8")
    game = load("rainbow", deck=str(file))
    assert game.options["deck"] == {"cards": {"RO": 15, "WK": 6}}


def test_the_variant_adds_its_card_to_any_deck() -> None:
    game = load("rainbow", deck={"cards": {"RO": 19, "WK": 1}}, variant="first-edition")
    assert cards_of(game) == ["RO"] * 19 + ["WK"] * 2
    largest = load("rainbow", deck={"cards": {"KW": 120}}, variant="first-edition")
    assert len(cards_of(largest)) == rules.MOST_CARDS
    *_, last = random_game(largest, 1)
    assert last.outcome is not None


BAD_DECKS = [
    ({"cards": {"RO": 19}}, "deck_size"),
    ({"cards": {"RO": 120, "OY": 1}}, "deck_size"),
    ({"cards": {}}, "deck_size"),
    ({"cards": {"RR": 20}}, "equal_sides"),
    ({"cards": {"RO": 20, "OR": 1}}, "card_twice"),
    ({"cards": {"RX": 20}}, "bad_card"),
    ({"cards": {"R": 20}}, "bad_card"),
    ({"cards": {"ROY": 20}}, "bad_card"),
    ({"cards": {"ro": 20}}, "bad_card"),
    ({"cards": {5: 20}}, "bad_card"),
    ({"cards": {"RO": 0, "OY": 20}}, "bad_copies"),
    ({"cards": {"RO": -1, "OY": 21}}, "bad_copies"),
    ({"cards": {"RO": 10**30}}, "bad_copies"),
    ({"cards": {"RO": "20"}}, "entry_kind"),
    ({"cards": {"RO": True, "OY": 20}}, "entry_kind"),
    ({"cards": {"RO": 20.0}}, "entry_kind"),
    ({"cards": ["RO"]}, "entry_kind"),
    ({}, "entry_missing"),
    ({"cards": {"RO": 20}, "name": "x"}, "entry_unknown"),
]


@pytest.mark.parametrize(("deck", "reason"), BAD_DECKS)
def test_a_deck_with_a_mistake_is_refused(deck: object, reason: str) -> None:
    with pytest.raises(InvalidData) as error:
        load("rainbow", deck=deck)
    assert error.value.reason == reason
    if error.value.owner == "rainbow":
        for lang in texts.LANGUAGES:
            assert "{" not in error.value.text(lang)


@pytest.mark.parametrize("options", [{"variant": "second"}, {"deck": "none"}, {"deck": 5}])
def test_an_option_that_does_not_exist_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOption):
        load("rainbow", **options)


def test_every_number_of_cards_from_20_to_120_can_be_played() -> None:
    for size in (20, 21, 61, 120):
        *_, last = random_game(small_game({"RO": size - 10, "GK": 10}), size)
        assert last.outcome is not None
    assert sum(PLAIN.values()) == data.FEWEST


def test_the_builtin_decks_say_that_they_are_rebuilt() -> None:
    assert {path.stem for path in data.FOLDER.glob("*.toml")} == set(data.NAMES)
    for path in data.FOLDER.glob("*.toml"):
        assert path.read_text(encoding="utf-8").startswith("# Rebuilt")


def leaves(table: object, prefix: str = "") -> dict[str, str]:
    if isinstance(table, str):
        return {prefix: table}
    assert isinstance(table, dict | list)
    found: dict[str, str] = {}
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        found |= leaves(value, f"{prefix}.{key}")
    return found


def test_both_languages_have_the_same_texts_with_the_same_places() -> None:
    load("rainbow")
    english, spanish = (leaves(texts.catalogue("rainbow", lang)) for lang in texts.LANGUAGES)
    assert set(english) == set(spanish)
    for key, text in english.items():
        places = [set(re.findall(r"{(\w+)", said)) for said in (text, spanish[key])]
        assert places[0] == places[1], key


def test_every_refusal_in_the_sources_has_its_text_and_the_other_way_round() -> None:
    load("rainbow")
    sources = "".join(path.read_text() for path in DEFINITION.folder.glob("*.py"))
    quoted = set(re.findall(r'"([a-z_]+)"', sources))
    assert set(texts.catalogue("rainbow", "en")["refusals"]) <= quoted
    raised = set(re.findall(r'(?:refusal|Invalid\w+|IllegalMove)\(\s*"([a-z_]+)"', sources))
    raised |= set(re.findall(r'_require\(.*"([a-z_]+)"\)', sources))
    assert raised <= set(texts.catalogue("rainbow", "en")["refusals"])


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_the_rules_for_people_mark_what_was_rebuilt(lang: str) -> None:
    mark = {"en": "> **Rebuilt.**", "es": "> **Reconstruido.**"}[lang]
    assert mark in load("rainbow").rules(lang)
