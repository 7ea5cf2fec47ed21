"""The puzzles that come with each game, and which of them is the one of a day."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

import msgspec

from ludoteca.core import registry
from ludoteca.puzzling.errors import NoPuzzle
from ludoteca.puzzling.model import Puzzle

FILE = "puzzles.jsonl"
"""A line of JSON for each puzzle, in a game's folder."""


def read(path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file, none if there is no such file."""
    if not path.exists():
        return ()
    try:
        lines = path.read_bytes().splitlines()
        return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines if line.strip())
    except (OSError, ValueError):
        raise NoPuzzle("broken_file", file=path.name) from None


def write(path: Path, found: Iterable[Puzzle]) -> None:
    """Write puzzles into a file, one a line, sorted by kind and difficulty."""
    ordered = sorted(found, key=lambda one: (one.kind, one.difficulty, one.id))
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in ordered))


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game."""
    return read(registry.definition(game).folder / FILE)


def puzzles(
    game: str, *, kind: str | None = None, difficulty: str | int | None = None
) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game, perhaps those of one kind or difficulty only.

    A difficulty is a number from 1 to 9, or easy, medium or hard.
    """
    return tuple(
        one
        for one in shipped(game)
        if kind in (None, one.kind) and difficulty in (None, one.difficulty, one.band)
    )


def find(game: str, name: str) -> Puzzle:
    """Return the puzzle of an id; raise NoPuzzle where there is none."""
    for one in shipped(game):
        if one.id == name:
            return one
    raise NoPuzzle("unknown", name=name[:20])


def today() -> date:
    """Return the day it is in Greenwich, the same for everybody."""
    return datetime.now(UTC).date()


def daily(day: date, games: Sequence[str] | None = None) -> Puzzle:
    """Return the puzzle of a day: the games take turns, and a game's puzzles do."""
    offered = [name for name in (games or registry.games()) if shipped(name)]
    if not offered:
        raise NoPuzzle("none")
    number = day.toordinal()
    name, turn = offered[number % len(offered)], number // len(offered)
    ordered = sorted(shipped(name), key=lambda one: hashlib.sha256(one.id.encode()).digest())
    return ordered[turn % len(ordered)]
