"""A square board, each player seeing the own side below, for the games played on one."""

from dataclasses import dataclass

from ludoteca.drawing.scene import Element, Shape, rect, words


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A board of side × side squares, counted from a1 along the ranks, inside a frame."""

    side: int
    cell: float
    margin: float
    flipped: bool = False

    @property
    def size(self) -> float:
        """Return the width and height of the board with its frame."""
        return self.side * self.cell + 2 * self.margin

    def centre(self, square: int) -> tuple[float, float]:
        """Return where the middle of a square is drawn."""
        rank, file = divmod(square, self.side)
        if self.flipped:
            rank, file = self.side - 1 - rank, self.side - 1 - file
        x = self.margin + (file + 0.5) * self.cell
        return x, self.size - self.margin - (rank + 0.5) * self.cell

    def board(self) -> Element:
        """Return the frame, and the ground that shows between the squares."""
        edge, inner, outer = 12.0, self.side * self.cell, self.size
        begin = self.margin - 5
        return Element(
            id="board",
            x=0,
            y=0,
            role="board",
            shapes=(
                rect(
                    edge,
                    edge + 6,
                    outer - 2 * edge,
                    outer - 2 * edge,
                    "shadow",
                    radius=17,
                    opacity=0.18,
                ),
                rect(
                    edge,
                    edge,
                    outer - 2 * edge,
                    outer - 2 * edge,
                    "board",
                    radius=17,
                    stroke="board-edge",
                ),
                rect(begin, begin, inner + 10, inner + 10, "gutter", radius=9),
            ),
        )

    def coordinates(self, below: float) -> Element:
        """Return the letters of the files, that far above the lower edge, and the numbers of the
        ranks.
        """
        marks: list[Shape] = []
        for i in range(self.side):
            x, y = self.centre(i * self.side + i)
            marks.append(words(x, self.size - below, chr(ord("a") + i), 15, fill="ink-soft"))
            marks.append(words(28, y, str(i + 1), 15, fill="ink-soft"))
        return Element(id="coordinates", x=0, y=0, shapes=tuple(marks), role="board", layer=1)
