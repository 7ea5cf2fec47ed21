"""Rebuilt parts, rulings of ours and options are marked where they are read and chosen."""

import re

import pytest

import ludoteca
from ludoteca.cli.game_options import _help
from ludoteca.core import option_texts, registry
from ludoteca.server.http.catalog import facts
from ludoteca.server.http.rules_page import MARK, page
from tests.cases import every_game

both_languages = pytest.mark.parametrize("lang", ["en", "es"])
WORDS = {
    "en": ("rebuilt", "our ruling", "option"),
    "es": ("reconstruido", "criterio nuestro", "opción"),
}


def marks(name: str, lang: str) -> list[tuple[str, str]]:
    """The marks of a rules page in order: kind, and the option that it names."""
    text = registry.load(name).rules(lang)
    found = []
    for match in MARK.finditer(text):
        word = match["option"].partition(": ")[2] if match["option"] else ""
        found.append((str(match.lastgroup), word))
    return found


@every_game
def test_both_languages_mark_the_same_things(name: str) -> None:
    english, spanish = (sorted(marks(name, lang)) for lang in ("en", "es"))
    assert english == spanish


@every_game
@both_languages
def test_every_option_that_the_document_leaves_open_is_marked_at_its_sentence(
    name: str, lang: str
) -> None:
    named = {option for kind, option in marks(name, lang) if kind == "option"}
    origins = {option.name for option in registry.definition(name).options if option.origin}
    assert origins <= named
    kinds = {kind for kind, _ in marks(name, lang)}
    assert {"rebuilt", "ruling"} <= kinds


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("phoenix", "Equal points are a draw."),
        ("phoenix", "the player whose turn it is counts as first."),
        ("phoenix", "Everything adds up."),
        ("rainbow", "if they ended with a flip, you may begin with one."),
        ("rainbow", "A row that was won is taken away first."),
        ("cadena", "Seats are drawn by lot."),
        ("cadena", "This also holds after walking back."),
        ("cadena", "You may cover your own discs as well as others."),
        ("cadena", "Off the board nothing is stacked."),
        ("colorito", "After every move both players are looked at, whoever moved."),
        ("colorito", "In any other case the player who is home wins at once."),
        ("sendas", "with the piece outside counted, both colours must be connected."),
        ("sendas", "a piece that ends up just as it was has not moved."),
    ],
)
def test_a_ruling_is_marked_at_its_sentence(name: str, sentence: str) -> None:
    text = " ".join(registry.load(name).rules("en").split())
    assert f"{sentence} [our ruling]" in text


def test_what_the_document_says_is_not_called_ours() -> None:
    assert "You may always pass. [our ruling]" not in registry.load("sendas").rules("en")
    assert "Siempre puedes pasar. [criterio" not in registry.load("sendas").rules("es")


@every_game
@both_languages
def test_every_page_explains_its_marks(name: str, lang: str) -> None:
    head = registry.load(name).rules(lang).split("\n## ")[0]
    assert all(f"[{word}" in head for word in WORDS[lang])


@every_game
@both_languages
def test_the_rules_page_shows_marks_as_elements(name: str, lang: str) -> None:
    html = page(name, lang).html
    assert 'class="origin rebuilt"' in html
    assert 'class="origin ruling"' in html
    assert not re.search(r"\[(?:rebuilt|reconstruido|our ruling|criterio nuestro)\]", html)


@every_game
@both_languages
def test_each_option_has_a_sentence_and_its_mark_where_it_is_chosen(name: str, lang: str) -> None:
    told = {option.name: option for option in facts(name, lang).options}
    for option in registry.definition(name).options:
        sentence = option_texts.explanation(name, option, lang)
        assert told[option.name].help == sentence
        assert sentence.partition("[")[0].strip().endswith(".")
        assert option_texts.mark(option, lang) in sentence
        assert sentence in _help(option.name, {name: option}, lang)
        assert all(value.title != str(value.value) for value in told[option.name].values[1:]) or (
            isinstance(option.default, int)
        )


def test_sendas_has_one_word_each_for_set_up_and_exit_in_spanish() -> None:
    definition = registry.definition("sendas")
    titles = {option.name: option for option in facts("sendas", "es").options}
    assert titles["setup"].title == "Disposición"
    assert titles["exit"].title == "Salida"
    text = (definition.folder / "texts" / "es.toml").read_text(encoding="utf-8")
    assert "Otra salida" not in text
    assert "esta salida" not in text


def test_a_house_rule_goes_through_every_door() -> None:
    game = ludoteca.load("phoenix", runs="once")
    record = ludoteca.write_match(ludoteca.Match(game, 1))
    assert '"runs":"once"' in record
    assert ludoteca.read_match(record).game == game
