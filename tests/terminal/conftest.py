"""Every test of the terminal has a data folder of its own, and nothing of the user's system."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the games of a test are kept."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LUDOTECA_LANG", "en")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "data" / "games"
