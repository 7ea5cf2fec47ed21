"""Going through a record: as lines, or on the full screen with arrows."""

from collections.abc import Iterator

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from ludoteca.core import texts
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.drawing.canvas import Room
from ludoteca.match import Match
from ludoteca.match.match import RESIGN
from ludoteca.match.replay import positions
from ludoteca.terminal import STOPPED, boards, theme
from ludoteca.terminal.board_view import BoardView, Marks
from ludoteca.terminal.session import Session, bots_of, result_lines


def told(session: Session, index: int, lang: str) -> str:
    """Return an event of a record: a move in its notation, anything else in words."""
    event = session.match.events[index]
    if event.who is None or event.who == CHANCE or event.text == RESIGN:
        return " ".join(session.sentences(index, None, lang))
    who = session.seat_name(event.who, lang)
    return texts.say("terminal", "play.did", lang, who=who, what=event.text)


def lines(match: Match, seat: int | None, lang: str) -> Iterator[str]:
    """Yield a record as lines: every event, and the table after each."""
    session = Session(match, bots=bots_of(match))
    for index, position in enumerate(positions(match)):
        if index:
            yield f"{index}. {told(session, index - 1, lang)}"
            if match.events[index - 1].who in range(match.game.seats):
                yield " ".join(session.sentences(index - 1, seat, lang))
        yield position.words(seat, lang, names=session.names(lang))
        yield ""
    if match.outcome is not None:
        yield from result_lines(session, lang)


class Replay(App[None]):
    """A record on the full screen."""

    CSS = theme.CSS
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, match: Match, seat: int | None, *, lang: str) -> None:
        super().__init__()
        self.session = Session(match, bots=bots_of(match))
        self.positions: list[Position] = list(positions(match))
        self._lines: dict[int, str] = {}
        self.seat, self.lang, self.at = seat, lang, 0
        self.register_theme(theme.theme("dark"))
        self.theme = "ludoteca-dark"

    def compose(self) -> ComposeResult:
        """Yield the board with the list of events beside it."""
        yield Static(id="head", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(id="board")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="list")
        yield Static(id="message", markup=False)
        yield Static(texts.say("terminal", "table.replay_prompt", self.lang), id="prompt")

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything for the new size."""
        self.call_after_refresh(self.draw)

    def on_board_view_resized(self) -> None:
        """Draw the board as large as it can be now."""
        self.draw()

    def draw(self) -> None:
        """Show the position that the record has come to."""
        match, count = self.session.match, len(self.positions) - 1
        board = self.query_one("#board", BoardView)
        room = Room(max(20, board.size.width), max(8, board.size.height))
        view = self.positions[self.at].shown(self.seat, names=self.session.names(self.lang))
        board.show(boards.draw(view, self.lang, room), Marks(), "dark")
        self.query_one("#head", Static).update(match.game.title(self.lang))
        where = texts.say("terminal", "table.step", self.lang, number=self.at, count=count)
        ended = self.at == count and match.outcome is not None
        said = self.session.sentences(self.at - 1, self.seat, self.lang) if self.at else []
        result = result_lines(self.session, self.lang) if ended else []
        self.query_one("#message", Static).update(f"{where}\n{' '.join(said + result)}")
        self.query_one("#list", Static).update(self._list())
        side = self.query_one("#side", VerticalScroll)
        side.scroll_to(y=max(0, self.at - side.size.height // 2), animate=False)

    def _list(self) -> Text:
        """Return the events, the one that was played last marked."""
        text = Text()
        for index in range(len(self.session.match.events)):
            here = index + 1 == self.at
            sign = "▶" if here else " "
            line = f"{sign}{index + 1:3} {self._told(index)}\n"
            text.append(line, "bold" if here else "")
        return text

    def _told(self, index: int) -> str:
        """Return an event as the list shows it, computed once."""
        if index not in self._lines:
            self._lines[index] = told(self.session, index, self.lang)
        return self._lines[index]

    def on_key(self, event: events.Key) -> None:
        """Go through the record with the arrows."""
        last = len(self.positions) - 1
        steps = {"right": 1, "down": 1, "space": 1, "left": -1, "up": -1, "backspace": -1}
        steps |= {"pagedown": 10, "pageup": -10, "home": -last, "end": last}
        if event.key in ("escape", "q", "f10", "ctrl+q", "ctrl+c"):
            self.exit(return_code=STOPPED if event.key == "ctrl+c" else 0)
        elif event.key in steps:
            self.at = min(last, max(0, self.at + steps[event.key]))
            self.draw()
