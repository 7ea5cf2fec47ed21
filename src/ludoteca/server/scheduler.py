"""Fair scheduling of work in threads: by priority, then the client that was served least.

`FairQueue` decides and does nothing else: no threads, no clock. `WorkerPool` runs what it picks.
The algorithm is start-time fair queueing over two levels, addresses and the holders at an address:
each is charged the seconds its jobs ran, and the least charged goes first. An account that was idle
starts at the charge of the one served last, so that idleness saves up nothing.
"""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ludoteca.server.errors import Refused
from ludoteca.server.settings import Settings

FIRST, SECOND, LAST = 0, 1, 2
MOST_ACCOUNTS = 10_000
T = TypeVar("T")
Steps = Generator[None, None, T]
"""Work that yields now and then, so that the jobs of others can run in between."""


@dataclass(frozen=True)
class Client:
    """One client: its network address, and its holder if it has a token signed by the server."""

    address: str = ""
    holder: bytes | None = None


NOBODY = Client()
current_client: ContextVar[Client] = ContextVar("current_client", default=NOBODY)
"""The client served now; background tasks inherit it from the request that started them."""


@dataclass(frozen=True, kw_only=True)
class Quota:
    """How many jobs of one priority a holder and an address may have waiting or running."""

    holder: int
    address: int


@dataclass(eq=False, kw_only=True)
class Job:
    """A piece of work of one client."""

    client: Client
    priority: int = FIRST
    work: Callable[[], Any] = lambda: None
    seconds: float = field(default=0.0, init=False)


Line = tuple[int, Client]


class FairQueue:
    """Jobs waiting for a few slots.

    Of three or more slots the last one goes only to jobs of the first priority whose address runs
    no other, the one before it only to a client that runs nothing of the same priority. So neither
    one client's many jobs nor jobs of the second priority keep a newcomer's first job waiting.
    Jobs of the last priority run one at a time, in a place of their own, while a slot is free: they
    never keep another job waiting.
    """

    def __init__(self, *, slots: int, waiting: int, quotas: dict[int, Quota]) -> None:
        self._slots, self._most, self._quotas = slots, waiting, quotas
        self._reserved = min(slots - 1, 2)
        self._lines: dict[Line, deque[Job]] = {}
        self._running: list[Job] = []
        self._waiting = 0
        self._held: Counter[tuple[int, object]] = Counter()
        self._addresses, self._clients = Accounts(), Accounts()

    def push(self, job: Job) -> None:
        """Add a job; raise Refused("too_many") beyond the client's quota, "busy" if full."""
        quota = self._quotas.get(job.priority)
        client, address = self._keys(job)
        if quota is not None and (
            self._held[client] >= quota.holder or self._held[address] >= quota.address
        ):
            raise Refused("too_many")
        if self._waiting >= self._most:
            raise Refused("busy")
        self._held.update((client, address))
        self._lines.setdefault((job.priority, job.client), deque()).append(job)
        self._waiting += 1
        self._addresses.enter(job.client.address)
        self._clients.enter(job.client)

    def pop(self) -> Job | None:
        """Take the job that runs next, or None while none may."""
        allowed = [line for line in self._lines if self._may_run(*line)]
        if not allowed:
            return None
        line = min(allowed, key=self._order)
        job = self._lines[line].popleft()
        self._drop_empty(line)
        self._waiting -= 1
        self._running.append(job)
        self._addresses.serve(job.client.address)
        self._clients.serve(job.client)
        return job

    def done(self, job: Job, seconds: float) -> None:
        """Free the slot of a job and charge its client."""
        self._running.remove(job)
        self._release(job)
        self._addresses.charge(job.client.address, seconds)
        self._clients.charge(job.client, seconds)

    def discard(self, job: Job) -> bool:
        """Remove a job that has not begun; return False if it has."""
        line = (job.priority, job.client)
        if job not in self._lines.get(line, ()):
            return False
        self._lines[line].remove(job)
        self._drop_empty(line)
        self._waiting -= 1
        self._release(job)
        return True

    def _keys(self, job: Job) -> tuple[tuple[int, object], tuple[int, object]]:
        return (job.priority, job.client), (job.priority, job.client.address)

    def _release(self, job: Job) -> None:
        for key in self._keys(job):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    def _drop_empty(self, line: Line) -> None:
        if not self._lines[line]:
            del self._lines[line]

    def _order(self, line: Line) -> tuple[int, float, float]:
        priority, client = line
        return priority, self._addresses.charged(client.address), self._clients.charged(client)

    def _may_run(self, priority: int, client: Client) -> bool:
        busy = [job for job in self._running if job.priority != LAST]
        free = self._slots - len(busy)
        if priority == LAST:
            return free > 0 and len(busy) == len(self._running)
        alike = [job.client for job in self._running if job.priority == priority]
        if free <= 0 or (priority != FIRST and client in alike):
            return False
        if free > self._reserved:
            return True
        if free == 1:
            return priority == FIRST and all(other.address != client.address for other in alike)
        return client not in alike


class Accounts:
    """What each account was charged; accounts unused for longest are forgotten."""

    def __init__(self) -> None:
        self._charged: OrderedDict[object, float] = OrderedDict()
        self._level = 0.0

    def charged(self, key: object) -> float:
        """Return the charge of an account, at least that of the one served last."""
        return self._charged.get(key, self._level)

    def enter(self, key: object) -> None:
        """Begin or resume an account at the present level."""
        self._charged[key] = max(self.charged(key), self._level)
        self._charged.move_to_end(key)
        if len(self._charged) > MOST_ACCOUNTS:
            self._charged.popitem(last=False)

    def serve(self, key: object) -> None:
        """Raise the level to an account that is served."""
        self._level = max(self._level, self.charged(key))

    def charge(self, key: object, seconds: float) -> None:
        """Charge an account."""
        self._charged[key] = self.charged(key) + seconds


class WorkerPool:
    """Threads that run jobs in the order of a FairQueue. Used from one event loop only."""

    def __init__(self, name: str, queue: FairQueue, *, threads: int) -> None:
        self._queue = queue
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._closed = False

    async def run(
        self,
        work: Callable[[], T],
        *,
        priority: int = FIRST,
        stop: Callable[[], None] | None = None,
    ) -> T:
        """Run work in a thread for the current client; Refused if too much waits already.

        Cancelling removes a job that waits and calls `stop` for one that runs.
        """
        job = Job(client=current_client.get(), priority=priority, work=work)
        self._queue.push(job)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job.work = lambda: self._begin(work, answer)
        self._start_some()
        try:
            return await answer
        except asyncio.CancelledError:
            if not self._queue.discard(job) and stop is not None:
                stop()
            raise

    async def run_steps(self, steps: Steps[T], *, priority: int = FIRST) -> T:
        """Run work step by step: each step is a job of its own, which waits its turn."""
        while True:
            ended = await self.run(lambda: _advance(steps), priority=priority)
            if ended is not None:
                return ended[0]

    def close(self) -> None:
        """Start nothing new."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self, work: Callable[[], T], answer: asyncio.Future[T]) -> Callable[[], None]:
        """Run work in this thread; return a function that delivers its answer in the loop."""
        try:
            result = work()
        except BaseException as error:
            failure = error
            return lambda: None if answer.done() else answer.set_exception(failure)
        return lambda: None if answer.done() else answer.set_result(result)

    def _start_some(self) -> None:
        while not self._closed and (job := self._queue.pop()) is not None:
            running = asyncio.get_running_loop().run_in_executor(self._threads, _timed, job)
            running.add_done_callback(lambda done, job=job: self._finish(job, done))  # type: ignore[misc]

    def _finish(self, job: Job, done: "asyncio.Future[Callable[[], None]]") -> None:
        self._queue.done(job, job.seconds)
        if not done.cancelled():
            done.result()()
        self._start_some()


def _advance(steps: Steps[T]) -> tuple[T] | None:
    """Run work up to its next yield; return its result, or None while there is more to do."""
    try:
        next(steps)
    except StopIteration as end:
        return (end.value,)
    return None


def all_at_once(steps: Steps[T]) -> T:
    """Run all steps in this thread."""
    while True:
        if (ended := _advance(steps)) is not None:
            return ended[0]


def drawing_pool(settings: Settings) -> WorkerPool:
    """Return the pool that draws tables, and previews when no table waits.

    Drawing holds Python's lock, so a second thread would make nothing faster.
    """
    previews = Quota(holder=settings.previews_per_client, address=settings.previews_per_address)
    queue = FairQueue(slots=1, waiting=settings.drawings_waiting, quotas={SECOND: previews})
    return WorkerPool("drawer", queue, threads=1)


def folding_pool(settings: Settings) -> WorkerPool:
    """Return the pool that opens matches: the client that was served least goes first."""
    slots = settings.replay_threads
    queue = FairQueue(slots=slots, waiting=settings.openings_waiting, quotas={})
    return WorkerPool("fold", queue, threads=slots)


def parsing_pool(settings: Settings) -> WorkerPool:
    """Return the pool that parses the TOML of strangers, apart from all other work."""
    waiting = settings.tables_waiting
    one_client = Quota(holder=max(1, waiting // 4), address=max(1, waiting // 2))
    queue = FairQueue(slots=1, waiting=waiting, quotas={FIRST: one_client})
    return WorkerPool("parser", queue, threads=1)


def _timed(job: Job) -> Any:
    began = time.perf_counter()
    try:
        return job.work()
    finally:
        job.seconds = time.perf_counter() - began
