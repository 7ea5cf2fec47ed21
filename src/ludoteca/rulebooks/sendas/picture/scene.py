"""Sendas: the drawing of a view."""

from collections.abc import Iterator
from typing import Any

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.grid import Grid
from ludoteca.drawing.scene import Element, Scene, circle, path, rect, shadow
from ludoteca.rulebooks.sendas import paths
from ludoteca.rulebooks.sendas.names import ends_name, read_ends, read_square, side_of, square_name

CELL = 60.0
MARGIN = 66.0
FILES = "abcdefghi"
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _squares(grid: Grid, lang: str) -> Iterator[Element]:
    half = CELL / 2
    for square in range(paths.SQUARES):
        name = square_name(square)
        x, y = grid.centre(square)
        look = rect(-half + 1.5, -half + 1.5, CELL - 3, CELL - 3, "square", radius=7)
        label = texts.say("sendas", "labels.square", lang, square=name)
        yield Element(
            id=f"square-{name}",
            x=x,
            y=y,
            shapes=(look,),
            label=label,
            choice=name,
            role="place",
            kind="square",
            layer=1,
        )


def _exits(grid: Grid, lang: str, side: int) -> Iterator[Element]:
    """Yield the places just beyond the far edge of a side, as arrows that point out of
    the board.
    """
    above = (side == 1) == grid.flipped
    look = path("M-8 4 0-5 8 4", stroke="line", stroke_width=3, stroke_linecap="round")
    for square, file in enumerate(FILES):
        x, _ = grid.centre(square)
        name = f"{file}{0 if side else 10}"
        yield Element(
            id=f"exit-{name}",
            x=x,
            y=MARGIN - 20 if above else grid.size - MARGIN + 18,
            turn=0 if above else 180,
            shapes=(rect(-CELL / 2, -13, CELL, 26, "board", opacity=0), look),
            label=texts.say("sendas", "labels.outside", lang, place=name),
            choice=name,
            role="place",
            kind="exit",
            layer=1,
        )


def _turned(ends: int, quarters: int) -> int:
    """Return a set of ends turned clockwise by quarters."""
    return (ends << quarters | ends >> 4 - quarters) & paths.CROSS


def _lying(ends: int, *, flipped: bool) -> tuple[int, int]:
    """Return the shape of a piece as the ends it is drawn with, and its quarter turns from there.

    Pieces of one shape are drawn in one way and turned.
    """
    seen = _turned(ends, 2) if flipped else ends
    shape = min(_turned(seen, quarters) for quarters in range(4))
    return shape, next(quarters for quarters in range(4) if _turned(shape, quarters) == seen)


def _roads(shape: int, length: float) -> str:
    """Return the path from the middle of a piece to each of its ends."""
    drawn = (step for bit, step in enumerate(_STEPS) if shape >> bit & 1)
    return "".join(f"M0 0L{dx * length:g} {dy * length:g}" for dx, dy in drawn)


def _piece(grid: Grid, piece: dict[str, Any], side: int, lang: str) -> Element:
    """Return a piece on its square."""
    square = str(piece["square"])
    colour, spoken = _names(piece, side, lang)
    label = texts.say("sendas", "labels.piece", lang, colour=colour, square=square, ends=spoken)
    return _tile(grid, piece, side, square, grid.centre(read_square(square)), label)


def _outside(grid: Grid, piece: dict[str, Any], side: int, lang: str) -> Element:
    """Return the piece that has left the board, beyond the edge where it left."""
    place = str(piece["place"])
    above = (side == 1) == grid.flipped
    x, _ = grid.centre(FILES.index(place[0]))
    y = MARGIN - CELL / 2 - 2 if above else grid.size - MARGIN + CELL / 2 + 2
    label = texts.say(
        "sendas", "labels.exited", lang, colour=_names(piece, side, lang)[0], place=place
    )
    return _tile(grid, piece, side, place, (x, y), label)


def _names(piece: dict[str, Any], side: int, lang: str) -> tuple[str, str]:
    """Return the names of a piece's colour and of its open ends."""
    spoken = (texts.say("sendas", f"labels.{letter}", lang) for letter in str(piece["ends"]))
    return texts.say("sendas", f"labels.seat_{side}", lang), ", ".join(spoken)


def _tile(
    grid: Grid,
    piece: dict[str, Any],
    side: int,
    name: str,
    place: tuple[float, float],
    label: str,
) -> Element:
    ends = str(piece["ends"])
    tile, road = ("ivory", "ebony") if side == 0 else ("ebony", "ivory")
    half = CELL / 2 - 4
    shape, quarters = _lying(read_ends(ends), flipped=grid.flipped)
    return Element(
        id=f"piece-{name}",
        x=place[0],
        y=place[1],
        layer=2,
        choice=name,
        kind="tile",
        face=f"{tile} {ends_name(shape)}",
        turn=90 * quarters,
        label=label,
        under=(shadow(-half, -half + 4, 2 * half, 2 * half, 10),),
        shapes=(
            rect(-half, -half, 2 * half, 2 * half, tile, radius=10, stroke="line"),
            path(_roads(shape, half + 1), stroke=road, stroke_width=11, stroke_linecap="round"),
            circle(0, 0, 7.5, road),
            circle(0, 0, 3, "accent" if side == 0 else "orange"),
        ),
    )


def scene(view: View, lang: str) -> Scene:
    """Return the board from the side of the viewer's seat."""
    grid = Grid(side=paths.SIDE, cell=CELL, margin=MARGIN, flipped=side_of(view, view["seat"]) == 1)
    elements = [grid.board(), grid.coordinates(29), *_squares(grid, lang)]
    for side in range(2):
        elements += _exits(grid, lang, side)
    for piece in view["pieces"]:
        elements.append(_piece(grid, piece, side_of(view, piece["seat"]), lang))
    if view["outside"] is not None:
        gone = view["outside"]
        elements.append(_outside(grid, gone, side_of(view, gone["seat"]), lang))
    title = texts.say("sendas", "title", lang)
    return Scene(width=grid.size, height=grid.size, title=title, elements=elements)
