"""Compiled versions of one kernel on disk, one file each, as Numba's dispatchers ask for them.

Numba's own cache finds its folder through a global setting and keeps an index that two processes
can overwrite for each other. Here each kernel is bound to an absolute folder, a file is named by
all that it depends on, it is written whole or not at all, and a broken one is as good as none.
"""

import contextlib
import hashlib
import os
import pickle
import re
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from ludoteca.core.cache_folder import say_once
from ludoteca.core.sources import Sources, combined

Function = Callable[..., Any]
_DIGEST = 32  # bytes of the hash before the content
Version = tuple[str, str]  # of a kernel: its name and the types of its arguments
used_files: dict[Path, frozenset[Version]] = {}
"""The files that this process has loaded or saved, with the versions of kernels in them."""


class NotCompiled(Exception):
    """Raised where a version is not on disk and this process is not to compile it."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that others see all of it or nothing."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".part-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def read_whole(path: Path) -> bytes | None:
    """Return the content of a file, or None if it is missing or not as it was written."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    digest, content = raw[:_DIGEST], raw[_DIGEST:]
    return content if hashlib.sha256(content).digest() == digest else None


def parts(kind: Any) -> Iterator[Any]:
    """Yield a Numba type and the types that it is made of."""
    yield kind
    inner = getattr(kind, "types", None)
    if inner is None:
        inner = [kind.dtype] if getattr(kind, "dtype", kind) is not kind else []
    for each in inner:
        yield from parts(each)


def _describe(kind: Any) -> str:
    """Return a type's name, without the addresses that the types of functions are printed with."""
    function = getattr(getattr(kind, "dispatcher", None), "py_func", None)
    return str(kind) if function is None else f"{function.__module__}.{function.__qualname__}"


def _numba(module: str) -> Any:
    """Return a module of Numba's core, imported when it is needed."""
    return import_module(f"numba.core.{module}")


def _dumps(value: object) -> bytes:
    content: bytes = _numba("serialize").dumps(value)
    return content


def _compiler() -> Any:
    """Return the module that needs Numba, imported when it is needed."""
    return import_module("ludoteca.core.compiler")


def _note(path: Path, entry: Any) -> None:
    """Note that this process uses a file."""
    used_files[path] = frozenset(entry.metadata[_compiler().VERSIONS])


class KernelCache:
    """The compiled versions of one kernel, saved in one folder and loaded from several.

    `owner_of` gives the sources of the game whose record a type is; `may_compile` says whether a
    version that is not here may be compiled.
    """

    def __init__(
        self,
        function: Function,
        folder: Path | None,
        folders: tuple[Path, ...],
        sources: Sources,
        owner_of: Callable[[Any], Sources | None],
        may_compile: Callable[[], bool],
    ) -> None:
        self.cache_path = str(folders[0])
        self._folder, self._folders, self._sources = folder, folders, sources
        self._owner_of, self._may_compile = owner_of, may_compile
        self._function = function
        name = f"{function.__module__}.{function.__qualname__}"
        self._name = re.sub(r"[^\w.]+", "_", name)[-80:]
        self._line = function.__code__.co_firstlineno

    def _path(self, types: tuple[Any, ...], codegen: Any) -> Path | None:
        """Return the file of a version in its folder, or None for what is not kept."""
        owners = {self._owner_of(part) for kind in types for part in parts(kind)}
        group = combined({self._sources, *(owner for owner in owners if owner is not None)})
        if group is None:
            return None
        cells = [cell.cell_contents for cell in self._function.__closure__ or ()]
        key = [self._name, str(self._line), repr(codegen.magic_tuple()), *map(_describe, types)]
        digest = hashlib.sha256("|".join(key).encode() + (_dumps(cells) if cells else b""))
        return Path(group) / f"{self._name}-{digest.hexdigest()[:20]}.nbc"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return a compiled version, or None where it has to be compiled."""
        target_context.refresh()
        types = _compiler().argument_types(signature)
        path = self._path(types, target_context.codegen())
        found = None
        for folder in self._folders if path is not None else ():
            found = found or self._load(folder / str(path), target_context)
        if found is None and not self._may_compile():
            raise NotCompiled(self._name)
        return found

    def _load(self, path: Path, target_context: Any) -> Any:
        content = read_whole(path)
        if content is None:
            return None
        try:
            found = _compiler().restore_entry(target_context, *pickle.loads(content))
        except Exception:  # whatever unpickling something else may raise
            return None
        _note(path, found)
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a version that was just compiled."""
        if result.library.has_dynamic_globals:
            return
        file = self._path(_compiler().argument_types(signature), result.codegen)
        if file is None or self._folder is None:
            return
        path = self._folder / file
        if read_whole(path) is not None:
            # Another process was first. Marks name the size of what it wrote, which may differ.
            _note(path, result)
            return
        content = _dumps(_compiler().reduce_entry(result))
        try:
            write_whole(path, hashlib.sha256(content).digest() + content)
        except OSError as error:
            say_once("no_folder", folder=self._folder, why=error.strerror or error)
            return
        _note(path, result)

    def enable(self) -> None:
        """Do nothing: this cache is always on."""

    def disable(self) -> None:
        """Do nothing: this cache is always on."""

    def flush(self) -> None:
        """Do nothing: files are named by all that they depend on."""
