"""Everything a person reads: both languages say the same, and nothing that is said is missing."""

import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import ludoteca
from ludoteca.core import texts
from ludoteca.core.registry import definition
from ludoteca.core.texts import LANGUAGES
from tests.source_texts import PACKAGE, Use, all_uses

FOLDERS = {
    path.parents[1].name if path.parent.name == "texts" else path.parent.name: path.parent
    for path in sorted(PACKAGE.rglob("en.toml"))
}
OWNERS = sorted({"core", *ludoteca.games(), *FOLDERS})
REBUILT = {"en": "> **Rebuilt.**", "es": "> **Reconstruido.**"}

every_owner = pytest.mark.parametrize("owner", OWNERS)
every_game = pytest.mark.parametrize("game", ludoteca.games())
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@pytest.fixture(scope="module")
def uses() -> list[Use]:
    """What the source names; all of it is read, which every process that only looks for tests would
    do too.
    """
    return all_uses()


def folder(owner: str) -> Path:
    return FOLDERS.get(owner, PACKAGE / "rulebooks" / owner / "texts")


def flat(table: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted keys and what stands there."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield from flat(value, f"{prefix}{key}.")
    elif isinstance(table, list):
        for number, value in enumerate(table):
            yield from flat(value, f"{prefix}{number}.")
    else:
        yield prefix[:-1], table


@cache
def texts_of(owner: str, lang: str) -> dict[str, Any]:
    path = folder(owner) / f"{lang}.toml"
    return dict(flat(tomllib.loads(path.read_text(encoding="utf-8"))))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@every_owner
def test_both_languages_have_the_same_keys(owner: str) -> None:
    first, second = (texts_of(owner, lang) for lang in LANGUAGES)
    assert first.keys() ^ second.keys() == set()


@every_owner
def test_both_languages_fill_in_the_same_things(owner: str) -> None:
    first, second = (texts_of(owner, lang) for lang in LANGUAGES)
    assert first
    assert {key: placeholders(text) for key, text in first.items()} == {
        key: placeholders(text) for key, text in second.items()
    }


@every_language
@every_owner
def test_no_text_is_empty(owner: str, lang: str) -> None:
    for key, text in texts_of(owner, lang).items():
        assert isinstance(text, str), key
        assert text.strip(), key


@every_language
@every_game
def test_every_game_introduces_itself(game: str, lang: str) -> None:
    texts = texts_of(game, lang)
    assert {"title", "promise", "length", "players"} <= texts.keys()
    assert "\n" not in texts["promise"]


def test_the_source_names_texts_at_all(uses: list[Use]) -> None:
    owners = {use.owner for use in uses}
    assert {"core", *ludoteca.games()} <= owners
    keys = {(use.owner, use.key) for use in uses}
    assert ("sendas", "refusals.already_cross") in keys
    assert ("sendas", "refusals.breaks_*") in keys
    assert ("sendas", "refusals.bad_turn") in keys


def faults(use: Use, lang: str) -> Iterator[str]:
    """What is wrong with a text that the source names: missing, or too little filled in."""
    texts = texts_of(use.owner, lang)
    found = [text for key, text in texts.items() if fnmatchcase(key, use.key)]
    if not found:
        yield f"{use.place} names {use.key} of {use.owner}, which {lang}.toml has not"
    elif use.given is not None:
        fitting = [text for text in found if placeholders(text) <= use.given]
        if fitting != found and not ("*" in use.key and fitting):
            yield f"{use.place} fills in too little of {use.key} of {use.owner}"


@every_language
def test_every_text_that_the_source_names_exists(uses: list[Use], lang: str) -> None:
    assert [fault for use in uses for fault in faults(use, lang)] == []


@every_language
@every_game
def test_the_rules_mention_every_value_of_every_option(game: str, lang: str) -> None:
    rules = (folder(game) / f"rules.{lang}.md").read_text(encoding="utf-8")
    for option in definition(game).options:
        assert option.name in rules
        for value in option.values:
            word = re.escape(str(value))
            assert value is None or re.search(rf"(?<![\w-]){word}(?![\w-])", rules), value


@every_language
@every_game
def test_the_rules_say_what_was_rebuilt(game: str, lang: str) -> None:
    rules = (folder(game) / f"rules.{lang}.md").read_text(encoding="utf-8")
    assert rules.startswith("# ")
    assert any(line.startswith(REBUILT[lang]) for line in rules.splitlines())


@every_game
def test_the_rules_of_both_languages_have_the_same_shape(game: str) -> None:
    """As many headings of each level, tables' rows and rebuilt parts in the one as in the other."""
    marks = ("# ", "## ", "### ", "|", "> **")
    counts = []
    for lang in LANGUAGES:
        lines = (folder(game) / f"rules.{lang}.md").read_text(encoding="utf-8").splitlines()
        counts.append({mark: sum(line.startswith(mark) for line in lines) for mark in marks})
    assert counts[0] == counts[1]


def test_long_numbers_are_grouped_as_each_language_does() -> None:
    assert texts.number(60016, "en") == "60,016"
    assert texts.number(60016, "es") == "60\N{NO-BREAK SPACE}016"
    assert (texts.number(1000, "en"), texts.number(1000, "es")) == ("1,000", "1000")
