"""Colorito: the drawing of a view."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.grid import Grid
from ludoteca.drawing.scene import Element, Scene, Shape, circle, mark, rect, words
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.data import goals_of
from ludoteca.rulebooks.colorito.names import (
    colour_letter,
    piece_number,
    read_square,
    side_of,
    square_name,
)

CELL = 58.0
MARGIN = 44.0
PANEL = 64.0
PAINTS = {"R": "red", "Y": "yellow", "D": "dark-blue", "L": "light-blue"}


def goal_pieces(view: View) -> dict[int, int]:
    """Return the piece that belongs on each goal square."""
    return {square: piece for piece, square in goals_of(view["goals"]).items()}


@cache
def _square_look(letter: str, piece: int, *, numbers: bool) -> tuple[Shape, ...]:
    """Return a coloured square with the mark of its colour, or a white one with its number."""
    half = CELL / 2 - 1.2
    ground = rect(-half, -half, 2 * half, 2 * half, "square", radius=5)
    if letter != "W":
        paint = PAINTS[letter]
        tint = rect(-half, -half, 2 * half, 2 * half, paint, radius=5, opacity=0.62)
        return ground, tint, mark(paint, 0, 0, 8, opacity=0.5)
    paint = PAINTS[colour_letter(piece)]
    ring = circle(0, 0, 20, "none", stroke=paint, stroke_width=3, stroke_dasharray="5 4")
    white = rect(-half, -half, 2 * half, 2 * half, "ivory", radius=5, opacity=0.85)
    label = words(0, 0, str(piece_number(piece)), 15, fill="black", opacity=0.62)
    return (white, ring, label) if numbers else (white, ring, mark(paint, 0, 0, 6, opacity=0.4))


def _colour_name(letter: str, lang: str) -> str:
    return texts.say("colorito", f"colours.{letter}", lang)


def _square_label(name: str, letter: str, piece: int, lang: str) -> str:
    if letter != "W":
        colour = _colour_name(letter, lang)
        return texts.say("colorito", "labels.square", lang, square=name, colour=colour)
    colour, number = _colour_name(colour_letter(piece), lang), piece_number(piece)
    return texts.say("colorito", "labels.goal", lang, square=name, colour=colour, number=number)


def _squares(grid: Grid, view: View, lang: str) -> Iterator[Element]:
    numbers, goals = view["variant"] != "colours", goal_pieces(view)
    for square in range(rules.SQUARES):
        name = square_name(square)
        letter = view["colours"][square // rules.SIDE][square % rules.SIDE]
        x, y = grid.centre(square)
        yield Element(
            id=f"square-{name}",
            x=x,
            y=y,
            shapes=_square_look(letter, goals.get(square, 0), numbers=numbers),
            label=_square_label(name, letter, goals.get(square, 0), lang),
            choice=name,
            role="place",
            kind="square",
            layer=1,
        )


def piece_id(view: View, piece: dict[str, Any]) -> str:
    """Return the id of a piece in scenes, the same whoever plays its side."""
    return f"piece-{side_of(view, piece['seat'])}-{piece['number']}"


@cache
def _disc(paint: str, number: int) -> tuple[Shape, ...]:
    """Return a disc with its number, and above it the mark of its colour."""
    return (
        circle(0, 3, 23, "shadow", opacity=0.3),
        circle(0, 0, 23, paint, stroke="ivory", stroke_width=2),
        circle(0, 0, 19, "none", stroke=f"{paint}.ink", stroke_width=1, opacity=0.35),
        mark(paint, 0, -11.5, 4.6),
        words(0, 5, str(number), 18, fill=f"{paint}.ink", font_weight=700),
    )


def _piece(grid: Grid, view: View, piece: dict[str, Any], lang: str) -> Element:
    """Return a piece on its square."""
    paint, number, square = PAINTS[piece["colour"]], piece["number"], piece["square"]
    x, y = grid.centre(read_square(square))
    colour = _colour_name(piece["colour"], lang)
    return Element(
        id=piece_id(view, piece),
        x=x,
        y=y,
        layer=2,
        choice=square,
        kind="piece",
        face=f"{paint} {number}",
        label=texts.say(
            "colorito", "labels.piece", lang, colour=colour, number=number, square=square
        ),
        shapes=_disc(paint, number),
    )


def _counts(grid: Grid, view: View, lang: str) -> Iterator[Element]:
    """Yield how many pieces of each seat are home; the seat to move is underlined."""
    order = (1, 0) if view["seat"] == 1 else (0, 1)
    for place, seat in enumerate(order):
        x = grid.size * (0.25 + 0.5 * place)
        name = texts.say("colorito", f"labels.seat_{side_of(view, seat)}", lang)
        home = texts.say("colorito", "labels.home", lang, name=name, count=view["home"][seat])
        look = [words(0, 0, home, 17, font_weight=600 if view["to_move"] == seat else 400)]
        if view["to_move"] == seat:
            look.append(rect(-grid.size * 0.18, 15, grid.size * 0.36, 3, "accent", radius=1.5))
        yield Element(
            id=f"home-{seat}",
            x=x,
            y=grid.size + PANEL / 2 - 8,
            shapes=tuple(look),
            label=home,
            role="info",
        )


def scene(view: View, lang: str) -> Scene:
    """Return the board from the side of the viewer's seat."""
    grid = Grid(side=rules.SIDE, cell=CELL, margin=MARGIN, flipped=side_of(view, view["seat"]) == 1)
    elements = [grid.board(), grid.coordinates(26), *_squares(grid, view, lang)]
    elements += (_piece(grid, view, piece, lang) for piece in view["pieces"])
    elements += _counts(grid, view, lang)
    title = texts.say("colorito", "title", lang)
    return Scene(width=grid.size, height=grid.size + PANEL, title=title, elements=elements)
