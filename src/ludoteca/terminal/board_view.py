"""The board on the screen: a canvas, the list of choices below it, and what may be picked shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ludoteca.drawing.canvas import Canvas, Cell, Spot, colour

SIGNS = {"may": "‹›", "cursor": "▶◀", "picked": "[]", "goal": "◎◎", "last": "··"}
BAR_GAP = 2


@cache
def style(ink: str, ground: str, bold: bool, tone: str) -> Style:
    """Return the look of a cell in a theme."""
    return Style(color=colour(ink, tone), bgcolor=colour(ground, tone), bold=bold)


@dataclass(frozen=True)
class Marks:
    """What is to be shown on the board: the choices and their state."""

    may: frozenset[str] = frozenset()
    cursor: str | None = None
    picked: tuple[str, ...] = ()
    last: frozenset[str] = frozenset()
    goals: frozenset[str] = frozenset()

    def state(self, choice: str) -> str | None:
        """Return how a choice is shown."""
        if choice == self.cursor:
            return "cursor"
        if choice in self.picked:
            return "picked"
        if choice in self.goals:
            return "goal"
        if choice in self.may:
            return "may"
        return "last" if choice in self.last else None


def with_bar(canvas: Canvas, names: Mapping[str, str], width: int, *, rows: int) -> None:
    """Add the choices that are no things on the board as a list below it, in rows kept for it.

    The rows are there with or without a list, so that the board stays where it is; a longer list
    begins in the empty rows above them.
    """
    canvas.frame = canvas.frame or canvas.width
    lines = list(_lines_of(names, canvas.reading_width(width)))
    last = canvas.height + rows - 1
    first = max(last + 1 - rows - canvas.empty_rows(), last + 1 - len(lines))
    for row, line in enumerate(lines, first):
        column = 0
        for choice, text in line:
            spot = Spot(choice, row, column, 1, len(text))
            canvas.tile(spot, text, ink="ink", ground="square")
            canvas.add(spot)
            column += len(text) + BAR_GAP
    canvas.reach(last)


def _lines_of(names: Mapping[str, str], width: int) -> Iterator[list[tuple[str, str]]]:
    """Yield the entries of a list, as many on a line as have room."""
    line: list[tuple[str, str]] = []
    column = 0
    for choice, name in names.items():
        text = f"  {name}  "
        if line and column + len(text) > width:
            yield line
            line, column = [], 0
        line.append((choice, text))
        column += len(text) + BAR_GAP
    if line:
        yield line


class BoardView(ScrollView):
    """Shows a canvas in the middle of its place and tells what is clicked."""

    can_focus = False

    class Picked(Message):
        """A thing on the board was clicked."""

        def __init__(self, choice: str) -> None:
            self.choice = choice
            super().__init__()

    class Hovered(Message):
        """The mouse came over a thing on the board."""

        def __init__(self, choice: str) -> None:
            self.choice = choice
            super().__init__()

    class Resized(Message):
        """The board has another size from now on."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 — Textual's own name
        super().__init__(id=id)
        self.canvas = Canvas()
        self.marks = Marks()
        self.tone = "dark"
        self._hovered: str | None = None
        self._room = Size(0, 0)

    def show(self, canvas: Canvas, marks: Marks, tone: str) -> None:
        """Show another canvas, the cursor in sight."""
        self.canvas, self.marks, self.tone = canvas, marks, tone
        self.virtual_size = Size(canvas.width, canvas.height)
        spot = next(canvas.of(marks.cursor), None) if marks.cursor else None
        if spot is not None and canvas.height > self.size.height:
            self.scroll_to(y=max(0, spot.row - self.size.height // 2), animate=False)
        self.refresh()

    def _offset(self) -> tuple[int, int]:
        """Return how far the canvas is moved down and right to stand in the middle."""
        down = max(0, (self.size.height - self.canvas.height) // 2)
        return down, self.canvas.margin(self.size.width)

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        down, right = self._offset()
        row = y + self.scroll_offset.y - down
        blank = Style(bgcolor=colour("paper", self.tone))
        if not 0 <= row < self.canvas.height:
            return Strip.blank(self.size.width, blank)
        cells = self._marked(row)
        segments = [Segment(" " * right, blank)]
        for look, group in groupby(cells, key=itemgetter(1, 2, 3)):
            segments.append(Segment("".join(cell.text for cell in group), style(*look, self.tone)))
        return Strip(segments).adjust_cell_length(self.size.width, blank)

    def _marked(self, row: int) -> list[Cell]:
        """Return a row of the canvas with the signs of what may be picked."""
        cells = list(self.canvas.rows[row])
        for spot in self.canvas.spots:
            state = self.marks.state(spot.choice)
            if state is not None and spot.row <= row < spot.row + spot.height:
                self._mark(cells, spot, state, row)
        return cells

    def _mark(self, cells: list[Cell], spot: Spot, state: str, row: int) -> None:
        """Mark a thing at its edges; its own colours stay."""
        first, last = spot.column, spot.column + spot.width - 1
        if state == "cursor":
            for place in (first, last):
                cells[place] = cells[place]._replace(ink="paper", ground="accent", bold=True)
        if row != spot.edge_row:
            return
        ink = {"cursor": "paper", "last": None}.get(state, "accent")
        for place, sign in zip((first, last), SIGNS[state], strict=True):
            old = cells[place]
            cells[place] = Cell(sign, ink or old.ink, old.ground, True)

    def _at(self, event: events.MouseEvent) -> str | None:
        down, right = self._offset()
        row = event.y + self.scroll_offset.y - down
        spot = self.canvas.at(row, event.x - right)
        return spot.choice if spot is not None and spot.choice in self.marks.may else None

    def on_resize(self) -> None:
        """Report a change of size; a scrollbar that appears or disappears does not count."""
        if self.outer_size != self._room:
            self._room = self.outer_size
            self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Report what was clicked."""
        choice = self._at(event)
        if choice is not None:
            self.post_message(self.Picked(choice))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report what the mouse came over."""
        choice = self._at(event)
        if choice is not None and choice != self._hovered:
            self.post_message(self.Hovered(choice))
        self._hovered = choice
