"""The one list of games: a name and the folder that defines it.

Packages add games with an entry point of the group `ludoteca.games`, its name that of the game and
its value the module; programs with `add_game`. The list itself is known without importing NumPy.
"""

import sys
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ludoteca.core import texts
from ludoteca.core.data import read_toml
from ludoteca.core.errors import OtherRules, UnknownGame

if TYPE_CHECKING:
    from ludoteca.core.definition import Definition
    from ludoteca.core.game import Game

GROUP = "ludoteca.games"

_MODULES = {
    "phoenix": "ludoteca.rulebooks.phoenix",
    "rainbow": "ludoteca.rulebooks.rainbow",
    "cadena": "ludoteca.rulebooks.cadena",
    "colorito": "ludoteca.rulebooks.colorito",
    "sendas": "ludoteca.rulebooks.sendas",
}
_DEFINITIONS: "dict[str, Definition]" = {}

Part = Literal["terminal", "agent", "search", "study", "beats", "review", "puzzles"]


@cache
def _add_installed() -> None:
    """Add the games of installed packages, once; a name that is taken stays as it is."""
    for entry in entry_points(group=GROUP):
        _MODULES.setdefault(entry.name, entry.value)


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(modules())


def add_game(name: str, module: str) -> None:
    """Add a game whose module has a DEFINITION."""
    _MODULES[name] = module


def modules() -> dict[str, str]:
    """Return the module of each game by name, for another process to add."""
    _add_installed()
    return dict(_MODULES)


def _unknown(name: object) -> UnknownGame:
    """Return the error for a name that no game has, with the nearest names first."""
    near = get_close_matches(str(name).lower(), modules(), cutoff=0.5)
    reason = "unknown_game_near" if near else "unknown_game"
    return UnknownGame(
        reason, name=str(name)[:40], games=", ".join(modules()), near=", ".join(near)
    )


def definition(name: str, version: int | None = None) -> "Definition":
    """Return a game's definition, its folder imported on first use.

    With a `version` of the rules, raise OtherRules unless its records can be replayed.
    """
    if name not in _DEFINITIONS:
        if name not in modules():
            raise _unknown(name)
        _DEFINITIONS[name] = _imported(name)
    known = _DEFINITIONS[name]
    if version is not None and not known.plays(version):
        raise OtherRules("rules_version", found=version, known=known.version)
    return known


def _imported(name: str) -> "Definition":
    """Import a game's folder and make its kernels and texts known."""
    from ludoteca.core import kernels, native

    found: Definition = import_module(_MODULES[name]).DEFINITION
    kernels.register(found.dtype, found.kernels)
    native.adopt(name, found.kernels.legal)
    native.announce = lambda name: announce(name)
    texts.add_folder(name, found.folder / "texts")
    return found


def folders(name: str) -> list[Path]:
    """Return the folders of a game's module without importing its rules."""
    spec = find_spec(modules()[name])
    return [Path(folder) for folder in (spec.submodule_search_locations if spec else None) or ()]


def find_texts(name: str) -> None:
    """Make the texts of a game known without importing its rules, for a shell's completions."""
    if name not in _DEFINITIONS:
        for folder in folders(name):
            texts.add_folder(name, folder / "texts")


def part(name: str, role: Part) -> Any:
    """Return the module that a game has for an optional role, imported now; None without one."""
    path: str | None = getattr(definition(name), role)
    return None if path is None else import_module(f"{_MODULES[name]}.{path}")


@cache
def table(name: str, path: str) -> Mapping[str, Any]:
    """Return the TOML table in a file of a game's folder; empty if there is no such file."""
    file = definition(name).folder / path
    return read_toml(file) if file.exists() else {}


def load(name: str, /, **options: object) -> "Game":
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


def load_closed(name: str, options: Mapping[str, object]) -> "Game":
    """Load a game with options from a record or a request: built-in names and tables, no files."""
    from ludoteca.core.game import Game

    return Game(definition(name), options)


def load_recorded(name: str, options: Mapping[str, object], *, version: int) -> "Game":
    """Load the game of a record or match of some version of the rules; see `load_closed`."""
    return load_closed(name, definition(name, version).updated(options, version))


def revive(name: str, module: str, version: int, options: Mapping[str, object]) -> "Game":
    """Load a game that pickle stored, perhaps in a process that does not know it yet."""
    _MODULES.setdefault(name, module)
    return load_recorded(name, options, version=version)


def _print_notice(name: str) -> None:
    title = texts.say(name, "title", "en")
    print(f"ludoteca: compiling the rules of {title}, once; a few seconds", file=sys.stderr)


announce: Callable[[str], None] = _print_notice
"""The hook called before the rules of a game are compiled; replace it to show it differently."""
