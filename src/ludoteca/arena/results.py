"""Results on disk, a line each, so that a run goes on where it was killed."""

import json
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
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        path.write_text("".join(lines[:-1]), encoding="utf-8")
        del lines[-1]
    try:
        rows = [json.loads(line) for line in lines]
    except ValueError:
        raise BrokenResults("broken", owner="arena", file=path.name) from None
    if not all(isinstance(row, dict) for row in rows):
        raise BrokenResults("broken", owner="arena", file=path.name)
    return rows
