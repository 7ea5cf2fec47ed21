"""The one list of games: a name and the folder that defines it."""

import sys
from collections.abc import Callable
from importlib import import_module

from ludoteca.core import jit, kernels, texts
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


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_MODULES)


def add_game(name: str, module: str) -> None:
    """Adds a game whose module has a DEFINITION."""
    _MODULES[name] = module


def definition(name: str, version: int | None = None) -> Definition:
    """Return a game's definition, its folder imported on first use.

    With a `version` of the rules, return the one that plays by it; OtherRules if there is none.
    """
    if name not in _MODULES:
        raise UnknownGame("unknown_game", name=str(name)[:40], games=", ".join(_MODULES))
    if name not in _DEFINITIONS:
        found: Definition = import_module(_MODULES[name]).DEFINITION
        kernels.register(found.dtype, found.kernels)
        texts.add_folder(name, found.folder / "texts")
        _DEFINITIONS[name] = found
    known = _DEFINITIONS[name]
    if version not in (None, known.version):
        raise OtherRules("rules_version", found=version, known=known.version)
    return known


def load(name: str, /, **options: object) -> Game:
    """A game with its options; UnknownGame, InvalidOption or InvalidData say what was wrong."""
    game = Game(definition(name), options)
    if not jit.is_warm(name):
        announce(name)
        game.start(seed=0).moves()
        game.definition.prepare()
        jit.mark_warm(name)
    return game


def _print_notice(name: str) -> None:
    title = texts.say(name, "title", "en")
    print(f"ludoteca: compiling the rules of {title}, once; a few seconds", file=sys.stderr)


announce: Callable[[str], None] = _print_notice
"""Called before the rules of a game are compiled; replace it to tell the user in another way."""
