"""Cadena: the players around the board: their names, their dice in hand, and the bank."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Shape, circle, drawn_at, fitted, mark, rect
from ludoteca.rulebooks.cadena.picture import discs, layout
from ludoteca.rulebooks.cadena.picture.dice import BLACK, cube, die, no_cube

_GAP = 8.0


def tray_width(view: View) -> float:
    """Return how wide the place before the start is.

    The other players have the rest of the rail.
    """
    return {2: 440.0, 3: 340.0, 4: 322.0}[view["seats"]]


def tray(view: View, lang: str) -> Element:
    """Return where discs wait before the start, a hollow for each."""
    width = tray_width(view)
    hollows = []
    for seat in range(view["seats"]):
        for disc in range(len(view["discs"][seat])):
            x, y, scale, _ = discs.waiting_place(view, seat, disc)
            hollows.append(circle(x, y + 3, discs.RADIUS * scale, "shadow", opacity=0.1))
    return Element(
        id="tray",
        x=0,
        y=0,
        role="board",
        label=layout.say("tray", lang),
        shapes=(
            rect(
                layout.EDGE,
                layout.RAIL_TOP + 3,
                width,
                layout.RAIL,
                "shadow",
                radius=14,
                opacity=0.14,
            ),
            rect(
                layout.EDGE,
                layout.RAIL_TOP,
                width,
                layout.RAIL,
                "board",
                radius=14,
                stroke="board-edge",
            ),
            *hollows,
        ),
    )


def _is_rolling(view: View, seat: int) -> bool:
    """Return whether a seat's dice are out on the table, where a game given up leaves them."""
    return bool(view["phase"] != "over" and seat == view["turn_of"])


def _bay_label(view: View, seat: int, lang: str) -> str:
    called = layout.name(view, seat, lang)
    return layout.say("hand", lang, player=called, count=view["hand"][seat])


def bays(view: View, lang: str) -> Iterator[Element]:
    """Yield a place for every player: the others above, the one that looks below."""
    others = layout.order(view)
    left = layout.EDGE + tray_width(view) + _GAP
    width = (layout.EDGE + layout.INNER - left + _GAP) / len(others) - _GAP
    for index, seat in enumerate(others):
        x = left + index * (width + _GAP)
        yield from _bay(view, seat, lang, x, width)
    yield from _own_bay(view, lang)


def _panel(view: View, seat: int, width: float, height: float) -> tuple[Shape, ...]:
    """Return the ground of a bay: in the player's colour while it is that player's turn."""
    colour = layout.COLOURS[seat]
    if seat == layout.shown_seat(view):
        return (rect(0, 0, width, height, colour, radius=14),)
    return (rect(0, 0, width, height, "board", radius=14, stroke="board-edge"),)


def badge(seat: int, x: float, y: float, radius: float) -> tuple[Shape, ...]:
    """Return a player's colour and mark."""
    colour = layout.COLOURS[seat]
    edge = f"{colour}.ink"
    return (
        circle(x, y, radius, colour, stroke=edge, stroke_width=1.4, stroke_opacity=0.7),
        mark(colour, x, y, radius * 0.52),
    )


def _bay(view: View, seat: int, lang: str, x: float, width: float) -> Iterator[Element]:
    """Yield the place of another player, above the board."""
    ink = f"{layout.COLOURS[seat]}.ink" if seat == layout.shown_seat(view) else "ink"
    line = layout.RAIL / 2 if _is_rolling(view, seat) else 18
    size = 26.0 if view["seats"] < 4 else 22.0
    hand = Hand(size * 0.88, 47, size, width - size * 3.2)
    name = fitted(layout.name(view, seat, lang), 14.5, width - 36)
    yield Element(
        id=f"bay-{seat + 1}",
        x=x,
        y=layout.RAIL_TOP,
        shapes=(
            *_panel(view, seat, width, layout.RAIL),
            *badge(seat, 17, line, 9.5),
            layout.text(31, line, name, 14.5, fill=ink, anchor="start"),
            *_count(view, seat, hand, ink),
        ),
        label=_bay_label(view, seat, lang),
        role="info",
        layer=1,
    )
    yield from _hand(view, seat, hand, x, layout.RAIL_TOP)


def _own_bay(view: View, lang: str) -> Iterator[Element]:
    """Yield the place of the player that looks, at the foot of the mat."""
    seat, middle = layout.below(view), layout.OWN / 2
    name = fitted(layout.name(view, seat, lang), 18, 200)
    hand = Hand(76 + 11.0 * len(name), middle, 26, 230)
    yield Element(
        id=f"bay-{seat + 1}",
        x=layout.EDGE,
        y=layout.OWN_TOP,
        shapes=(
            *badge(seat, 22, middle, 11.5),
            layout.text(42, middle, name, 18, anchor="start"),
            *_count(view, seat, hand, "ink"),
        ),
        label=_bay_label(view, seat, lang),
        role="info",
        layer=1,
    )
    yield from _hand(view, seat, hand, layout.EDGE, layout.OWN_TOP)


@dataclass(frozen=True)
class Hand:
    """Where dice lie in a bay: the coloured one, their size, and how far right the last may lie."""

    x: float
    y: float
    size: float
    reach: float

    def places(self, count: int) -> list[float]:
        """Return where `count` black dice lie, closer together the more they are, as many as have
        room.
        """
        first = self.size * 1.15
        room = self.reach - first
        shown = min(count, 1 + int(room / (0.3 * self.size)))
        step = min(self.size * 1.05, room / max(1, shown - 1))
        return [self.x + first + step * index for index in range(shown)]


def _count(view: View, seat: int, hand: Hand, ink: str) -> tuple[Shape, ...]:
    """Return how many black dice a player has in hand, while they are not on the table."""
    if _is_rolling(view, seat):
        return ()
    count, size = view["hand"][seat], hand.size
    last = hand.places(max(1, count))[-1]
    place = () if count else drawn_at((no_cube(size, ink),), last, hand.y)
    number = layout.text(
        last + size * 0.66, hand.y, f"×{count}", size * 0.65, fill=ink, anchor="start"
    )
    return (*place, number)


def _hand(view: View, seat: int, hand: Hand, x: float, y: float) -> Iterator[Element]:
    """Yield the dice in a player's hand, the coloured one first."""
    if _is_rolling(view, seat):
        return
    places = [hand.x, *hand.places(view["hand"][seat])]
    for index, place in enumerate(places):
        colour = BLACK if index else layout.COLOURS[seat]
        yield die(
            die_id(seat, index),
            colour,
            None,
            x=x + place,
            y=y + hand.y,
            size=hand.size,
            layer=2 + index,
        )


def die_id(seat: int, index: int) -> str:
    """Return the coloured die of a seat, or one of its black ones, in hand as well as
    on the table.
    """
    return f"black-{seat + 1}-{index}" if index else f"die-{seat + 1}"


def bank(view: View, lang: str) -> Element:
    """Return the dice that nobody holds."""
    x, y = layout.EDGE + layout.INNER - 14, layout.OWN_TOP + layout.OWN / 2
    count = view["bank"]
    pile: list[Shape] = []
    for index in range(min(count, 3)):
        pile += drawn_at(cube(26), -120 + 27 * index, 0)
    return Element(
        id="bank",
        x=x,
        y=y,
        role="info",
        layer=2,
        label=layout.say("bank", lang, count=count),
        shapes=(
            layout.text(-146, 0, layout.say("bank_name", lang), 16, fill="ink-soft", anchor="end"),
            *(pile or drawn_at((no_cube(26, "ink-soft"),), -66, 0)),
            layout.text(0, 0, f"×{count}", 19, fill="ink", anchor="end"),
        ),
    )
