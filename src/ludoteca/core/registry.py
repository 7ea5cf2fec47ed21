"""The one list of games: a name and the folder that defines it."""

import sys
from collections.abc import Callable
from importlib import import_module

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


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_MODULES)


def add_game(name: str, module: str) -> None:
    """Adds a game whose module has a DEFINITION."""
    _MODULES[name] = module


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


def load(name: str, /, **options: object) -> Game:
    """A game with its options; UnknownGame, InvalidOption or InvalidData say what was wrong."""
    return Game(definition(name), options)


def _print_notice(name: str) -> None:
    title = texts.say(name, "title", "en")
    print(f"ludoteca: compiling the rules of {title}, once; a few seconds", file=sys.stderr)


announce: Callable[[str], None] = _print_notice
"""Called before the rules of a game are compiled; replace it to tell the user in another way."""
native.announce = lambda name: announce(name)
