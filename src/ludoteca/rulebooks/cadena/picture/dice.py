"""Cadena: how dice look: rolled ones from above, those in hand as cubes."""

from ludoteca.drawing.palette import COLOURS
from ludoteca.drawing.scene import Box, Element, Shape, circle, mark, path, rect
from ludoteca.rulebooks.cadena.picture.layout import Look

BLACK = "black"
SIZE = 40.0
"""How large dice are drawn before they are scaled to their place."""

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_SLANT = 0.866


def die(
    name: str,
    colour: str,
    value: int | None,
    *,
    x: float,
    y: float,
    size: float,
    turn: float = 0,
    layer: int = 3,
) -> Element:
    """Return a die on the table: with the number it shows, or as a cube while it is not rolled."""
    return Element(
        id=name,
        x=x,
        y=y,
        kind="die",
        face=f"{colour} {value}" if value else colour,
        turn=turn,
        scale=size / SIZE,
        shapes=face(value, SIZE, colour) if value else cube(SIZE, colour),
        box=None if value else Box(-22, -24, 44, 48, 10),
        layer=layer,
    )


def face(value: int, size: float, colour: str = BLACK) -> tuple[Shape, ...]:
    """Return a rolled die from above; a coloured one has its mark for pips, and a second edge."""
    half, radius = size / 2, size * 0.22
    inset, step = size * 0.07, size * 0.27
    body = [
        rect(-half + 1, -half + size * 0.09, size, size, "shadow", radius=radius, opacity=0.25),
        rect(-half, -half, size, size, colour, radius=radius, stroke="line", stroke_width=1),
        _bevel(size, inset, colour),
    ]
    pips = [(x * step, y * step) for x, y in _PIPS[value]]
    if colour == BLACK:
        return (*body, *(circle(x, y, size * 0.088, "ivory") for x, y in pips))
    scale = size * (0.2 if value == 1 else 0.115)
    return (*body, *(mark(colour, x, y, scale) for x, y in pips))


def _bevel(size: float, inset: float, colour: str) -> Shape:
    """Return the lit inner face of a die."""
    side, radius = size - 2 * inset, size * 0.18
    corner = -size / 2 + inset
    if colour == BLACK:
        return rect(corner, corner, side, side, "ivory", radius=radius, opacity=0.09)
    edge: Look = {"stroke": f"{colour}.ink", "stroke-width": size * 0.028, "stroke-opacity": 0.6}
    return rect(corner, corner, side, side, "none", radius=radius, **edge)


def _outline(radius: float) -> str:
    """Return the six corners of a cube seen from one of them."""
    wide, high = _SLANT * radius, radius / 2
    return f"M0 {-radius:g}L{wide:g} {-high:g}V{high:g}L0 {radius:g}L{-wide:g} {high:g}V{-high:g}Z"


def no_cube(size: float, ink: str) -> Shape:
    """Return the place where a die could lie."""
    line: Look = {"stroke": ink, "stroke-width": 1.8, "stroke-dasharray": "3 3.4"}
    return path(_outline(size * 0.52), fill="none", opacity=0.55, **line)


def cube(size: float, colour: str = BLACK) -> tuple[Shape, ...]:
    """Return a die that is not rolled, seen from a corner.

    A coloured one shows its mark on each side.
    """
    radius = size * 0.52
    wide, high = _SLANT * radius, radius / 2
    soft: Look = {"stroke": colour, "stroke-width": size * 0.12, "stroke-linejoin": "round"}
    outline = _outline(radius)
    top = f"M0 {-radius:g}L{wide:g} {-high:g}L0 0L{-wide:g} {-high:g}Z"
    right = f"M0 0L{wide:g} {-high:g}V{high:g}L0 {radius:g}Z"
    edge = size * 0.12 + 2
    return (
        path(outline, fill="shadow", opacity=0.22, transform=f"translate(1 {size * 0.08:g})"),
        path(outline, stroke="line", stroke_width=edge, stroke_linejoin="round"),
        path(outline, fill=colour, **soft),
        path(top, fill="ivory", opacity=0.2),
        path(right, fill="shadow", opacity=0.22),
        *_cube_pips(radius, colour),
    )


def _cube_pips(radius: float, colour: str) -> list[Shape]:
    """Return what is engraved on the three visible sides."""
    wide, high = _SLANT * radius / 2, radius / 4
    sides = (
        (f"matrix({wide:g} {high:g} {-wide:g} {high:g} 0 {-radius / 2:g})", 1),
        (f"matrix({wide:g} {high:g} 0 {radius / 2:g} {-wide:g} {high:g})", 3),
        (f"matrix({wide:g} {-high:g} 0 {radius / 2:g} {wide:g} {high:g})", 2),
    )
    if colour != BLACK:
        ink, engraved = f"{colour}.ink", COLOURS[colour].mark
        return [path(engraved, fill=ink, transform=f"{place} scale(.5)") for place, _ in sides]
    return [
        circle(x * 0.48, y * 0.48, 0.17, "ivory", transform=place)
        for place, value in sides
        for x, y in _PIPS[value]
    ]
