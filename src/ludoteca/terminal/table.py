"""The full-screen table: keys and mouse, commands."""

from collections.abc import Callable

from textual import events
from textual.containers import VerticalScroll

from ludoteca.core import texts
from ludoteca.core.errors import LudotecaError
from ludoteca.core.kernels import CHANCE
from ludoteca.search.api import Stop
from ludoteca.search.players import LEVELS
from ludoteca.terminal.board_view import BoardView
from ludoteca.terminal.commands import command_of, help_lines
from ludoteca.terminal.course import Course
from ludoteca.terminal.layout import KEYS
from ludoteca.terminal.prompt import offer
from ludoteca.terminal.screens import Pick, Rules
from ludoteca.terminal.walk import DIRECTIONS, completions

OTHER_KEYS = {
    "question_mark": "help",
    "ctrl+r": "rules",
    "ctrl+t": "hint",
    "ctrl+z": "undo",
    "ctrl+n": "again",
    "ctrl+l": "level",
    "ctrl+g": "language",
    "ctrl+c": "stop",
    "ctrl+q": "leave",
    "ctrl+d": "leave",
}


class Table(Course):
    """A table for people at this keyboard and bots."""

    # Keys and mouse.

    def on_key(self, event: events.Key) -> None:
        """Handle a key: a command, a step of the cursor, or a letter of a move."""
        action = KEYS.get(event.key) or OTHER_KEYS.get(event.key)
        if len(self.screen_stack) > 1:
            if action in ("leave", "stop"):
                self.action_do(action)
            return
        event.prevent_default()
        event.stop()
        if action in ("leave", "stop"):
            self.action_do(action)
        elif self.skip() and action in (None, "back"):
            return
        elif self.prompt.typed and action in (None, "help"):
            self._type(event)
        elif action is not None:
            self.action_do(action)
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
        """Play what was typed, do it if it is a command, or say what it may become or why not."""
        command = None if line in self._legal() else command_of(line)
        if command is not None:
            self.action_do(command[0])
        elif not self.walk.tree:
            self.tell(self.say("not_yet"), alert=True)
        elif line in self._legal():
            self._play(line)
        elif found := completions(line, self._legal()):
            self.prompt.typed = line
            self.tell(offer(found, self.lang))
        else:
            self._refuse(line)

    def _refuse(self, line: str) -> None:
        """Say why a line is no legal move."""
        try:
            self.session.match.position.step(line)
        except LudotecaError as error:
            self.tell(error.text(self.lang), alert=True)

    def _steer(self, event: events.Key) -> None:
        """Move the cursor, pick, take a pick back, or begin to type."""
        self.tell("")
        if event.key in DIRECTIONS:
            places = self.picture.places() if self.picture is not None else {}
            self.walk.towards(event.key, places)
        elif event.key in ("tab", "shift+tab"):
            self.walk.step(1 if event.key == "tab" else -1)
        elif event.key in ("enter", "space"):
            self._choose(self.walk.cursor)
            return
        elif event.key == "backspace":
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
        """Pick on a click, or take back what is picked already."""
        if self.skip():
            return
        self.tell("")
        self._choose(event.choice)

    def on_board_view_hovered(self, event: BoardView.Hovered) -> None:
        """Move the cursor with the mouse."""
        if event.choice in self.walk.branch:
            self.walk.cursor = event.choice
            self.draw_board()

    # Commands.

    def do_back(self) -> None:
        """Forget what is typed, else take the last pick back."""
        if self.prompt.typed:
            self.prompt.clear()
        else:
            self.walk.back()
        self.tell("")
        self.draw_board()

    def do_board(self) -> None:
        """Draw the table again."""
        self.draw()

    def do_help(self) -> None:
        """Say which keys and words there are at this table."""
        lines = [self.say("help_pick"), self.say("help_type"), self.say("help_back"), ""]
        for key, action in KEYS.items():
            if self._works(action) is not None and action not in ("back", "help"):
                said = texts.say("terminal", f"help_of.{action}", self.lang)
                lines.append(f"- **{key.upper()}** {said}")
        words = help_lines(self.session, self.lang)
        lines += ["", self.say("help_words", words=", ".join(word for word, _ in words))]
        self.push_screen(Rules("\n".join(lines), self.say("rules_foot")))

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
            text = self.say("hint", move=best.move, percent=session.percent(best))
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
            self.story = []
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
        chosen = next(iter(self.session.bots.values()))
        entries = [(str(level), self._level_entry(str(level), chosen)) for level in LEVELS]
        self.push_screen(Pick(self.say("which_level"), entries, chosen), self._levelled)

    def _level_entry(self, level: str, chosen: str) -> str:
        key = "level_now" if level == chosen else "level"
        return self.say(key, level=level)

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
