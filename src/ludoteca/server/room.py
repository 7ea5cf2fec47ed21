"""A room: the one authority over a match. Actions come one after the other; what is told was
stored before."""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.server import actions, events, telling, tokens, tracing
from ludoteca.server.actions import Action, Decision
from ludoteca.server.events import AnyEvent
from ludoteca.server.messages import JoinRequest, encode
from ludoteca.server.refusals import Refused
from ludoteca.server.table import OVER, WAITING, Table
from ludoteca.server.telling import Message, Snapshot, Viewer
from ludoteca.server.thinking import Thought, bot_move
from ludoteca.store import Taken, Write

if TYPE_CHECKING:
    from ludoteca.server.feed import Feed
    from ludoteca.server.hall import Hall

MOST_EVENTS_TOLD = 500
LONGEST_PAUSE = 30.0
log = logging.getLogger("ludoteca.server")


def now_ms() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Room:
    """A match with those who are connected to it and the bots that play in it."""

    def __init__(self, hall: "Hall", table: Table) -> None:
        self.hall = hall
        self.table = table
        self.lock = asyncio.Lock()
        self.feeds: set[Feed] = set()
        self.thought: Thought | None = None
        self.used = time.monotonic()
        self.presence: Message = {"type": "presence", "online": [], "watching": 0}
        self._drawings: dict[tuple[object, ...], asyncio.Future[Mapping[str, Any]]] = {}
        self._told: tuple[int, int, list[bytes]] | None = None
        self._values: dict[tuple[int, int], float] = {}

    @property
    def idle(self) -> bool:
        """Whether nothing happens here that memory is needed for."""
        return not self.feeds and not self.lock.locked() and self.thought is None

    @property
    def online(self) -> set[int]:
        """The seats of people who are connected."""
        return {seat for feed in self.feeds for seat in feed.viewer.held}

    def note_presence(self) -> None:
        """Counts who is connected: the seats of people, and how many only watch."""
        watching = sum(not feed.viewer.held for feed in self.feeds)
        self.presence = {"type": "presence", "online": sorted(self.online), "watching": watching}
        self.wake()

    def viewer(self, holder: bytes | None, **how: Any) -> Viewer:
        """Somebody who looks at this table."""
        return Viewer(holder=holder, held=self.table.held_by(holder), **how)

    async def act(self, holder: bytes | None, action: Action) -> Message:
        """Carries an action out, or refuses it; answered when it is stored for good."""
        async with self.lock:
            held = self.table.held_by(holder)
            before = self.table.done_before(held, action.id)
            if before is not None:
                return self._answer(before)
            decision = actions.decide(self.table, held, action, at=now_ms())
            first = self.table.seq + 1
            await self.commit(decision)
        return self._answer(first)

    def _answer(self, seq: int) -> Message:
        """The answer to the action whose event has a number."""
        log, event = self.table.log, self.table.log[seq]
        if not isinstance(event, events.Offer | events.Answer):
            return {"seq": seq}
        following = log[seq + 1] if seq + 1 < len(log) else None
        agreed = isinstance(following, events.Draw | events.Takeback)
        return {"seq": seq, "agreed": agreed}

    async def commit(self, decision: Decision, more: Write | None = None) -> None:
        """Stores a decision, and what belongs to it; then takes it in and tells it."""
        more = more or Write()
        rows = tuple(
            (self.table.id, self.table.seq + 1 + index, events.encode(event))
            for index, event in enumerate(decision.events)
        )
        write = Write(events=rows + more.events, matches=more.matches, holders=more.holders)
        try:
            cancelled = await self.hall.keeper.write(write)
        except Taken:
            await self._read_again()
            raise Refused("stale", seq=self.table.seq) from None
        self.table.holders |= {
            seat: holder for match, seat, holder in more.holders if match == self.table.id
        }
        self.take_in(decision)
        if cancelled:
            raise asyncio.CancelledError

    def take_in(self, decision: Decision) -> None:
        """Takes in what is stored, and wakes everybody whom it concerns."""
        last = len(decision.events) - 1
        for index, event in enumerate(decision.events):
            self.table.take(event, decision.position if index == last else None)
        self.wake()
        self.consider()

    async def _read_again(self) -> None:
        """Reads the log anew after another server wrote to it."""
        stored = await self.hall.keeper.load(self.table.id)
        assert stored is not None
        self.table = Table(stored)
        self.wake()

    def wake(self) -> None:
        """Lets every connection look for what is new."""
        for feed in self.feeds:
            feed.wake.set()

    async def join(self, holder: bytes, seat: int, request: JoinRequest) -> None:
        """Gives a seat to who came by its invite; the last one who comes starts the match."""
        async with self.lock:
            table = self.table
            held = table.held_by(holder)
            if seat in held:
                return
            if seat not in table.open_seats:
                raise Refused("invite_used")
            if held:
                raise Refused("no_seat")
            if table.status != WAITING:
                raise Refused("cancelled")
            at, name = now_ms(), tokens.clean_name(request.name)
            joined = events.Joined(at=at, seat=seat, name=name, contribution=request.contribution)
            decision = Decision(events=[joined])
            if table.open_seats == [seat]:
                due, position = actions.start(table, {seat: request.contribution}, at=at)
                decision = Decision(events=[joined, *due], position=position)
            await self.commit(decision, Write(holders=((table.id, seat, holder),)))

    def events_told(self, since: int) -> list[bytes]:
        """The messages that tell all events after a number."""
        seq = self.table.seq
        if self._told is None or self._told[:2] != (since, seq):
            self._told = (since, seq, self._tell_events(since))
        return self._told[2]

    def _tell_events(self, since: int) -> list[bytes]:
        sealed, first = self.table.sealed, since + 1
        told = [
            events.told(event, first + index, sealed=sealed)
            for index, event in enumerate(self.table.log[first:])
        ]
        parts = range(0, len(told), MOST_EVENTS_TOLD)
        return [
            encode({"type": "events", "events": told[start : start + MOST_EVENTS_TOLD]})
            for start in parts
        ]

    def moves_told(self) -> Sequence[Message]:
        """The moves that stand, each with its number; deals only once nothing is secret."""
        sealed = self.table.sealed
        return [_move_told(ply, event, sealed) for ply, event in self._standing()]

    def _standing(self) -> list[tuple[int, AnyEvent]]:
        standing: list[tuple[int, AnyEvent]] = []
        for event in self.table.log:
            if isinstance(event, events.Takeback):
                del standing[event.ply :]
            elif isinstance(event, events.Chance | events.Move | events.Resign | events.Draw):
                standing.append((event.ply, event))
        return standing

    async def state(self, viewer: Viewer, now: Snapshot | None = None) -> Message:
        """The state of the table for a viewer."""
        table = self.table
        now = now or telling.present(table)
        seat = telling.looked_through(table, viewer)
        choosing = telling.may_choose(now, viewer, seat) and now.ply == table.ply
        if viewer.scenes:
            drawn = await self._drawing(now, seat, viewer.lang, choosing)
        else:
            drawn = telling.plain_view(now, seat, memory=viewer.memory, choosing=choosing)
        return telling.state_message(table, now, viewer, seat, drawn)

    async def _drawing(
        self, now: Snapshot, seat: int | None, lang: str, choosing: bool
    ) -> Mapping[str, Any]:
        """A drawing, made once for all who see the same."""
        key = (now.seq, now.ply, seat, lang, choosing)
        if key not in self._drawings:
            if len(self._drawings) >= 8:
                self._drawings.clear()
            self._drawings[key] = asyncio.get_running_loop().run_in_executor(
                self.hall.drawers,
                lambda: telling.drawing(now, seat, lang, choosing=choosing),
            )
        return await asyncio.shield(self._drawings[key])

    def consider(self) -> None:
        """Lets the bot think whose turn it is, and ends a thought that is no longer needed."""
        table, seat = self.table, self.table.to_move
        level = None if seat is None else table.bot_level(seat)
        if self.thought is not None and (level is None or self.thought.seq != table.turn_seq):
            self.thought.stop.now()
            self.thought = None
        if seat is not None and level is not None and self.thought is None:
            self.thought = Thought(seq=table.turn_seq, seat=seat)
            self.hall.spawn(self._think(self.thought, level))

    async def _think(self, thought: Thought, level: int) -> None:
        """Chooses and plays one move of a bot; tries again later if it cannot be stored."""
        pause = 1.0
        while self.thought is thought:
            try:
                await self._bot_move(thought, level)
                return
            except Refused as error:
                log.warning("match %s: a bot has to wait: %s", self.table.id, error)
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def _bot_move(self, thought: Thought, level: int) -> None:
        table, began = self.table, time.monotonic()
        self.wake()
        view = table.position.view(thought.seat, memory=True)
        seed = tokens.bot_seed(self.hall.keeper.key, table.id, thought.seq)
        move = await self.hall.thinkers.run(
            lambda: bot_move(table.game, view, level, seed, thought.stop)
        )
        if any(feed.viewer.scenes for feed in self.feeds):
            await asyncio.sleep(began + self.hall.settings.bot_pace - time.monotonic())
        async with self.lock:
            if self.thought is thought:
                decision = actions.play(self.table, thought.seat, move, at=now_ms())
                await self.commit(decision)

    async def value(self, ply: int, holder: bytes | None) -> Message:
        """What the seat to move may expect after so many plies."""
        self._require_help()
        now = telling.past(self.table, ply) if ply != self.table.ply else None
        position = now.position if now else self.table.position
        seat = (now.to_move if now else self.table.to_move) if position.to_move != -1 else None
        message = {"seq": self.table.seq, "ply": ply, "seat": seat, "value": None}
        if seat is None or (self.table.sealed and seat not in self.table.held_by(holder)):
            return message
        key = (self.table.turn_seq if now is None else -1, ply)
        if key not in self._values:
            view = position.view(seat, memory=True)
            analysis = await self.hall.help(self.table.game, view)
            if len(self._values) > 1000:
                self._values.clear()
            self._values[key] = analysis.best.value
        return message | {"value": round(self._values[key], 4)}

    async def hint(self, holder: bytes | None, look: int | None, lang: str) -> Message:
        """The move that a good player would make for the seat to move."""
        self._require_help()
        table = self.table
        actions.require_open(table)
        seat = actions.chosen_seat(table, table.held_by(holder), look)
        if seat != table.to_move:
            raise Refused("not_your_turn")
        seq, position = table.seq, table.position
        analysis = await self.hall.help(table.game, position.view(seat, memory=True))
        best = analysis.best
        return {
            "seq": seq,
            "move": best.move,
            "path": position.path(best.move),
            "said": tracing.intended(position, best.move, seat, lang),
            "value": round(best.value, 4),
        }

    def _require_help(self) -> None:
        if not self.table.created.help and self.table.status != OVER:
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
