"""Rainbow Duel: the drawing of a view."""

from collections.abc import Iterator

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.core.players import called
from ludoteca.drawing.scene import (
    Element,
    Scene,
    Shape,
    circle,
    drawn_at,
    mark,
    path,
    rect,
    shadow,
    words,
)
from ludoteca.rulebooks.rainbow.rules import HAND, ROW

# Nearly square, so that cards are large on a phone held upright too.
WIDTH, HEIGHT = 720.0, 700.0
CARD_WIDTH, CARD_HEIGHT = 100.0, 142.0
OTHER, LYING, OWN = 0.9, 1.02, 1.34
"""How large the cards of the other hand, of the row and of the own hand are drawn."""
OTHER_X, OTHER_Y, OTHER_PITCH = 188.0, 104.0, 104.0
ROW_Y, ROW_PITCH = 292.0, 111.0
OWN_X, OWN_Y, OWN_PITCH = 256.0, 532.0, 150.0
STACK_X, WON_X = 552.0, 652.0
PAINTS = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "I": "indigo",
    "V": "purple",
    "W": "white",
    "K": "black",
}


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("rainbow", key, lang, **values)


def _face_name(face: str | None, lang: str) -> str:
    return _say(f"faces.{face or 'unknown'}", lang)


def _seen(face: str | None) -> str:
    """Return what a card shows."""
    return PAINTS[face] if face else "back"


def _card(face: str | None) -> tuple[Shape, ...]:
    """Return a card with the face that can be seen, or its unknown side."""
    width, height = CARD_WIDTH, CARD_HEIGHT
    left, top, radius, inset = -width / 2, -height / 2, 13.0, 8.0
    inner = (left + inset, top + inset, width - 2 * inset, height - 2 * inset)
    frame = (
        shadow(left, top + 4, width, height, radius),
        rect(left, top, width, height, "ivory", radius=radius, stroke="line"),
    )
    if face is None:
        plain = rect(*inner, "board-edge", radius=radius - 4)
        return (*frame, plain, words(0, 0, "?", 44, fill="ink-soft"))
    paint = PAINTS[face]
    return (
        *frame,
        rect(*inner, paint, radius=radius - 4, stroke="line" if face == "W" else paint),
        mark(paint, 0, 0, 25),
        mark(paint, left + 2.6 * inset, top + 2.6 * inset, 6),
        mark(paint, -left - 2.6 * inset, -top - 2.6 * inset, 6),
    )


def _table(view: View) -> Element:
    """Return the cloth, the slots of the row, and a bar beside the hand whose turn it is."""
    shapes = [
        rect(12, 18, WIDTH - 24, HEIGHT - 28, "shadow", radius=22, opacity=0.16),
        rect(12, 12, WIDTH - 24, HEIGHT - 28, "board", radius=22, stroke="board-edge"),
    ]
    if view["to_move"] is not None and view["to_move"] >= 0:
        own = view["to_move"] == (view["seat"] or 0)
        x, y, wide = (OWN_X, OWN_Y + 134, 420) if own else (OTHER_X, OTHER_Y - 80, 290)
        shapes.append(rect(x - wide / 2, y - 3, wide, 6, "accent", radius=3))
    return Element(id="table", x=0, y=0, role="board", shapes=tuple(shapes))


def _row_place(lang: str) -> Element:
    """Return the row's cloth with its slots: where a card of the hand can be dropped."""
    wide, high = CARD_WIDTH * LYING, CARD_HEIGHT * LYING
    shapes = [rect(24, ROW_Y - 106, WIDTH - 48, 212, "square", radius=18)]
    dashes: dict[str, str | float] = {"stroke": "line", "stroke_dasharray": "6 6", "opacity": 0.8}
    for place in range(ROW):
        x, top = _row_x(place), ROW_Y - 10 - high / 2
        shapes.append(rect(x - wide / 2, top, wide, high, "none", radius=14, **dashes))
        shapes.append(words(x, ROW_Y + 86, str(place + 1), 15, fill="ink-soft"))
    label = _say("labels.row", lang)
    return Element(id="row", x=0, y=0, role="place", kind="row", label=label, shapes=tuple(shapes))


def _row_x(place: int) -> float:
    return WIDTH / 2 + (place - (ROW - 1) / 2) * ROW_PITCH


def _hand_x(place: int, *, own: bool) -> float:
    middle, pitch = (OWN_X, OWN_PITCH) if own else (OTHER_X, OTHER_PITCH)
    return middle + (place - (HAND - 1) / 2) * pitch


def _hand(view: View, owner: int, lang: str) -> Iterator[Element]:
    """Yield a hand, the own one near and large, the other's far and small."""
    near = owner == (view["seat"] or 0)
    own = owner == view["seat"]
    opened = view.get("open_hands")
    for place, seen in enumerate(view["hands"][owner]):
        number = place + 1
        face, behind = _sides(opened[owner][place], view, owner) if opened else (seen, None)
        key = "labels.own_card" if own else "labels.other_card"
        label = _say(
            key, lang, player=called(view, owner, lang), number=number, face=_face_name(face, lang)
        )
        look = _card(face) + _corner(behind)
        if near:
            look += (words(0, CARD_HEIGHT / 2 + 14, str(number), 15, fill="ink-soft"),)
        yield Element(
            id=f"hand-{owner}-{number}",
            x=_hand_x(place, own=near),
            y=OWN_Y if near else OTHER_Y,
            kind="card",
            face=_seen(face) if behind is None else f"{_seen(face)} on {PAINTS[behind]}",
            scale=OWN if near else OTHER,
            shapes=look,
            label=label,
            choice=f"hand:{number}" if own else None,
            layer=2,
        )


def _sides(card: list[str], view: View, owner: int) -> tuple[str, str]:
    """Return the side of an open card that the viewer sees, and the other one."""
    side = owner if view["seat"] is None else view["seat"]
    return card[side], card[1 - side]


def _corner(face: str | None) -> tuple[Shape, ...]:
    """Return a face that is known but not up, small in a corner of its card."""
    if face is None:
        return ()
    return (
        circle(32, 53, 14, PAINTS[face], stroke="ivory", stroke_width=2),
        mark(PAINTS[face], 32, 53, 7),
    )


def _row(view: View, lang: str) -> Iterator[Element]:
    """Yield the row: upper faces, and in a corner the lower one where it is remembered."""
    known = view.get("memory", {}).get("row", [])
    for place, face in enumerate(view["row"]):
        lower = known[place]["lower"] if place < len(known) else None
        look = _card(face) + _corner(lower)
        yield Element(
            id=f"row-{place + 1}",
            x=_row_x(place),
            y=ROW_Y - 10,
            scale=LYING,
            kind="card",
            face=_seen(face) if lower is None else f"{_seen(face)} on {PAINTS[lower]}",
            shapes=look,
            label=_say("labels.row_card", lang, number=place + 1, face=_face_name(face, lang)),
            choice=f"row:{place + 1}",
            layer=2,
        )


def _stack(view: View, lang: str) -> Element:
    """Return the tray between the players: the card at the viewer's end, and how many there are."""
    count = view["stack"]
    look: list[Shape] = [rect(-62, -98, 124, 204, "gutter", radius=14)]
    for depth in range(min(4, max(0, count - 1)), 0, -1):
        look.append(rect(-44, -70 - 6 * depth, 88, 125, "ivory", radius=11, stroke="line"))
    if count:
        look += drawn_at(_card(view["end"]), 0, 0, 0.88)
    look.append(words(0, 84, str(count), 22, font_weight=700))
    key = "labels.stack" if view["end"] is None else "labels.stack_end"
    label = _say(key, lang, count=count, face=_face_name(view["end"], lang))
    return Element(id="stack", x=STACK_X, y=OWN_Y, shapes=tuple(look), label=label, role="info")


def _won(view: View, owner: int, lang: str) -> Element:
    """Return the cards that a player has won, counted and face down."""
    near = owner == (view["seat"] or 0)
    count = view["won"][owner]
    look: list[Shape] = []
    for depth in range(min(3, (count + 5) // 6)):
        look.append(
            rect(-34 + 5 * depth, -48 - 5 * depth, 62, 88, "board-edge", radius=9, stroke="ivory")
        )
    if not count:
        look.append(rect(-34, -48, 62, 88, "none", radius=9, stroke="line", stroke_dasharray="6 6"))
    look.append(words(0, 62, str(count), 26, font_weight=700))
    look.append(path("M-9 -4 -2 4 10 -10", stroke="ink-soft", stroke_width=4, opacity=0.5))
    label = _say("labels.won", lang, player=called(view, owner, lang), count=count)
    y = OWN_Y - 10 if near else OTHER_Y
    return Element(id=f"won-{owner}", x=WON_X, y=y, shapes=tuple(look), label=label, role="info")


def scene(view: View, lang: str) -> Scene:
    """Return the table from the side of the viewer's seat."""
    elements = [_table(view), _row_place(lang), _stack(view, lang)]
    for owner in range(2):
        elements.append(_won(view, owner, lang))
        elements += _hand(view, owner, lang)
    elements += _row(view, lang)
    return Scene(width=WIDTH, height=HEIGHT, title=_say("title", lang), elements=elements)
