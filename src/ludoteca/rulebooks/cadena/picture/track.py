"""Cadena: the board: its path of squares, and what is pointed out on it."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Shape, circle, path, rect
from ludoteca.rulebooks.cadena import data
from ludoteca.rulebooks.cadena.data import Cell
from ludoteca.rulebooks.cadena.picture import layout
from ludoteca.rulebooks.cadena.picture.layout import Look

CELL = 90.0
AREA = 7 * CELL
MARGIN = (layout.INNER - AREA) / 2

Point = tuple[float, float]


@dataclass(frozen=True)
class Track:
    """Where the squares of a board are drawn."""

    cells: tuple[Cell, ...]
    cell: float
    left: float
    top: float

    def centre(self, square: int) -> Point:
        """Return the middle of a square."""
        column, row = self.cells[square - 1]
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell

    def row(self, square: int) -> int:
        """Return the row of a square, counted from the top."""
        return self.cells[square - 1][1]


def track_of(view: View) -> Track:
    """Return the track of a view's board, as large as the frame allows."""
    cells = data.cells_of(data.read_board(view["options"]["board"]))
    first_column, first_row = (min(cell[axis] for cell in cells) for axis in (0, 1))
    cells = [(column - first_column, row - first_row) for column, row in cells]
    columns, rows = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    cell = AREA / max(columns, rows)
    left = layout.EDGE + MARGIN + (AREA - columns * cell) / 2
    top = layout.BOARD_TOP + MARGIN + (AREA - rows * cell) / 2
    return Track(tuple(cells), cell, left, top)


def frame(view: View, track: Track, lang: str) -> Element:
    """Return the board's frame, and the path on it as one band from the start to the centre."""
    x, y, side = layout.EDGE, layout.BOARD_TOP, layout.INNER
    points = [track.centre(square) for square in range(1, view["length"] + 1)]
    band = "M" + "L".join(f"{px:g} {py:g}" for px, py in points)
    wide: Look = {
        "stroke-width": track.cell * 0.9,
        "stroke-linejoin": "round",
        "stroke-linecap": "square",
    }
    inset = MARGIN - 7
    hole = side - 2 * inset
    return Element(
        id="board",
        x=0,
        y=0,
        role="board",
        layer=0,
        label=layout.say("board", lang, length=view["length"]),
        shapes=(
            rect(x, y + 6, side, side, "shadow", radius=20, opacity=0.18),
            rect(x, y, side, side, "board", radius=20, stroke="board-edge"),
            rect(x + inset, y + inset, hole, hole, "gutter", radius=12),
            path(band, fill="none", stroke="square-alt", **wide),
            *_entry(track, lang),
        ),
    )


def _entry(track: Track, lang: str) -> tuple[Shape, ...]:
    """Return the word at the first square that says where discs come in."""
    x, y = track.centre(1)
    if track.row(1) > 0 or track.cell < CELL / 2:
        return ()
    y -= track.cell / 2 + 14
    word = layout.say("start", lang)
    away = 5.0 * len(word) + 10
    chevrons = f"M{x - away - 5:g} {y - 3:g}l5 6 5-6M{x + away - 5:g} {y - 3:g}l5 6 5-6"
    return (
        layout.text(x, y, word, 15, fill="ink-soft"),
        path(chevrons, stroke="ink-soft", stroke_width=2.6, stroke_linecap="round"),
    )


def squares(view: View, track: Track, lang: str) -> Iterator[Element]:
    """Yield the squares as places; the centre looks like none of the others."""
    arrows = dict(view["arrows"])
    half = track.cell / 2 - max(1.0, track.cell * 0.055)
    for square in range(1, view["length"] + 1):
        x, y = track.centre(square)
        look_of = rect(-half, -half, 2 * half, 2 * half, "square", radius=half * 0.2)
        shapes = (look_of, *_tint(square, arrows, half))
        yield Element(
            id=f"square-{square}",
            x=x,
            y=y,
            shapes=_centre(half) if square == view["length"] else shapes,
            label=_square_label(square, view["length"], arrows, lang),
            role="place",
            kind="square",
            layer=1,
        )


def _square_label(square: int, length: int, arrows: dict[int, int], lang: str) -> str:
    if square == length:
        return layout.say("centre", lang, square=square)
    if square not in arrows:
        return layout.say("square", lang, square=square)
    key = "arrow_on" if arrows[square] > square else "arrow_back"
    return layout.say(key, lang, square=square, to=arrows[square])


def _tint(square: int, arrows: dict[int, int], half: float) -> tuple[Shape, ...]:
    """Return a wash over the square on which an arrow starts."""
    if square not in arrows:
        return ()
    paint = "accent" if arrows[square] > square else "orange"
    return (rect(-half, -half, 2 * half, 2 * half, paint, radius=half * 0.2, opacity=0.16),)


def _centre(half: float) -> tuple[Shape, ...]:
    """Return the last square: rings around the place where discs stay."""
    ring: Look = {"stroke": "accent", "stroke-width": half * 0.05}
    return (
        rect(-half, -half, 2 * half, 2 * half, "ebony", radius=half * 0.2),
        rect(-half * 0.9, -half * 0.9, half * 1.8, half * 1.8, "none", radius=half * 0.16, **ring),
        *(circle(0, 0, half * part, "none", opacity=0.7, **ring) for part in (0.72, 0.46)),
        circle(0, 0, half * 0.2, "accent", opacity=0.9),
    )


def numbers(view: View, track: Track) -> Element:
    """Return the number of each square in its corner, and how far its arrow carries in
    the other.
    """
    size = track.cell * 0.185
    near = track.cell * 0.4
    arrows, shapes = dict(view["arrows"]), []
    for square in range(1, view["length"] + 1):
        x, y = track.centre(square)
        last = square == view["length"]
        paint = "ivory" if last else "ink-soft"
        halo: Look = {"paint-order": "stroke", "stroke-width": size * 0.22}
        halo |= {"stroke": "ebony" if last else "square"}
        height = y - near * 0.8
        shapes.append(
            layout.text(x - near, height, str(square), size, fill=paint, anchor="start", **halo)
        )
        if square in arrows:
            leap = f"{arrows[square] - square:+d}".replace("-", "−")
            shapes.append(
                layout.text(x + near, height, leap, size, fill="ink", anchor="end", **halo)
            )
    return Element(id="numbers", x=0, y=0, shapes=tuple(shapes), role="board", layer=4)


def trail(view: View, track: Track) -> Iterator[Element]:
    """Yield the squares that the disc moved last came from and went to, softly framed."""
    last = view["last_turn"]
    if last is None or last["failed"]:
        return
    half = track.cell * 0.42
    line: Look = {"stroke": "accent", "stroke-width": track.cell * 0.045}
    for name in ("from", "to"):
        if last[name]:
            x, y = track.centre(last[name])
            edge = rect(-half, -half, 2 * half, 2 * half, "none", radius=half * 0.2, **line)
            shown = Shape(edge.tag, edge.attributes | {"opacity": 0.45 if name == "from" else 0.9})
            yield Element(id=f"trail-{name}", x=x, y=y, shapes=(shown,), role="info", layer=2)


def targets(view: View, track: Track) -> Iterator[Element]:
    """Yield where each free disc of the player on turn would come to rest: a ring, and
    its number.
    """
    unit = track.cell / CELL
    together = len({stand["to"] for stand in layout.stands(view)}) < len(layout.stands(view))
    dashes: Look = {"stroke": "accent", "stroke-width": 3 * unit}
    dashes |= {"stroke-dasharray": f"{7 * unit:g} {5 * unit:g}"}
    for stand in layout.stands(view):
        x, y = track.centre(stand["to"])
        occupied = str(stand["to"]) in view["stacks"]
        ring = circle(0, 0, (33 if occupied else 28) * unit, "none", **dashes)
        number = layout.text(0, 0, str(stand["disc"]), 17 * unit, fill="paper")
        badge = circle(0, 0, 12 * unit, "accent", stroke="square", stroke_width=2.4 * unit)
        up = 25 * unit if together and stand["disc"] == 1 else 0
        for name, shapes, dx, dy, layer in (
            ("ring", (ring,), 0.0, 7 * unit, 5),
            ("target", (badge, number), -28 * unit, 28 * unit - up, layout.TOP_LAYER),
        ):
            yield Element(
                id=f"{name}-{stand['disc']}",
                x=x + dx,
                y=y + dy,
                shapes=shapes,
                role="info",
                layer=layer,
            )
