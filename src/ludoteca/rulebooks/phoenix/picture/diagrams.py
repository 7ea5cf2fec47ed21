"""Phoenix: small diagrams of what each card does, drawn around the middle of its face.

The pawn or cube that a card takes up is dark, the place or partner it goes to is a ring, those that
only stand by are pale. They use tones that look alike in both themes, as a card's paper does.
"""

from math import hypot

from ludoteca.drawing.scene import Shape, circle, path, rect

DOT = 7.0
WIDE = 74.0
DARK, PALE, PAPER = "ebony", "line", "ivory"
Point = tuple[float, float]


def _head(tip: Point, towards: Point, fill: str, size: float) -> Shape:
    """Return an arrow's head at its tip, pointing along a direction."""
    length = hypot(*towards)
    ux, uy = towards[0] / length, towards[1] / length
    back = (tip[0] - ux * size, tip[1] - uy * size)
    side = size * 0.55
    corners = [tip, (back[0] - uy * side, back[1] + ux * side)]
    corners.append((back[0] + uy * side, back[1] - ux * side))
    return path("M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in corners) + "Z", fill=fill)


def _arrow(
    start: Point, end: Point, *, rise: float = 0, thin: bool = False, both: bool = False
) -> list[Shape]:
    """Return an arrow from one point to another, straight or rising in between (falling if
    negative).
    """
    fill, width, size = (PALE, 2.0, 7.0) if thin else (DARK, 2.8, 9.0)
    bend = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 2 * rise)
    arriving = (end[0] - bend[0], end[1] - bend[1])
    leaving = (start[0] - bend[0], start[1] - bend[1])
    stop = _short_of(end, arriving, size * 0.7)
    begin = _short_of(start, leaving, size * 0.7) if both else start
    line = f"M{begin[0]:.4g} {begin[1]:.4g}Q{bend[0]:.4g} {bend[1]:.4g} {stop[0]:.4g} {stop[1]:.4g}"
    shapes = [path(line, stroke=fill, stroke_width=width, stroke_linecap="round")]
    shapes.append(_head(end, arriving, fill, size))
    if both:
        shapes.append(_head(start, leaving, fill, size))
    return shapes


def _short_of(end: Point, towards: Point, gap: float) -> Point:
    """Return the point a little before the end of a line."""
    length = hypot(*towards)
    return end[0] - towards[0] / length * gap, end[1] - towards[1] / length * gap


def _piece(x: float, y: float, fill: str, *, cube: bool, radius: float = DOT) -> Shape:
    """Return a pawn or cube of a diagram; a ring for the one on paper's own tone."""
    edge: dict[str, str | float] = {}
    if fill == PAPER:
        edge = {"stroke": DARK, "stroke_width": 2.2}
        radius -= 1.1
    if cube:
        return rect(x - radius, y - radius, 2 * radius, 2 * radius, fill, radius=2.5, **edge)
    return circle(x, y, radius, fill, **edge)


def _places(reach: int) -> list[float]:
    """Return where the pieces of a row stand, the first and the last as far apart as
    the card says.
    """
    pitch = min(37.0, WIDE / reach)
    return [(place - reach / 2) * pitch for place in range(reach + 1)]


def _movement(reach: int, *, cube: bool) -> list[Shape]:
    """Draw one piece that leaps over others, which close up the other way."""
    places, y = _places(reach), 8.0
    fills = [DARK, *[PALE] * reach]
    row = [_piece(x, y, fill, cube=cube) for x, fill in zip(places, fills, strict=True)]
    top = y - DOT - 3
    leap = _arrow((places[0], top), (places[-1], top), rise=13 + 2 * reach)
    return [*row, *leap, *_arrow((places[-1], y + 17), (places[0], y + 17), thin=True)]


def _permutation(reach: int, *, cube: bool) -> list[Shape]:
    """Draw two pieces that go each to the other's place, their ways crossing."""
    places, top, bottom = _places(reach), -23.0, 25.0
    shapes: list[Shape] = []
    for y, first, last in ((top, DARK, PAPER), (bottom, PAPER, DARK)):
        fills = [first, *[PALE] * (reach - 1), last]
        shapes += [_piece(x, y, fill, cube=cube) for x, fill in zip(places, fills, strict=True)]
    left, right = places[0], places[-1]
    lean = 4.0 if reach < 3 else 8.0
    for start, end in ((left, right), (right, left)):
        inwards = lean if start < end else -lean
        shapes += _arrow((start + inwards, top + 11), (end - inwards, bottom - 11))
    return shapes


def _rotation() -> list[Shape]:
    """Draw the two ends of a whole line, which go each to the other's place."""
    y, left, right = 1.0, -38.0, 38.0
    row = [circle((place - 3.5) * 7.6, y, 2.6, PALE) for place in range(8)]
    ends = [_piece(left, y, DARK, cube=False), _piece(right, y, PAPER, cube=False)]
    over = _arrow((left + 2, y - 11), (right - 2, y - 11), rise=18)
    return [*row, *ends, *over, *_arrow((right - 2, y + 11), (left + 2, y + 11), rise=-18)]


def _exchange() -> list[Shape]:
    """Draw a pawn and the one across from it, in the other line, which change places."""
    shapes: list[Shape] = []
    for y, middle in ((-27.0, PAPER), (27.0, DARK)):
        fills = (PALE, middle, PALE)
        shapes += [
            _piece(x, y, fill, cube=False) for x, fill in zip((-27, 0, 27), fills, strict=True)
        ]
    return [*shapes, *_arrow((0, 16), (0, -16), both=True)]


def diagram(card: str) -> list[Shape]:
    """Return what a kind of card does."""
    family, reach = card[0], int(card[1:] or 0)
    if family == "M" or card == "D2":
        return _movement(reach, cube=family == "D")
    if family == "P" or card == "D1":
        return _permutation(reach, cube=family == "D")
    return _rotation() if family == "R" else _exchange()
