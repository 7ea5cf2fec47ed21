"""How kernels run: as plain Python, or compiled by Numba and kept on disk.

A kernel is plain Python until its game is switched to native code (`core.native` decides when),
and callable from compiled code at any time. Numba is imported only when something is native.
LUDOTECA_JIT chooses the mode: "on" (default), "check" (compiled with bounds checks from the first
call) or "off" (never compiled). LUDOTECA_CACHE moves the folder of compiled kernels.
"""

import os
import threading
from collections.abc import Callable, Hashable, Mapping
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from ludoteca.core.cache_folder import MODE as MODE
from ludoteca.core.cache_folder import open_folder, prune
from ludoteca.core.kernel_cache import KernelCache, NotCompiled
from ludoteca.core.shipped import shipped_folder
from ludoteca.core.sources import Sources, sources_of

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)

COMPILED = MODE != "off" and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether kernels can be native at all."""

_LOCK = threading.RLock()
_KERNELS: list["Kernel"] = []
_STUBS: list[tuple[Function, Callable[[Hashable], Any]]] = []
_OWNERS: dict[np.dtype[Any], Sources] = {}
_NATIVE: set[Sources] = set()
_EARLY: dict[Sources, int] = {}  # the thread in which a game is native before it is in others
_always = MODE == "check"
_may_compile = True
_active = False


class Kernel:
    """A function of the rules or of a search, plain or native; compiled code may call it too."""

    def __init__(self, function: Function, plain: Function | None = None) -> None:
        """Declare a kernel; `plain` runs in its place until it is native."""
        update_wrapper(self, function)
        self.function = function
        self.plain = plain or function
        self.sources = sources_of(function.__code__.co_filename)
        self._run = self.plain
        self._inner: Any = None
        self._entry: Any = None
        with _LOCK:
            _KERNELS.append(self)
            self.settle()

    def __call__(self, *arguments: Any) -> Any:
        return self._run(*arguments)

    def __repr__(self) -> str:
        return f"<kernel {self.function.__module__}.{self.function.__qualname__}>"

    def __reduce__(self) -> str:
        return self.function.__qualname__

    @property
    def _numba_type_(self) -> Any:
        """Return what Numba takes the kernel for when compiled code uses it."""
        return self.inner._numba_type_

    @property
    def inner(self) -> Any:
        """Return the versions that compiled code links, made on first use."""
        if self._inner is None:
            from ludoteca.core.compiler import InnerDispatcher

            with _compiler_lock():
                self._inner = self._inner or InnerDispatcher(
                    self.function, boundscheck=MODE == "check"
                )
        return self._inner

    @property
    def entry(self) -> Any:
        """Return the versions that Python calls, made on first use."""
        if self._entry is None:
            from ludoteca.core.compiler import EntryDispatcher

            with _compiler_lock():
                self._entry = self._entry or EntryDispatcher(
                    self.function, lambda: self.inner, self._cache(), boundscheck=MODE == "check"
                )
        return self._entry

    def _cache(self) -> KernelCache | None:
        if not folders():
            return None
        return KernelCache(
            self.function, cache_folder(), folders(), self.sources, _owner_of_type, _compiles
        )

    def settle(self) -> None:
        """Choose how calls from Python run, by what is native now."""
        if _always or self.sources in _NATIVE:
            self._run = self._native
        elif self.sources in _EARLY:
            self._run = self._by_thread
        elif (_NATIVE or _EARLY) and self.sources not in _OWNERS.values():
            self._run = self._by_arguments
        else:
            self._run = self.plain

    def _native(self, *arguments: Any) -> Any:
        try:
            return self.entry(*arguments)
        except NotCompiled:
            return self.plain(*arguments)

    def _by_arguments(self, *arguments: Any) -> Any:
        """Run a kernel that serves all games: native if the game it is given is."""
        owner = _owner_of_values(arguments)
        if owner is not None and (owner in _NATIVE or _EARLY.get(owner) == threading.get_ident()):
            return self._native(*arguments)
        return self.plain(*arguments)

    def _by_thread(self, *arguments: Any) -> Any:
        """Run a kernel of a game that is native in one thread only."""
        if _EARLY.get(self.sources) == threading.get_ident():
            return self._native(*arguments)
        return self.plain(*arguments)


def kernel(function: F) -> F:
    """Declare a kernel."""
    return cast(F, Kernel(function)) if COMPILED else function


def kernel_or(plain: Function) -> Callable[[Function], Function]:
    """Declare a kernel that is slow as plain Python; until it is native, `plain` runs instead.

    Both must give the same results, to the last bit.
    """
    return lambda function: Kernel(function, plain) if COMPILED else function


def _owner_of_values(values: tuple[Any, ...]) -> Sources | None:
    """Return the sources of the game whose records are among some values."""
    for value in values:
        found = None
        if isinstance(value, tuple):
            found = _owner_of_values(value)
        elif getattr(getattr(value, "dtype", None), "names", None):
            found = _OWNERS.get(value.dtype)
        if found is not None:
            return found
    return None


def _owner_of_type(kind: Any) -> Sources | None:
    """Return the sources of the game whose record a Numba type is."""
    for dtype, owner in list(_OWNERS.items()):
        if record_type(dtype) == kind:
            return owner
    return None


def _compiler_lock() -> Any:
    """Return the lock that Numba compiles under, after telling it of the stubs."""
    _activate()
    from numba.core.compiler_lock import global_compiler_lock

    return global_compiler_lock


def _activate() -> None:
    """Import Numba and tell it what the stubs stand for, once."""
    global _active
    if _active:
        return
    with _LOCK:
        if _active:
            return
        from ludoteca.core import compiler

        for stub, resolve in _STUBS:
            compiler.implement(stub, resolve)
        _active = True


@cache
def cache_folder() -> Path | None:
    """Return the folder of compiled kernels, or None where there can be none."""
    folder = open_folder(MODE) if COMPILED else None
    if folder is not None:
        prune(folder.parent)
    return folder


@cache
def folders() -> tuple[Path, ...]:
    """Return the folders in which compiled kernels may be: the user's, and the package's."""
    found = (cache_folder(), shipped_folder(MODE) if COMPILED else None)
    return tuple(folder for folder in found if folder is not None)


def _compiles() -> bool:
    return _may_compile


@cache
def record_type(dtype: np.dtype[Any]) -> Hashable:
    """Return the type by which compiled kernels tell games apart."""
    import numba

    kind: Hashable = numba.from_dtype(dtype)
    return kind


def implement(stub: Function, kernels: Mapping[np.dtype[Any], object]) -> None:
    """Have compiled code that calls `stub` call the kernel of that name of the record's game."""
    if not COMPILED:
        return

    def resolve(kind: Hashable) -> Any:
        game = next(found for dtype, found in kernels.items() if record_type(dtype) == kind)
        return getattr(game, stub.__name__).inner

    with _LOCK:
        _STUBS.append((stub, resolve))
        if _active:
            from ludoteca.core import compiler

            compiler.implement(stub, resolve)


def tie(dtype: np.dtype[Any], game: Function) -> Sources:
    """Note that records of a type belong to the game of a kernel; return its sources."""
    found = game.sources if isinstance(game, Kernel) else Sources("plain", None)
    with _LOCK:
        _OWNERS[dtype] = found
        _settle_all()
    return found


def switch(game: Sources | None) -> None:
    """Make a game native from now on, in this process; None is every game."""
    global _always
    with _LOCK:
        if game is None:
            _always = True
        else:
            _NATIVE.add(game)
        _settle_all()


def run_early(game: Sources, early: bool) -> None:
    """Make a game native in this thread only, or no longer."""
    with _LOCK:
        if early:
            _EARLY[game] = threading.get_ident()
        else:
            _EARLY.pop(game, None)
        _settle_all()


def is_native(game: Sources) -> bool:
    """Return whether the kernels of a game run natively."""
    return COMPILED and (_always or game in _NATIVE)


def always_native() -> bool:
    """Return whether every game runs natively in this process, whatever must be compiled."""
    return COMPILED and _always


def never_compile(never: bool = True) -> None:
    """Have native kernels run plain where a version is not on disk, or compile it as usual."""
    global _may_compile
    _may_compile = not never


def _settle_all() -> None:
    for each in _KERNELS:
        each.settle()
