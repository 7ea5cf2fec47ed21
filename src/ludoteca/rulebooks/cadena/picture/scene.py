"""Cadena: the drawing of a view."""

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Scene
from ludoteca.rulebooks.cadena.picture import arrows, discs, layout, mat, seats, track


def scene(view: View, lang: str) -> Scene:
    """Return the board, the dice below it, and around them the players with what they hold."""
    board = track.track_of(view)
    elements: list[Element] = [
        track.frame(view, board, lang),
        *track.squares(view, board, lang),
        *track.trail(view, board),
        *arrows.arrows(view, board),
        track.numbers(view, board),
        seats.tray(view, lang),
        *seats.bays(view, lang),
        *discs.discs(view, board, lang),
        *track.targets(view, board),
        mat.mat(),
        mat.asked(view, lang),
        *mat.play(view, lang),
        seats.bank(view, lang),
    ]
    title = texts.say("cadena", "title", lang)
    return Scene(width=layout.WIDTH, height=layout.HEIGHT, title=title, elements=elements)
