"""The private folder of compiled kernels: absolute, owned and writable by the user only.

Its files are loaded as code, so a folder that others can write to is never used.
"""

import hashlib
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from ludoteca.core import texts

FORMAT = 3  # of the files in it, raised whenever they change
MODES = ("on", "check", "off")
MODE = os.environ.get("LUDOTECA_JIT", "on")
if MODE not in MODES:
    raise RuntimeError(f"LUDOTECA_JIT is {MODE!r}; it must be one of {', '.join(MODES)}")
KEPT = 3
IN_USE = 24 * 60 * 60  # seconds in which a process that has opened a folder may still need it
_COMPILER_SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_BOUNDSCHECK")
_SAID: set[str] = set()


def _print_notice(code: str, values: dict[str, object]) -> None:
    print(f"ludoteca: {texts.say('core', f'kernels.{code}', 'en', **values)}", file=sys.stderr)


notice: Callable[[str, dict[str, object]], None] = _print_notice
"""The hook for warnings about the cache; replace it to show them differently."""


def say_once(code: str, **values: object) -> None:
    """Send one notice, the first time only."""
    if code not in _SAID:
        _SAID.add(code)
        notice(code, values)


def _machine() -> str:
    return (
        os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_IDENTIFIER", "")
    )


def _processor() -> str:
    """Return what native code depends on: the processor's kind and its abilities, unless set."""
    if all(os.environ.get(name) for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")):
        return _machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return _machine()
    kinds = ("model name", "flags", "Features", "CPU part")
    return _machine() + "".join(sorted({x for x in lines if x.startswith(kinds)}))


def folder_name(mode: str) -> str:
    """Return a name that changes with the compiler, its settings, the processor and the mode."""
    from importlib import metadata  # slow to import, and most processes ask for no native code

    versions = [metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    settings = [os.environ.get(name, "") for name in _COMPILER_SETTINGS]
    compiler = hashlib.sha256(Path(__file__).with_name("compiler.py").read_bytes()).hexdigest()
    parts = [str(FORMAT), compiler, *versions, *settings, EXTENSION_SUFFIXES[0], mode, _processor()]
    return f"jit-{hashlib.sha256('|'.join(parts).encode()).hexdigest()[:16]}"


def cache_root() -> Path:
    """Return the absolute folder in which caches are, whichever compiler they are of."""
    import platformdirs

    chosen = os.environ.get("LUDOTECA_CACHE") or platformdirs.user_cache_dir("ludoteca")
    return Path(chosen).resolve()


def open_folder(mode: str) -> Path | None:
    """Return the folder of compiled kernels, made if need be; None where there can be none."""
    root = cache_root()
    folder = root / folder_name(mode)
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        if not (_is_safe(root, shared=True) and _is_safe(folder)):
            say_once("unsafe_folder", folder=root)
            return None
        folder.chmod(0o700)
        os.utime(folder)
    except OSError as error:
        say_once("no_folder", folder=root, why=error.strerror or error)
        return None
    if not os.access(folder, os.W_OK):
        say_once("no_folder", folder=root, why="read-only")
    return folder


def _is_safe(folder: Path, *, shared: bool = False) -> bool:
    """Return whether no other user can create files there.

    A shared folder may be somebody else's, such as /tmp, if nobody can rename what others have.
    """
    if not hasattr(os, "getuid"):
        return True
    found = folder.stat() if shared else folder.lstat()
    others_write = bool(found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
    if shared:
        return found.st_uid in (os.getuid(), 0) and (
            not others_write or bool(found.st_mode & stat.S_ISVTX)
        )
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not others_write


def prune(root: Path, pattern: str = "jit-*") -> None:
    """Remove all folders but the most recently used ones; using a folder touches it."""
    found = {path: path.stat().st_mtime for path in root.glob(pattern) if path.is_dir()}
    for path in sorted(found, key=found.__getitem__)[:-KEPT]:
        if found[path] < time.time() - IN_USE:
            shutil.rmtree(path, ignore_errors=True)
