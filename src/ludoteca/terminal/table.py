"""The full-screen table: the course of a game, keys and mouse, commands."""

from collections.abc import Callable
from threading import Thread

from textual import events
from textual.containers import VerticalScroll
from textual.message import Message

from ludoteca.core import texts
from ludoteca.core.errors import LudotecaError
from ludoteca.core.kernels import CHANCE
from ludoteca.match.play import chance_is_due, mover
from ludoteca.search.api import Stop
from ludoteca.search.players import LEVELS
from ludoteca.terminal.board_view import BoardView
from ludoteca.terminal.commands import command_of
from ludoteca.terminal.layout import KEYS, Face
from ludoteca.terminal.screens import Curtain, Pick, Rules
from ludoteca.terminal.session import Session, result_lines
from ludoteca.terminal.walk import DIRECTIONS, Walk

PACE = 0.35
OTHER_KEYS = {
    "ctrl+r": "rules",
    "ctrl+t": "hint",
    "ctrl+z": "undo",
    "ctrl+n": "again",
    "ctrl+l": "level",
    "ctrl+g": "language",
    "ctrl+c": "leave",
    "ctrl+q": "leave",
    "ctrl+d": "leave",
}


class Thought(Message):
    """What a thread came to: an answer to one stage of one session, or an error."""

    def __init__(self, job: object, answer: Callable[[], None]) -> None:
        self.job, self.answer = job, answer
        super().__init__()


class Table(Face):
    """A table for people at this keyboard and bots."""

    def __init__(self, session: Session, *, lang: str, pace: float = PACE) -> None:
        super().__init__(session, lang=lang)
        self.pace = pace
        self._job: object = None
        self._seen: int | None = None

    def on_mount(self) -> None:
        """Begin."""
        self.begin_stage()

    # The course of a game.

    def begin_stage(self) -> None:
        """Go on with the match: a bot thinks, dice roll, or a person is asked."""
        match = self.session.match
        self.walk, self.thinking, self._job = Walk(), None, object()
        trouble = self.session.take_trouble()
        if trouble is not None:
            self.tell(self.say("unkept", why=trouble.strerror or trouble), alert=True)
        rolls = chance_is_due(match)
        seat = self.session.roller() if rolls else mover(match)
        if match.outcome is None and seat in self.session.people:
            self._hand_over()
            return
        if match.outcome is not None:
            self._end()
        elif rolls:
            self._later(self._roll)
        else:
            self._think()
        self.draw()

    def _later(self, action: Callable[[], None]) -> None:
        """Do something after a short while, unless the table has gone on by then."""
        job = self._job

        def act() -> None:
            if job is self._job:
                action()

        self.set_timer(max(self.pace, 0.001), act)

    def _roll(self) -> None:
        self.session.roll()
        self.begin_stage()

    def _in_thread(self, work: Callable[[], Callable[[], None]]) -> None:
        """Work beside the table; the answer is dropped if the table has gone on by then."""
        job = self._job

        def run() -> None:
            try:
                answer = work()
            except Exception as error:
                answer = _raising(error)
            self.post_message(Thought(job, answer))

        Thread(target=run, daemon=True).start()

    def on_thought(self, message: Thought) -> None:
        """Take what a thread came to."""
        if message.job is self._job:
            self.thinking = None
            message.answer()

    def _think(self) -> None:
        stop = self.thinking = Stop()
        session = self.session

        def work() -> Callable[[], None]:
            move = session.think(stop)
            return lambda: self._later(lambda: self._play(move))

        self._in_thread(work)

    def _play(self, move: str) -> None:
        """Play a legal move and go on."""
        if move == "roll":
            self.session.roll()
        else:
            self.session.play(move)
        self.tell("")
        self.begin_stage()

    def _hand_over(self) -> None:
        """Ask a person, behind a curtain where the others' things are hidden."""
        viewer = self.session.viewer()
        seen, self._seen = self._seen, viewer
        hidden = self.session.match.game.definition.hidden and len(self.session.people) > 1
        if hidden and seen not in (None, viewer):
            self.push_screen(Curtain(self.say("curtain", who=self.who())), self._ask)
        else:
            self._ask()

    def _ask(self, _: None = None) -> None:
        self.walk = Walk(self.session.match.position.choices(self.session.viewer()))
        self.walk.settle()
        self.draw()

    def _end(self) -> None:
        """Show the result and offer another game."""
        lines = result_lines(self.session, self.lang)
        self.tell(" ".join(lines))
        entries = [(key, self.say(f"end_{key}")) for key in ("again", "swap", "look", "leave")]
        self.push_screen(Pick("\n".join(lines), entries), self._ended)

    def _ended(self, answer: str | None) -> None:
        if answer == "leave":
            self.do_leave()
        elif answer in ("again", "swap"):
            self._new(swapped=answer == "swap")

    def _new(self, *, swapped: bool) -> None:
        self._interrupt()
        self.session = self.session.again(swapped=swapped)
        self._seen = None
        self.tell("")
        self.begin_stage()

    def _interrupt(self) -> None:
        """Make a thinking bot answer at once, to nobody."""
        if self.thinking is not None:
            self.thinking.now()
        self._job, self.thinking = object(), None

    # Keys and mouse.

    def on_key(self, event: events.Key) -> None:
        """A key: a command, a step of the cursor, or a letter of a move."""
        action = KEYS.get(event.key) or OTHER_KEYS.get(event.key)
        if len(self.screen_stack) > 1:
            if action == "leave":
                self.do_leave()
            return
        event.prevent_default()
        event.stop()
        if action is not None:
            self.action_do(action)
        elif self.prompt.typed:
            self._type(event)
        else:
            self._steer(event)

    def action_do(self, action: str) -> None:
        """Do what a key of the lowest line says."""
        getattr(self, f"do_{action}")()

    def on_paste(self, event: events.Paste) -> None:
        """Type a pasted text."""
        self.prompt.add(" ".join(event.text.split()))
        self.prompt.match(self._legal())
        self.draw_lines()

    def _type(self, event: events.Key) -> None:
        """Edit the line that is typed on."""
        moves = self._legal()
        if event.key == "enter":
            self._submit(self.prompt.take(moves))
        elif event.key == "escape":
            self.prompt.clear()
        elif event.key == "backspace":
            self.prompt.shorten()
        elif event.key in ("tab", "right"):
            self.prompt.complete(moves)
        elif event.character and event.is_printable:
            self.prompt.add(event.character)
        self.prompt.match(moves)
        self.draw_lines()

    def _legal(self) -> list[str]:
        """Return the moves that the person to move may type."""
        if not self.walk.tree:
            return []
        chance = self.session.match.position.to_move == CHANCE
        return ["roll"] if chance else self.session.match.position.moves()

    def _submit(self, line: str) -> None:
        """Play what was typed, does it if it is a command, or say why it is no move."""
        command = None if line in self._legal() else command_of(line)
        if command is not None:
            self.action_do(command[0])
        elif not self.walk.tree:
            self.tell(self.say("not_yet"), alert=True)
        elif line in self._legal():
            self._play(line)
        else:
            try:
                self.session.match.position.step(line)
            except LudotecaError as error:
                self.tell(error.text(self.lang), alert=True)

    def _steer(self, event: events.Key) -> None:
        """Moves the cursor, picks, takes a pick back, or begins to type."""
        self.tell("")
        if event.key in DIRECTIONS:
            places = self.picture.places() if self.picture is not None else {}
            self.walk.towards(event.key, places)
        elif event.key in ("tab", "shift+tab"):
            self.walk.step(1 if event.key == "tab" else -1)
        elif event.key in ("enter", "space"):
            self._choose(self.walk.cursor)
            return
        elif event.key in ("escape", "backspace"):
            self.walk.back()
        elif event.key in ("pageup", "pagedown"):
            moves = self.query_one("#moves", VerticalScroll)
            moves.scroll_relative(y=-8 if event.key == "pageup" else 8, animate=False)
        elif event.character and event.is_printable:
            self.prompt.add(event.character)
            self.prompt.match(self._legal())
            self.draw_lines()
            return
        self.draw_board()

    def _choose(self, choice: str | None) -> None:
        """Pick a thing; while a bot thinks, makes it move at once."""
        if self.thinking is not None:
            self.thinking.now()
            return
        move = self.walk.pick(choice) if choice is not None else None
        if move is not None:
            self._play(move)
        else:
            self.walk.settle()
            self.draw_board()

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        """A click picks; on what is picked already it takes the pick back."""
        self.tell("")
        self._choose(event.choice)

    def on_board_view_hovered(self, event: BoardView.Hovered) -> None:
        """The cursor follows the mouse."""
        if event.choice in self.walk.branch:
            self.walk.cursor = event.choice
            self.draw_board()

    # Commands.

    def do_board(self) -> None:
        """Draw the table again."""
        self.draw()

    def do_help(self) -> None:
        """Say what can be typed."""
        self.tell(texts.say("terminal", "play.help", self.lang))
        self.draw_board()

    def do_rules(self) -> None:
        """Show the rules."""
        self.push_screen(Rules(self.session.match.game.rules(self.lang), self.say("rules_foot")))

    def do_hint(self) -> None:
        """Ask a strong player, beside the table, what it would do."""
        if not self.walk.tree or self.session.match.position.to_move == CHANCE:
            self.tell(self.say("no_hint"), alert=True)
            self.draw_board()
            return
        stop, session = Stop(), self.session
        self.tell(self.say("hint_thinking"))

        def work() -> Callable[[], None]:
            best = session.hint(stop).best
            text = self.say("hint", move=best.move, percent=round(100 * best.value))
            return lambda: self._tell_hint(text, best.move)

        self._in_thread(work)
        self.draw_board()

    def _tell_hint(self, text: str, move: str) -> None:
        self.tell(text)
        path = self.session.match.position.path(move)
        self.walk.path.clear()
        self.walk.cursor = path[0]
        self.draw_board()

    def do_undo(self) -> None:
        """Take the last move back."""
        self._interrupt()
        try:
            self.session.undo()
            self.tell(self.say("undone"))
        except LudotecaError as error:
            self.tell(error.text(self.lang), alert=True)
        self.begin_stage()

    def do_again(self) -> None:
        """Offer a new game."""
        entries = [(key, self.say(f"end_{key}")) for key in ("again", "swap", "look")]
        self.push_screen(Pick(self.say("new_game"), entries), self._ended)

    def do_level(self) -> None:
        """Let the user choose another level for the bots."""
        if not self.session.bots:
            self.tell(self.say("no_bot"), alert=True)
            self.draw_board()
            return
        entries = [(str(level), self.say("level", level=level)) for level in LEVELS]
        chosen = next(iter(self.session.bots.values()))
        self.push_screen(Pick(self.say("which_level"), entries, chosen), self._levelled)

    def _levelled(self, level: str | None) -> None:
        if level is not None:
            self.session.set_level(level)
            self.tell(self.say("level_set", level=level))
            self.draw()

    def do_language(self) -> None:
        """Go on in the next language."""
        languages = texts.LANGUAGES
        self.lang = languages[(languages.index(self.lang) + 1) % len(languages)]
        self.tell("")
        self.draw()

    def do_light(self) -> None:
        """Change between dark and light."""
        self.tone = "light" if self.tone == "dark" else "dark"
        self.theme = f"ludoteca-{self.tone}"
        self.draw()

    def do_resign(self) -> None:
        """Ask whether the game is given up."""
        if self.session.match.outcome is not None:
            self.tell(self.say("no_hint"), alert=True)
            self.draw_board()
            return
        entries = [(key, self.say(f"resign_{key}")) for key in ("no", "yes")]
        self.push_screen(Pick(self.say("resign"), entries), self._resigned)

    def _resigned(self, answer: str | None) -> None:
        if answer == "yes" and self.session.match.outcome is None:
            self._interrupt()
            self.session.resign()
            self.begin_stage()

    def do_leave(self) -> None:
        """Leave the table; the game is kept."""
        self._interrupt()
        self.exit()


def _raising(error: Exception) -> Callable[[], None]:
    """Return an answer that raises, so that an error in a thread is not lost."""

    def answer() -> None:
        raise error

    return answer
