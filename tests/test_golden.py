"""Whole games stay as they were told."""

import pytest

from tests.golden import FOLDER, GAMES, tell

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (line, before) in enumerate(zip(tell(name), expected, strict=True), 1):
        assert line == before, f"line {number}"
