"""The registry of rooms: opens and finds rooms, and drops unused ones from memory."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from ludoteca.core.chance import commitment
from ludoteca.core.errors import OtherRules
from ludoteca.server import tokens
from ludoteca.server.async_store import AsyncStore
from ludoteca.server.bot_pool import BotPool
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands
from ludoteca.server.match.drawings import Drawings
from ludoteca.server.match.games import checked_game
from ludoteca.server.match.replays import ReplayPool
from ludoteca.server.match.reviews import Reviews
from ludoteca.server.match.room import Room
from ludoteca.server.match.state import MatchState, now_ms
from ludoteca.server.ratelimit import RateLimiter
from ludoteca.server.scheduler import current_client, drawing_pool, folding_pool
from ludoteca.server.settings import Settings
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent, Created, SeatPlan
from ludoteca.server.wire.requests import NewMatchRequest, SeatWish
from ludoteca.store import NewMatch, Store, StoredMatch, Taken, Write

IDLE_SECONDS = 10.0
log = logging.getLogger("ludoteca.server")


class RoomRegistry:
    """All rooms of a server. A match has at most one room, and that is its authority."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.settings = settings
        self.store = AsyncStore(store)
        self.bot_pool = BotPool(settings)
        self.drawing_pool = drawing_pool(settings)
        self.drawings = Drawings(kept=settings.drawings_kept)
        self.replays = ReplayPool(
            threads=settings.replay_threads,
            waiting=settings.replays_waiting,
            kept=settings.replays_kept,
        )
        self.reviews = Reviews(self)
        self._folding = folding_pool(settings)
        self.connections = self.watchers = 0
        self._rematches = RateLimiter(settings.rematch_burst, settings.rematches_per_second)
        self._address_rematches = RateLimiter(
            settings.address_rematch_burst, settings.address_rematches_per_second
        )
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unread: set[str] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background until the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def room(self, match: str) -> Room:
        """Return the room of a match for somebody who opens it; Refused if there is none."""
        room = await self.find(match)
        if match in self._unread:
            self._unread.discard(match)
            self.spawn(self._write_quietly(Write(read=(match,))))
        return room

    def in_memory(self, match: str) -> Room | None:
        """Return the room of a match if it is in memory."""
        return self._rooms.get(match)

    def drop(self, match: str) -> None:
        """Drop the room of a match from memory."""
        self._rooms.pop(match, None)
        self._unread.discard(match)

    async def find(self, match: str) -> Room:
        """Return the room of a match, read from the log if need be; Refused if there is none."""
        room = self._rooms.get(match)
        if room is None:
            if not tokens.is_match_id(match):
                raise Refused("not_found")
            if match not in self._opening:
                self._opening[match] = asyncio.create_task(self._open(match))
            room = await asyncio.shield(self._opening[match])
        self._rooms.move_to_end(match)
        room.used = time.monotonic()
        return room

    async def _open(self, match: str) -> Room:
        try:
            stored = await self.store.load(match)
            if stored is None or not stored.events:
                raise Refused("not_found")
            state = await self._read(stored)
            if stored.unread:
                self._unread.add(match)
            if state.status != stored.status:
                self.spawn(self._write_quietly(Write(statuses=((match, state.status),))))
            return self._add(state)
        finally:
            del self._opening[match]

    async def _read(self, stored: StoredMatch) -> MatchState:
        """Return the state of a stored match; Refused with the reason if it cannot be read."""
        try:
            return await self.fold(stored)
        except OtherRules as error:
            versions = {name: error.details[name] for name in ("found", "known")}
            raise Refused("other_rules", seq=None, **versions) from error
        except Exception as error:
            log.warning("match %s cannot be read: %r", stored.match, error)
            raise Refused("unreadable") from error

    async def _write_quietly(self, write: Write) -> None:
        """Write rows that may be lost: a failure is logged, and a later write repeats them."""
        with suppress(Refused, Taken):
            await self.store.write(write)

    async def fold(
        self, stored: StoredMatch, more: Callable[[MatchState], Iterable[AnyEvent]] | None = None
    ) -> MatchState:
        """Fold a log: return its state and the events that are due."""
        return await self._folding.run(partial(_folded, stored, more))

    async def _fold_import(
        self, stored: StoredMatch, more: Callable[[MatchState], Iterable[AnyEvent]]
    ) -> MatchState:
        """Fold a long log of a client in its turn, not beside the next one that it sends."""
        work = partial(_folded, stored, more)
        return await self.replays.run(current_client.get(), object(), work, keep=False)

    def _add(self, state: MatchState) -> Room:
        room = self._rooms[state.id] = Room(self, state)
        self._forget_some()
        room.consider()
        return room

    def _forget_some(self) -> None:
        """Drop rooms that nobody uses, the longest unused first, while there are too many.

        Long matches take more memory, so their events count as well.
        """
        rooms, length = len(self._rooms), sum(room.state.seq for room in self._rooms.values())
        before = time.monotonic() - IDLE_SECONDS
        for match, room in list(self._rooms.items()):
            if rooms <= self.settings.rooms and length <= self.settings.room_events:
                return
            if room.idle and room.used < before:
                self.drop(match)
                rooms, length = rooms - 1, length - room.state.seq

    def spend_rematch(self, holder: bytes) -> bool:
        """Charge a person and the present client's address for a rematch."""
        address = current_client.get().address
        return self._rematches.spend(holder) and self._address_rematches.spend(address)

    async def create(self, request: NewMatchRequest, holder: bytes) -> Room:
        """Open a match; start it at once unless friends or a contribution are to come."""
        game = await asyncio.to_thread(checked_game, request.game, request.options)
        wishes = list(request.seats)
        if len(wishes) != game.seats:
            raise Refused("wrong_seats", seats=game.seats)
        if not any(wish.kind == "me" for wish in wishes):
            raise Refused("nobody")
        if request.order == "random":
            secrets.SystemRandom().shuffle(wishes)
        friends = any(wish.kind == "friend" for wish in wishes)
        holders = {seat: holder for seat, wish in enumerate(wishes) if wish.kind == "me"}
        seed = secrets.token_bytes(32)
        created = Created(
            at=now_ms(),
            game=game.name,
            options=game.options,
            rules=game.definition.version,
            commitment=commitment(seed),
            seats=tuple(_plan(wish) for wish in wishes),
            help=not friends if request.help is None else request.help,
            memory=request.memory,
            contribution=request.contribution,
            awaits=(min(holders),) if request.contribute else (),
        )
        return await self.open_new(created, seed, holder, holders)

    async def open_new(
        self,
        created: Created,
        seed: bytes | None,
        creator: bytes,
        holders: dict[int, bytes],
        *,
        following: list[AnyEvent] | None = None,
        more: tuple[tuple[str, int, bytes], ...] = (),
        match: str | None = None,
        imported: bool = False,
    ) -> Room:
        """Store a new match and open its room; `following` are its first events if known."""
        await self._require_space(creator, imported=imported)
        match = match or tokens.new_match_id()
        stored = StoredMatch(
            match=match,
            seed=seed,
            creator=creator,
            events=[events.encode(created)],
            holders=holders,
        )

        def first_events(state: MatchState) -> Iterable[AnyEvent]:
            if following is None and not state.open_seats and not state.awaited:
                return commands.start(state, {}, at=created.at)[0]
            return following or ()

        state = await (self._fold_import if imported else self.fold)(stored, first_events)
        rows = tuple((match, seq, events.encode(event)) for seq, event in enumerate(state.log))
        new = NewMatch(
            match=match, seed=seed, creator=creator, status=state.status, imported=imported
        )
        write = Write(
            matches=(new,),
            holders=tuple((match, seat, holder) for seat, holder in holders.items()),
            events=rows + more,
        )
        try:
            await self.store.write(write)
        except Taken:
            raise Refused("stale") from None
        if imported:
            self._unread.add(match)
        return self._add(state)

    async def _require_space(self, creator: bytes, *, imported: bool) -> None:
        """Refuse a new match if the disk is nearly full or its creator has too many matches."""
        settings, free = self.settings, await self.store.free_bytes()
        if free is not None and free < settings.free_bytes:
            raise Refused("disk_full")
        counts = await self.store.counts(creator)
        if imported and counts.imported >= settings.imports_per_holder:
            raise Refused("too_many_imports", most=settings.imports_per_holder)
        if not imported and counts.open >= settings.open_matches_per_holder:
            raise Refused("too_many_open", most=settings.open_matches_per_holder)

    async def found_record(
        self, created: Created, following: list[AnyEvent], seed: bytes | None, holder: bytes
    ) -> Room:
        """Open a match that was played elsewhere; the importer holds the seats of its people."""
        people = [seat for seat, plan in enumerate(created.seats) if plan.kind == "person"]
        holders = dict.fromkeys(people, holder)
        return await self.open_new(
            created, seed, holder, holders, following=following, imported=True
        )

    async def close(self) -> None:
        """Stop all searches and background work."""
        for room in self._rooms.values():
            room.bots.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bot_pool.close()
        self.replays.close()
        self._folding.close()
        self.drawing_pool.close()


def _folded(
    stored: StoredMatch, more: Callable[[MatchState], Iterable[AnyEvent]] | None
) -> MatchState:
    state = MatchState(stored)
    for event in more(state) if more else ():
        state.take(event)
    return state


def _plan(wish: SeatWish) -> SeatPlan:
    """Return the seat plan of a wish; a friend's name is logged when the friend joins."""
    if wish.kind == "bot":
        return SeatPlan(kind="bot", level=wish.level or 1)
    return SeatPlan(kind="person", name=tokens.clean_name(wish.name) if wish.kind == "me" else "")
