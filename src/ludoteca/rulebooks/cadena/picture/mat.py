"""Cadena: the dice in play: what is asked, the chain link by link, and the ends it goes on from."""

from collections.abc import Iterator
from typing import Any

from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Shape, drawn_at, path, rect
from ludoteca.rulebooks.cadena.picture import discs, layout
from ludoteca.rulebooks.cadena.picture.dice import BLACK, die, face
from ludoteca.rulebooks.cadena.picture.layout import Look
from ludoteca.rulebooks.cadena.picture.seats import badge, die_id

_LEFT = layout.EDGE + 16
_ROOM = layout.INNER - 32
_CARDS_TOP = layout.PLAY_TOP + 96
_CARDS = 108.0
_LAST = layout.PLAY_TOP + layout.PLAY - 26


def mat() -> Element:
    """Return the cloth on which dice are rolled."""
    x, y, height = layout.EDGE, layout.ASKED_TOP, layout.ASKED + layout.PLAY + layout.OWN
    line = f"M{x:g} {layout.OWN_TOP:g}h{layout.INNER:g}"
    return Element(
        id="mat",
        x=0,
        y=0,
        role="board",
        layer=0,
        shapes=(
            rect(x, y + 5, layout.INNER, height, "shadow", radius=16, opacity=0.16),
            rect(x, y, layout.INNER, height, "board", radius=16, stroke="board-edge"),
            path(line, stroke="board-edge", stroke_width=1.2),
        ),
    )


def asked(view: View, lang: str) -> Element:
    """Return whose turn it is and what is to be decided, in that player's colour."""
    seat, middle = layout.shown_seat(view), layout.ASKED / 2
    text = layout.sentence(view, lang)
    shapes: tuple[Shape, ...] = (layout.text(22, middle, text, 19, anchor="start"),)
    if seat is not None:
        colour = layout.COLOURS[seat]
        corners = f"V16a16 16 0 0 1 16-16H{layout.INNER - 16:g}a16 16 0 0 1 16 16"
        bar = f"M0 {layout.ASKED:g}{corners}V{layout.ASKED:g}Z"
        shapes = (
            path(bar, fill=colour),
            *badge(seat, 24, middle, 13),
            layout.text(48, middle, text, 19, fill=f"{colour}.ink", anchor="start"),
        )
    x, y = layout.EDGE, layout.ASKED_TOP
    return Element(id="asked", x=x, y=y, role="info", layer=1, label=text, shapes=shapes)


def play(view: View, lang: str) -> Iterator[Element]:
    """Yield the dice of the player on turn, as far as they are rolled."""
    if view["phase"] == "keep":
        yield from _keeping(view, lang)
    elif view["phase"] == "roll":
        yield from _rolling(view, lang)
    elif view["phase"] in ("decide", "extend"):
        yield from _chain(view, lang)
    elif view["phase"] == "failed":
        yield from _failed(view)
    if view["phase"] == "decide":
        yield from _ends(view, lang)
    if view["phase"] == "over":
        yield from _won(view, lang)
    if view["phase"] in ("keep", "over") and view["last_turn"] is not None:
        yield from _last_turn(view, lang)


def _colour(seat: int, index: int) -> str:
    """Return the colour of the coloured die or of a black one."""
    return BLACK if index else layout.COLOURS[seat]


def _rows(count: int) -> list[range]:
    """Return dice in one row, or in two if they are many."""
    if count <= 9:
        return [range(count)]
    half = (count + 1) // 2
    return [range(half), range(half, count)]


def _grid(count: int, middle: float) -> Iterator[tuple[int, float, float, float]]:
    """Yield the place and the size of each of `count` dice, around a height."""
    rows = _rows(count)
    pitch = min(74.0, _ROOM / len(rows[0]))
    size, height = 50.0 if len(rows) == 1 else 40.0, 82.0
    top = layout.PLAY_TOP + middle - height * (len(rows) - 1) / 2
    for row, indices in enumerate(rows):
        left = layout.WIDTH / 2 - pitch * (len(rows[0]) - 1) / 2
        for column, index in enumerate(indices):
            yield index, left + column * pitch, top + row * height, size


def _keeping(view: View, lang: str) -> Iterator[Element]:
    """Yield the hand as things to pick: a die means that it and all before it are kept."""
    seat = view["turn_of"]
    for index, x, y, size in _grid(view["hand"][seat] + 1, 77):
        key = ("keep_none", "keep_one")[index] if index < 2 else "keep_many"
        yield Element(
            id=f"keep-{index}",
            x=x,
            y=y,
            layer=2,
            role="place",
            kind="slot",
            label=layout.say(key, lang, count=index),
            choice=f"keep:{index}" if layout.is_asked(view) else None,
            shapes=(
                rect(-size * 0.68, -size * 0.7, size * 1.36, size * 1.4 + 22, "square", radius=12),
                layout.text(0, size * 0.7 + 9, str(index), 18),
            ),
        )
        yield die(die_id(seat, index), _colour(seat, index), None, x=x, y=y, size=size)


def _rolling(view: View, lang: str) -> Iterator[Element]:
    """Yield dice that are being rolled: those that lie show their number, the others tumble."""
    seat, dice = view["turn_of"], view["chain"]
    yield _roll(view, lang, layout.PLAY_TOP + 12, layout.PLAY - 24)
    for index, x, y, size in _grid(view["first"], layout.PLAY / 2):
        lies = index < len(dice)
        yield die(
            die_id(seat, index),
            _colour(seat, index),
            dice[index] if lies else None,
            x=x,
            y=y,
            size=size,
            turn=0 if lies else (index * 37 + 15) % 60 - 30,
        )


def _roll(view: View, lang: str, top: float, height: float) -> Element:
    """Return the place to touch in order to roll."""
    line: Look = {"stroke": "accent", "stroke_width": 2, "stroke_dasharray": "7 7"}
    return Element(
        id="roll",
        x=layout.EDGE + 14,
        y=top,
        role="place",
        kind="mat",
        layer=2,
        label=layout.say("roll", lang),
        choice="roll" if view["seat"] is not None else None,
        shapes=(rect(0, 0, layout.INNER - 28, height, "square", radius=14, opacity=0.6, **line),),
    )


def _places(view: View, links: list[int]) -> list[int]:
    """Return which of the dice in play each link is."""
    dice, places = list(view["chain"]), []
    for position, value in enumerate(links):
        place = 0 if position == 0 else dice.index(value, 1)
        places.append(place)
        dice[place] = 0
    return places


def _chain(view: View, lang: str) -> Iterator[Element]:
    """Yield the chain from its coloured first link on; it climbs and falls with its numbers."""
    end, seat = layout.main_end(view), view["turn_of"]
    links = end["links"]
    slots = len(links) + (view["phase"] == "extend")
    pitch = min(72.0, _ROOM / slots)
    size = pitch * 0.8
    left, middle = layout.WIDTH / 2 - pitch * (slots - 1) / 2, layout.PLAY_TOP + 50
    points = [(left + pitch * i, middle + (3.5 - value) * 5) for i, value in enumerate(links)]
    if view["phase"] == "extend":
        yield from _next_link(view, lang, left + pitch * (slots - 1), points[-1][1], size)
    bars = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    yield Element(
        id="chain",
        x=0,
        y=0,
        role="info",
        layer=2,
        label=layout.say("chain", lang, links=" ".join(map(str, links))),
        shapes=(path(bars, stroke="line", stroke_width=size * 0.16),),
    )
    for place, (x, y), value in zip(_places(view, links), points, links, strict=True):
        yield die(die_id(seat, place), _colour(seat, place), value, x=x, y=y, size=size)


def _failed(view: View) -> Iterator[Element]:
    """Yield the dice of a turn that failed, at rest: a die that did not fit lies apart
    and is crossed.
    """
    seat, links, judged = view["turn_of"], view["failed"]["links"], view["failed"]["judged"]
    added = judged and view["failed"]["added"]
    pitch = min(72.0, _ROOM / len(links))
    size, left = pitch * 0.8, layout.WIDTH / 2 - pitch * (len(links) - 1) / 2
    middle = layout.PLAY_TOP + layout.PLAY / 2 - 20
    for position, (place, value) in enumerate(zip(_places(view, links), links, strict=True)):
        apart = added and position == len(links) - 1
        x, y = left + pitch * position, middle + (size * 0.6 if apart else 0)
        yield die(
            die_id(seat, place), _colour(seat, place), value, x=x, y=y, size=size, turn=8 * apart
        )
    if not judged:
        return
    x, y = (left + pitch * (len(links) - 1), middle) if added else (layout.WIDTH / 2, middle)
    yield Element(
        id="fail-mark",
        x=x,
        y=y + size * (1.55 if added else 1.2),
        role="info",
        layer=4,
        shapes=(
            path("M-11-11 11 11M11-11-11 11", stroke="red", stroke_width=6, stroke_linecap="round"),
        ),
    )


def _next_link(view: View, lang: str, x: float, y: float, size: float) -> Iterator[Element]:
    """Yield the die taken from the bank, not yet rolled, and what would fit."""
    end = view["declared"]
    yield _roll(view, lang, layout.PLAY_TOP + 8, layout.PLAY - 16)
    name = die_id(view["turn_of"], len(view["chain"]))
    yield die(name, BLACK, None, x=x, y=y, size=size * 0.9, turn=14)
    width = 260.0
    yield Element(
        id="declared",
        x=layout.WIDTH / 2 - width / 2,
        y=_CARDS_TOP + 20,
        role="info",
        layer=3,
        label=_end_label(end, lang),
        shapes=_card(view, end, width, 64),
    )


def _ends(view: View, lang: str) -> Iterator[Element]:
    """Yield the ends from which the chain may go on, each with the numbers that would fit."""
    ends, main = view["ends"], layout.main_end(view)["links"]
    columns = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}.get(len(ends), 4)
    rows = -(-len(ends) // columns)
    width = min(320.0, (_ROOM + 8) / columns - 8)
    height = min(78.0, (_CARDS + 6) / rows - 6)
    left = layout.WIDTH / 2 - ((width + 8) * columns - 8) / 2
    top = _CARDS_TOP + (_CARDS - (height + 6) * rows + 6) / 2
    same_order = all(end["links"] == main for end in ends)
    may_pick = layout.is_asked(view) and view["bank"] > 0
    for index, end in enumerate(ends):
        row, column = divmod(index, columns)
        digits = "" if same_order or rows > 2 else "–".join(map(str, end["links"]))
        card = _card(view, end, width, height, digits=digits)
        name = f"{end['last']}:{end['direction']}"
        yield Element(
            id=f"end-{end['last']}-{end['direction']}",
            x=left + column * (width + 8),
            y=top + row * (height + 6),
            role="place",
            kind="end",
            layer=3,
            label=_end_label(end, lang),
            choice=f"end:{name}" if may_pick else None,
            shapes=card,
        )


def _end_label(end: dict[str, Any], lang: str) -> str:
    key = "end" if end["fits"] else "end_nothing"
    direction = layout.say(end["direction"], lang)
    fits, links = (" ".join(map(str, end[name])) for name in ("fits", "links"))
    return layout.say(key, lang, last=end["last"], direction=direction, fits=fits, links=links)


def _card(
    view: View, end: dict[str, Any], width: float, height: float, *, digits: str = ""
) -> tuple[Shape, ...]:
    """Return an end as a card: its last link, its direction, and which of the six numbers would
    fit.
    """
    line = height / 2 - (9 if digits else 0)
    die = min(44.0, height * 0.66 - (6 if digits else 0))
    tile = min(30.0, (width - die - 52) / 6)
    start = (width - die - 36 - tile * 6) / 2
    colour = _colour(view["turn_of"], len(end["links"]) - 1)
    pickable = view["bank"] > 0 or view["declared"] is not None
    order = (layout.text(width / 2, height - 10, digits, 14, fill="ink-soft"),) if digits else ()
    return (
        rect(0, 0, width, height, "square" if pickable else "board", radius=12, stroke="line"),
        *drawn_at(face(end["last"], die, colour), start + die / 2, line),
        _way(end["direction"], start + die + 16, line),
        *_odds(end["fits"], start + die + 34, line, tile),
        *order,
    )


def _way(direction: str, x: float, y: float) -> Shape:
    """Return an arrow for the direction of a chain."""
    up = -1 if direction == "up" else 1
    line = f"M{x:g} {y - 10 * up:g}V{y + 10 * up:g}m-6 {-7 * up:g}l6 {7 * up:g} 6 {-7 * up:g}"
    return path(line, stroke="ink", stroke_width=3, stroke_linecap="round", stroke_linejoin="round")


def _odds(fits: list[int], x: float, y: float, tile: float) -> Iterator[Shape]:
    """Yield the six numbers of a die; those that fit are inlaid."""
    for value in range(1, 7):
        middle = x + tile * (value - 0.5)
        side = tile - 2.5
        if value in fits:
            yield rect(middle - side / 2, y - tile / 2, side, tile, "accent", radius=5)
            yield layout.text(middle, y, str(value), tile * 0.74, fill="paper")
        else:
            yield rect(middle - 3, y - 1, 6, 2, "line", radius=1)


def _last_turn(view: View, lang: str) -> Iterator[Element]:
    """Yield the dice of the turn before and what came of them, small at the foot of the mat."""
    last = view["last_turn"]
    values = last | {"player": layout.name(view, last["seat"], lang), "start": last["from"]}
    text = layout.say("failed" if last["failed"] else "moved", lang, **values)
    pitch = min(27.0, 330 / len(last["dice"]))
    left = _LEFT + 8
    shapes: list[Shape] = []
    for index, value in enumerate(last["dice"]):
        die = face(value, pitch * 0.88, _colour(last["seat"], index))
        shapes += drawn_at(die, left + pitch * (index + 0.5), 0)
    after = left + pitch * len(last["dice"]) + 12
    yield Element(
        id="last-turn",
        x=0,
        y=_LAST,
        role="info",
        layer=2,
        label=text,
        shapes=(*shapes, layout.text(after, 0, text, 16, fill="ink-soft", anchor="start")),
    )


def _won(view: View, lang: str) -> Iterator[Element]:
    """Yield the discs of the winner, side by side, and where each is stuck."""
    seat = layout.shown_seat(view)
    if seat is None:
        return
    for disc, square in enumerate(view["discs"][seat]):
        key = "in_centre" if square == view["length"] else "on_square"
        place = layout.text(0, 62, layout.say(key, lang, square=square), 17, fill="ink-soft")
        shapes = discs.shapes_of(layout.COLOURS[seat], disc + 1, stuck=True)
        yield Element(
            id=f"won-{disc + 1}",
            x=layout.WIDTH / 2 - 75 + 150 * disc,
            y=layout.PLAY_TOP + 76,
            role="info",
            layer=3,
            shapes=(*drawn_at(shapes, 0, 0, 1.6), place),
        )
