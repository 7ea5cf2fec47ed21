"""The page about the server names every limit with its default."""

import re
from dataclasses import fields
from pathlib import Path

from ludoteca.server.settings import Settings

PAGE = Path(__file__).parent.parent / "docs" / "server.md"
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \|", re.MULTILINE)
MACHINE = "cores, at least 3"


def test_every_setting_is_in_the_table_with_its_default() -> None:
    rows = {name: default.strip() for name, default in ROW.findall(PAGE.read_text("utf-8"))}
    assert list(rows) == [field.name for field in fields(Settings)]
    for field in fields(Settings):
        if rows[field.name] != MACHINE:
            expected = field.default or "none"
            written = f"{expected:,g}" if isinstance(expected, int | float) else expected
            if isinstance(expected, int):
                written = f"{expected:,}"
            assert rows[field.name] == written, field.name
