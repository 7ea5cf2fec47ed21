"""The one list of games: a name and the folder that defines it."""

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from ludoteca.core import kernels, native, texts
from ludoteca.core.data import read_toml
from ludoteca.core.definition import Definition
from ludoteca.core.errors import OtherRules, UnknownGame
from ludoteca.core.game import Game

_MODULES = {
    "phoenix": "ludoteca.rulebooks.phoenix",
    "rainbow": "ludoteca.rulebooks.rainbow",
    "cadena": "ludoteca.rulebooks.cadena",
    "colorito": "ludoteca.rulebooks.colorito",
    "sendas": "ludoteca.rulebooks.sendas",
}
_DEFINITIONS: dict[str, Definition] = {}

Part = Literal["terminal", "agent", "search", "study"]


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_MODULES)


def add_game(name: str, module: str) -> None:
    """Adds a game whose module has a DEFINITION."""
    _MODULES[name] = module


def modules() -> dict[str, str]:
    """Return the module of each game by name, for another process to add."""
    return dict(_MODULES)


def definition(name: str, version: int | None = None) -> Definition:
    """Return a game's definition, its folder imported on first use.

    With a `version` of the rules, return the one that plays by it; OtherRules if there is none.
    """
    if name not in _MODULES:
        raise UnknownGame("unknown_game", name=str(name)[:40], games=", ".join(_MODULES))
    if name not in _DEFINITIONS:
        found: Definition = import_module(_MODULES[name]).DEFINITION
        kernels.register(found.dtype, found.kernels)
        native.adopt(name, found.kernels.legal)
        texts.add_folder(name, found.folder / "texts")
        _DEFINITIONS[name] = found
    known = _DEFINITIONS[name]
    if version not in (None, known.version):
        raise OtherRules("rules_version", found=version, known=known.version)
    return known


def part(name: str, role: Part) -> Any:
    """Return the module that a game has for an optional role, imported now; None without one."""
    path: str | None = getattr(definition(name), role)
    return None if path is None else import_module(f"{_MODULES[name]}.{path}")


@cache
def table(name: str, path: str) -> Mapping[str, Any]:
    """Return the TOML table in a file of a game's folder; empty if there is no such file."""
    file = definition(name).folder / path
    return read_toml(file) if file.exists() else {}


def load(name: str, /, **options: object) -> Game:
    """Load a game for code that may open files: a text that ends in .toml names a file.

    Raise UnknownGame, InvalidOption or InvalidData for what is wrong.
    """
    readable = {option.name for option in definition(name).options if option.read is not None}
    return load_closed(
        name, {key: _as_path(value) if key in readable else value for key, value in options.items()}
    )


def _as_path(value: object) -> object:
    """Return the `Path` that a text names if it looks like one of a TOML file."""
    return Path(value) if isinstance(value, str) and Path(value).suffix == ".toml" else value


def load_closed(name: str, options: Mapping[str, object]) -> Game:
    """Load a game with options from a record or a request: built-in names and tables, no files."""
    return Game(definition(name), options)


def _print_notice(name: str) -> None:
    title = texts.say(name, "title", "en")
    print(f"ludoteca: compiling the rules of {title}, once; a few seconds", file=sys.stderr)


announce: Callable[[str], None] = _print_notice
"""Called before the rules of a game are compiled; replace it to tell the user in another way."""
native.announce = lambda name: announce(name)
