"""Which source files a compiled kernel depends on, as a hash that its cache is named by.

A kernel depends on the files that declare kernels in `core` and `search`, and on the folder it is
declared in: that of its game, or any other. Texts, pictures, servers and screens never count.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
SHARED_PARTS = ("core", "search")
GAMES = "rulebooks"
DRAWN = "picture"  # a game's folder of pictures, from which no kernel takes anything
_DECLARES = re.compile(rb"^@(?:\w+\.)?kernel(?:_or)?\b", re.MULTILINE)


@dataclass(frozen=True)
class Sources:
    """The files that a group of kernels is made from; no digest where they are in no file."""

    name: str
    digest: str | None


def _hash(folder: Path, files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def shared_files() -> list[Path]:
    """Return the files of `core` and `search` that declare kernels.

    A kernel may use constants of these files only; a test sees to that.
    """
    found = [path for part in SHARED_PARTS for path in (PACKAGE / part).rglob("*.py")]
    return [path for path in found if _DECLARES.search(path.read_bytes())]


@cache
def shared() -> Sources:
    """Return the sources that all kernels depend on."""
    return Sources("shared", _hash(PACKAGE, shared_files()))


@cache
def _of_folder(folder: Path, name: str) -> Sources:
    """Return the sources of a folder: all of a package, or the files beside a loose module."""
    files = folder.rglob("*.py") if (folder / "__init__.py").exists() else folder.glob("*.py")
    used = [path for path in files if DRAWN not in path.relative_to(folder).parts]
    return Sources(name, _hash(folder, used))


def _package_of(folder: Path) -> Path:
    """Return the outermost package that a folder is part of, or the folder itself."""
    while (folder / "__init__.py").exists() and (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


@cache
def sources_of(file: str) -> Sources:
    """Return the sources of the kernels declared in a file."""
    path = Path(file)
    if not path.is_file():
        return Sources(re.sub(r"\W+", "_", file), None)
    path = path.resolve()
    if not path.is_relative_to(PACKAGE.resolve()):
        folder = _package_of(path.parent)
        return _of_folder(folder, re.sub(r"\W+", "_", folder.name) or "root")
    parts = path.relative_to(PACKAGE.resolve()).parts[:-1]
    if parts[:1] and parts[0] in SHARED_PARTS:
        return shared()
    if parts[:1] == (GAMES,):
        return _of_folder(PACKAGE.joinpath(*parts[:2]), parts[1])
    return _of_folder(PACKAGE.joinpath(*parts), "_".join(parts))


def combined(parts: Iterable[Sources]) -> str | None:
    """Return the cache name for several sources, or None if one has no digest."""
    used = sorted({shared(), *parts}, key=lambda each: each.name)
    if any(each.digest is None for each in used):
        return None
    names = [each.name for each in used if each != shared()] or [shared().name]
    digests = " ".join(str(each.digest) for each in used)
    return f"{'-'.join(names)}-{hashlib.sha256(digests.encode()).hexdigest()[:16]}"


def sources_hash() -> str:
    """Return a hash of all that decides how bots play: rules, evaluations and searches."""
    parts = (*SHARED_PARTS, GAMES)
    files = [path for part in parts for path in (PACKAGE / part).rglob("*.py")]
    return _hash(PACKAGE, files)[:16]
