"""Everything a person reads, by language, from catalogues beside the code that says it."""

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "es")
_PACKAGE = Path(__file__).parent.parent
_FOLDERS: dict[str, Path] = {}


def add_folder(owner: str, folder: Path) -> None:
    """Register the folder of the catalogues of one game."""
    _FOLDERS[owner] = folder


def _folder(owner: str) -> Path:
    """Return the folder of a game, or of a part of this package."""
    return _FOLDERS.get(owner, _PACKAGE / owner / "texts")


@cache
def catalogue(owner: str, lang: str) -> Mapping[str, Any]:
    """Return the texts of one game or of a part of this package, as nested tables."""
    with (_folder(owner) / f"{lang}.toml").open("rb") as file:
        return tomllib.load(file)


@lru_cache(4096)
def find(owner: str, key: str, lang: str) -> Any:
    """Return the entry at a dotted key, or None."""
    entry: Any = catalogue(owner, lang)
    for part in key.split("."):
        if not isinstance(entry, Mapping) or part not in entry:
            return None
        entry = entry[part]
    return entry


def say(owner: str, key: str, lang: str, /, **values: object) -> str:
    """Return the sentence at a dotted key with its values filled in."""
    template = find(owner, key, lang)
    if not isinstance(template, str):
        raise KeyError(f"no text {key!r} of {owner} in {lang!r}")
    return template.format(**values)


def number(value: int, lang: str) -> str:
    """Return a whole number as it is written in a language: 60,016, in Spanish 60 016."""
    if lang == "es":
        return f"{value:,}".replace(",", "\N{NO-BREAK SPACE}") if value >= 10_000 else str(value)
    return f"{value:,}"


def document(owner: str, name: str, lang: str) -> str:
    """Return a longer text, such as a game's rules, as Markdown."""
    return (_folder(owner) / f"{name}.{lang}.md").read_text(encoding="utf-8")
