"""Colorito: the drawing of a view."""

from collections.abc import Iterator
from typing import Any

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.grid import Grid
from ludoteca.drawing.scene import Element, Scene, Shape, circle, mark, rect, words
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import (
    colour_letter,
    piece_number,
    read_square,
    square_name,
)

CELL = 58.0
MARGIN = 44.0
PANEL = 64.0
PAINTS = {"R": "red", "Y": "yellow", "D": "dark-blue", "L": "light-blue"}
GOALS = {int(rules.goal_of(piece)): piece for piece in range(1, 2 * rules.PIECES + 1)}


def _square_look(letter: str, square: int, *, numbers: bool) -> tuple[Shape, ...]:
    """A coloured square with the mark of its colour, or a white one with whose goal it is."""
    half = CELL / 2 - 1.2
    ground = rect(-half, -half, 2 * half, 2 * half, "square", radius=5)
    if letter != "W":
        paint = PAINTS[letter]
        tint = rect(-half, -half, 2 * half, 2 * half, paint, radius=5, opacity=0.62)
        return ground, tint, mark(paint, 0, 0, 8, opacity=0.5)
    piece = GOALS[square]
    paint = PAINTS[colour_letter(piece)]
    ring = circle(0, 0, 20, "none", stroke=paint, stroke_width=3, stroke_dasharray="5 4")
    white = rect(-half, -half, 2 * half, 2 * half, "ivory", radius=5, opacity=0.85)
    label = words(0, 0, str(piece_number(piece)), 15, fill="black", opacity=0.62)
    return (white, ring, label) if numbers else (white, ring, mark(paint, 0, 0, 6, opacity=0.4))


def _colour_name(letter: str, lang: str) -> str:
    return texts.say("colorito", f"colours.{letter}", lang)


def _square_label(name: str, letter: str, lang: str) -> str:
    if letter != "W":
        colour = _colour_name(letter, lang)
        return texts.say("colorito", "labels.square", lang, square=name, colour=colour)
    piece = GOALS[read_square(name)]
    colour, number = _colour_name(colour_letter(piece), lang), piece_number(piece)
    return texts.say("colorito", "labels.goal", lang, square=name, colour=colour, number=number)


def _squares(grid: Grid, view: View, lang: str) -> Iterator[Element]:
    numbers = view["variant"] != "colours"
    for square in range(rules.SQUARES):
        name = square_name(square)
        letter = view["colours"][square // rules.SIDE][square % rules.SIDE]
        x, y = grid.centre(square)
        yield Element(
            id=f"square-{name}",
            x=x,
            y=y,
            shapes=_square_look(letter, square, numbers=numbers),
            label=_square_label(name, letter, lang),
            choice=name,
            role="place",
            kind="square",
            layer=1,
        )


def _piece(grid: Grid, piece: dict[str, Any], lang: str) -> Element:
    """A disc with its number, and above it the mark of its colour."""
    paint, number, square = PAINTS[piece["colour"]], piece["number"], piece["square"]
    x, y = grid.centre(read_square(square))
    colour = _colour_name(piece["colour"], lang)
    return Element(
        id=f"piece-{piece['seat']}-{number}",
        x=x,
        y=y,
        layer=2,
        choice=square,
        kind="piece",
        face=f"{paint} {number}",
        label=texts.say(
            "colorito", "labels.piece", lang, colour=colour, number=number, square=square
        ),
        shapes=(
            circle(0, 3, 23, "shadow", opacity=0.3),
            circle(0, 0, 23, paint, stroke="ivory", stroke_width=2),
            circle(0, 0, 19, "none", stroke=f"{paint}.ink", stroke_width=1, opacity=0.35),
            mark(paint, 0, -11.5, 4.6),
            words(0, 5, str(number), 18, fill=f"{paint}.ink", font_weight=700),
        ),
    )


def _counts(grid: Grid, view: View, lang: str) -> Iterator[Element]:
    """How many pieces of each seat are home, under the board; the seat to move is underlined."""
    order = (1, 0) if view["seat"] == 1 else (0, 1)
    for place, seat in enumerate(order):
        x = grid.size * (0.25 + 0.5 * place)
        name = texts.say("colorito", f"labels.seat_{seat}", lang)
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
    """The board from the side of the seat that looks at it."""
    grid = Grid(side=rules.SIDE, cell=CELL, margin=MARGIN, flipped=view["seat"] == 1)
    elements = [grid.board(), grid.coordinates(26), *_squares(grid, view, lang)]
    elements += (_piece(grid, piece, lang) for piece in view["pieces"])
    elements += _counts(grid, view, lang)
    title = texts.say("colorito", "title", lang)
    return Scene(width=grid.size, height=grid.size + PANEL, title=title, elements=elements)
