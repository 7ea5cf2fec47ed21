"""The one list of games: a name and the folder that defines it."""

import sys
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Literal

from ludoteca.core import kernels, native, texts
from ludoteca.core.definition import Definition
from ludoteca.core.errors import UnknownGame
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


def module_of(name: str) -> str:
    """Return the module in which a game is defined."""
    return _MODULES[name]


def definition(name: str) -> Definition:
    """A game's definition, its folder imported on first use."""
    if name not in _MODULES:
        raise UnknownGame("unknown_game", name=str(name)[:40], games=", ".join(_MODULES))
    if name not in _DEFINITIONS:
        found: Definition = import_module(_MODULES[name]).DEFINITION
        kernels.register(found.dtype, found.kernels)
        native.adopt(name, found.kernels.legal)
        texts.add_folder(name, found.folder / "texts")
        _DEFINITIONS[name] = found
    return _DEFINITIONS[name]


@cache
def part(name: str, role: Part) -> Any:
    """Return the module that a game has for an optional role, imported now; None without one."""
    path: str | None = getattr(definition(name), role)
    return None if path is None else import_module(f"{_MODULES[name]}.{path}")


@cache
def table(name: str, path: str) -> Mapping[str, Any]:
    """Return the TOML table in a file of a game's folder; empty if there is no such file."""
    file = definition(name).folder / path
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def load(name: str, /, **options: object) -> Game:
    """A game with its options; UnknownGame, InvalidOption or InvalidData say what was wrong."""
    return Game(definition(name), options)


def _print_notice(name: str) -> None:
    title = texts.say(name, "title", "en")
    print(f"ludoteca: compiling the rules of {title}, once; a few seconds", file=sys.stderr)


announce: Callable[[str], None] = _print_notice
"""Called before the rules of a game are compiled; replace it to tell the user in another way."""
native.announce = lambda name: announce(name)
