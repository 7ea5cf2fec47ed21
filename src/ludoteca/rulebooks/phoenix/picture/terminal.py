"""Phoenix on a board of characters: the other line, the spectrum, the own line, the cards.

Columns and cubes run from left to right for everyone, so that their numbers are easy to type.
"""

from ludoteca.core.definition import View
from ludoteca.drawing.canvas import MARKS, Canvas, Room, Spot, ink_on
from ludoteca.rulebooks.phoenix.picture.notes import player_name, say, status_text
from ludoteca.rulebooks.phoenix.picture.pieces import COLOUR_NAMES
from ludoteca.rulebooks.phoenix.rules import HAND_CARDS

WIDTHS = (12, 10, 8, 7, 6, 5)
HEIGHTS = (5, 3, 1)
GAPS_FROM = 16
FORESEEN = ("lines", "spectrum", "discard")


class Sheet:
    """The table being drawn: how wide a column is, how high pawns and cards are."""

    def __init__(self, view: View, lang: str, room: Room) -> None:
        self.view, self.lang = view, lang
        self.canvas = Canvas()
        self.width = next((w for w in WIDTHS if 10 * w <= room.width), WIDTHS[-1])
        self.high = next((h for h in HEIGHTS if 4 * h + 12 <= room.height), 1)
        self.row = 0

    def write(self, text: str, *, ink: str = "ink", bold: bool = False) -> None:
        """Write a line and go on below it."""
        self.canvas.put(self.row, 0, text, ink=ink, bold=bold)
        self.row += 1

    def thing(self, place: int, letter: str, choice: str | None) -> None:
        """Draw a pawn or cube in a column."""
        paint = COLOUR_NAMES[letter]
        spot = Spot(choice or "", self.row, place * self.width, self.high, self.width)
        self.canvas.fill(spot.row, spot.column, spot.height, spot.width, "board")
        inner = Spot("", spot.row, spot.column + 1, spot.height, spot.width - 2)
        self.canvas.tile(inner, f"{MARKS[paint]}{letter}", ink=ink_on(paint), ground=paint)
        if choice is not None:
            self.canvas.add(spot)

    def numbers(self, count: int) -> None:
        """Draw the numbers under or over the columns."""
        for place in range(count):
            text = str(place + 1).center(self.width)
            self.canvas.put(self.row, place * self.width, text, ink="ink-soft")
        self.row += 1

    def line(self, seat: int) -> None:
        """Draw a player's line of ten pawns."""
        mine = seat == self.view["seat"]
        for place, letter in enumerate(self.view["lines"][seat]):
            self.thing(place, letter, f"own:{place + 1}" if mine else None)
        self.row += self.high

    def heading(self, seat: int) -> None:
        """Draw a player's name, points and number of cards."""
        view = self.view
        name = player_name(view, seat, self.lang)
        points = say("points", self.lang, player=name, points=view["scores"][seat])
        sign = "▶ " if view["to_move"] == seat else "  "
        backs = "" if seat == view["seat"] else "  " + "▒ " * view["card_counts"][seat]
        self.write(f"{sign}{points}{backs}".rstrip(), bold=view["to_move"] == seat)

    def spectrum(self) -> None:
        """Draw the six cubes in their order."""
        for place, letter in enumerate(self.view["spectrum"]):
            self.thing(place, letter, f"cube:{place + 1}")
        self.row += self.high
        self.numbers(len(self.view["spectrum"]))

    def cards(self) -> None:
        """Draw the own hand, beside it the deck and the pile."""
        view, width = self.view, self.width + 2
        for place, card in enumerate(view["cards"] or ()):
            spot = Spot(f"card:{card}", self.row, place * width, self.high, width - 1)
            self.canvas.tile(spot, card, ink="ebony", ground="ivory")
            self.canvas.add(spot)
        pile = view["discard"]
        top = f": {pile[-1]}" if pile else ""
        text = f" ⌫ {say('discard', self.lang)}{top}"
        column = 0 if view["cards"] is None else HAND_CARDS * width + 1
        # As wide with every card on top, so that nothing moves when it changes.
        wide = len(text) - len(top) + len(": M2") + 3
        spot = Spot("discard", self.row, column, self.high, wide)
        self.canvas.tile(spot, text, ink="ink", ground="square")
        self.canvas.add(spot)
        self.row += self.high


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """Return the table from the side of the seat that looks; a spectator sits with seat 0."""
    own = view["seat"] or 0
    sheet = Sheet(view, lang, room)
    gap = room.height >= GAPS_FROM
    sheet.heading(1 - own)
    sheet.line(1 - own)
    sheet.numbers(10)
    sheet.row += gap
    sheet.spectrum()
    sheet.row += gap
    sheet.line(own)
    sheet.numbers(10)
    sheet.heading(own)
    sheet.row += gap
    sheet.cards()
    hand = say("hand", lang, hand=view["hand"], hands=3)
    deck = say("deck", lang, count=view["deck_count"])
    sheet.write(f"{hand}. {deck}.", ink="ink-soft")
    sheet.write(status_text(view, lang), ink="ink-soft")
    return sheet.canvas
