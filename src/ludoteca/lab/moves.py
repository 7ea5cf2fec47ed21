"""What a study notes of the moves of a game, from the game's `study.toml`.

    [[moves]]
    group = "cards"                  what the key says of a move; a text of the game, study.cards
    pattern = '-?([MPRDX][1-4]?)'    a regular expression that the whole or the head of a move fits
    key = '\\1'                       what it is called: its own words, or groups of the pattern

A table `[witness]` with `module` and `function` names a function that looks at a position, the
move and the position after it and gives pairs of group and key, for what a move's text leaves out.

    [turn]
    placed = 0                       what the fields of the record hold where a turn begins

An empty table says that each decision is a turn. Without one a turn is a run of decisions of one
seat, which is right where nobody ever has two turns in a row.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ludoteca.core import registry
from ludoteca.core.data import read_toml
from ludoteca.core.definition import Definition
from ludoteca.core.game import Game
from ludoteca.core.position import Position

Kinds = Iterator[tuple[str, str]]
Witness = Callable[[Position, str, Position], Kinds]
Beginning = Callable[[Position, int | None], bool]
"""Whether a decision begins a turn, given the seat that decided before."""


@cache
def _table(name: str) -> dict[str, Any]:
    path = registry.definition(name).folder / "study.toml"
    return dict(read_toml(path)) if path.exists() else {}


def sources(definition: Definition) -> list[Path]:
    """The files that decide what is noted of a game, besides those of this package."""
    found = [definition.folder / "study.toml"]
    if "witness" in (table := _table(definition.name)):
        found.append(Path(str(import_module(table["witness"]["module"]).__file__)))
    return [path for path in found if path.exists()]


def beginning_of(game: Game) -> Beginning:
    """The function that says whether a decision begins a turn."""
    wanted = _table(game.name).get("turn")
    if wanted is None:
        return lambda position, before: position.to_move != before

    def begins(position: Position, before: int | None) -> bool:
        state = position.state()
        return all(int(state[field]) == value for field, value in wanted.items())

    return begins


def witness_of(game: Game) -> Witness:
    """The function that says of what kinds a move is."""
    table = _table(game.name)
    patterns = [
        (re.compile(entry["pattern"]), entry["group"], entry["key"])
        for entry in table.get("moves", ())
    ]
    more: Witness = _nothing_more
    if "witness" in table:
        named = table["witness"]
        more = getattr(import_module(named["module"]), named["function"])

    def kinds(before: Position, move: str, after: Position) -> Kinds:
        for pattern, group, key in patterns:
            if (match := pattern.match(move)) is not None:
                yield group, match.expand(key)
        yield from more(before, move, after)

    return kinds


def _nothing_more(before: Position, move: str, after: Position) -> Kinds:
    yield from ()
