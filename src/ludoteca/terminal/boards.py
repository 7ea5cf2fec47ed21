"""Boards of characters: drawn by the game's own module, else the words of its view.

The module that a game's definition names as `terminal` has a function `draw(view, lang, room,
picked)`. It may have `name(choice, view, lang)`, a short name for a choice that is no thing on the
board, `label(choice, view, lang)`, what is said of a thing in place of its label in the scene, and
`FORESEEN`, the parts of a view that a move changes as its player can tell before.
"""

from collections.abc import Sequence

from ludoteca.core import registry
from ludoteca.core.definition import View
from ludoteca.drawing.canvas import Canvas, Room


def draw(view: View, lang: str, room: Room, picked: Sequence[str] = ()) -> Canvas:
    """Draw the board of a view as large as fits into the room, with what is picked shown."""
    own = registry.part(view["game"], "terminal")
    if own is None:
        return _words(view, lang)
    canvas: Canvas = own.draw(view, lang, room, tuple(picked))
    return canvas


def _words(view: View, lang: str) -> Canvas:
    """Write a view in words; everything is picked from the list below it."""
    canvas = Canvas()
    canvas.lines(0, registry.definition(view["game"]).words(view, lang).splitlines())
    return canvas


def foreseen(game: str) -> tuple[str, ...]:
    """Return the parts of a game's view that can be shown as a move would leave them."""
    parts: tuple[str, ...] = getattr(registry.part(game, "terminal"), "FORESEEN", ())
    return parts


def name(choice: str, view: View, lang: str) -> str | None:
    """Return a game's own short name for a choice, if it has one."""
    return _asked("name", choice, view, lang)


def label(choice: str, view: View, lang: str) -> str | None:
    """Return what a game says of a thing on its board of characters, if it says its own."""
    return _asked("label", choice, view, lang)


def _asked(function: str, choice: str, view: View, lang: str) -> str | None:
    """Return what an optional function of a game's module says of a choice."""
    found = getattr(registry.part(view["game"], "terminal"), function, None)
    return None if found is None else found(choice, view, lang)
