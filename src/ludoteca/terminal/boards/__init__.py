"""Boards of characters: one drawer for each game that has its own, one for all others.

A drawer is a module here with the name of a game and a function `draw(view, lang, room, picked)`;
it may have `name(choice, view)`, a short name for a choice that is no thing on the board, and
`FORESEEN`, the parts of a view that a move changes as its player can tell before.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ludoteca.core.definition import View
from ludoteca.terminal.boards import words
from ludoteca.terminal.canvas import Canvas, Room


@cache
def _drawer(game: str) -> Any:
    """The module that draws a game."""
    name = f"{__name__}.{game}"
    return import_module(name) if find_spec(name) is not None else words


def draw(view: View, lang: str, room: Room, picked: Sequence[str] = ()) -> Canvas:
    """The board of a view, as large as it fits into the room, with what is picked shown."""
    canvas: Canvas = _drawer(view["game"]).draw(view, lang, room, tuple(picked))
    return canvas


def foreseen(game: str) -> tuple[str, ...]:
    """The parts of a game's view that can be shown as a move would leave them."""
    parts: tuple[str, ...] = getattr(_drawer(game), "FORESEEN", ())
    return parts


def name(choice: str, view: View) -> str | None:
    """A game's own short name for a choice, if it has one."""
    naming = getattr(_drawer(view["game"]), "name", None)
    return None if naming is None else naming(choice, view)
