"""The course of a game at the full-screen table: whose turn it is, and what is seen to happen."""

from collections.abc import Callable, Iterator
from threading import Thread

from textual.message import Message

from ludoteca.core.beats import Beat
from ludoteca.match.play import chance_is_due, mover
from ludoteca.search.api import Stop
from ludoteca.terminal import STOPPED
from ludoteca.terminal.layout import Face
from ludoteca.terminal.screens import Curtain, Pick
from ludoteca.terminal.session import Session, result_lines
from ludoteca.terminal.walk import Walk

PACE = 1.0
"""How slowly things are shown; 0 is at once."""
BREATH = 0.35
"""Seconds before a bot's move and before dice are thrown."""


class Thought(Message):
    """What a thread came to: an answer to one stage of one session, or an error."""

    def __init__(self, job: object, answer: Callable[[], None]) -> None:
        self.job, self.answer = job, answer
        super().__init__()


class Course(Face):
    """A table at which a game takes its course between people and bots."""

    def __init__(self, session: Session, *, lang: str, pace: float = PACE) -> None:
        super().__init__(session, lang=lang)
        self.pace = pace
        self._job: object = None
        self._seen: int | None = None
        self._after_beats: Callable[[], None] | None = None

    def on_mount(self) -> None:
        """Begin."""
        self.begin_stage()

    def begin_stage(self) -> None:
        """Go on with the match: a bot thinks, dice roll, or a person is asked."""
        match = self.session.match
        self.walk, self.thinking, self._job = Walk(), None, object()
        self.showing, self.moment, self._after_beats = False, None, None
        trouble = self.session.take_trouble()
        if trouble is not None:
            self.tell(self.say("unkept", why=trouble.strerror or trouble), alert=True)
        rolls = chance_is_due(match)
        seat = self.session.roller() if rolls else mover(match)
        if match.outcome is None and seat in self.session.people:
            self._hand_over()
            return
        self.shown_to = None
        if match.outcome is not None:
            self._end()
        elif rolls:
            self._later(self._roll)
        else:
            self._think()
        self.draw()

    def _later(self, action: Callable[[], None]) -> None:
        """Do something after a short while, unless the table has gone on by then."""
        self._after(BREATH, action)

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        job = self._job

        def act() -> None:
            if job is self._job:
                action()

        self.set_timer(max(seconds * self.pace, 0.001), act)

    def _roll(self) -> None:
        self._play("roll")

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
        """Play a legal move, show what comes of it and go on."""
        viewer, first = self.session.viewer(), self.session.stage
        self.shown_to = viewer
        if move == "roll":
            self.session.roll()
        else:
            self.session.play(move)
        self.tell("")
        self._show(viewer, first, self.begin_stage)

    # What happened, moment by moment.

    def _show(self, viewer: int, first: int, then: Callable[[], None]) -> None:
        """Show the beats of the events since `first`, each as long as it deserves, then go on."""
        events = self.session.match.events[first:]
        self.story = [] if events[0].who == viewer else self.story
        moments = [
            (beat, text)
            for index in range(first, len(self.session.match.events))
            for beat, text in self._moments(index, viewer)
        ]
        self.story += [text for _, text in moments if text]
        own = len(moments) == 1 and moments[0][0].view is None and events[0].who == viewer
        if self.pace and not own:
            self._job, self._after_beats, self.walk = object(), then, Walk()
            self._step(iter(moments))
        else:
            then()

    def _moments(self, index: int, viewer: int) -> Iterator[tuple[Beat, str]]:
        """Yield the beats of an event that have something to see or to read."""
        alone = self.session.people == frozenset({viewer})
        names, game = self.session.names(self.lang), self.session.match.game.name
        for beat in self.session.beats(index, viewer):
            text = beat.text(self.lang, names, reader=viewer if alone else None, game=game)
            if text or beat.view is not None:
                yield beat, text

    def _step(self, moments: Iterator[tuple[Beat, str]]) -> None:
        """Show the next beat, or go on after the last."""
        beat, text = next(moments, (None, ""))
        if beat is None:
            self.skip()
            return
        self.showing, self.moment = True, beat.view
        self.tell(text or self.note)
        self.draw()
        self._after(beat.ms / 1000, lambda: self._step(moments))

    def skip(self) -> bool:
        """Go on without the rest of what is being shown; False if nothing is."""
        then, self._after_beats = self._after_beats, None
        if then is None:
            return False
        self.tell("")
        then()
        return True

    # Whose turn it is.

    def _hand_over(self) -> None:
        """Ask a person, behind a curtain where the others' things are hidden."""
        viewer = self.session.viewer()
        seen, self._seen = self._seen, viewer
        hidden = self.session.match.game.definition.hidden and len(self.session.people) > 1
        if seen != viewer:
            first = self.session.since_decision(viewer)
            last = range(first, len(self.session.match.events))
            self.story = [text for index in last for text in self._sentences(index, viewer)]
        if hidden and seen != viewer:
            self.push_screen(Curtain(self.say("curtain", who=self.who())), self._ask)
        else:
            self._ask()

    def _ask(self, _: None = None) -> None:
        self.shown_to = None
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
        self._seen, self.story = None, []
        self.tell("")
        self.begin_stage()

    def _interrupt(self) -> None:
        """Make a thinking bot answer at once, to nobody."""
        if self.thinking is not None:
            self.thinking.now()
        self._job, self.thinking = object(), None

    def do_leave(self) -> None:
        """Leave the table; the game is kept."""
        self._interrupt()
        self.exit()

    def do_stop(self) -> None:
        """Leave as Ctrl-C ends every command, with its own exit code."""
        self._interrupt()
        self.exit(return_code=STOPPED)


def _raising(error: Exception) -> Callable[[], None]:
    """Return an answer that raises, so that an error in a thread is not lost."""

    def answer() -> None:
        raise error

    return answer
