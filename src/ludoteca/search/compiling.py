"""Compile games beside the program that plays them, in child processes of the lowest priority.

The program starts plain, `begin` starts the children, and a game is switched to native code once
its cache is complete. The game that somebody opened last comes first. A child that is killed is
started again a few times; when nothing helps, the game stays plain.
"""

import atexit
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ludoteca.core import jit, native, registry
from ludoteca.core.cache_folder import say_once
from ludoteca.search import warm

Status = Literal["native", "compiling", "waiting", "plain"]
MOST_STARTS = 3  # of the child of one game
PAUSE = 0.1  # seconds between two checks of the children
CHILD = "ludoteca.search.compile_game"


@dataclass
class _Job:
    """What becomes of one game."""

    name: str
    child: subprocess.Popen[bytes] | None = None
    starts: int = 0
    failed: bool = False


@dataclass
class Compilers:
    """The children that compile some games, at most `most` at once, watched by a thread."""

    most: int
    _jobs: dict[str, _Job] = field(default_factory=dict)
    _wanted: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def want(self, names: Iterable[str]) -> None:
        """Compile these games next, the first one first."""
        names = list(names)
        with self._lock:
            if self._wanted[: len(names)] == names and self._thread is not None:
                return
            self._wanted = [*names, *(name for name in self._wanted if name not in names)]
            for name in names:
                self._jobs.setdefault(name, _Job(name))
            if names and self._thread is None and not self._over.is_set():
                self._thread = threading.Thread(target=self._watch, name="compilers", daemon=True)
                self._thread.start()

    def status(self, name: str) -> Status:
        """Return how far a game is."""
        job = self._jobs.get(name)
        if native.ready(name):
            return "native"
        if job is None or job.failed or self._over.is_set():
            return "plain"
        return "compiling" if job.child is not None else "waiting"

    def stop(self) -> None:
        """Terminate all children; their finished kernels stay in the cache."""
        self._over.set()
        with self._lock:
            children = [job.child for job in self._jobs.values() if job.child is not None]
        for child in children:
            child.terminate()
        for child in children:
            with suppress(subprocess.TimeoutExpired):
                child.wait(5)

    def _watch(self) -> None:
        """Start children, and switch games over, until there is nothing left to do."""
        while not self._over.wait(PAUSE):
            for name in list(self._wanted):
                registry.definition(name)
            with self._lock:
                jobs = [self._jobs[name] for name in self._wanted]
                open_jobs = [job for job in jobs if not job.failed and not native.ready(job.name)]
                if not open_jobs:
                    self._thread = None
                    return
            for job in open_jobs:
                self._look_at(job)
            running = sum(job.child is not None for job in self._jobs.values())
            ready = (job for job in open_jobs if job.child is None and not job.failed)
            for job, _ in zip(ready, range(self.most - running), strict=False):
                self._start(job)

    def _look_at(self, job: _Job) -> None:
        """Handle a child that has ended; switch a game whose cache is complete to native code."""
        if job.child is not None and job.child.poll() is None:
            return
        job.child = None
        if native.is_complete(job.name, native.PLAY):
            switch(job.name)
        elif job.starts >= MOST_STARTS:
            job.failed = True
            say_once("cannot_compile", game=job.name)

    def _start(self, job: _Job) -> None:
        if native.ready(job.name) or self._over.is_set():
            return
        folder = jit.cache_folder()
        if folder is None or not os.access(folder, os.W_OK):
            job.failed = True  # the folder has been complained about
            return
        job.starts += 1
        try:
            job.child = start_child(job.name)
        except OSError:
            job.failed = True
            say_once("cannot_compile", game=job.name)


def switch(name: str) -> None:
    """Make a game native, its kernels loaded in this thread before the others use them."""
    game = registry.load(name)
    with native.early(name):
        for _, run in warm.steps(game):
            run()
    native.switch(name)


def child_environment() -> dict[str, str]:
    """Return an environment in which a child finds modules where this process does.

    Never in the folder it was started from: with `-P` that is not among them.
    """
    path = os.pathsep.join(folder for folder in sys.path if Path(folder).is_absolute())
    return os.environ | {"PYTHONPATH": path}


def start_child(name: str) -> subprocess.Popen[bytes]:
    """Start a process that compiles a game with the lowest priority."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", CHILD, name, registry.modules()[name], str(os.getpid())],
        env=child_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_compilers: Compilers | None = None


def begin(names: Iterable[str]) -> None:
    """Play plainly in this process, and compile some games beside it, the first one first.

    Do nothing in a process that always runs natively: it compiles for itself.
    """
    global _compilers
    if not jit.COMPILED or jit.always_native():
        return
    native.compile_beside()
    if _compilers is None:
        _compilers = Compilers(cores())
        atexit.register(_compilers.stop)
        native.wanted = prefer
    _compilers.want(names)


def prefer(name: str) -> None:
    """Compile a game before the others, if games are compiled beside this process."""
    if _compilers is not None:
        _compilers.want([name])


def status(name: str) -> Status:
    """Return whether a game is native, being compiled, waiting for that, or plain for good."""
    registry.definition(name)
    if _compilers is not None:
        return _compilers.status(name)
    return "native" if native.ready(name) else "plain"


def end() -> None:
    """Stop compiling."""
    if _compilers is not None:
        _compilers.stop()
