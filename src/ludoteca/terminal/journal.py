"""Games are never lost: each is kept as a record in the user's data folder, move by move."""

import os
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import LudotecaError
from ludoteca.core.folders import games_folder
from ludoteca.match import Match, read_match, write_match
from ludoteca.match.seats import bots_of

UNFINISHED = "*"
_MAX_HEADERS = 100
MOST_SEATS = 10
"""Seats that a record can name, each by one digit."""
_MOVE = re.compile(r"\d+ (\d) ")


class CannotResume(LudotecaError):
    """A game that is not there, or cannot be gone on with."""

    code = "cannot_resume"


def folder() -> Path:
    """Return the folder in which games are kept."""
    return games_folder()


def _stamp(game: str) -> str:
    """Return a name that sorts by time and that no other game has."""
    return f"{time.strftime('%Y%m%d-%H%M%S')}-{game}-{secrets.token_hex(2)}"


def _sync_folder(path: Path) -> None:
    """Make a renaming in a folder durable, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_durably(path: Path, text: str) -> None:
    """Replace a file as a whole: after a kill it is the old one or the new one, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    _sync_folder(path.parent)


class Journal:
    """The file in which one game is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._kept = path.read_text(encoding="utf-8") if path is not None else ""

    def keep(self, match: Match) -> None:
        """Write the game as it stands, its seed included; OSError if it cannot be."""
        text = write_match(match, secret=True)
        if self.path is None or self._changed_elsewhere(self.path):
            self.path = folder() / f"{_stamp(match.game.name)}.txt"
        write_durably(self.path, text)
        self._kept = text

    def forget_empty(self) -> None:
        """Delete the file of a game in which no person has moved."""
        head = _read_head(self.path) if self.path is not None else None
        if head is not None and not head.begun:
            head.path.unlink()
            self.path = None

    def _changed_elsewhere(self, path: Path) -> bool:
        """Return whether another window went on with the same game, which must not lose
        its moves.
        """
        return path.exists() and path.read_text(encoding="utf-8") != self._kept


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What the head of a kept game says, and how many moves each seat has made in it."""

    name: str
    path: Path
    when: float
    headers: dict[str, str]
    moves: Counter[int]

    @property
    def begun(self) -> bool:
        """Return whether a person has moved."""
        return bool(self.moves.keys() - bots_of(self.headers, MOST_SEATS).keys())

    @property
    def unfinished(self) -> bool:
        """Return whether the game goes on."""
        return self.headers["result"] == UNFINISHED


def _read_head(path: Path) -> Kept | None:
    """Return the head of a kept game, or None for any other file."""
    headers: dict[str, str] = {}
    try:
        with path.open(encoding="utf-8") as file:
            for _, line in zip(range(_MAX_HEADERS), file, strict=False):
                if not line.strip():
                    break
                key, _, value = line.rstrip("\n").partition(" ")
                headers[key] = value
            moves = Counter(int(move[1]) for line in file if (move := _MOVE.match(line)))
        when = path.stat().st_mtime
    except (OSError, UnicodeDecodeError):
        return None
    if not {"game", "events", "result", "options"} <= headers.keys():
        return None
    return Kept(name=path.stem, path=path, when=when, headers=headers, moves=moves)


def kept_games() -> Iterator[Kept]:
    """Yield the kept games in which a person has moved, the one played last first."""
    found = [head for path in folder().glob("*.txt") if (head := _read_head(path)) is not None]
    yield from sorted(
        (kept for kept in found if kept.begun),
        key=lambda kept: (kept.when, kept.name),
        reverse=True,
    )


def find(name: str | None, game: str | None = None) -> Path:
    """Return the file of a kept game: by its name or a file's path, else the last
    unfinished one.
    """
    if name:
        for path in (Path(name), folder() / f"{name}.txt"):
            if path.is_file():
                return path
        raise CannotResume("no_such_game", owner="terminal", name=name[:80])
    for kept in kept_games():
        if kept.unfinished and game in (None, kept.headers["game"]):
            return kept.path
    raise CannotResume("nothing_to_resume", owner="terminal")


def delete(name: str) -> Path:
    """Delete a game of the user's folder by its name; CannotResume if there is none."""
    path = folder() / f"{name}.txt"
    if Path(name).name != name or not path.is_file():
        raise CannotResume("no_such_game", owner="terminal", name=name[:80])
    path.unlink()
    return path


def reopen(path: Path) -> tuple[Match, Journal]:
    """Return a kept game and its journal; a record from elsewhere is kept under a new name."""
    text = path.read_text(encoding="utf-8")
    match = read_match(text)
    if match.outcome is not None:
        raise CannotResume("already_over", owner="terminal", name=path.stem)
    if match.seed is None and match.game.definition.chance:
        raise CannotResume("seed_sealed", owner="terminal", name=path.stem)
    own = path.parent.resolve() == folder().resolve()
    return match, Journal(path if own else None)
