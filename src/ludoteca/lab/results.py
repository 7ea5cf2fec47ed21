"""Results on disk, a line each, so that a run goes on where it was killed."""

import json
import os
from pathlib import Path
from typing import Any, BinaryIO

from ludoteca.core.errors import LudotecaError

Row = dict[str, Any]


class BrokenResults(LudotecaError):
    """A file of results that is not one."""

    code = "broken_results"


def append(path: Path, row: Row) -> None:
    """Writes one result behind the others; a kill can only cut off the last line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _end_last_line(file)
        file.write(json.dumps(row).encode() + b"\n")


def saved(path: Path) -> list[Row]:
    """The results in a file, which stays as it is; a last line that a kill cut off is left out.

    That line is cut away when the next result is written: by then the caller knows that the file
    holds results of its own.
    """
    if not path.exists():
        return []
    raw = path.read_bytes()
    *lines, last = raw.split(b"\n")
    rows = [_read(line) for line in lines]
    unfinished = _read(last)
    if unfinished is not None:
        rows.append(unfinished)
    begun = not last or bool(rows) or last[:2] in (b"{", b'{"')
    found = [row for row in rows if row is not None]
    if len(found) < len(rows) or not begun:
        raise BrokenResults("broken", owner="arena", file=path.name)
    return found


def _read(line: bytes) -> Row | None:
    """The result in a line, if it holds one."""
    try:
        row = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _end_last_line(file: BinaryIO) -> None:
    """Ends a last line that lacks only its end; cuts away one that lacks more."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 1))
    if file.read(1) in (b"", b"\n"):
        return
    file.seek(0)
    raw = file.read()
    last = raw.rfind(b"\n") + 1
    if _read(raw[last:]) is None:
        file.truncate(last)
    else:
        file.write(b"\n")
