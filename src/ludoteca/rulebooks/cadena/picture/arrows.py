"""Cadena: the arrows from square to square, bent so that they keep clear of each other."""

from collections.abc import Iterator
from functools import lru_cache
from math import hypot

from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Shape, circle, path
from ludoteca.rulebooks.cadena.picture import layout
from ludoteca.rulebooks.cadena.picture.track import AREA, CELL, MARGIN, Point, Track

# How far an arrow may be bent to its left or right, as a share of its length.
_BOWS = (0.2, -0.2, 0.12, -0.12, 0.05, -0.05, 0.3, -0.3)
# With more arrows than these there is no keeping clear, and looking for it takes long.
_FEW = 24
_ROUND = {"stroke-linecap": "round", "stroke-linejoin": "round"}


def arrows(view: View, track: Track) -> Iterator[Element]:
    """Yield the arrows: onward ones solid, backward ones a row of beads with an open head."""
    pairs = tuple((start, end) for start, end in view["arrows"])
    for (start, end), bend in zip(pairs, bends(track, pairs), strict=True):
        shapes = _arrow(track, start, end, bend)
        yield Element(id=f"arrow-{start}", x=0, y=0, shapes=shapes, role="board", layer=3)


def _bend(start: Point, end: Point, bow: float) -> Point:
    """Return the point that pulls a curve to the left of its way, by a share of its length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (start[0] + end[0]) / 2 + dy * bow, (start[1] + end[1]) / 2 - dx * bow


def _towards(start: Point, end: Point, distance: float) -> Point:
    """Return the point at a distance from the one towards the other."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = distance / max(1e-9, hypot(dx, dy))
    return start[0] + dx * share, start[1] + dy * share


@lru_cache(maxsize=32)
def bends(track: Track, arrows: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    """Return the point that bends each arrow, so that it keeps clear of the centre and of the
    others.
    """
    chosen: list[Point] = []
    drawn: list[Point] = []
    bows = _BOWS if len(arrows) <= _FEW else _BOWS[:1]
    for pair in arrows:
        origin, target = (track.centre(square) for square in pair)
        others = [track.centre(square) for arrow in arrows for square in arrow if arrow != pair]
        others += _corners(track, len(track.cells))
        curves = [_points(origin, _bend(origin, target, bow), target) for bow in bows]
        costs = [_crowding(track, curve, others, drawn) for curve in curves]
        best = costs.index(min(costs))
        chosen.append(_bend(origin, target, bows[best]))
        drawn += curves[best]
    return tuple(chosen)


def _corners(track: Track, square: int) -> list[Point]:
    """Return the corners of a square."""
    (x, y), half = track.centre(square), 0.4 * track.cell
    return [(x + dx, y + dy) for dx in (-half, half) for dy in (-half, half)]


def _points(start: Point, bend: Point, end: Point) -> list[Point]:
    """Return points along a curve."""
    shares = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (step / 10 for step in range(1, 11))]
    return [
        (a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1])
        for a, b, c in shares
    ]


def _crowding(track: Track, curve: list[Point], ends: list[Point], drawn: list[Point]) -> float:
    """Return how close a curve comes to ends of arrows, to other curves and to the frame."""
    total = 4 * _nearness(curve, ends, 0.55 * track.cell)
    total += _nearness(curve, drawn, 0.4 * track.cell)
    for x, y in curve:
        inside = (side - MARGIN for side in (x - layout.EDGE, y - layout.BOARD_TOP))
        total += sum(not 20 <= side <= AREA - 20 for side in inside)
    return total


def _nearness(curve: list[Point], others: list[Point], reach: float) -> float:
    """Return how much of a curve lies within reach of some points, the closest counting most."""
    distances = (hypot(x - px, y - py) / reach for x, y in curve for px, py in others)
    return sum(max(0.0, 1 - distance) ** 2 for distance in distances)


def _arrow(track: Track, start: int, end: int, bend: Point) -> tuple[Shape, ...]:
    """Return an arrow as a curve that ends in a head."""
    unit = track.cell / CELL
    tail, target = track.centre(start), track.centre(end)
    tip = _towards(target, bend, 15 * unit)
    neck = _towards(tip, bend, 13 * unit)
    curve = f"M{tail[0]:g} {tail[1]:g}Q{bend[0]:g} {bend[1]:g} {neck[0]:g} {neck[1]:g}"
    sides = [_side(tip, neck, 11 * unit, way) for way in (1, -1)]
    head = "M" + "L".join(f"{x:g} {y:g}" for x, y in (sides[0], tip, sides[1]))
    draw = _onward if end > start else _backward
    return (
        path(curve, stroke="square", stroke_width=10.5 * unit, opacity=0.8, **_ROUND),
        *draw(curve, head, tail, unit),
    )


def _onward(curve: str, head: str, tail: Point, unit: float) -> tuple[Shape, ...]:
    """Return a solid line with a full head."""
    return (
        path(curve, stroke="accent", stroke_width=6.5 * unit, **_ROUND),
        path(f"{head}Z", fill="accent", stroke="accent", stroke_width=4 * unit, **_ROUND),
        circle(*tail, 6.5 * unit, "accent"),
    )


def _backward(curve: str, head: str, tail: Point, unit: float) -> tuple[Shape, ...]:
    """Return a row of beads with an open head."""
    beads = f"0 {12 * unit:g}"
    return (
        path(curve, stroke="orange", stroke_width=7 * unit, stroke_dasharray=beads, **_ROUND),
        path(head, stroke="orange", stroke_width=6 * unit, **_ROUND),
        circle(*tail, 6.5 * unit, "square", stroke="orange", stroke_width=4 * unit),
    )


def _side(tip: Point, neck: Point, width: float, way: int) -> Point:
    """Return a corner of an arrow's head."""
    dx, dy = neck[0] - tip[0], neck[1] - tip[1]
    share = way * width / max(1e-9, hypot(dx, dy))
    return neck[0] - dy * share + dx * 0.3, neck[1] + dx * share + dy * 0.3
