"""Screens of the table as people see them, kept as text and compared letter by letter."""

import pytest

from tests.terminal.screens import SIZES, file_of, names, screen
from tests.terminal.terminal_tables import compiled_only

pytestmark = compiled_only


@pytest.mark.parametrize(("game", "size", "lang"), list(names()))
def test_a_screen_is_as_it_was_when_it_was_last_looked_at(game: str, size: str, lang: str) -> None:
    shown = screen(game, size, lang)
    assert shown == file_of(game, size, lang).read_text(encoding="utf-8")
    width, height = SIZES[size]
    lines = shown.splitlines()
    assert len(lines) == height
    assert max(len(line) for line in lines) <= width
    assert "F10" in lines[-1]
