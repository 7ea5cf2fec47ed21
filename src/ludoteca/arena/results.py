"""Results on disk, a line each, so that a run goes on where it was killed."""

import json
import os
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError

Row = dict[str, Any]


class BrokenResults(LudotecaError):
    """A file of results that is not one."""

    code = "broken_results"


def append(path: Path, row: Row) -> None:
    """Writes one result behind the others; a kill can only cut off the last line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def saved(path: Path) -> list[Row]:
    """The results in a file; a last line that a kill cut off is left out and played again."""
    if not path.exists():
        return []
    raw = path.read_bytes()
    whole = raw.rfind(b"\n") + 1
    try:
        rows = [json.loads(line) for line in raw[:whole].splitlines()]
    except ValueError:
        raise BrokenResults("broken", owner="arena", file=path.name) from None
    if not all(isinstance(row, dict) for row in rows) or raw[whole:][:1] not in (b"", b"{"):
        raise BrokenResults("broken", owner="arena", file=path.name)
    if whole < len(raw):
        os.truncate(path, whole)
    return rows
