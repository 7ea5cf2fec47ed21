"""Work shared out among the processes of this machine."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import TypeVar

from ludoteca.core import registry
from ludoteca.core.errors import LudotecaError

T = TypeVar("T")
R = TypeVar("R")


class WorkersEnded(LudotecaError):
    """Worker processes that ended before their work was done."""

    code = "workers_ended"


def work(function: Callable[[T], R], tasks: Iterator[T], workers: int) -> Iterator[R]:
    """Yield the results as they come, a few tasks under way at a time."""
    if workers == 1:
        yield from map(function, tasks)
        return
    if _is_half_started():
        sys.exit(1)  # quietly: the process that started this one says why
    try:
        yield from _work_in_pool(function, tasks, workers)
    except BrokenProcessPool:
        _leave_out_traceback()
        raise WorkersEnded("workers_ended", owner="study") from None


def _leave_out_traceback() -> None:
    """Let a script that ends with `WorkersEnded` print its sentence only.

    The fault is in how the script starts, which no line of a traceback shows.
    """
    usual = sys.excepthook

    def say(
        kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, WorkersEnded):
            print(error, file=sys.stderr)
        else:
            usual(kind, error, traceback)

    sys.excepthook = say


def _is_half_started() -> bool:
    """Return whether this process is a worker that still runs the script it was started from again.

    It is one if the script starts workers wherever it is imported, not under `__main__` only.
    """
    return bool(getattr(multiprocessing.current_process(), "_inheriting", False))


def _work_in_pool(function: Callable[[T], R], tasks: Iterator[T], workers: int) -> Iterator[R]:
    """Yield the results of a pool of processes that know the same games."""
    context = multiprocessing.get_context("spawn")
    games = registry.modules()
    with ProcessPoolExecutor(
        workers, mp_context=context, initializer=_serve, initargs=(games,)
    ) as pool:
        running: set[Future[R]] = set()
        try:
            while True:
                while len(running) < 2 * workers and (task := next(tasks, None)) is not None:
                    running.add(pool.submit(function, task))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children() if running else ():
                child.terminate()


def _serve(games: dict[str, str]) -> None:
    """Prepare a worker: know the same games, leave Ctrl-C to the process that started it, and end
    with it if it is killed.
    """
    for name, module in games.items():
        registry.add_game(name, module)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_master, daemon=True).start()


def _leave_with_master() -> None:
    master = multiprocessing.parent_process()
    assert master is not None
    master.join()
    os._exit(1)
