"""Rainbow Duel on a board of characters: hands, row and stack as cards with colour and letter."""

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.core.players import called
from ludoteca.drawing.canvas import MARKS, Canvas, Room, Spot, ink_on
from ludoteca.rulebooks.rainbow.picture.scene import PAINTS
from ludoteca.rulebooks.rainbow.rules import ROW

SIZES = ((9, 15), (7, 13), (5, 11), (3, 9), (3, 8), (1, 7))
LINES = 7


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("rainbow", key, lang, **values)


class Sheet:
    """The table being drawn: how large a card is, and how far down one is."""

    def __init__(self, view: View, lang: str, room: Room) -> None:
        self.view, self.lang = view, lang
        self.canvas = Canvas()
        for high, wide in SIZES:
            if 3 * high + LINES <= room.height and ROW * wide <= room.width:
                break
        self.high, self.wide = high, wide
        self.row = 0

    def card(self, place: int, face: str | None, choice: str, lower: str | None = None) -> None:
        """Draw a card: its colour, mark and letter; below, the other face where it is
        remembered.
        """
        spot = Spot(choice, self.row, place * self.wide, self.high, self.wide - 1)
        paint = PAINTS[face] if face else "board-edge"
        text = f"{MARKS[paint]} {face}" if face else "?"
        self.canvas.tile(spot, text, ink=ink_on(paint), ground=paint)
        if lower is not None and self.high > 1:
            last = spot.row + spot.height - 1
            self.canvas.put(last, spot.column + 1, f"({lower})", ink=ink_on(paint))
        if choice:
            self.canvas.add(spot)

    def write(self, text: str, *, ink: str = "ink-soft", bold: bool = False) -> None:
        """Write a line and go on below it."""
        self.canvas.put(self.row, 0, text, ink=ink, bold=bold)
        self.row += 1

    def hand(self, owner: int) -> None:
        """Draw a hand: the own one can be picked from."""
        view = self.view
        mine = owner == view["seat"]
        for place, face in enumerate(view["hands"][owner]):
            self.card(place, face, f"hand:{place + 1}" if mine else "")
        self.row += self.high
        self.numbers(len(view["hands"][owner]) if mine else 0)

    def numbers(self, count: int) -> None:
        """Draw the numbers under cards that can be picked."""
        if not count:
            return
        for place in range(count):
            text = str(place + 1).center(self.wide - 1)
            self.canvas.put(self.row, place * self.wide, text, ink="ink-soft")
        self.row += 1

    def table(self) -> None:
        """Draw the row between the players."""
        known = self.view.get("memory", {}).get("row", [])
        faces = self.view["row"]
        for place in range(ROW):
            if place < len(faces):
                lower = known[place]["lower"] if place < len(known) else None
                self.card(place, faces[place], f"row:{place + 1}", lower)
            else:
                spot = Spot("", self.row, place * self.wide, self.high, self.wide - 1)
                self.canvas.tile(spot, "·", ink="line", ground="square-alt", bold=False)
        self.row += self.high
        self.numbers(ROW)

    def heading(self, owner: int) -> None:
        """Draw who has won how many cards; the sign says whose turn it is."""
        on_turn = self.view["to_move"] == owner
        sign = "▶ " if on_turn else "  "
        text = _say(
            "labels.won",
            self.lang,
            player=called(self.view, owner, self.lang),
            count=self.view["won"][owner],
        )
        self.write(f"{sign}{text}", ink="ink", bold=on_turn)


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """Return the table from the side of the seat that looks; a spectator sits with seat 0."""
    own = view["seat"] or 0
    sheet = Sheet(view, lang, room)
    sheet.heading(1 - own)
    sheet.hand(1 - own)
    sheet.row += 1
    sheet.table()
    key = "labels.stack" if view["end"] is None else "labels.stack_end"
    face = _say(f"faces.{view['end'] or 'unknown'}", lang)
    sheet.write(_say(key, lang, count=view["stack"], face=face))
    sheet.row += 1
    sheet.hand(own)
    sheet.heading(own)
    sheet.canvas.frame = ROW * sheet.wide - 1
    return sheet.canvas
