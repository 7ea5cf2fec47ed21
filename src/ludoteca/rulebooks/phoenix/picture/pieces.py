"""Phoenix: the look of pawns, cubes and cards, each around its own middle."""

from ludoteca.core import texts
from ludoteca.drawing.scene import Shape, circle, drawn_at, mark, path, rect, shadow, words
from ludoteca.rulebooks.phoenix.picture.diagrams import diagram

COLOUR_NAMES = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "P": "purple",
}
CARD_WIDTH, CARD_HEIGHT = 104.0, 140.0
CUBE = 50.0

_BODY = "M-7-16C-7-2-25 4-25 22Q-25 31-16 31H16Q25 31 25 22C25 4 7-2 7-16Z"
_GLEAM = "M-17 20C-15 9-7 5-4-4"
_FEATHER = "M0 0C-8-15-7-33 0-46C7-33 8-15 0 0Z"
_FEATHER_TURNS = (-60, -36, -12, 12, 36, 60)


def pawn(letter: str) -> tuple[Shape, ...]:
    """Return a turned wooden pawn, seen from the front, its mark on the skirt."""
    colour = COLOUR_NAMES[letter]
    edge: dict[str, str | float] = {"stroke": "shadow", "stroke_opacity": 0.35, "stroke_width": 1}
    return (
        shadow(-25, 24, 52, 12, 6),
        path(_BODY, fill=colour, **edge),
        circle(0, -21, 12.5, colour, **edge),
        path(_GLEAM, stroke="ivory", stroke_width=3, stroke_linecap="round", opacity=0.35),
        circle(-4.5, -25.5, 3.2, "ivory", opacity=0.5),
        mark(colour, 0, 15, 10.5),
    )


def cube(letter: str) -> tuple[Shape, ...]:
    """Return a wooden cube, seen from a little above, its mark on the upper face."""
    colour, half = COLOUR_NAMES[letter], CUBE / 2
    return (
        shadow(-half + 2, -half + 8, CUBE, CUBE, 9),
        rect(-half, -half + 5, CUBE, CUBE, colour, radius=9),
        rect(-half, -half + 5, CUBE, CUBE, "shadow", radius=9, opacity=0.32),
        rect(-half, -half, CUBE, CUBE, colour, radius=9),
        path(
            f"M{-half + 8:g} {-half + 3:g}H{half - 8:g}",
            stroke="ivory",
            stroke_width=2.5,
            stroke_linecap="round",
            opacity=0.4,
        ),
        mark(colour, 0, 0, 15),
    )


def _card(fill: str) -> list[Shape]:
    left, top, radius = -CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH / 10
    return [
        shadow(left + 1, top + 4, CARD_WIDTH, CARD_HEIGHT, radius),
        rect(left, top, CARD_WIDTH, CARD_HEIGHT, fill, radius=radius, stroke="line"),
    ]


def card_face(card: str, lang: str) -> tuple[Shape, ...]:
    """Return a card from the front: its sign, what it does as a diagram, and its name."""
    name = texts.say("phoenix", f"labels.name_{card[0]}", lang)
    left, top = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    return (
        *_card("ivory"),
        words(left + 11, top + 19, card, 21, fill="ebony", text_anchor="start", font_weight=700),
        *drawn_at(diagram(card), 0, 4),
        words(0, -top - 15, name, 14.5, fill="ebony"),
    )


def card_back() -> tuple[Shape, ...]:
    """Return a card from behind: a fan of six feathers, the same on all cards."""
    inset = 7.0
    feathers = [
        path(_FEATHER, fill=colour, transform=f"translate(0 20) rotate({turn})")
        for colour, turn in zip(COLOUR_NAMES.values(), _FEATHER_TURNS, strict=True)
    ]
    left, top = inset - CARD_WIDTH / 2, inset - CARD_HEIGHT / 2
    return (
        *_card("ebony"),
        rect(left, top, -2 * left, -2 * top, "none", radius=6, stroke="ivory", stroke_opacity=0.45),
        *feathers,
        circle(0, 20, 5, "ivory"),
    )
