"""A fingerprint of everything that affects play; equal fingerprints mean comparable games."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.core.data import read_toml
from ludoteca.core.game import Game
from ludoteca.lab.external_players import GUESTS
from ludoteca.search.players import LEVELS, kind_and_seconds

PARTS = ("core", "search")
TOOLS = ("forced.py", "perft.py", "warm.py")
"""The modules of search/ that no player uses."""


def fingerprint(game: Game, names: Sequence[str], *more: object) -> str:
    """Return a hash of the game, its options, these players, the sources and levels they play by.

    `more` is whatever else makes games comparable: an opening, a seed, files of measurements.
    """
    digest = hashlib.sha256(f"{game.name} {game.options_text()}\n".encode())
    for name in sorted(names):
        digest.update(f"{name} {_settings(game, name)}\n".encode())
    for folder, path in _sources(game, names):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    for part in more:
        digest.update(part.read_bytes() if isinstance(part, Path) else f"{part}\n".encode())
    return digest.hexdigest()[:10]


def _settings(game: Game, name: str) -> str:
    """Return the settings of a level; other players have none but their names."""
    kind, _ = kind_and_seconds(name)
    if kind not in map(str, LEVELS):
        return ""
    table = _table(game)
    return f"{table.get('search')} {table.get(kind)}"


def _table(game: Game) -> Mapping[str, Any]:
    """Return the levels of a game as its file has them now."""
    path = game.definition.folder / "bot" / "levels.toml"
    return read_toml(path) if path.exists() else {}


def _sources(game: Game, names: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """Yield the source files that decide play, each with the folder it is named from."""
    package = Path(ludoteca.__file__).parent
    for part in PARTS:
        for path in sorted((package / part).rglob("*.py")):
            if path.name not in TOOLS:
                yield package, path
    own = game.definition.folder
    for path in sorted([*own.rglob("*.py"), *(own / "data").rglob("*.toml")]):
        yield own, path
    for module in sorted({GUESTS.get(kind_and_seconds(name)[0], "") for name in names} - {""}):
        found = find_spec(module)
        if found is not None and found.origin is not None:
            yield Path(found.origin).parent, Path(found.origin)
