"""The story between two states of a match: the beats of the plies in between, as messages.

A beat with its own picture carries the elements that differ from the previous picture.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from ludoteca.core import beats
from ludoteca.core.beats import Beat
from ludoteca.core.definition import View
from ludoteca.core.position import Position
from ludoteca.drawing.scene import Element, Scene
from ludoteca.match import Event as Recorded
from ludoteca.server.match.elements import element_message
from ludoteca.server.match.state import MatchState
from ludoteca.server.scheduler import Steps
from ludoteca.server.wire import events
from ludoteca.server.wire.responses import BeatMessage, SceneChange

ROUTINE = frozenset(
    {
        *("place", "slide", "exchange", "spectrum", "discard", "keep", "extend"),
        *("turn", "step", "pass", "draw", "wild", "move"),
    }
)
OWN_MS = 350
"""How long a reader waits for the routine part of the own move, which is no news."""
MOST_PLIES = 24
"""A client that missed more than this is shown where the table stands now."""


@dataclass(frozen=True, kw_only=True)
class Reader:
    """The reader of a story: the seat whose view is shown, the language, the players' names.

    `you` is the seat that is addressed as such; None where several people share a device.
    """

    seat: int | None
    lang: str
    names: tuple[str, ...]
    you: int | None
    memory: bool = False
    """Whether the pictures show what the seat has seen before."""
    open: bool = False
    """Whether every hand lies open: the game is over."""

    def view(self, position: Position) -> View:
        """Return what the reader sees of a position."""
        seen = position.shown(self.seat, memory=self.memory and self.seat is not None)
        return self.opened(seen, position)

    def opened(self, view: View, position: Position) -> View:
        """Return a view with the players' names, and with all hands once the game is over."""
        hands = position.reveal().get("hands") if self.open else None
        return view | {"names": self.names} | ({} if hands is None else {"open_hands": hands})


@dataclass(frozen=True, kw_only=True)
class Story:
    """The plies between two states: data of its own, to be drawn in any thread.

    ply    how many plies stand at `start`
    first  the first ply of the story, from 1 on
    seat   the seat through which the state before it was seen, where all see the same; a story is
           told from that side of the table
    """

    ply: int
    start: Position
    events: tuple[Recorded, ...]
    first: int
    seat: int | None = None

    def steps(self) -> Iterator[tuple[int, Position, str, Position]]:
        """Yield each ply of the story, with the positions around it."""
        position = self.start
        for ply, recorded in enumerate(self.events, self.ply + 1):
            if not recorded.is_step:
                continue
            after = position.step(recorded.text)
            if ply >= self.first:
                yield ply, position, recorded.text, after
            position = after

    def messages(self, reader: Reader, *, drawn: bool) -> Steps[list[BeatMessage]]:
        """Return the beats for a reader, drawn with the pictures that are not the state's own.

        Yield after each ply, so that others wait for one ply at most.
        """
        told = list(self.steps())
        pictures = _Pictures(reader)
        messages: list[BeatMessage] = []
        for number, (ply, before, text, after) in enumerate(told):
            pictures.begin(before, drawn=drawn)
            ending = None if number == len(told) - 1 else reader.view(after)
            between = before.moment(text) or before
            memory = reader.memory and reader.seat is not None
            for beat in beats.beats(before, text, after, reader.seat, memory=memory):
                own = None if beat.view is None else reader.opened(beat.view, between)
                scene = pictures.change(own or ending) if drawn else None
                messages.append(_message(beat, ply, reader, before, scene))
            yield
        return messages

    def breath(self, seat: int | None) -> int:
        """Return how long to show the plies at normal speed, in milliseconds."""
        return sum(
            beats.breath(beats.beats(before, text, after, seat))
            for _, before, text, after in self.steps()
        )


class _Pictures:
    """The pictures of a story one after the other, as changes from each to the next."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._shown: dict[str, Element] | None = None
        self._game: Position | None = None

    def begin(self, before: Position, *, drawn: bool) -> None:
        """Start from the picture before a ply, unless an earlier one led there."""
        self._game = before
        if self._shown is None and drawn:
            self._shown = self._draw(self.reader.view(before))

    def _draw(self, view: View) -> dict[str, Element]:
        assert self._game is not None
        scene = cast(Scene, self._game.game.definition.scene(view, self.reader.lang))
        return {element.id: element for element in scene.ordered()}

    def change(self, view: View | None) -> SceneChange | None:
        """Return the changes to the previous picture; None for the picture of the last state."""
        if view is None:
            return None
        assert self._shown is not None
        before, self._shown = self._shown, self._draw(view)
        changed = (element for name, element in self._shown.items() if before.get(name) != element)
        return SceneChange(
            changed=[element_message(element) for element in changed],
            gone=[name for name in before if name not in self._shown],
        )


def _message(
    beat: Beat, ply: int, reader: Reader, position: Position, scene: SceneChange | None
) -> BeatMessage:
    said = beat.text(reader.lang, reader.names, reader=reader.you, game=position.game.name)
    own = reader.you is not None and beat.players.get("player") == reader.you
    return BeatMessage(
        kind=beat.kind,
        ms=min(beat.ms, OWN_MS) if own and beat.kind in ROUTINE else beat.ms,
        ply=ply,
        text=said,
        things=list(beat.things),
        origins=dict(beat.origins),
        along=list(beat.along),
        to=beat.to,
        scene=scene,
    )


def story(state: MatchState, first: int, ply: int, seat: int | None) -> Story | None:
    """Return the plies from one up to another; None for an empty range, or too many."""
    if not 0 < first <= ply or ply - first >= MOST_PLIES:
        return None
    kept, start = state.history.nearest(first - 1)
    plies = tuple(state.match.events[kept:ply])
    told_to = None if state.game.definition.hidden else seat
    return Story(ply=kept, start=start, events=plies, first=first, seat=told_to)


def first_unseen(state: MatchState, since: int, held: Iterable[int]) -> int:
    """Return the first ply of the story for a reader who has seen everything up to an event.

    A returning reader gets nothing from before the own last move: this would be a memory
    that a game may not allow. After a takeback there is nothing to tell.
    """
    later = state.log[since + 1 :]
    if since < 0 or any(isinstance(event, events.Takeback) for event in later):
        return state.ply + 1
    known = sum(seq <= since for seq in state.standing)
    return max(known, own_last_ply(state.match.events, held)) + 1


def own_last_ply(recorded_plies: Iterable[Recorded], held: Iterable[int]) -> int:
    """Return the ply of the last move of some seats; 0 if they have made none."""
    seats = set(held)
    plies = (
        ply
        for ply, recorded in enumerate(recorded_plies, 1)
        if recorded.is_move and recorded.who in seats
    )
    return max(plies, default=0)


def trail(before: Position, text: str, seat: int | None, there: Mapping[str, Element]) -> list[str]:
    """Return the things that a move was about, as far as they are on the table now.

    What is merely drawn at the end of a turn is none of them.
    """
    found = beats.beats(before, text, before.step(text), seat)
    touched = (thing for beat in found[:1] if beat.kind != "draw" for thing in beat.things)
    return [thing for thing in dict.fromkeys(touched) if thing in there]
