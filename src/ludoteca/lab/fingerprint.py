"""What decides how players play, as a short mark: games of one mark are of the same players."""

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
TOOLS = ("perft.py", "warm.py")
"""What is in search/ and no player uses."""


def mark(game: Game, names: Sequence[str]) -> str:
    """A mark that changes with the game, its options, and what these players look at."""
    digest = hashlib.sha256(f"{game.name} {game.options_text()}\n".encode())
    for name in sorted(names):
        digest.update(f"{name} {_settings(game, name)}\n".encode())
    for folder, path in _sources(game, names):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def _settings(game: Game, name: str) -> str:
    """What a level is set to; other players have no settings but their names."""
    kind, _ = kind_and_seconds(name)
    if kind not in map(str, LEVELS):
        return ""
    table = _table(game)
    return f"{table.get('search')} {table.get(kind)}"


def _table(game: Game) -> Mapping[str, Any]:
    """The levels of a game as they are in its file now."""
    path = game.definition.folder / "bot" / "levels.toml"
    return read_toml(path) if path.exists() else {}


def _sources(game: Game, names: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """The files that the play of a game comes from, each with the folder that it is told from."""
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
