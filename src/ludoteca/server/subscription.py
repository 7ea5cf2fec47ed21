"""A subscription: the messages that one connection has not received yet.

It keeps no queue of its own but reads from the room, so that a slow connection costs no memory and
still gets every event."""

import asyncio
import itertools
from collections import deque
from dataclasses import replace

from ludoteca.server.errors import Refused
from ludoteca.server.match import projection, story
from ludoteca.server.match.projection import Snapshot, Viewer
from ludoteca.server.match.room import MOST_EVENTS_TOLD, Room
from ludoteca.server.wire.live import (
    LiveMessage,
    PresenceMessage,
    RefusedMessage,
    ThinkingMessage,
    WelcomeMessage,
)
from ludoteca.server.wire.requests import Pace, encode

MOST_ANSWERS = 64
CROWD = 10
CROWD_SECONDS, CROWD_STEPS = 0.5, 50
_numbers = itertools.count()


class Subscription:
    """The messages of a room for one viewer, from an event number on."""

    def __init__(self, room: Room, viewer: Viewer, since: int) -> None:
        self.room, self.viewer = room, viewer
        self.wake = asyncio.Event()
        self.number = next(_numbers)
        self.answers: deque[bytes] = deque()
        self._sent = max(-1, min(since, room.state.seq))
        self._welcome = True
        self._unseen = story.first_unseen(room.state, self._sent, viewer.held)
        self._branch = room.state.branch
        self._looked: int | None = None
        self._due: Snapshot | None = None
        self._presence: PresenceMessage | None = None
        self._thinking: int | None = None
        self.replaced = False

    def open(self) -> None:
        """Join the room; raise Refused if it has too many watchers; players are always admitted.

        Players and watchers are counted apart. A player's oldest connection makes room for a new
        one.
        """
        rooms, settings = self.room.rooms, self.room.rooms.settings
        others = self.room.subscriptions
        if self.viewer.held:
            own = [other for other in others if other.viewer.holder == self.viewer.holder]
            if len(own) >= settings.connections_per_holder:
                min(own, key=lambda other: other.number).replace()
        else:
            watching = sum(not other.viewer.held for other in others)
            if watching >= settings.watchers_per_match or rooms.watchers >= settings.watchers:
                raise Refused("too_many")
        self._counted = not self.viewer.held
        rooms.connections += 1
        rooms.watchers += self._counted
        others.add(self)
        self.room.note_presence()
        self.room.consider()

    def close(self) -> None:
        """Leave the room."""
        self.room.rooms.connections -= 1
        self.room.rooms.watchers -= self._counted
        self.room.subscriptions.discard(self)
        self.room.note_presence()

    def replace(self) -> None:
        """End this subscription in favour of a newer one of the same client."""
        self.replaced = True
        self.room.subscriptions.discard(self)
        self.wake.set()

    def answer(self, message: LiveMessage) -> None:
        """Queue an answer ahead of all other messages."""
        self.answers.append(encode(message))
        self.wake.set()

    @property
    def clogged(self) -> bool:
        """Return whether the client does not read its answers."""
        return len(self.answers) > MOST_ANSWERS

    def change(self, **how: object) -> None:
        """Change the seat or language of the view; raise Refused if the seat is not allowed."""
        viewer = replace(self.viewer, **how)  # type: ignore[arg-type]
        projection.looked_through(self.room.state, viewer)
        self.viewer = viewer
        self._due = projection.present(self.room.state)
        self.wake.set()

    def set_pace(self, pace: Pace) -> None:
        """Change how long bots wait for what this client shows."""
        self.viewer = replace(self.viewer, pace=pace)

    async def next(self) -> list[bytes]:
        """Wait for the next messages and return them; none once replaced."""
        while True:
            self.wake.clear()
            if self.replaced:
                return []
            messages = self._ready()
            if messages:
                if self._sent < self.room.state.seq:
                    await asyncio.sleep(0)  # a long log takes turns with everything else
                return messages
            if (now := self._due) is not None:
                message = await self._state(now)
                # What became due meanwhile stays due.
                self._due = None if self._due is now else self._due
                return [message]
            await self.wake.wait()
            await self._let_players_go_first()

    async def _let_players_go_first(self) -> None:
        """Send to the watchers of a crowded match about once a second, one after the other.

        Events between two messages come together with the last state, so nothing is lost.
        """
        if not self.viewer.held and len(self.room.subscriptions) > CROWD:
            await asyncio.sleep(CROWD_SECONDS * (1 + self.number % CROWD_STEPS / CROWD_STEPS))

    def _told(self, now: Snapshot) -> Snapshot:
        """Return a snapshot with the story since the last state that was sent."""
        looked = projection.looked_through(self.room.state, self.viewer)
        told = now
        if now.branch == self._branch and (self._looked is None or not self._turned(looked)):
            told = self.room.with_story(now, self._unseen, self._looked)
        self._unseen, self._branch, self._looked = now.ply + 1, now.branch, looked
        return told

    def _turned(self, looked: int | None) -> bool:
        """Return whether the viewer switched to another seat in a game with hidden information."""
        return self.room.state.game.definition.hidden and looked != self._looked

    async def _state(self, now: Snapshot) -> bytes:
        try:
            now = self._told(now)
            return encode(await self.room.project(self.viewer, now))
        except Refused as error:
            text = error.text(self.viewer.lang)
            return encode(RefusedMessage(id=None, code=error.code, text=text))

    def _ready(self) -> list[bytes]:
        room, messages = self.room, list[bytes]()
        if self._welcome:
            self._welcome = False
            welcome = projection.match_message(
                room.state, self.viewer, key=room.rooms.store.key, online=room.online
            )
            messages.append(encode(WelcomeMessage(match=welcome)))
            self._note_state()
        while self.answers:
            messages.append(self.answers.popleft())
        if self._sent < room.state.seq:
            messages.append(room.events_told(self._sent))
            self._sent = min(room.state.seq, self._sent + MOST_EVENTS_TOLD)
            self._refresh()
            self._note_state()
        messages += self._around()
        return messages

    def _refresh(self) -> None:
        """Notice a seat that was taken meanwhile."""
        if self.viewer.holder is not None:
            held = self.room.state.held_by(self.viewer.holder)
            if held != self.viewer.held:
                self.viewer = replace(self.viewer, held=held)
                self.room.note_presence()

    def _note_state(self) -> None:
        if self.viewer.states:
            self._due = projection.present(self.room.state)

    def _around(self) -> list[bytes]:
        """Return the presence and the searching bot, where they changed."""
        messages = []
        if self.viewer.states:
            presence = self.room.presence
            if presence != self._presence:
                self._presence = presence
                messages.append(encode(presence))
            thought = self.room.thought
            thinking = None if thought is None else thought.seat
            if thinking != self._thinking:
                self._thinking = thinking
                messages.append(encode(ThinkingMessage(seat=thinking)))
        return messages
