"""Phoenix: the drawing of a view.

Everyone has the own line below, and reads columns and spectrum from left to right: the two sides of
the table are exchanged, not turned.
"""

from collections.abc import Iterator

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Scene, Shape, circle, path, rect, words
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.picture.notes import player_name, points_table, say, status
from ludoteca.rulebooks.phoenix.picture.pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    COLOUR_NAMES,
    card_back,
    card_face,
    cube,
    pawn,
)

COLUMN = 60.0
MARGIN = 40.0
ACROSS = rules.COLUMNS * COLUMN
WIDTH = ACROSS + 2 * MARGIN
MIDDLE = WIDTH / 2

BOARD_TOP, BOARD_HEIGHT = 128.0, 424.0
LINE_HEIGHT = 84.0
OTHER_LINE = BOARD_TOP + 34 + LINE_HEIGHT / 2
OWN_LINE = BOARD_TOP + BOARD_HEIGHT - 34 - LINE_HEIGHT / 2
SPECTRUM = (OTHER_LINE + OWN_LINE) / 2
STATUS = BOARD_TOP + BOARD_HEIGHT + 26
HAND = STATUS + 24 + CARD_HEIGHT / 2
HEIGHT = HAND + CARD_HEIGHT / 2 + 22
OTHER_HAND, OTHER_CARD, OTHER_PITCH = 70.0, 0.58, 48.0

DECK = MARGIN + CARD_WIDTH / 2
PILE = WIDTH - DECK
PITCH = 56.0
TILTS = (-2.5, 2.0, -1.0, 3.0, 0.5)
SHOWN_DISCARDS = 2


def _column(place: int) -> float:
    """Return where a column (0..9) is drawn."""
    return MIDDLE + (place + 0.5) * COLUMN - ACROSS / 2


def _cube(place: int) -> float:
    """Return where a cube of the spectrum (0..5) is drawn."""
    return MIDDLE + (place - (rules.COLOURS - 1) / 2) * PITCH


def _line(seat: int, own: int) -> float:
    return OWN_LINE if seat == own else OTHER_LINE


def _board() -> Element:
    left, width = MARGIN - 24, ACROSS + 48
    cells = [
        rect(
            _column(place) - COLUMN / 2 + 2,
            y - LINE_HEIGHT / 2,
            COLUMN - 4,
            LINE_HEIGHT,
            "square",
            radius=9,
        )
        for y in (OTHER_LINE, OWN_LINE)
        for place in range(rules.COLUMNS)
    ]
    rail = rules.COLOURS * PITCH + 12
    slots = [_slot(x, SPECTRUM) for x in (DECK, PILE)]
    return Element(
        id="board",
        x=0,
        y=0,
        role="board",
        shapes=(
            rect(left, BOARD_TOP + 6, width, BOARD_HEIGHT, "shadow", radius=20, opacity=0.18),
            rect(left, BOARD_TOP, width, BOARD_HEIGHT, "board", radius=20, stroke="board-edge"),
            *cells,
            rect(MIDDLE - rail / 2, SPECTRUM - 50, rail, 100, "square", radius=14),
            *slots,
        ),
    )


def _slot(x: float, y: float) -> Shape:
    """Return the place of a pile of cards, seen when it is empty."""
    edge: dict[str, str | float] = {"stroke": "line", "stroke_dasharray": "7 6"}
    left, top = x - CARD_WIDTH / 2 + 2, y - CARD_HEIGHT / 2 + 2
    return rect(left, top, CARD_WIDTH - 4, CARD_HEIGHT - 4, "none", radius=10, **edge)


def _numbers() -> Element:
    """Return the numbers of columns and cubes, with the direction in which the spectrum is read."""
    shapes = []
    for place in range(rules.COLUMNS):
        x = _column(place)
        for y in (BOARD_TOP + 18, BOARD_TOP + BOARD_HEIGHT - 17):
            shapes.append(words(x, y, str(place + 1), 17, fill="ink-soft"))
    for place in range(rules.COLOURS):
        x = _cube(place)
        shapes.append(words(x, SPECTRUM + 36, str(place + 1), 17, fill="ink-soft"))
        if place:
            shapes.append(_chevron((x + _cube(place - 1)) / 2))
    return Element(id="numbers", x=0, y=0, shapes=tuple(shapes), role="board", layer=1)


def _chevron(x: float) -> Shape:
    """Return a small sign between two numbers of the spectrum, pointing from the lower to the
    higher.
    """
    tip, y = 2, SPECTRUM + 36
    line = f"M{x - tip:g} {y - 5:g}L{x + tip:g} {y:g}L{x - tip:g} {y + 5:g}"
    return path(line, stroke="line", stroke_width=2.5, stroke_linecap="round")


def _turn(view: View, own: int) -> Iterator[Element]:
    """Yield the frame around the line of whoever is to move."""
    if view["to_move"] not in range(2):
        return
    width, height = ACROSS + 12, LINE_HEIGHT + 10
    frame = rect(
        -width / 2, -height / 2, width, height, "none", radius=14, stroke="accent", stroke_width=4
    )
    y = _line(view["to_move"], own)
    yield Element(id="turn", x=MIDDLE, y=y, shapes=(frame,), role="info", layer=1)


def _pawns(view: View, own: int, lang: str) -> Iterator[Element]:
    touch = rect(-COLUMN / 2, -LINE_HEIGHT / 2, COLUMN, LINE_HEIGHT, "square", opacity=0)
    for seat, line in enumerate(view["lines"]):
        mine = seat == view["seat"]
        for place, letter in enumerate(line):
            colour = say(COLOUR_NAMES[letter], lang)
            key, owner = "own_pawn" if mine else "pawn", player_name(view, seat, lang)
            yield Element(
                id=f"pawn-{seat}-{place + 1}",
                x=_column(place),
                y=_line(seat, own),
                shapes=(touch, *pawn(letter)),
                label=say(key, lang, column=place + 1, colour=colour, player=owner),
                choice=f"own:{place + 1}" if mine else None,
                kind="pawn",
                face=COLOUR_NAMES[letter],
                layer=2,
            )


def _cubes(view: View, lang: str) -> Iterator[Element]:
    for place, letter in enumerate(view["spectrum"]):
        yield Element(
            id=f"cube-{letter}",
            x=_cube(place),
            y=SPECTRUM - 8,
            shapes=cube(letter),
            label=say("cube", lang, place=place + 1, colour=say(COLOUR_NAMES[letter], lang)),
            choice=f"cube:{place + 1}",
            kind="cube",
            face=COLOUR_NAMES[letter],
            layer=2,
        )


def _badge(count: int) -> tuple[Shape, ...]:
    """Return the number of cards of a pile, at its upper corner."""
    x, y = CARD_WIDTH / 2 - 17, 17 - CARD_HEIGHT / 2
    return (circle(x, y, 17, "paper", stroke="line"), words(x, y, str(count), 18, font_weight=700))


def _deck(view: View, lang: str) -> Element:
    count = view["deck_count"]
    under = [
        rect(
            -CARD_WIDTH / 2,
            -CARD_HEIGHT / 2 + 2 * depth,
            CARD_WIDTH,
            CARD_HEIGHT,
            "ebony",
            radius=10,
            stroke="line",
        )
        for depth in range(min(3, count // 8), 0, -1)
    ]
    label = say("deck", lang, count=count)
    shapes = (*under, *card_back(), *_badge(count)) if count else ()
    return Element(
        id="deck", x=DECK, y=SPECTRUM, shapes=shapes, label=label, role="info", kind="pile", layer=1
    )


def _discards(view: View, lang: str) -> Iterator[Element]:
    """Yield the last cards of the discard pile."""
    pile: list[str] = view["discard"]
    for turn in range(max(0, len(pile) - SHOWN_DISCARDS), len(pile)):
        yield Element(
            id=discard_id(view, turn),
            x=PILE,
            y=SPECTRUM,
            kind="card",
            face=pile[turn],
            shapes=card_face(pile[turn], lang),
            turn=TILTS[turn % len(TILTS)],
            layer=2,
        )


def _discard_place(view: View, lang: str) -> Element:
    """Return what one picks to discard a card: the whole pile, however the cards on it lie."""
    pile: list[str] = view["discard"]
    left, top = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    touch = rect(left, top, CARD_WIDTH, CARD_HEIGHT, "board", radius=10, opacity=0)
    label = say("no_pile", lang)
    if pile:
        label = say("pile", lang, count=len(pile), card=_card_name(pile[-1], lang))
    name = words(0, 0, say("discard", lang), 15, fill="ink-soft")
    return Element(
        id="discard",
        x=PILE,
        y=SPECTRUM,
        shapes=(touch, *_badge(len(pile))) if pile else (touch, name),
        label=label,
        choice="discard",
        role="place",
        kind="pile",
        layer=3,
    )


def discard_id(view: View, turn: int) -> str:
    """Return the ids of cards: a card keeps its id on the way from the hand that it was seen in to
    the pile.
    """
    pile, seat = view["discard"], (view["starter"] + turn) % 2
    copy = pile[seat != view["starter"] : turn + 1 : 2].count(pile[turn])
    return _card_id(view, seat, pile[turn], copy)


def _card_id(view: View, seat: int, card: str, copy: int) -> str:
    return f"card-{view['hand']}-{seat}-{card}-{copy}"


def _card_name(card: str, lang: str) -> str:
    return f"{say(f'name_{card[0]}', lang)} {card[1:]}".rstrip()


def _card_label(card: str, lang: str) -> str:
    """Return the name of a card and what it does."""
    key = card if card[0] == "D" else card[0]
    return say(f"card_{key}", lang, name=_card_name(card, lang), number=card[1:])


def _own_cards(view: View, lang: str) -> Iterator[Element]:
    """Yield the viewer's hand; equal cards differ only by how many were
    discarded before.
    """
    cards, seat = view["cards"], view["seat"]
    pile = view["discard"][seat != view["starter"] :: 2]
    for place, card in enumerate(cards):
        copy = pile.count(card) + cards[: place + 1].count(card)
        yield Element(
            id=_card_id(view, seat, card, copy),
            x=_hand_place(place, len(cards)),
            y=HAND,
            kind="card",
            face=card,
            shapes=card_face(card, lang),
            label=_card_label(card, lang),
            choice=f"card:{card}",
            layer=3,
        )


def _hand_place(place: int, count: int) -> float:
    pitch = CARD_WIDTH + 20
    return MIDDLE + (place - (count - 1) / 2) * pitch


def _backs(view: View, own: int, lang: str) -> Iterator[Element]:
    """Yield the hands that are not the viewer's own: from behind, or open once the game is over."""
    opened = view.get("open_hands")
    for seat, count in enumerate(view["card_counts"]):
        if seat == view["seat"]:
            continue
        for place in range(count):
            x = MARGIN + OTHER_CARD * CARD_WIDTH / 2 + place * OTHER_PITCH
            card = opened[seat][place] if opened else None
            yield Element(
                id=f"back-{seat}-{place + 1}",
                x=_hand_place(place, count) if seat == own else x,
                y=HAND if seat == own else OTHER_HAND,
                kind="card",
                face=card or "back",
                scale=1 if seat == own else OTHER_CARD,
                shapes=card_face(card, lang) if card else card_back(),
                label=_card_label(card, lang) if card else _back_label(view, seat, lang),
                layer=1,
            )


def _back_label(view: View, seat: int, lang: str) -> str:
    return say("back", lang, player=player_name(view, seat, lang))


def scene(view: View, lang: str) -> Scene:
    """Return the table from the side of the viewer's seat; a spectator sits with seat 0."""
    own = view["seat"] or 0
    elements = [_board(), _numbers(), *_turn(view, own)]
    elements.append(points_table(view, lang, right=WIDTH - MARGIN, y=OTHER_HAND))
    elements.append(status(view, lang, left=MARGIN, right=WIDTH - MARGIN, y=STATUS))
    elements.append(_deck(view, lang))
    elements += [*_backs(view, own, lang), *_pawns(view, own, lang), *_cubes(view, lang)]
    elements += [*_discards(view, lang), _discard_place(view, lang)]
    if view["cards"] is not None:
        elements += _own_cards(view, lang)
    title = texts.say("phoenix", "title", lang)
    return Scene(width=WIDTH, height=HEIGHT, title=title, elements=elements)
