"""The store for the event loop: reads run in threads, a write is awaited until it is durable."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from ludoteca.server.errors import Refused
from ludoteca.store import Counts, ListedMatch, Store, StoredMatch, StoreFailed, Write

T = TypeVar("T")
Answered = tuple["asyncio.Future[None]", Exception | None]


class AsyncStore:
    """Passes writes to the store and wakes their callers, all of one commit at once."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.key = store.key()
        self._lock = threading.Lock()
        self._answered: list[Answered] = []

    async def write(self, write: Write) -> bool:
        """Store rows; raise Taken or Refused("storage") if they are not stored.

        Return whether the caller was cancelled meanwhile: the outcome is awaited all the same,
        since the rows may be stored.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()

        def answer(error: Exception | None) -> None:
            with self._lock:
                self._answered.append((future, error))
                first = len(self._answered) == 1
            if first and not loop.is_closed():
                loop.call_soon_threadsafe(self._wake)

        self.store.write(write, answer)
        cancelled = False
        while not future.done():
            try:
                await asyncio.shield(future)
            except asyncio.CancelledError:
                cancelled = True
            except Exception:
                break
        if isinstance(error := future.exception(), StoreFailed):
            raise Refused("storage") from error
        future.result()
        return cancelled

    def _wake(self) -> None:
        with self._lock:
            answered, self._answered = self._answered, []
        for future, error in answered:
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

    async def load(self, match: str) -> StoredMatch | None:
        """Return everything stored of a match, or None."""
        return await self._read(lambda: self.store.load(match))

    async def review(self, match: str, level: int) -> bytes | None:
        """Return the review of a match that was stored last for a level, or None."""
        return await self._read(lambda: self.store.review(match, level))

    async def held_by(
        self, holder: bytes, *, limit: int, before: tuple[int, str] | None = None
    ) -> list[ListedMatch]:
        """Return a page of the matches in which a holder has a seat, the last updated first."""
        return await self._read(lambda: self.store.held_by(holder, limit=limit, before=before))

    async def counts(self, creator: bytes) -> Counts:
        """Return how many matches a creator has."""
        return await self._read(lambda: self.store.counts(creator))

    async def expirable(self, *, waiting_before: int, unread_before: int, limit: int) -> list[str]:
        """Return matches that have expired by these times."""
        return await self._read(
            lambda: self.store.expirable(
                waiting_before=waiting_before, unread_before=unread_before, limit=limit
            )
        )

    async def free_bytes(self) -> int | None:
        """Return the free space of the disk, or None where that is not known."""
        return await self._read(self.store.free_bytes)

    async def _read(self, work: Callable[[], T]) -> T:
        """Read in a thread; Refused("storage") if that fails."""
        try:
            return await asyncio.to_thread(work)
        except StoreFailed as error:
            raise Refused("storage") from error
