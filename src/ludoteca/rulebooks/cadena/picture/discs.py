"""Cadena: the discs, in their stacks, in the centre and before the start."""

from collections.abc import Iterator

from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Shape, circle, mark, path
from ludoteca.rulebooks.cadena.picture import layout
from ludoteca.rulebooks.cadena.picture.layout import Look
from ludoteca.rulebooks.cadena.picture.track import CELL, Track

RADIUS = 26.0
WALL = 5.0
STEP = 21.0
LAYER = 10

Place = tuple[float, float, float, int]
"""Where a disc is drawn: x, y, its scale and its layer."""


def _bolt(x: float, y: float, radius: float = 4.8) -> tuple[Shape, ...]:
    """Return a screw that holds a stuck disc."""
    reach = radius * 0.55
    slot = f"M{x - reach:g} {y + reach:g}L{x + reach:g} {y - reach:g}"
    return (
        circle(x, y, radius, "ivory", stroke="ebony", stroke_width=1.2),
        path(slot, stroke="ebony", stroke_width=1.6, stroke_linecap="round"),
    )


def _sign(colour: str, disc: int, y: float, size: float) -> tuple[Shape, ...]:
    """Return the mark and the number on a disc, side by side."""
    ink = f"{colour}.ink"
    return (
        mark(colour, -size, y, size * 0.92),
        layout.text(size * 1.1, y, str(disc), size * 2.3, fill=ink),
    )


def body(colour: str) -> tuple[Shape, ...]:
    """Return a disc without any sign."""
    edge: Look = {"stroke": f"{colour}.ink", "stroke-opacity": 0.45}
    return (
        circle(1.5, WALL + 3, RADIUS + 0.5, "shadow", opacity=0.22),
        circle(0, WALL, RADIUS, colour),
        circle(0, WALL, RADIUS, "shadow", opacity=0.38),
        circle(0, 0, RADIUS, colour, stroke="shadow", stroke_opacity=0.35, stroke_width=1),
        circle(0, 0, RADIUS - 3.2, "none", stroke_width=1.3, **edge),
    )


def shapes_of(colour: str, disc: int, *, stuck: bool, covered: float = 0) -> tuple[Shape, ...]:
    """Return a disc.

    Where another covers it, its signs are drawn in the crescent that is left to see.
    """
    shapes = body(colour)
    if not covered:
        bolts = (*_bolt(0, -RADIUS * 0.66), *_bolt(0, RADIUS * 0.66)) if stuck else ()
        return (*shapes, *_sign(colour, disc, 0, 9), *bolts)
    seen = covered - WALL
    size = min(6.4, seen * 0.38)
    shapes += _sign(colour, disc, RADIUS - seen / 2 - 1, size)
    side, radius = RADIUS * 0.66 - seen / 2 + 1, min(4.6, seen * 0.36)
    return (*shapes, *_bolt(-RADIUS * 0.75, side, radius), *_bolt(RADIUS * 0.75, side, radius))


def waiting_place(view: View, seat: int, disc: int) -> Place:
    """Return where a disc waits in the tray, the seats in the order of their turns from the one
    below.
    """
    scale = 0.9 if view["seats"] < 4 else 0.68
    pitch = 2 * RADIUS * scale + (5 if view["seats"] < 4 else 3)
    index = [layout.below(view), *layout.order(view)].index(seat) * 2 + disc
    return (
        layout.EDGE + 8 + pitch * (index + 0.5),
        layout.RAIL_TOP + layout.RAIL / 2 - 2,
        scale,
        LAYER,
    )


def _centre_place(view: View, track: Track, seat: int, disc: int) -> Place:
    """Return where a disc lies in the centre, side by side with the others."""
    length = view["length"]
    lying = [
        (owner, number)
        for owner, squares in enumerate(view["discs"])
        for number, square in enumerate(squares)
        if square == length
    ]
    count = len(lying)
    side = 1 if count == 1 else 2 if count <= 4 else 3 if count <= 6 else 4
    row, column = divmod(lying.index((seat, disc)), side)
    in_row = min(side, count - row * side)
    x, y = track.centre(length)
    pitch = (0.0, 38.0, 28.0, 21.0)[side - 1] * track.cell / CELL
    scale = (1.0, 0.66, 0.5, 0.38)[side - 1] * track.cell / CELL
    # Two rows or more leave the number of the square free.
    drop = 0.5 * (1 - -(-count // side)) * pitch * 0.92 + (count > 1) * 7 * track.cell / CELL
    layer = LAYER + track.row(length) * 8
    dx = pitch * (column - (in_row - 1) / 2)
    return x + dx, y + drop + row * pitch * 0.92, scale, layer


def _stack_place(view: View, track: Track, seat: int, disc: int) -> tuple[Place, float]:
    """Return where a disc lies in its stack, and how much of it the next one leaves to see (0:
    all).
    """
    square = view["discs"][seat][disc]
    pile = view["stacks"][str(square)]
    height, size = pile.index([seat, disc + 1]), len(pile)
    # Tall stacks have smaller discs, so that a mark can be seen on each.
    scale, lowest, rise = (1.0, 12.0, 46.0) if size <= 4 else (0.72, 20.0, 62.0)
    unit = track.cell / CELL
    step = min(STEP, rise / scale / max(1, size - 1))
    x, y = track.centre(square)
    if size > 1:
        x += (8 if size == 2 else 12) * unit  # past the number of the square
    y += (6 if size == 1 else lowest - step * scale * height) * unit
    layer = LAYER + track.row(square) * 8 + height
    return (x, y, unit * scale, layer), step if height + 1 < size else 0


def place_of(view: View, track: Track, seat: int, disc: int) -> tuple[Place, float]:
    """Return where a disc is drawn, and how much of it the next one leaves to see (0: all)."""
    square = view["discs"][seat][disc]
    if square == 0:
        return waiting_place(view, seat, disc), 0
    if square == view["length"]:
        return _centre_place(view, track, seat, disc), 0
    return _stack_place(view, track, seat, disc)


def _label(view: View, seat: int, disc: int, lang: str, *, covered: bool) -> str:
    """Return a disc in words: whose it is, where it lies, what holds it and where it would go."""
    square, stuck = view["discs"][seat][disc], view["stuck"][seat][disc]
    key = "disc_on"
    if square == 0:
        key = "disc_waiting"
    elif square == view["length"]:
        key = "disc_centre"
    elif stuck:
        key = "disc_covered" if covered else "disc_pinned"
    colour = layout.say(layout.COLOURS[seat], lang)
    label = layout.say(key, lang, colour=colour, disc=disc + 1, square=square)
    for stand in layout.stands(view):
        if seat == view["turn_of"] and stand["disc"] == disc + 1:
            label += " " + layout.say("stand_to", lang, to=stand["to"])
    return label


def _state(*, stuck: bool, covered: float) -> str:
    """Return what changes the look of a disc: the disc on it, or the screws that hold it."""
    if covered:
        return f" covered {covered:.4g}"
    return " stuck" if stuck else ""


def discs(view: View, track: Track, lang: str) -> Iterator[Element]:
    """Yield every disc; those of the seat that looks can be picked."""
    for seat in range(view["seats"]):
        for disc in range(len(view["discs"][seat])):
            (x, y, scale, layer), covered = place_of(view, track, seat, disc)
            stuck = view["stuck"][seat][disc]
            colour = layout.COLOURS[seat]
            yield Element(
                id=f"disc-{seat + 1}-{disc + 1}",
                x=x,
                y=y,
                layer=layer,
                label=_label(view, seat, disc, lang, covered=covered > 0),
                choice=f"disc:{disc + 1}" if seat == view["seat"] else None,
                kind="disc",
                face=f"{colour} {disc + 1}{_state(stuck=stuck, covered=covered)}",
                scale=scale,
                shapes=shapes_of(colour, disc + 1, stuck=stuck, covered=covered),
            )
