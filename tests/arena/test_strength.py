"""The page about the levels: measured by one command, gone on with by the same."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.arena import strength
from ludoteca.search.players import LEVELS


def measure(folder: Path) -> str:
    """The page that the command writes about the sample game."""
    numbers = ["--games", "4", "--rung-games", "2", "--workers", "1"]
    folders = ["--docs", str(folder), "--keep", str(folder / "kept")]
    result = CliRunner().invoke(strength.main, ["nim", *numbers, *folders])
    assert result.exit_code == 0, result.output
    return (folder / "strength.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("nim")
def test_one_command_measures_every_level_and_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strength, "guests", lambda definition: ())
    page = measure(tmp_path)
    assert all(f"\n| {level} | " in page for level in LEVELS)
    assert all(f"\n| {name}" in page for name in ("random | ", "greedy | ", "uct@"))
    assert "Level 8 against itself, 2 games" in page
    study = json.loads((tmp_path / "strength" / "nim.json").read_text(encoding="utf-8"))
    assert [pair["games"] for pair in study["rungs"]] == [2] * len(LEVELS)
    assert [pair["games"] for pair in study["tops"]] == [4] * 3
    assert (tmp_path / "strength" / "ladder.svg").read_text().count("<polyline") == 1
    kept = (tmp_path / "kept" / "nim.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(kept) == 2 * len(LEVELS) + 4 * 3
    assert measure(tmp_path).count("\n| ") == page.count("\n| ")
    again = (tmp_path / "kept" / "nim.jsonl").read_text(encoding="utf-8").splitlines()
    assert again == kept, "what was played is not played again"
