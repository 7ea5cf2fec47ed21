"""The only import of Numba: how kernels are compiled, cached on disk, or left interpreted.

LUDOTECA_JIT chooses the mode: "on" (default), "check" (compiled with bounds checks) or "off" (the
same files run by the interpreter). LUDOTECA_CACHE moves the folder of compiled kernels.
"""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

Function = Callable[..., Any]

MODES = ("on", "check", "off")
MODE = os.environ.get("LUDOTECA_JIT", "on")
if MODE not in MODES:
    raise RuntimeError(f"LUDOTECA_JIT is {MODE!r}; it must be one of {', '.join(MODES)}")
COMPILED = MODE != "off"

if COMPILED:
    import numba
    from numba.extending import overload

    numba_config: Any = numba.config
    COMPILED = not numba_config.DISABLE_JIT

KERNEL_PARTS = ("core", "envs", "rulebooks", "search")
KEPT_CACHES = 3
IN_USE = 24 * 60 * 60  # seconds in which a process that has opened a cache may still need it


def sources_hash() -> str:
    """A hash of every source that kernels are made from."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for path in sorted(path for part in KERNEL_PARTS for path in (package / part).rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_name() -> str:
    """A name that changes with the sources and their place, the compiler and the mode."""
    versions = f"{numba.__version__} {np.__version__} {sys.version} {MODE} {sources_hash()}"
    # Numba takes equal sources at another place for others.
    versions += str(Path(__file__).parent)
    return f"jit-{hashlib.sha256(versions.encode()).hexdigest()[:16]}"


def _prune(root: Path) -> None:
    """Removes all caches but the last ones; a cache is touched whenever a process opens it."""
    caches = {path: path.stat().st_mtime for path in root.glob("jit-*") if path.is_dir()}
    for path in sorted(caches, key=caches.__getitem__)[:-KEPT_CACHES]:
        if caches[path] < time.time() - IN_USE:
            shutil.rmtree(path, ignore_errors=True)


def _open_cache() -> Path | None:
    """The folder of compiled kernels for these very sources, or None where none can be written."""
    if not COMPILED:
        return None
    root = Path(os.environ.get("LUDOTECA_CACHE") or platformdirs.user_cache_dir("ludoteca"))
    current = root / _cache_name()
    try:
        current.mkdir(parents=True, exist_ok=True)
        os.utime(current)
        _prune(root)
    except OSError:
        return None
    return current if os.access(current, os.W_OK) else None


CACHE = _open_cache()


@contextmanager
def _our_cache() -> Iterator[None]:
    """Points Numba at our folder while one of our kernels is declared, and only then."""
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(CACHE or "")
    try:
        yield
    finally:
        numba_config.CACHE_DIR = before


def kernel(function: Function) -> Function:
    """Declares a kernel: compiled on first use and kept on disk, or left as it is."""
    if not COMPILED:
        return function
    with _our_cache():
        compiled: Function = numba.njit(
            cache=CACHE is not None, nogil=True, boundscheck=MODE == "check"
        )(function)
    return compiled


def record_type(dtype: np.dtype[Any]) -> Hashable:
    """The type by which kernels tell games apart."""
    kind: Hashable = numba.from_dtype(dtype) if COMPILED else dtype
    return kind


def implement(stub: Callable[..., Any], resolve: Callable[..., Any]) -> None:
    """Makes compiled code that calls `stub` use what `resolve` answers for the argument types."""
    if COMPILED:
        overload(stub)(resolve)


def is_warm(name: str) -> bool:
    """Whether the kernels called `name` were all compiled by these sources already."""
    return not COMPILED or (CACHE is not None and (CACHE / f"{name}.warm").exists())


def mark_warm(name: str) -> None:
    """Remembers that the kernels called `name` are all on disk."""
    if CACHE is not None:
        (CACHE / f"{name}.warm").touch()
