"""Work shared out among the processes of this machine."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import TypeVar

from ludoteca.core import registry

T = TypeVar("T")
R = TypeVar("R")


def work(function: Callable[[T], R], tasks: Iterator[T], workers: int) -> Iterator[R]:
    """Yield the results as they come, a few tasks under way at a time."""
    if workers == 1:
        yield from map(function, tasks)
        return
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
