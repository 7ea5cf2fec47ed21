"""How the kernels of encodings are kept: beside those of the rules, by a hash of these sources."""

import hashlib
import shutil
from functools import cache
from pathlib import Path

from ludoteca.core import jit

KEPT = 2  # earlier versions, which may be in use
_FOLDER = Path(__file__).parent


@cache
def cache_name() -> str:
    """A name that changes with the sources in this folder."""
    digest = hashlib.sha256()
    for path in sorted(_FOLDER.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return f"envs-{digest.hexdigest()[:16]}"


def kernel(function: jit.Function) -> jit.Function:
    """Declares a kernel that is compiled anew when this folder or the rules have changed."""
    if jit.CACHE is None:
        return jit.kernel(function)
    shared = jit.CACHE
    own = shared / cache_name()
    if not own.exists():
        _remove_others(shared)
        own.mkdir(exist_ok=True)
    jit.CACHE = own
    try:
        return jit.kernel(function)
    finally:
        jit.CACHE = shared


def _remove_others(folder: Path) -> None:
    """Removes what older versions of these sources left."""
    others = [path for path in folder.glob("envs-*") if path.is_dir()]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
