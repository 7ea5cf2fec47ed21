"""A room: the one authority over a match. Actions come one after the other; what is told was
stored before."""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.server import tokens
from ludoteca.server.bot_pool import Thought, bot_move
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands, last_move, opening, projection
from ludoteca.server.match.commands import Action, Decision
from ludoteca.server.match.projection import Message, Snapshot, Viewer
from ludoteca.server.match.state import OVER, WAITING, MatchState
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent
from ludoteca.server.wire.requests import JoinRequest, encode
from ludoteca.store import Taken, Write

if TYPE_CHECKING:
    from ludoteca.server.match.rooms import RoomRegistry
    from ludoteca.server.subscription import Subscription

MOST_EVENTS_TOLD = 500
LONGEST_PAUSE = 30.0
log = logging.getLogger("ludoteca.server")


def now_ms() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Room:
    """A match with those who are connected to it and the bots that play in it."""

    def __init__(self, rooms: "RoomRegistry", state: MatchState) -> None:
        self.rooms = rooms
        self.state = state
        self.lock = asyncio.Lock()
        self.subscriptions: set[Subscription] = set()
        self.thought: Thought | None = None
        self.starting = False
        self.used = time.monotonic()
        self.presence: Message = {"type": "presence", "online": [], "watching": 0}
        self._drawings: dict[tuple[object, ...], asyncio.Future[Mapping[str, Any]]] = {}
        self._told: tuple[int, int, list[bytes]] | None = None
        self._values: dict[tuple[int, int], float] = {}

    @property
    def idle(self) -> bool:
        """Whether nothing happens here that memory is needed for."""
        busy = self.thought is not None or self.starting
        return not self.subscriptions and not self.lock.locked() and not busy

    @property
    def online(self) -> set[int]:
        """The seats of people who are connected."""
        return {seat for subscription in self.subscriptions for seat in subscription.viewer.held}

    def note_presence(self) -> None:
        """Counts who is connected: the seats of people, and how many only watch."""
        watching = sum(not subscription.viewer.held for subscription in self.subscriptions)
        self.presence = {"type": "presence", "online": sorted(self.online), "watching": watching}
        self.wake()

    def viewer(self, holder: bytes | None, **how: Any) -> Viewer:
        """Somebody who looks at this table."""
        return Viewer(holder=holder, held=self.state.held_by(holder), **how)

    async def act(self, holder: bytes | None, action: Action) -> Message:
        """Carries an action out, or refuses it; answered when it is stored for good."""
        async with self.lock:
            held = self.state.held_by(holder)
            before = self.state.done_before(held, action.id)
            if before is not None:
                return self._answer(before)
            decision = commands.decide(self.state, held, action, at=now_ms())
            first = self.state.seq + 1
            await self.commit(decision)
        return self._answer(first)

    def _answer(self, seq: int) -> Message:
        """The answer to the action whose event has a number."""
        log, event = self.state.log, self.state.log[seq]
        if not isinstance(event, events.Offer | events.Answer):
            return {"seq": seq}
        following = log[seq + 1] if seq + 1 < len(log) else None
        agreed = isinstance(following, events.Draw | events.Takeback | events.Rematch)
        return {"seq": seq, "agreed": agreed}

    async def commit(self, decision: Decision, more: Write | None = None) -> None:
        """Stores a decision, and what belongs to it; then takes it in and tells it."""
        more = more or Write()
        rows = tuple(
            (self.state.id, self.state.seq + 1 + index, events.encode(event))
            for index, event in enumerate(decision.events)
        )
        write = Write(events=rows + more.events, matches=more.matches, holders=more.holders)
        try:
            cancelled = await self.rooms.store.write(write)
        except Taken:
            await self._read_again()
            raise Refused("stale", seq=self.state.seq) from None
        self.state.holders |= {
            seat: holder for match, seat, holder in more.holders if match == self.state.id
        }
        self.take_in(decision)
        if cancelled:
            raise asyncio.CancelledError

    def take_in(self, decision: Decision) -> None:
        """Takes in what is stored, and wakes everybody whom it concerns."""
        last = len(decision.events) - 1
        for index, event in enumerate(decision.events):
            self.state.take(event, decision.position if index == last else None)
        self.wake()
        self.consider()

    async def _read_again(self) -> None:
        """Reads the log anew after another server wrote to it."""
        stored = await self.rooms.store.load(self.state.id)
        assert stored is not None
        self.state = MatchState(stored)
        self.wake()

    def wake(self) -> None:
        """Lets every connection look for what is new."""
        for subscription in self.subscriptions:
            subscription.wake.set()

    async def join(self, holder: bytes, seat: int, request: JoinRequest) -> None:
        """Gives a seat to who came by its invite; the last one who comes starts the match."""
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

    def events_told(self, since: int) -> list[bytes]:
        """The messages that tell all events after a number."""
        seq = self.state.seq
        if self._told is None or self._told[:2] != (since, seq):
            self._told = (since, seq, self._tell_events(since))
        return self._told[2]

    def _tell_events(self, since: int) -> list[bytes]:
        sealed, first = self.state.sealed, since + 1
        told = [
            events.told(event, first + index, sealed=sealed)
            for index, event in enumerate(self.state.log[first:])
        ]
        parts = range(0, len(told), MOST_EVENTS_TOLD)
        return [
            encode({"type": "events", "events": told[start : start + MOST_EVENTS_TOLD]})
            for start in parts
        ]

    def moves_told(self) -> Sequence[Message]:
        """The moves that stand, each with its number; deals only once nothing is secret."""
        sealed = self.state.sealed
        return [_move_told(ply, event, sealed) for ply, event in self._standing()]

    def _standing(self) -> list[tuple[int, AnyEvent]]:
        standing: list[tuple[int, AnyEvent]] = []
        for event in self.state.log:
            if isinstance(event, events.Takeback):
                del standing[event.ply :]
            elif isinstance(event, events.Chance | events.Move | events.Resign | events.Draw):
                standing.append((event.ply, event))
        return standing

    async def project(self, viewer: Viewer, now: Snapshot | None = None) -> Message:
        """The state of the table for a viewer."""
        state = self.state
        now = now or projection.present(state)
        seat = projection.looked_through(state, viewer)
        choosing = projection.may_choose(now, viewer, seat) and now.ply == state.ply
        if viewer.scenes:
            drawn = await self._drawing(now, seat, viewer.lang, choosing)
        else:
            drawn = projection.plain_view(now, seat, memory=viewer.memory, choosing=choosing)
        return projection.state_message(state, now, viewer, seat, drawn)

    async def _drawing(
        self, now: Snapshot, seat: int | None, lang: str, choosing: bool
    ) -> Mapping[str, Any]:
        """A drawing, made once for all who see the same."""
        key = (now.seq, now.ply, seat, lang, choosing)
        if key not in self._drawings:
            if len(self._drawings) >= 8:
                self._drawings.clear()
            self._drawings[key] = asyncio.get_running_loop().run_in_executor(
                self.rooms.drawing_pool,
                lambda: projection.drawing(now, seat, lang, choosing=choosing),
            )
        return await asyncio.shield(self._drawings[key])

    def consider(self) -> None:
        """Lets the bot think whose turn it is, and ends a thought that is no longer needed."""
        state, seat = self.state, self.state.to_move
        if opening.waits_for_contributions(state) and not self.starting:
            self.starting = True
            self.rooms.spawn(self._start_without_contributions())
        level = None if seat is None else state.bot_level(seat)
        if self.thought is not None and (level is None or self.thought.seq != state.turn_seq):
            self.thought.stop.now()
            self.thought = None
        if seat is not None and level is not None and self.thought is None:
            self.thought = Thought(seq=state.turn_seq, seat=seat)
            self.rooms.spawn(self._think(self.thought, level))

    async def _start_without_contributions(self) -> None:
        try:
            await opening.start_without_contributions(self)
        finally:
            self.starting = False

    async def _think(self, thought: Thought, level: int) -> None:
        """Chooses and plays one move of a bot; tries again later if it cannot be stored."""
        pause = 1.0
        while self.thought is thought:
            try:
                await self._bot_move(thought, level)
                return
            except Refused as error:
                log.warning("match %s: a bot has to wait: %s", self.state.id, error)
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def _bot_move(self, thought: Thought, level: int) -> None:
        state, began = self.state, time.monotonic()
        self.wake()
        view = state.position.view(thought.seat, memory=True)
        seed = tokens.bot_seed(self.rooms.store.key, state.id, thought.seq)
        move = await self.rooms.bot_pool.run(
            lambda: bot_move(state.game, view, level, seed, thought.stop)
        )
        if any(subscription.viewer.scenes for subscription in self.subscriptions):
            await asyncio.sleep(began + self.rooms.settings.bot_pace - time.monotonic())
        async with self.lock:
            if self.thought is thought:
                decision = commands.play(self.state, thought.seat, move, at=now_ms())
                await self.commit(decision)

    async def value(self, ply: int, holder: bytes | None, look: int | None) -> Message:
        """What the seat to move may expect after so many plies."""
        self._require_help()
        held = self.state.held_by(holder)
        if commands.hands_are_covered(self.state, held):
            held = (commands.helped_seat(self.state, held, look),)
        now = projection.past(self.state, ply) if ply != self.state.ply else None
        position = now.position if now else self.state.position
        seat = (now.to_move if now else self.state.to_move) if position.to_move != -1 else None
        message = {"seq": self.state.seq, "ply": ply, "seat": seat, "value": None}
        if seat is None or (self.state.sealed and seat not in held):
            return message
        key = (self.state.turn_seq if now is None else -1, ply)
        if key not in self._values:
            view = position.view(seat, memory=True)
            analysis = await self.rooms.help(self.state.game, view)
            if len(self._values) > 1000:
                self._values.clear()
            self._values[key] = analysis.best.value
        return message | {"value": round(self._values[key], 4)}

    async def hint(self, holder: bytes | None, look: int | None, lang: str) -> Message:
        """The move that a good player would make for the seat to move."""
        self._require_help()
        state = self.state
        commands.require_open(state)
        seat = commands.helped_seat(state, state.held_by(holder), look)
        seq, position = state.seq, state.position
        analysis = await self.rooms.help(state.game, position.view(seat, memory=True))
        best = analysis.best
        return {
            "seq": seq,
            "move": best.move,
            "path": position.path(best.move),
            "said": last_move.intended(position, best.move, seat, lang),
            "value": round(best.value, 4),
        }

    def _require_help(self) -> None:
        if not self.state.created.help and self.state.status != OVER:
            raise Refused("no_help")


def _move_told(ply: int, event: AnyEvent, sealed: bool) -> Message:
    text = getattr(event, "text", None)
    hidden = sealed and isinstance(event, events.Chance)
    return {
        "ply": ply,
        "kind": type(event).__struct_config__.tag,
        "seat": getattr(event, "seat", None),
        "text": None if hidden else text,
    }
