"""When a game's kernels become native.

A process starts with plain Python rules, which are quick enough for people, and switches a game to
native code where that pays: once its compiled kernels are all on disk and it has been used for a
while, or at once for calls that need native speed. Both give the same results.

A part of a game ("rules", "play", ...) is complete once all that it runs is compiled; its mark
names the files, so that a cache that lost some of them is not taken for a complete one. It also
says in how many versions each kernel was compiled, so that a test can see duplicates.
"""

import json
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ludoteca.core import jit, kernel_cache
from ludoteca.core.cache_folder import prune, say_once
from ludoteca.core.sources import Sources, combined, shared

RULES, PLAY = "rules", "play"
WARM_CALLS = 256  # of plain rules, after which loading native ones that are on disk pays
COLD_CALLS = 4096  # and after which compiling them does
_GAMES: dict[str, Sources] = {}
_USES: dict[str, int] = {}
_COMPILING = threading.RLock()
_beside = False

Work = Callable[[], object]


def _say_nothing(name: str) -> None:
    pass


announce: Callable[[str], None] = _say_nothing
"""Called before something of a game is compiled in this process."""
wanted: Callable[[str], None] = _say_nothing
"""Called when a game would use native code that others are to compile."""


def adopt(name: str, legal: jit.Function) -> None:
    """Note which sources a game is made from, by one of its kernels."""
    _GAMES[name] = legal.sources if isinstance(legal, jit.Kernel) else Sources(name, None)
    _USES.setdefault(name, 0)


def ready(name: str) -> bool:
    """Return whether a game runs natively in this process."""
    return jit.is_native(_GAMES[name])


def always() -> None:
    """Make every game native from now on, compiling what is not compiled yet."""
    jit.switch(None)


def compile_beside() -> None:
    """Have other processes compile; what they have not compiled yet runs plain."""
    global _beside
    _beside = True
    jit.never_compile()


def beside() -> bool:
    """Return whether this process leaves compiling to others."""
    return _beside


@contextmanager
def early(name: str) -> Iterator[None]:
    """Run a game natively in this thread, ahead of all others."""
    jit.run_early(_GAMES[name], True)
    try:
        yield
    finally:
        jit.run_early(_GAMES[name], False)


def count(name: str) -> bool:
    """Count a use of a game's rules; return whether compiling them in this process pays by now.

    Native rules that are on disk are switched to as soon as that pays.
    """
    uses = _USES[name] = _USES[name] + 1
    if uses % WARM_CALLS or not jit.COMPILED or poll(name):
        return False
    return uses >= COLD_CALLS and not _beside


def poll(name: str) -> bool:
    """Switch a game to native code if all of it is on disk; return whether it is native.

    Where others compile, they say when it is time to switch.
    """
    if not jit.COMPILED:
        return False
    if _beside and not ready(name):
        wanted(name)
    elif not ready(name) and (is_complete(name, PLAY) or is_complete(name, RULES)):
        switch(name)
    return ready(name)


def switch(name: str) -> None:
    """Make a game native in all threads."""
    jit.switch(_GAMES[name])


def require(name: str, part: str, work: Work, *, quiet: bool = False) -> None:
    """Make a game native now and have a part of it complete, compiled by running `work`."""
    if not jit.COMPILED:
        return
    if _beside:
        wanted(name)
        return
    jit.switch(_GAMES[name])
    if is_complete(name, part):
        return
    with _COMPILING:
        if not is_complete(name, part):
            if not quiet:
                announce(name)
            compile_part(name, part, work)


def compile_part(name: str, part: str, work: Work) -> None:
    """Run what a part consists of natively, then mark it complete."""
    jit.switch(_GAMES[name])
    work()
    _mark(name, part)


def _marks(name: str, part: str) -> list[Path]:
    """Return where a part may be marked as complete: in the user's folder, in the package's."""
    group = combined([_GAMES[name]])
    found = jit.folders() if group is not None else ()
    return [folder / str(group) / f"{part}.complete" for folder in found]


def _mark(name: str, part: str) -> None:
    if jit.cache_folder() is None or not _marks(name, part):
        return
    mark = _marks(name, part)[0]
    folder, owners = mark.parent.parent, {_GAMES[name].name, shared().name}
    files = [
        path
        for path in sorted(kernel_cache.used_files)
        if owners & set(path.parent.name.split("-")[:-1]) and path.is_relative_to(folder)
    ]
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}
    content = {"files": sizes, "versions": _count_versions(files)}
    try:
        kernel_cache.write_whole(mark, json.dumps(content).encode())
        prune(folder, f"{_GAMES[name].name}-*")
    except OSError as error:
        say_once("no_folder", folder=folder, why=error.strerror or error)


def _count_versions(files: Iterable[Path]) -> dict[str, int]:
    """Return in how many versions each kernel was compiled for some files, by whichever process."""
    versions = {version for file in files for version in kernel_cache.used_files[file]}
    return dict(Counter(name for name, _ in sorted(versions)))


def is_complete(name: str, part: str) -> bool:
    """Return whether all that a part of a game runs is on disk."""
    return any(_is_whole(mark) for mark in _marks(name, part))


def _is_whole(mark: Path) -> bool:
    """Return whether all files are there that a mark names."""
    folder = mark.parent.parent
    try:
        sizes = json.loads(mark.read_bytes())["files"]
        whole = all((folder / file).stat().st_size == size for file, size in sizes.items())
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False
    if whole:
        with suppress(OSError):
            os.utime(mark.parent)
    return whole
