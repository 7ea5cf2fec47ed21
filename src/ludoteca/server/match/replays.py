"""Replays run in threads: one at a time per client, equal ones once, the last results kept.

Since a client has at most one replay in the queue, the queue gives every client its turn.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ludoteca.server.errors import Refused

T = TypeVar("T")


class ReplayPool:
    """A few threads that replay matches for requests about past positions."""

    def __init__(self, *, threads: int, waiting: int, kept: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="replay")
        self._most_waiting, self._most_kept = waiting, kept
        self._turns: dict[Hashable, asyncio.Lock] = {}
        self._users: Counter[Hashable] = Counter()
        self._running: dict[Hashable, asyncio.Task[Any]] = {}
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    async def run(
        self, client: Hashable, key: Hashable, work: Callable[[], T], *, keep: bool = True
    ) -> T:
        """Return the result of `work`, which depends on nothing but `key`.

        Raise Refused("too_many") if this client has too many requests waiting. The work goes on,
        and the client's turn with it, when the caller is cancelled. `keep`: for later calls.
        """
        if key in self._kept:
            self._kept.move_to_end(key)
            kept: T = self._kept[key]
            return kept
        if key not in self._running:
            if self._users[client] > self._most_waiting:
                raise Refused("too_many")
            self._users[client] += 1
            task = asyncio.create_task(self._take_turn(client, key, work, keep))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._running[key] = task
        result: T = await asyncio.shield(self._running[key])
        return result

    async def _take_turn(
        self, client: Hashable, key: Hashable, work: Callable[[], T], keep: bool
    ) -> T:
        try:
            async with self._turns.setdefault(client, asyncio.Lock()):
                result = await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            del self._running[key]
            self._leave(client)
        if keep:
            self._kept[key] = result
        if len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)
        return result

    def _leave(self, client: Hashable) -> None:
        """Drop the queue of a client once it is empty."""
        self._users[client] -= 1
        if self._users[client] == 0:
            del self._users[client], self._turns[client]

    def close(self) -> None:
        """Start nothing new."""
        self._pool.shutdown(wait=False, cancel_futures=True)
