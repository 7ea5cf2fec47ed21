"""Sendas: the drawing of a view."""

from collections.abc import Iterator

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Scene, circle, path, rect, shadow, words
from ludoteca.rulebooks.sendas import rules
from ludoteca.rulebooks.sendas.squares import LETTERS, read_square, square_name

CELL = 60.0
MARGIN = 66.0
SIZE = rules.SIDE * CELL + 2 * MARGIN
FILES = "abcdefghi"
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _centre(name: str, *, flipped: bool) -> tuple[float, float]:
    """Where a square is drawn: each player sees the own side below."""
    rank, file = divmod(read_square(name), rules.SIDE)
    if flipped:
        rank, file = rules.SIDE - 1 - rank, rules.SIDE - 1 - file
    return MARGIN + (file + 0.5) * CELL, SIZE - MARGIN - (rank + 0.5) * CELL


def _board() -> Element:
    inner = rules.SIDE * CELL
    return Element(
        id="board",
        x=0,
        y=0,
        role="board",
        layer=0,
        shapes=(
            rect(14, 20, SIZE - 28, SIZE - 28, "shadow", radius=18, opacity=0.18),
            rect(14, 14, SIZE - 28, SIZE - 28, "board", radius=18, stroke="board-edge"),
            rect(MARGIN - 6, MARGIN - 6, inner + 12, inner + 12, "gutter", radius=10),
        ),
    )


def _squares(lang: str, *, flipped: bool) -> Iterator[Element]:
    half = CELL / 2
    for square in range(rules.SQUARES):
        name = square_name(square)
        x, y = _centre(name, flipped=flipped)
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
            layer=1,
        )


def _coordinates(*, flipped: bool) -> Element:
    marks = []
    for i in range(rules.SIDE):
        x, y = _centre(square_name(i * rules.SIDE + i), flipped=flipped)
        marks.append(words(x, SIZE - 29, FILES[i], 15, fill="ink-soft"))
        marks.append(words(30, y, str(i + 1), 15, fill="ink-soft"))
    return Element(id="coordinates", x=0, y=0, shapes=tuple(marks), role="board", layer=1)


def _exits(lang: str, seat: int, *, flipped: bool) -> Iterator[Element]:
    """The places just beyond the far edge of a seat, as arrows that point out of the board."""
    above = (seat == 1) == flipped
    look = path("M-8 4 0-5 8 4", stroke="line", stroke_width=3, stroke_linecap="round")
    for file in FILES:
        x, _ = _centre(f"{file}1", flipped=flipped)
        name = f"{file}{0 if seat else 10}"
        yield Element(
            id=f"exit-{name}",
            x=x,
            y=MARGIN - 20 if above else SIZE - MARGIN + 18,
            turn=0 if above else 180,
            shapes=(rect(-CELL / 2, -13, CELL, 26, "board", opacity=0), look),
            label=texts.say("sendas", "labels.outside", lang, place=name),
            choice=name,
            role="place",
            layer=1,
        )


def _piece(piece: dict[str, object], lang: str, *, flipped: bool) -> Element:
    ends, seat, square = str(piece["ends"]), piece["seat"], str(piece["square"])
    tile, road = ("ivory", "ebony") if seat == 0 else ("ebony", "ivory")
    half = CELL / 2 - 4
    lines = []
    for letter in ends:
        dx, dy = _STEPS[LETTERS.index(letter)]
        if flipped:
            dx, dy = -dx, -dy
        lines.append(f"M0 0L{dx * (half + 1):g} {dy * (half + 1):g}")
    x, y = _centre(square, flipped=flipped)
    colour = texts.say("sendas", f"labels.seat_{seat}", lang)
    spoken = ", ".join(texts.say("sendas", f"labels.{letter}", lang) for letter in ends)
    return Element(
        id=f"piece-{square}",
        x=x,
        y=y,
        layer=2,
        choice=square,
        label=texts.say("sendas", "labels.piece", lang, colour=colour, square=square, ends=spoken),
        shapes=(
            shadow(-half, -half + 4, 2 * half, 2 * half, 10),
            rect(-half, -half, 2 * half, 2 * half, tile, radius=10, stroke="line"),
            path("".join(lines), stroke=road, stroke_width=11, stroke_linecap="round"),
            circle(0, 0, 7.5, road),
            circle(0, 0, 3, "accent" if seat == 0 else "orange"),
        ),
    )


def scene(view: View, lang: str) -> Scene:
    """The board from the side of the seat that looks at it."""
    flipped = view["seat"] == 1
    elements = [_board(), _coordinates(flipped=flipped), *_squares(lang, flipped=flipped)]
    for seat in range(2):
        elements += _exits(lang, seat, flipped=flipped)
    elements += (_piece(piece, lang, flipped=flipped) for piece in view["pieces"])
    title = texts.say("sendas", "title", lang)
    return Scene(width=SIZE, height=SIZE, title=title, elements=elements)
