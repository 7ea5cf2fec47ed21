"""Private files: only their owner can read the seeds and keys in a store."""

import os
import stat
from contextlib import suppress
from pathlib import Path

BESIDE = ("-wal", "-shm", "-journal")


def private(path: Path) -> None:
    """Create a file that only its owner can read, or make an existing one so."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        with suppress(FileNotFoundError, PermissionError):
            file.chmod(0o600)


def private_folder(folder: Path) -> None:
    """Create a folder that only its owner can enter, or make an existing one of ours so.

    A folder that several users share on purpose, such as /tmp, is left as it is.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    shared = bool(found.st_mode & stat.S_ISVTX)
    if not shared and (not hasattr(os, "getuid") or found.st_uid == os.getuid()):
        folder.chmod(0o700)
