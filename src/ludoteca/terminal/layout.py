"""What is on the screen of the full-screen table."""

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from ludoteca.core import prompts, texts
from ludoteca.core.definition import View
from ludoteca.core.kernels import CHANCE
from ludoteca.match.takeback import allows_takebacks
from ludoteca.search.api import Stop
from ludoteca.terminal import theme
from ludoteca.terminal.board_view import BoardView
from ludoteca.terminal.painting import Picture, picture_of
from ludoteca.terminal.prompt import Prompt
from ludoteca.terminal.session import Session
from ludoteca.terminal.walk import Walk

LISTED = 60
LONGEST_NAME = 20
SMALLEST = (50, 18)
SIDE_FROM, WIDE_FROM, TALL_FROM = 78, 120, 24
KEYS = {
    "escape": "back",
    "f1": "rules",
    "f2": "hint",
    "f3": "undo",
    "f4": "again",
    "f5": "level",
    "f6": "language",
    "f7": "light",
    "f8": "resign",
    "?": "help",
    "f10": "leave",
}
SHOWN_KEYS = {"escape": "Esc"}
RARE = ("f7", "f6", "f5", "f4", "f8", "escape")
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
        self.story: list[str] = []
        self.showing = False
        self.shown_to: int | None = None
        self.moment: View | None = None
        self._said: dict[tuple[str, int, int, str], tuple[object, list[str]]] = {}
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
        """Lay out, from the top: the title, the board with the moves beside it, a line
        to type on, keys.
        """
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
        self.query_one("#message").set_class(height >= TALL_FROM, "tall")
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
        self.query_one("#list", Static).update(self._told())
        self.query_one("#moves", VerticalScroll).scroll_end(animate=False)
        small = self.say("small", width=SMALLEST[0], height=SMALLEST[1])
        self.query_one("#small", Static).update(small)

    def draw_board(self) -> None:
        """Draw what changes while a move is being chosen."""
        board = self.query_one("#board", BoardView)
        size = board.size
        self.picture = picture_of(
            self.session,
            self.walk,
            self.lang,
            width=size.width,
            height=size.height,
            viewer=self.viewer(),
            moment=self.moment,
        )
        board.show(self.picture.canvas, self.picture.marks, self.tone)
        self.draw_lines()

    def draw_lines(self) -> None:
        """Draw the line to type on, the message above it and the keys below."""
        invitation = self.prompt.line(self._invitation())
        self.query_one("#prompt", Static).update(invitation, layout=False)
        message = self.query_one("#message", Static)
        message.set_class(self.alert, "alert")
        message.update(self._message(), layout=False)
        self.query_one("#keys", Static).update(self.keys_in(self.size.width), layout=False)

    def _message(self) -> Text:
        """Return what has happened, on one line, and what is to be done now."""
        now = self.note or self._asked()
        if not self.story or self.showing:
            return Text(now)
        told = Text(_last_that_fit(self.story, self.size.width - 2), "dim", no_wrap=True)
        return Text("\n").join([told, Text(now)]) if now else told

    def _asked(self) -> str:
        """Return what a person is asked, whose turn it is where several play here."""
        if self.thinking is not None:
            return self.say("thinking", who=self.thinker())
        if not self.walk.tree:
            return ""
        session = self.session
        viewer = self.viewer()
        asked = prompts.prompt(session.match.position, viewer, self.walk.path, self.lang)
        return asked if len(session.people) == 1 else f"{self.who()}: {asked}"

    def _invitation(self) -> str:
        """Return what the cursor is on, and what can be done with it."""
        if not self.walk.tree:
            return ""
        label = self.picture.label(self.walk.cursor) if self.picture is not None else ""
        move = self.walk.move_at(self.walk.cursor) if self.walk.path else None
        told = f"{move} · {label}" if move and label else move or label
        return f"{told} · {self.say('prompt')}" if told else self.say("prompt")

    def thinker(self) -> str:
        """Return the name of the bot that is to move."""
        seat = self.session.match.position.to_move
        return self.session.seat_name(seat, self.lang) if seat in self.session.bots else ""

    def viewer(self) -> int:
        """Return the seat whose view is shown: that of a person who moved, until another looks."""
        return self.session.viewer() if self.shown_to is None else self.shown_to

    def who(self) -> str:
        """Return the name of the person who is to look."""
        return self.session.seat_name(self.session.viewer(), self.lang)

    def _head(self) -> str:
        match = self.session.match
        names = [self.session.seat_title(seat, self.lang) for seat in range(match.game.seats)]
        given = match.game.options
        options = [option for option in match.game.definition.options if option.values]
        chosen = [str(given[o.name]) for o in options if given[o.name] != o.default]
        shown = [name for name in chosen if len(name) < LONGEST_NAME]
        return " · ".join([match.game.title(self.lang), *shown, " – ".join(names)])

    def _players(self) -> Text:
        """Return the players, the one to move with a sign."""
        match, text = self.session.match, Text()
        for seat in range(match.game.seats):
            on_turn = match.outcome is None and match.position.to_move == seat
            sign, style = ("▶ ", "bold") if on_turn else ("  ", "")
            text.append(f"{sign}{self.session.seat_title(seat, self.lang)}\n", style)
        return text

    def _told(self) -> Text:
        """Return what has happened as sentences, as the viewer saw it."""
        count, viewer, text = len(self.session.match.events), self.viewer(), Text()
        for index in range(max(0, count - LISTED), count):
            said = " ".join(self._sentences(index, viewer))
            text.append(f"{index + 1} ", "dim")
            text.append(f"{said}\n")
        return text

    def _sentences(self, index: int, viewer: int) -> list[str]:
        """Return an event in words; each is computed once for a reader and a language."""
        key = (self.session.match.commitment, index, viewer, self.lang)
        event = self.session.match.events[index]
        if key not in self._said or self._said[key][0] is not event:
            self._said[key] = event, self.session.sentences(index, viewer, self.lang)
        return self._said[key][1]

    def _works(self, action: str) -> bool | None:
        """Return whether a command does something now; None where it never does at this table."""
        session = self.session
        if action == "back":
            return bool(self.walk.path or self.prompt.typed)
        if action == "undo":
            return session.can_undo if allows_takebacks(session.match.game) else None
        if action == "level":
            return True if session.bots else None
        if action == "hint":
            return bool(self.walk.tree) and session.match.position.to_move != CHANCE
        return session.match.outcome is None if action == "resign" else True

    def keys_in(self, width: int) -> Text:
        """Return the keys that have room, dim where they do nothing now; a click does the same.

        Undo is shown only where it can work; its place is kept, so that no key moves.
        """
        shown = {key: action for key, action in KEYS.items() if self._works(action) is not None}
        for rare in (None, *RARE):
            shown.pop(rare or "", None)
            names = {
                key: (SHOWN_KEYS.get(key, key.upper()), self.say(f"key_{action}"))
                for key, action in shown.items()
            }
            length = sum(len(f" {key} {name}") for key, name in names.values())
            if length <= width:
                break
        gap = "  " if length + len(shown) <= width else " "
        text = Text()
        for key, action in shown.items():
            start, (sign, name) = len(text) + len(gap), names[key]
            able = "" if self._works(action) else "dim"
            if able and action == "undo":
                text.append(" " * len(f"{gap if text else ' '}{sign} {name}"))
                continue
            text.append(f"{gap if text else ' '}{sign}", able or "bold")
            text.append(f" {name}", able)
            text.apply_meta({"@click": f"app.do('{action}')"}, start, len(text))
        return text

    def tell(self, note: str, *, alert: bool = False) -> None:
        """Show a sentence until something else happens."""
        self.note, self.alert = note, alert


def _last_that_fit(sentences: list[str], width: int) -> str:
    """Return as many of the last sentences as a line holds, the very last one at least."""
    told = sentences[-1]
    for sentence in reversed(sentences[:-1]):
        if len(sentence) + 1 + len(told) > width:
            break
        told = f"{sentence} {told}"
    return told if len(told) <= width else f"{told[: width - 1]}…"
