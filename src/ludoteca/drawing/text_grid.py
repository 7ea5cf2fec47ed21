"""A square board of characters, with letters and numbers at its edges."""

from dataclasses import dataclass

from ludoteca.drawing.canvas import Canvas, Room, Spot

FILES = "abcdefghij"
MARGIN = 3
SIZES = ((5, 11), (4, 9), (3, 7), (2, 6), (1, 5))
"""Heights and widths of a square, the largest first."""


@dataclass(frozen=True, kw_only=True)
class TextGrid:
    """Where the squares of a board lie on a sheet; each seat has its own side below."""

    side: int
    height: int
    width: int
    top: int
    flipped: bool

    @classmethod
    def fitting(cls, room: Room, *, side: int, top: int, below: int, flipped: bool) -> "TextGrid":
        """Return the largest board that leaves `above` and `below` rows free."""
        for height, width in SIZES:
            high = side * height + top + below <= room.height
            if high and MARGIN + side * width <= room.width:
                break
        return cls(side=side, height=height, width=width, top=top, flipped=flipped)

    @property
    def bottom(self) -> int:
        """Return the first row below the board."""
        return self.top + self.side * self.height

    def spot(self, square: int, choice: str) -> Spot:
        """Return the rectangle of a square, counted from a1 along the ranks."""
        rank, file = divmod(square, self.side)
        if self.flipped:
            rank, file = self.side - 1 - rank, self.side - 1 - file
        row = self.top + (self.side - 1 - rank) * self.height
        return Spot(choice, row, MARGIN + file * self.width, self.height, self.width)

    def coordinates(self, canvas: Canvas, row: int) -> None:
        """Write the letters on a row, and the numbers at the left."""
        for place in range(self.side):
            spot = self.spot(place * self.side + place, "")
            left = spot.column + (self.width - 1) // 2
            canvas.put(row, left, FILES[place], ink="ink-soft")
            canvas.put(spot.edge_row, 0, f"{place + 1:2}", ink="ink-soft")
