"""What is on the screen of the full-screen table."""

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from ludoteca.core import texts
from ludoteca.core.kernels import CHANCE
from ludoteca.search.api import Stop
from ludoteca.terminal import theme
from ludoteca.terminal.board_view import BoardView
from ludoteca.terminal.painting import Picture, picture_of
from ludoteca.terminal.prompt import Prompt
from ludoteca.terminal.session import Session, event_text
from ludoteca.terminal.walk import Walk

LISTED = 100
LONGEST_NAME = 20
SMALLEST = (50, 18)
SIDE_FROM, WIDE_FROM = 78, 120
KEYS = {
    "f1": "rules",
    "f2": "hint",
    "f3": "undo",
    "f4": "again",
    "f5": "level",
    "f6": "language",
    "f7": "light",
    "f8": "resign",
    "f10": "leave",
}
RARE = ("f7", "f6", "f5", "f4", "f8")
"""Keys that a narrow window leaves out, the first first; they work all the same."""


class Face(App[None]):
    """What is on the screen of a table: the board, the moves, a line to type on, the keys."""

    CSS = theme.CSS
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session, *, lang: str) -> None:
        super().__init__()
        self.session = session
        self.lang = lang
        self.walk = Walk()
        self.prompt = Prompt()
        self.note = ""
        self.alert = False
        self.thinking: Stop | None = None
        self.picture: Picture | None = None
        for name in theme.THEMES:
            self.register_theme(theme.theme(name))
        self.tone = "dark"
        self.theme = "ludoteca-dark"
        self.title = session.match.game.title(lang)

    def say(self, key: str, **values: object) -> str:
        """Return a sentence of the table."""
        return texts.say("terminal", f"table.{key}", self.lang, **values)

    def compose(self) -> ComposeResult:
        """From the top: the title, the board with the moves beside it, a line to type on, keys."""
        yield Static(id="head", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(id="board")
            with Vertical(id="side"):
                yield Static(id="players")
                with VerticalScroll(id="moves", can_focus=False):
                    yield Static(id="list", markup=False)
        yield Static(id="small", markup=False)
        yield Static(id="message", markup=False)
        yield Static(id="prompt")
        yield Static(id="keys")

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything for the new size, what is picked and typed kept."""
        width, height = event.size
        side = self.query_one("#side")
        side.set_class(width >= WIDE_FROM, "wide")
        side.set_class(width < SIDE_FROM, "away")
        small = width < SMALLEST[0] or height < SMALLEST[1]
        self.query_one("#middle").display = not small
        self.query_one("#small").display = small
        self.call_after_refresh(self.draw)

    def on_board_view_resized(self) -> None:
        """Draw the board as large as it can be now."""
        self.draw_board()

    def draw(self) -> None:
        """Draw everything."""
        if not self.query("#board"):
            return
        self.draw_board()
        self.query_one("#head", Static).update(self._head(), layout=False)
        self.query_one("#players", Static).update(self._players())
        self.query_one("#list", Static).update(self._moves())
        self.query_one("#moves", VerticalScroll).scroll_end(animate=False)
        small = self.say("small", width=SMALLEST[0], height=SMALLEST[1])
        self.query_one("#small", Static).update(small)
        self.query_one("#keys", Static).update(self.keys_in(self.size.width), layout=False)

    def draw_board(self) -> None:
        """Draw what changes while a move is being chosen."""
        board = self.query_one("#board", BoardView)
        size = board.size
        self.picture = picture_of(
            self.session, self.walk, self.lang, width=size.width, height=size.height
        )
        board.show(self.picture.canvas, self.picture.marks, self.tone)
        self.draw_lines()

    def draw_lines(self) -> None:
        """Draw the line to type on and the message above it."""
        invitation = self.prompt.line(self.say("prompt"))
        self.query_one("#prompt", Static).update(invitation, layout=False)
        message = self.query_one("#message", Static)
        message.set_class(self.alert, "alert")
        message.update(self.note or self._told(), layout=False)

    def _told(self) -> str:
        """What there is to know when nothing else is said: whose turn, what the cursor is on."""
        if self.thinking is not None:
            return self.say("thinking")
        if not self.walk.tree:
            return ""
        label = self.picture.label(self.walk.cursor) if self.picture is not None else ""
        turn = self.say("your_turn" if len(self.session.people) == 1 else "turn", who=self.who())
        move = self.walk.move_at(self.walk.cursor) if self.walk.path else None
        told = f"{move}: {label}" if move and label else move or label
        return f"{turn} {told}".strip()

    def who(self) -> str:
        """Return the name of the person who looks."""
        return self.session.seat_name(self.session.viewer(), self.lang)

    def _head(self) -> str:
        match = self.session.match
        names = [self.session.seat_name(seat, self.lang) for seat in range(match.game.seats)]
        given = match.game.options
        options = [option for option in match.game.definition.options if option.values]
        chosen = [str(given[o.name]) for o in options if given[o.name] != o.default]
        shown = [name for name in chosen if len(name) < LONGEST_NAME]
        return " · ".join([match.game.title(self.lang), *shown, " – ".join(names)])

    def _players(self) -> Text:
        """Return the players, the one to move with a sign, and the last move."""
        match, text = self.session.match, Text()
        for seat in range(match.game.seats):
            on_turn = match.outcome is None and match.position.to_move == seat
            sign, style = ("▶ ", "bold") if on_turn else ("  ", "")
            text.append(f"{sign}{self.session.seat_name(seat, self.lang)}\n", style)
        last = self._event(len(match.events) - 1) if match.events else "–"
        text.append(f"\n{self.say('last')} {last}\n")
        return text

    def _event(self, index: int) -> str:
        who = self.session.match.events[index].who
        told = event_text(self.session.match, index, self.lang)
        if who is None or who == CHANCE:
            return told
        return f"{self.session.seat_name(who, self.lang)}: {told}"

    def _moves(self) -> str:
        count = len(self.session.match.events)
        shown = range(max(0, count - LISTED), count)
        return "\n".join(f"{index + 1:3} {self._event(index)}" for index in shown)

    def keys_in(self, width: int) -> Text:
        """The keys that have room, widely set where they can be; a click on one does the same."""
        shown = dict(KEYS)
        for key in (None, *RARE):
            shown.pop(key or "", None)
            names = {key: self.say(f"key_{action}") for key, action in shown.items()}
            length = sum(len(f" {key} {name}") for key, name in names.items())
            if length <= width:
                break
        gap = "  " if length + len(shown) <= width else " "
        text = Text()
        for key, action in shown.items():
            start = len(text) + len(gap)
            text.append(f"{gap if text else ' '}{key.upper()}", "bold")
            text.append(f" {names[key]}")
            text.apply_meta({"@click": f"app.do('{action}')"}, start, len(text))
        return text

    def tell(self, note: str, *, alert: bool = False) -> None:
        """Show a sentence until something else happens."""
        self.note, self.alert = note, alert
