"""Compile one game, as a process of its own: python -m ludoteca.search.compile_game GAME MODULE."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ludoteca.core import jit, native, registry
from ludoteca.search import warm


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Wait until no other process compiles the same game; the system frees a dead one's lock."""
    folder = jit.cache_folder()
    try:
        import fcntl
    except ImportError:
        fcntl = None  # type: ignore[assignment]
    if folder is None or fcntl is None:
        yield
        return
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def end_with(parent: int) -> None:
    """Interrupt this process once the one that started it is gone, however that ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=watch, daemon=True).start()


def main(name: str, module: str, parent: str | None = None) -> None:
    """Compile everything that playing a game needs, unless it is compiled already."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background process may ignore it
    if parent is not None:
        end_with(int(parent))
    with suppress(AttributeError, OSError):
        os.nice(19)
    if name not in registry.games():
        registry.add_game(name, module)
    registry.announce = lambda name: None
    registry.definition(name)
    with alone(name):
        if not native.is_complete(name, native.PLAY):
            warm.warm(name)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main(*sys.argv[1:])
