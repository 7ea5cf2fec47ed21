"""One server per data folder, by a lock file that also holds the running server's address."""

import json
import os
import time
from pathlib import Path
from typing import IO

from ludoteca.store.files import private, private_folder

FILE = "server.lock"
WAIT_SECONDS = 10.0
_LOCKED_BYTE = 1 << 20  # beyond the content, which others must be able to read on Windows


class Instance:
    """An exclusive lock on a data folder, held until the process ends or releases it."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def publish(self, address: str) -> None:
        """Write the server's address into the lock file, for a second server to read."""
        self._file.seek(0)
        self._file.truncate()
        json.dump({"pid": os.getpid(), "address": address}, self._file)
        self._file.flush()

    def release(self) -> None:
        """Release the lock on the folder."""
        self._file.close()


def claim(folder: Path, *, wait: float = WAIT_SECONDS) -> Instance | str:
    """Lock a folder, or return the address of the server that has it.

    The system releases the lock of a process that dies, however it does. A server that has the lock
    but has published no address yet is waited for; the address is then an empty text.
    """
    private_folder(folder)
    path = folder / FILE
    private(path)
    until = time.monotonic() + wait
    while True:
        file = path.open("r+", encoding="utf-8")
        if _lock(file):
            file.truncate()
            return Instance(file)
        address = _address(file)
        file.close()
        if address or time.monotonic() > until:
            return address
        time.sleep(0.1)


def _lock(file: IO[str]) -> bool:
    """Lock a file without waiting; return whether that was possible."""
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(_LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _address(file: IO[str]) -> str:
    try:
        return str(json.loads(file.read())["address"])
    except (ValueError, LookupError, TypeError):
        return ""
