"""Results on disk, one a line, so that a killed run can be resumed."""

import os
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from ludoteca.core.errors import LudotecaError

T = TypeVar("T")


class BrokenResults(LudotecaError):
    """Raised for a file that does not hold results."""

    code = "broken_results"


def append(path: Path, row: object) -> None:
    """Append a result; a kill can only truncate the last line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _end_last_line(file)
        file.write(msgspec.json.encode(row) + b"\n")


def saved(path: Path, kind: type[T]) -> list[T]:
    """Return the results in a file, without a last line that a kill cut off.

    The file stays as it is: that line is removed when the next result is written, once the caller
    knows that the file holds results of its own. Raise BrokenResults for any other file.
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
    try:
        if len(found) < len(rows) or not begun:
            raise ValueError("not a file of results")
        return msgspec.convert(found, list[kind])  # type: ignore[valid-type]
    except ValueError:
        raise BrokenResults("broken", owner="arena", file=path.name) from None


def record_at(path: Path, number: int) -> str:
    """Return the record of a saved game by its number in the file, counted from 1."""
    rows = saved(path, dict[str, Any])
    if not 1 <= number <= len(rows):
        count, file = len(rows), str(path)
        raise BrokenResults("no_game", owner="arena", file=file, number=number, count=count)
    record = rows[number - 1].get("record")
    if not isinstance(record, str):
        raise BrokenResults("broken", owner="arena", file=path.name)
    return record


def _read(line: bytes) -> dict[str, Any] | None:
    """Return the object in a line, None if there is none."""
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (ValueError, RecursionError):
        return None


def _end_last_line(file: BinaryIO) -> None:
    """End a last line that lacks only its end; remove one that lacks more."""
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
