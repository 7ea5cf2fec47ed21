"""A board made of characters: a sheet of painted cells, and the spots on it that can be picked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from ludoteca.drawing.palette import COLOURS, tone

MARKS = {
    "red": "▲",
    "orange": "◖",
    "yellow": "★",
    "green": "✚",
    "blue": "●",
    "indigo": "◆",
    "purple": "■",
    "white": "○",
    "black": "×",
    "light-blue": "═",
    "dark-blue": "║",
}
"""For each colour of the palette a character that says the same without colour."""


class Cell(NamedTuple):
    """One character with the names of its paints."""

    text: str = " "
    ink: str = "ink"
    ground: str = "paper"
    bold: bool = False


@dataclass(frozen=True)
class Spot:
    """A rectangle of the sheet that stands for one choice."""

    choice: str
    row: int
    column: int
    height: int
    width: int

    @property
    def middle(self) -> tuple[float, float]:
        """Return the centre, rows counted double since characters are about twice as
        high as wide.
        """
        return 2 * (self.row + (self.height - 1) / 2), self.column + (self.width - 1) / 2

    @property
    def edge_row(self) -> int:
        """Return the row on which the signs at the left and right edge are drawn."""
        return self.row + (self.height - 1) // 2

    def holds(self, row: int, column: int) -> bool:
        """Return whether a character lies inside."""
        inside = self.column <= column < self.column + self.width
        return inside and self.row <= row < self.row + self.height


@dataclass(frozen=True)
class Room:
    """The space available to a board: rows and columns."""

    width: int
    height: int


@dataclass
class Canvas:
    """A sheet of characters that grows as it is written on.

    frame   the columns of the board itself, by which it stands in the middle of its place: lines of
            text may come, go and be longer without moving it; the longest row unless given
    """

    rows: list[list[Cell]] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    frame: int | None = None

    @property
    def width(self) -> int:
        """Return the length of the longest row."""
        return max((len(row) for row in self.rows), default=0)

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def empty_rows(self) -> int:
        """Return the number of rows at the end with nothing on them."""
        return sum(1 for _ in takewhile(lambda row: not row, reversed(self.rows)))

    def margin(self, room: int) -> int:
        """Return how far right it stands in a room of this width."""
        middle = (room - (self.frame or self.width)) // 2
        return max(0, min(middle, room - self.width))

    def reading_width(self, room: int) -> int:
        """Return how long a line of text may be in this room without moving the board."""
        return (room + (self.frame or self.width)) // 2

    def reach(self, row: int) -> None:
        """Extend the sheet to include a row."""
        while len(self.rows) <= row:
            self.rows.append([])

    def _reach(self, row: int, column: int) -> None:
        self.reach(row)
        missing = column + 1 - len(self.rows[row])
        self.rows[row].extend([Cell()] * missing)

    def put(
        self,
        row: int,
        column: int,
        text: str,
        *,
        ink: str | None = None,
        ground: str | None = None,
        bold: bool = False,
    ) -> None:
        """Write a text; a paint that is not given stays as it was there."""
        self._reach(row, column + len(text) - 1)
        line = self.rows[row]
        for place, character in enumerate(text, column):
            old = line[place]
            line[place] = Cell(character, ink or old.ink, ground or old.ground, bold)

    def fill(
        self, row: int, column: int, height: int, width: int, ground: str, *, ink: str = "ink"
    ) -> None:
        """Paint a rectangle."""
        for line in range(row, row + height):
            self._reach(line, column + width - 1)
            self.rows[line][column : column + width] = [Cell(" ", ink, ground)] * width

    def tile(self, spot: Spot, text: str, *, ink: str, ground: str, bold: bool = True) -> None:
        """Paint a rectangle with a text in its middle."""
        self.fill(spot.row, spot.column, spot.height, spot.width, ground, ink=ink)
        left = spot.column + (spot.width - len(text)) // 2
        self.put(spot.edge_row, left, text, ink=ink, ground=ground, bold=bold)

    def add(self, spot: Spot) -> None:
        """Make a rectangle a thing that can be picked."""
        self.spots.append(spot)

    def lines(self, row: int, texts: Iterable[str], *, ink: str = "ink") -> int:
        """Write lines of text one below the other and return the row after them."""
        for text in texts:
            self.put(row, 0, text, ink=ink)
            row += 1
        return row

    def at(self, row: int, column: int) -> Spot | None:
        """Return the spot at a place, the one added last if there are several."""
        return next((s for s in reversed(self.spots) if s.holds(row, column)), None)

    def of(self, choice: str) -> Iterator[Spot]:
        """Return the spots of a choice."""
        return (spot for spot in self.spots if spot.choice == choice)

    def text(self) -> str:
        """Return the sheet as plain text."""
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in self.rows)


def colour(paint: str, theme: str) -> str:
    """Return a paint's value: a name of the palette, or two of them mixed, such as red/paper."""
    first, _, second = paint.partition("/")
    if not second:
        return tone(first, theme)
    return _mixed(tone(first, theme), tone(second, theme))


def _mixed(first: str, second: str) -> str:
    """Return a colour one third of the way from the second to the first."""
    pairs = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
    return "#" + "".join(f"{(a + 2 * b) // 3:02x}" for a, b in pairs)


def ink_on(paint: str) -> str:
    """Return the ink that is legible on a colour of the palette."""
    return f"{paint}.ink" if paint in COLOURS else "ink"
