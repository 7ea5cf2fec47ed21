"""A room: the one authority over a match.

Actions are carried out one after the other, and nothing is sent before it is stored.
"""

import asyncio
import time
from bisect import bisect_left
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludoteca.server import tokens
from ludoteca.server.bot_pool import Thought
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands, opening, projection, story
from ludoteca.server.match.bot_driver import BotDriver
from ludoteca.server.match.commands import Action, Decision
from ludoteca.server.match.help import Help
from ludoteca.server.match.history import Moment
from ludoteca.server.match.projection import Snapshot, Viewer
from ludoteca.server.match.state import WAITING, MatchState, now_ms
from ludoteca.server.scheduler import all_at_once
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent
from ludoteca.server.wire.live import EventsMessage, PresenceMessage
from ludoteca.server.wire.requests import JoinRequest, OfferAction, encode
from ludoteca.server.wire.responses import Done, MoveMessage, Moves, StateMessage
from ludoteca.store import Taken, Write

if TYPE_CHECKING:
    from ludoteca.server.match.rooms import RoomRegistry
    from ludoteca.server.subscription import Subscription

MOST_EVENTS_TOLD = 500
__all__ = ["Room", "now_ms"]


class Room:
    """A match, the connections to it, the driver of its bots and the help for its players."""

    def __init__(self, rooms: "RoomRegistry", state: MatchState) -> None:
        self.rooms = rooms
        self.state = state
        self.lock = asyncio.Lock()
        self.subscriptions: set[Subscription] = set()
        self.starting = False
        self.bots = BotDriver(self)
        self.help = Help(self)
        self.used = time.monotonic()
        self.presence = PresenceMessage(online=[], watching=0)
        self._told: tuple[int, int, bytes] | None = None

    @property
    def thought(self) -> Thought | None:
        """Return the bot's search that runs, if any."""
        return self.bots.thought

    def consider(self) -> None:
        """Let the bot to move search, and a match start that only waits for contributions."""
        if opening.waits_for_contributions(self.state) and not self.starting:
            self.starting = True
            self.rooms.spawn(self._start_without_contributions())
        self.bots.consider()

    @property
    def idle(self) -> bool:
        """Return whether the room can be dropped from memory."""
        busy = self.thought is not None or self.starting
        return not self.subscriptions and not self.lock.locked() and not busy

    @property
    def online(self) -> set[int]:
        """Return the seats of people who are connected."""
        return {seat for subscription in self.subscriptions for seat in subscription.viewer.held}

    def note_presence(self) -> None:
        """Count the connections: the seats of people, and the number of watchers."""
        watching = sum(not subscription.viewer.held for subscription in self.subscriptions)
        self.presence = PresenceMessage(online=sorted(self.online), watching=watching)
        self.wake()

    def viewer(self, holder: bytes | None, **how: Any) -> Viewer:
        """Return a viewer of this match."""
        return Viewer(holder=holder, held=self.state.held_by(holder), **how)

    async def act(self, holder: bytes | None, action: Action) -> Done:
        """Carry out an action or refuse it; return once it is stored."""
        async with self.lock:
            held = self.state.held_by(holder)
            before = self.state.done_before(held, action.id)
            if before is not None:
                return self._answer(before)
            if isinstance(action, OfferAction):
                self._require_few_offers()
            decision = commands.decide(self.state, held, action, at=now_ms())
            first = self.state.seq + 1
            await self.commit(decision)
        return self._answer(first)

    def _require_few_offers(self) -> None:
        """Refuse an offer in a match with too many: its log is kept in memory and on the disk."""
        most = self.rooms.settings.offers_per_match
        if self.state.offers >= most:
            raise Refused("too_many_offers", most=most)

    def _answer(self, seq: int) -> Done:
        """Return the answer to the action whose event has a number."""
        log, event = self.state.log, self.state.log[seq]
        if not isinstance(event, events.Offer | events.Answer):
            return Done(seq=seq)
        following = log[seq + 1] if seq + 1 < len(log) else None
        agreed = isinstance(following, events.Draw | events.Takeback | events.Rematch)
        return Done(seq=seq, agreed=agreed)

    async def commit(self, decision: Decision, more: Write | None = None) -> None:
        """Store a decision with its side effects; then apply it and wake the connections."""
        more = more or Write()
        moment = await self._taken_back(decision)
        rows = tuple(
            (self.state.id, self.state.seq + 1 + index, events.encode(event))
            for index, event in enumerate(decision.events)
        )
        status = self.state.status_after(decision.events, decision.position)
        changed = ((self.state.id, status),) if status != self.state.status else ()
        write = replace(more, events=rows + more.events, statuses=changed + more.statuses)
        try:
            cancelled = await self.rooms.store.write(write)
        except Taken:
            await self._read_again()
            raise Refused("stale", seq=self.state.seq) from None
        self.state.holders |= {
            seat: holder for match, seat, holder in more.holders if match == self.state.id
        }
        self.take_in(decision, moment)
        if cancelled:
            raise asyncio.CancelledError

    async def _taken_back(self, decision: Decision) -> Moment | None:
        """Return the position after a takeback, replayed before it is stored; None without one."""
        for event in decision.events:
            if isinstance(event, events.Takeback):
                return await asyncio.to_thread(self.state.replay(event.ply).run)
        return None

    def take_in(self, decision: Decision, moment: Moment | None = None) -> None:
        """Apply the stored events, and wake the connections and the bots."""
        last = len(decision.events) - 1
        for index, event in enumerate(decision.events):
            self.state.take(event, decision.position if index == last else None, moment)
        self.wake()
        self.consider()

    async def _read_again(self) -> None:
        """Read the log again after another server wrote to it."""
        stored = await self.rooms.store.load(self.state.id)
        assert stored is not None
        self.state = await self.rooms.fold(stored)
        self.help.clear()
        self.wake()

    async def snapshot(self, ply: int, client: Hashable = None) -> Snapshot:
        """Return the table after a number of plies, replayed in a thread.

        Raise Refused if it may not be seen, or if the client has too many requests waiting.
        """
        state = self.state
        projection.require_past(state, ply)
        now = projection.present(state)
        if ply == now.ply:
            return now
        key = ("moment", state.id, state.branch, ply)
        moment = await self.rooms.replays.run(client, key, state.replay(ply).run)
        return projection.past(now, ply, moment)

    def with_story(self, now: Snapshot, first: int, seat: int | None) -> Snapshot:
        """Return a snapshot with the story of what happened since a ply."""
        if now.branch != self.state.branch:
            return now
        return replace(now, story=story.story(self.state, first, now.ply, seat))

    def wake(self) -> None:
        """Wake every connection to send new messages."""
        for subscription in self.subscriptions:
            subscription.wake.set()

    async def join(self, holder: bytes, seat: int, request: JoinRequest) -> None:
        """Seat an invited person; start the match once all seats are taken."""
        async with self.lock:
            state = self.state
            held = state.held_by(holder)
            if seat in held:
                return
            if seat not in state.open_seats:
                raise Refused("invite_used")
            if held:
                raise Refused("no_seat")
            if state.status != WAITING:
                raise Refused("cancelled")
            at, name = now_ms(), tokens.clean_name(request.name)
            joined = events.Joined(at=at, seat=seat, name=name, contribution=request.contribution)
            decision = Decision(events=[joined])
            if state.open_seats == [seat] and not state.awaited:
                due, position = commands.start(state, {seat: request.contribution}, at=at)
                decision = Decision(events=[joined, *due], position=position)
            await self.commit(decision, Write(holders=((state.id, seat, holder),)))

    def events_told(self, since: int) -> bytes:
        """Return the message with the events after a number, MOST_EVENTS_TOLD of them at most."""
        seq = self.state.seq
        if self._told is None or self._told[:2] != (since, seq):
            self._told = (since, seq, self._tell_events(since))
        return self._told[2]

    def _tell_events(self, since: int) -> bytes:
        state, first = self.state, since + 1
        ply = bisect_left(state.standing, first)
        turns = dict(zip(state.standing[ply:], state.turns[ply:], strict=True))
        some = state.log[first : first + MOST_EVENTS_TOLD]
        told = [
            events.told(event, seq, sealed=state.sealed, turn=turns.get(seq))
            for seq, event in enumerate(some, first)
        ]
        return encode(EventsMessage(events=told))

    def moves_told(self) -> Callable[[], bytes]:
        """Return the work that encodes the plies that stand, for any thread.

        The texts of deals are sent only once nothing is secret.
        """
        log, sealed = self.state.log, self.state.sealed
        turns = self.state.turns
        plies = [(ply, log[seq], turns[ply - 1]) for ply, seq in enumerate(self.state.standing, 1)]
        return lambda: encode(Moves([_move_told(*each, sealed=sealed) for each in plies]))

    async def project(self, viewer: Viewer, now: Snapshot | None = None) -> StateMessage:
        """Return the state of the match for a viewer."""
        state = self.state
        now = now or projection.present(state)
        seat = projection.looked_through(state, viewer)
        choosing = projection.may_choose(now, viewer, seat) and now.ply == state.ply
        if viewer.scenes:
            drawn = await self._drawing(now, seat, viewer.lang, choosing)
        else:
            drawn = await self._plain_view(now, seat, viewer, choosing)
        return projection.state_message(state, now, viewer, seat, drawn)

    async def _plain_view(
        self, now: Snapshot, seat: int | None, viewer: Viewer, choosing: bool
    ) -> Mapping[str, Any]:
        """Return a view; a story is replayed, which never happens on the event loop."""

        steps = projection.plain_view(
            now, seat, viewer.lang, memory=viewer.memory, choosing=choosing
        )
        if now.story is None:
            return all_at_once(steps)
        return await self.rooms.drawing_pool.run_steps(steps)

    async def _drawing(
        self, now: Snapshot, seat: int | None, lang: str, choosing: bool
    ) -> Mapping[str, Any]:
        """Return a drawing, made once for all viewers who see the same."""
        first = None if now.story is None else (now.story.first, now.story.seat)
        key = (self.state.id, now.seq, now.ply, seat, lang, choosing, first)
        return await self.rooms.drawings.get(
            key,
            lambda: self.rooms.drawing_pool.run_steps(
                projection.drawing(now, seat, lang, choosing=choosing)
            ),
        )

    async def _start_without_contributions(self) -> None:
        try:
            await opening.start_without_contributions(self)
        finally:
            self.starting = False


def _move_told(ply: int, event: AnyEvent, turn: int, *, sealed: bool) -> MoveMessage:
    text = getattr(event, "text", None)
    hidden = sealed and isinstance(event, events.Chance)
    return MoveMessage(
        ply=ply,
        kind=events.kind_of(event),
        seat=getattr(event, "seat", None),
        text=None if hidden else text,
        turn=turn,
    )
