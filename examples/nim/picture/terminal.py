"""Nim on a board of characters: a row of matches for each heap."""

from ludoteca.core.definition import View
from ludoteca.drawing.canvas import Canvas, Room, Spot
from nim.notation import NAMES

LETTER, MATCH = 3, 4
"""The widths of a heap's letter and of a match."""


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """Draw the heaps, two rows apart where there is room; what would be taken is bold."""
    canvas, apart = Canvas(), 2 if room.height >= 2 * len(view["heaps"]) else 1
    for heap, count in enumerate(view["heaps"]):
        name, row = NAMES[heap], heap * apart
        place = Spot(name, row, 0, 1, LETTER)
        canvas.tile(place, name, ink="ink", ground="square-alt", bold=name in picked)
        canvas.add(place)
        for match in range(1, count + 1):
            spot = Spot(f"{name}:{match}", row, LETTER + MATCH * (match - 1), 1, MATCH)
            canvas.tile(spot, "|", ink="ink", ground="paper", bold=name in picked)
            canvas.add(spot)
    return canvas


def name(choice: str, view: View, lang: str) -> str | None:
    """Return the short name of a choice: a heap's letter, or how many matches are taken."""
    heap, _, taken = choice.partition(":")
    return f"{heap}{taken}"
