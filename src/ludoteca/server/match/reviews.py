"""Reviews of finished matches, made in the background, in turns, and stored with their matches.

The analyses run in the threads of the bots with the last priority. Between two slices of work a
review stands in the queue again, so that bots and help go first and clients take turns.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import monotonic, perf_counter, sleep
from typing import TYPE_CHECKING, TypeVar

import msgspec

import ludoteca
from ludoteca.core.errors import LudotecaError
from ludoteca.match import Match
from ludoteca.reviewing import Review, ReviewRow, ReviewRun, start_review
from ludoteca.search.api import Stop
from ludoteca.search.defaults import REVIEW_LEVEL
from ludoteca.search.players import thinks_less
from ludoteca.server.errors import Refused
from ludoteca.server.match.state import OVER, MatchState
from ludoteca.server.scheduler import LAST, Client, current_client
from ludoteca.store import Taken, Write

if TYPE_CHECKING:
    from ludoteca.server.match.rooms import RoomRegistry

SLICE_SECONDS = 0.1
"""How long a slice of work takes, if a move is not judged for longer."""
REST = 2.0
"""While somebody follows a match live, reviews rest after a slice this many times as long as it
took: their Python code would delay the event loop too often.
"""
MOST_REST = 1.0
AGAIN_SECONDS = 1.0
"""The pause before a review tries again for which there was no place in the queue."""
WARM_SECONDS = 120.0
"""How long a review waits for native code, without which it would be less thorough."""
Key = tuple[str, int]
T = TypeVar("T")
log = logging.getLogger("ludoteca.server")


class StoredReview(msgspec.Struct, frozen=True):
    """A review as it is stored; one of another version is made again."""

    version: str
    review: Review


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(StoredReview).decode


@dataclass(eq=False, kw_only=True)
class Making:
    """A review that waits, is being made, or has ended."""

    total: int = 0
    review: Review | None = None
    ended: bool = False
    error: LudotecaError | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, review: Review | None, *, ended: bool = False) -> None:
        """Set the current result, and wake all requests that wait for it."""
        self.review, self.ended = review, ended
        self._changed.set()
        self._changed = asyncio.Event()

    @property
    def count(self) -> int:
        """Return how many rows there are."""
        return 0 if self.review is None else len(self.review.rows)

    async def after(self, count: int, seconds: float) -> None:
        """Wait until there are more than `count` rows, or no more to come, or time is up."""
        try:
            async with asyncio.timeout(seconds):
                while self.count <= count and not self.ended:
                    await self._changed.wait()
        except TimeoutError:
            return


class Reviews:
    """All reviews of a server: those being made, and those asked for last."""

    def __init__(self, rooms: "RoomRegistry") -> None:
        self._rooms = rooms
        self._making: dict[Key, Making] = {}
        self._kept: OrderedDict[Key, Making] = OrderedDict()
        self._held: Counter[object] = Counter()

    async def find(self, state: MatchState, level: int | None) -> tuple[Making, int]:
        """Return the review of a finished match and its level; begin it if it is not there.

        Raise Refused if the match goes on or is too long, or too many reviews wait already.
        """
        settings = self._rooms.settings
        if state.status != OVER:
            raise Refused("not_over")
        if state.ply > settings.review_plies:
            raise Refused("review_long", most=settings.review_plies)
        level = min(level or REVIEW_LEVEL, settings.review_level)
        key = (state.id, level)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key], level
        if key not in self._making:
            self._making[key] = Making()
            try:
                self._enter(current_client.get())
            except Refused:
                del self._making[key]
                raise
            self._rooms.spawn(self._run(key, state.record(), self._making[key]))
        return self._making[key], level

    def _enter(self, client: Client) -> None:
        """Count a review of a client; raise Refused beyond its quota or that of all."""
        settings = self._rooms.settings
        if (
            self._held[client] >= settings.reviews_per_client
            or self._held[client.address] >= settings.reviews_per_address
        ):
            raise Refused("too_many")
        if len(self._making) > settings.reviews_waiting:
            raise Refused("busy")
        self._held.update((client, client.address))

    def _leave(self, client: Client) -> None:
        self._held.subtract((client, client.address))
        self._held += Counter()  # drops what is not positive

    async def _run(self, key: Key, record: Match, making: Making) -> None:
        """Read a review from the store or make it, and keep it."""
        try:
            stored = await self._read(key)
            if stored is None:
                await self._make(key, record, making)
            else:
                making.total = len(stored.rows)
                making.note(stored, ended=True)
            if making.error is None:
                self._keep(key, making)
        except LudotecaError as error:
            making.error = error
            making.note(making.review, ended=True)
        except Exception:
            log.exception("the review of match %s failed", key[0])
            making.error = Refused("internal")
            making.note(making.review, ended=True)
        finally:
            del self._making[key]
            self._leave(current_client.get())

    def _keep(self, key: Key, making: Making) -> None:
        self._kept[key] = making
        if len(self._kept) > self._rooms.settings.reviews_kept:
            self._kept.popitem(last=False)

    async def _read(self, key: Key) -> Review | None:
        """Return a stored review; None if there is none that this version has made."""
        raw = await self._rooms.store.review(*key)
        if raw is None:
            return None
        try:
            stored = await asyncio.to_thread(_decode, raw)
        except (msgspec.DecodeError, RecursionError):
            return None
        return stored.review if stored.version == ludoteca.__version__ else None

    async def _make(self, key: Key, record: Match, making: Making) -> None:
        """Make a review slice by slice; store it once it is complete."""
        native, stop = await self._warm(record.game.name, key[1]), Stop()
        run, rows = await self._slice(lambda: _begin(record, key[1], stop), stop)
        making.total = run.total
        complete = False
        while not complete:
            review, complete = await self._slice(lambda: _advance(run, rows), stop)
            making.note(review, ended=complete)
        if native and making.review is not None:
            content = await asyncio.to_thread(
                _encode, StoredReview(ludoteca.__version__, making.review)
            )
            await self._store(key, content)

    async def _warm(self, game: str, level: int) -> bool:
        """Wait a while for native code where a level needs it; return whether it is there."""
        until = monotonic() + WARM_SECONDS
        while thinks_less(game, level) and monotonic() < until:
            await asyncio.sleep(AGAIN_SECONDS)
        return not thinks_less(game, level)

    async def _slice(self, work: Callable[[], T], stop: Stop) -> T:
        """Run a slice of work behind bots and help; try again while the queue is full."""

        def rested() -> T:
            began = perf_counter()
            result = work()
            if self._rooms.connections:
                sleep(min(MOST_REST, REST * (perf_counter() - began)))
            return result

        while True:
            try:
                return await self._rooms.bot_pool.run(rested, priority=LAST, stop=stop.now)
            except Refused as error:
                if error.code not in ("busy", "too_many"):
                    raise
            await asyncio.sleep(AGAIN_SECONDS)

    async def _store(self, key: Key, content: bytes) -> None:
        """Store a review; one that cannot be stored is made again another time."""
        try:
            await self._rooms.store.write(Write(reviews=((*key, content),)))
        except (Refused, Taken) as error:
            log.warning("the review of match %s was not stored: %r", key[0], error)


def _begin(record: Match, level: int, stop: Stop) -> tuple[ReviewRun, Iterator[ReviewRow]]:
    """Replay a match for its review."""
    run = start_review(record, level, stop=stop)
    return run, run.one_by_one()


def _advance(run: ReviewRun, rows: Iterator[ReviewRow]) -> tuple[Review, bool]:
    """Make rows for a while; return the review with them, and whether it is complete."""
    until = perf_counter() + SLICE_SECONDS
    for _ in rows:
        if perf_counter() > until:
            return run.review(), False
    return run.review(), True
