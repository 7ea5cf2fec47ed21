"""The store as the event loop sees it: a write is awaited until it is on the disk."""

import asyncio
import threading

from ludoteca.server.errors import Refused
from ludoteca.store import Store, StoredMatch, StoreFailed, Write

Answered = tuple["asyncio.Future[None]", Exception | None]


class AsyncStore:
    """Hands writes to the store and wakes those who wait, all of one commit at once."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.key = store.key()
        self._lock = threading.Lock()
        self._answered: list[Answered] = []

    async def write(self, write: Write) -> bool:
        """Returns once the rows are stored for good; Taken or Refused("storage") if they are not.

        Who waits may be cancelled meanwhile; the outcome is awaited all the same, for the rows may
        be stored, and the answer is then True.
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
        """All that is stored of a match, or None."""
        try:
            return await asyncio.to_thread(self.store.load, match)
        except StoreFailed as error:
            raise Refused("storage") from error

    async def held_by(self, holder: bytes, *, limit: int) -> list[str]:
        """The matches in which somebody holds a seat, those played last first."""
        try:
            return await asyncio.to_thread(lambda: self.store.held_by(holder, limit=limit))
        except StoreFailed as error:
            raise Refused("storage") from error
