"""Kinds of moves that a study tells apart, from a game's `study.toml`.

    [[moves]]
    group = "cards"                  what the key says of a move; a text of the game, study.cards
    pattern = '-?([MPRDX][1-4]?)'    a regular expression that the whole or the head of a move fits
    key = '\\1'                       what it is called: its own words, or groups of the pattern

A table `[witness]` with `module` and `function` names a function that looks at a position, the
move and the position after it and gives pairs of group and key, for what a move's text leaves out.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from ludoteca.core import registry
from ludoteca.core.game import Game
from ludoteca.core.position import Position

Kinds = Iterator[tuple[str, str]]
Witness = Callable[[Position, str, Position], Kinds]


@cache
def _table(name: str) -> dict[str, Any]:
    path = registry.definition(name).folder / "study.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


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
