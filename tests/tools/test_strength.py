"""The page about the levels: measured by one command, gone on with by the same."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludoteca.lab import fingerprint
from ludoteca.lab.fingerprint import mark
from ludoteca.search.players import LEVELS
from tests.cases import load
from tools import strength, strength_page


def measure(folder: Path, *more: str) -> str:
    """The page that the command writes about the sample game."""
    numbers = ["--games", "4", "--rung-games", "2", "--workers", "1", *more]
    folders = ["--docs", str(folder), "--keep", str(folder / "kept")]
    result = CliRunner().invoke(strength.main, ["nim", *numbers, *folders])
    assert result.exit_code == 0, result.output
    page = folder / "strength.md"
    return page.read_text(encoding="utf-8") if page.exists() else ""


def kept(folder: Path) -> dict[str, list[str]]:
    """The lines of each file of games."""
    files = sorted((folder / "kept").iterdir())
    return {file.name: file.read_text(encoding="utf-8").splitlines() for file in files}


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
    assert {row["name"]: row["elo"] for row in study["players"]}["random"] == 0
    assert (tmp_path / "strength" / "ladder.svg").read_text().count("<polyline") == 1
    played = kept(tmp_path)
    assert sum(map(len, played.values())) == 2 * len(LEVELS) + 4 * 3 + 2
    assert measure(tmp_path).count("\n| ") == page.count("\n| ")
    assert kept(tmp_path) == played, "what was played is not played again"


@pytest.mark.usefixtures("nim")
def test_a_torn_mirror_game_is_played_again_and_a_part_can_be_measured_alone(
    tmp_path: Path,
) -> None:
    assert measure(tmp_path, "--only", "mirror") == ""
    ((name, lines),) = kept(tmp_path).items()
    file = tmp_path / "kept" / name
    file.write_text(f"{lines[0]}\n{lines[1][:60]}", encoding="utf-8")
    measure(tmp_path, "--only", "mirror")
    ((_, again),) = kept(tmp_path).items()
    assert again[0] == lines[0]
    assert [json.loads(line)["record"] for line in again] == [
        json.loads(line)["record"] for line in lines
    ]


def test_a_level_that_changes_is_measured_anew_and_the_others_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, table = load(("sendas", ())), dict(fingerprint._table(load(("sendas", ()))))
    pairs = [("5", "4"), ("8", "random"), ("greedy", "random")]
    before = [mark(game, pair) for pair in pairs]
    assert [mark(game, pair[::-1]) for pair in pairs] == before
    monkeypatch.setattr(fingerprint, "_table", lambda game: table | {"5": {"nodes": 77}})
    changed = [mark(game, pair) != old for pair, old in zip(pairs, before, strict=True)]
    assert changed == [True, False, False]
    monkeypatch.setattr(fingerprint, "_table", lambda game: table | {"search": "halving"})
    changed = [mark(game, pair) != old for pair, old in zip(pairs, before, strict=True)]
    assert changed == [True, True, False]


def test_sources_that_change_in_the_middle_of_a_run_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = {"games": 2, "rung_games": 2, "guest_games": 2, "workers": 1}
    study = strength.LevelTest(game=load(("cadena", ())), folder=tmp_path, **numbers)
    study.meet("greedy", "random", 2)
    monkeypatch.setattr(strength, "mark", lambda game, names: "another")
    with pytest.raises(strength.click.ClickException, match="changed"):
        study.meet("1", "random", 2)


def test_the_stamp_tells_of_changes_that_are_not_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strength, "PACKAGE", tmp_path)
    assert strength.commit() == "unknown"
    (tmp_path / "search").mkdir()
    file = tmp_path / "search" / "levels.py"
    file.write_text("1")
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "one"]):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True)
    clean = strength.commit()
    assert clean.isalnum()
    (tmp_path / "page.md").write_text("what the command itself writes")
    assert strength.commit() == clean
    file.write_text("2")
    assert strength.commit() == f"{clean} with changes"


def pair(name: str, score: float, low: float) -> dict[str, Any]:
    """A result of level 8."""
    return {"a": "8", "b": name, "score": score, "low": low, "high": 1.0, "games": 400}


@pytest.mark.parametrize(
    ("score", "low", "words"),
    [
        (
            1.0,
            0.991,
            "100.0% (99.1% – 100.0%) of the points in 400 games. Luck leaves random play 0.0%",
        ),
        (0.8, 0.75, "Luck leaves random play 20.0%, and hardly more than 25.0%."),
    ],
)
def test_the_page_tells_the_cap_where_luck_sets_one(score: float, low: float, words: str) -> None:
    study = {"tops": [pair("random", score, low)]}
    assert words in "".join(strength_page._cap("rainbow", study))
    assert strength_page._cap("sendas", study) == []
    assert strength_page._verdict("rainbow", study["tops"][0]) == "–"


@pytest.mark.parametrize(
    ("score", "low", "word"), [(0.7, 0.62, "clearly"), (0.6, 0.5, "yes"), (0.595, 0.52, "no")]
)
def test_the_page_tells_which_levels_beat_the_one_below(
    score: float, low: float, word: str
) -> None:
    assert strength_page._rung(pair("7", score, low)) == word
