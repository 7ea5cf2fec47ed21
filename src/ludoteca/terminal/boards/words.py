"""The board of a game that has no drawer of its own: its words."""

from ludoteca.core import registry
from ludoteca.core.definition import View
from ludoteca.terminal.canvas import Canvas, Room


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """The view in words; everything is picked from the list below it."""
    canvas = Canvas()
    canvas.lines(0, registry.definition(view["game"]).words(view, lang).splitlines())
    return canvas
