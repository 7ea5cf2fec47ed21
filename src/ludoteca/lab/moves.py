"""The kinds of moves that a study counts, from the game's `study.toml`.

    [[moves]]
    group = "cards"                  the group of kinds; its title is the game's text study.cards
    pattern = '-?([MPRDX][1-4]?)'    a regular expression that the whole or the head of a move fits
    key = '\\1'                       what it is called: its own words, or groups of the pattern

For what a move's text leaves out, the game's module `study` has a function `classify(before, move,
after)` that yields pairs of group and key, given the positions before and after the move.

    [turn]
    placed = 0                       what the fields of the record hold where a turn begins

An empty table says that each decision is a turn. Without one a turn is a run of decisions of one
seat, which is right where nobody ever has two turns in a row.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from ludoteca.core import registry
from ludoteca.core.definition import Definition
from ludoteca.core.game import Game
from ludoteca.core.position import Position

TABLE = "study.toml"
Kinds = Iterator[tuple[str, str]]
Classifier = Callable[[Position, str, Position], Kinds]


def sources(definition: Definition) -> list[Path]:
    """Return the files of a game that determine its kinds of moves."""
    found = [definition.folder / TABLE]
    if (study := registry.part(definition.name, "study")) is not None:
        found.append(Path(str(study.__file__)))
    return [path for path in found if path.exists()]


def classifier_of(game: Game) -> Classifier:
    """Return the function that yields the kinds of a move."""
    table = registry.table(game.name, TABLE)
    patterns = [
        (re.compile(entry["pattern"]), entry["group"], entry["key"])
        for entry in table.get("moves", ())
    ]
    study = registry.part(game.name, "study")
    more: Classifier = _nothing_more if study is None else study.classify

    def kinds(before: Position, move: str, after: Position) -> Kinds:
        for pattern, group, key in patterns:
            if (match := pattern.match(move)) is not None:
                yield group, match.expand(key)
        yield from more(before, move, after)

    return kinds


def _nothing_more(before: Position, move: str, after: Position) -> Kinds:
    yield from ()
