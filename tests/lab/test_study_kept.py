"""What a study keeps: nothing is lost by a kill, a wrong word, or a file of something else."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludoteca.cli import main
from ludoteca.core import jit
from ludoteca.lab import cluster, moves
from ludoteca.lab.results import append, saved
from ludoteca.lab.rows import plain
from ludoteca.lab.study import BrokenStudy, study
from ludoteca.lab.tasks import lineups, side_by_side

GAMES = 40
KILLED_AFTER = 3


def run(folder: Path, *arguments: str) -> Result:
    common = ["study", "rainbow", "--level", "random", "--workers", "1", "--out", str(folder)]
    return CliRunner().invoke(main, [*common, *arguments], env={"LUDOTECA_LANG": "en"})


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.skipif(jit.MODE != "on", reason="the workers of a pool run compiled")
def test_a_study_that_is_killed_goes_on_and_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    arguments = ["rainbow", "--level", "random", "--games", str(GAMES), "--workers", "2"]
    command = [sys.executable, "-m", "ludoteca", "study", *arguments, "--out", str(tmp_path)]
    kept = tmp_path / "games.jsonl"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        while lines_of(kept) < KILLED_AFTER:
            assert running.poll() is None
            time.sleep(0.01)
        os.kill(running.pid, signal.SIGKILL)
    assert KILLED_AFTER <= lines_of(kept) < GAMES
    assert not (tmp_path / "report.json").exists()
    subprocess.run(command, check=True, capture_output=True)
    assert lines_of(kept) == GAMES
    whole = study("rainbow", games=GAMES, players=["random"]).report()
    assert json.loads((tmp_path / "report.json").read_text()) == plain(whole)


def test_a_line_cut_off_is_taken_away_and_nothing_else_touched(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"a": 1}\n{"b": 2}\n{"c": "\xc3')
    before = path.stat().st_ino
    assert saved(path, dict) == [{"a": 1}, {"b": 2}]
    append(path, {"d": 4})
    assert path.read_bytes() == b'{"a": 1}\n{"b": 2}\n{"d":4}\n'
    assert path.stat().st_ino == before


def test_a_file_of_something_else_is_left_alone_by_the_way(tmp_path: Path) -> None:
    for text in ("my notes", 'nonsense\n{"cut', "[1]\n[2"):
        path = tmp_path / "games.jsonl"
        path.write_text(text)
        with pytest.raises(BrokenStudy) as caught:
            study("rainbow", games=2, players=["random"], save=path)
        assert "--out" in caught.value.text("en")
        assert "--out" in caught.value.text("es")
        assert path.read_text() == text


def test_a_file_that_cannot_be_read_is_named_with_advice(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").mkdir()
    result = run(tmp_path, "--games", "2")
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr
    assert "--out" in result.stderr


def test_a_fresh_study_forgets_only_once_it_plays(tmp_path: Path) -> None:
    run(tmp_path, "--games", "2")
    kept = (tmp_path / "games.jsonl").read_text()
    wrong = [("--level", "9"), ("--compare", "deck=none.toml"), ("--variant", "x"), ("--ray", "?")]
    for arguments in wrong:
        assert run(tmp_path, "--games", "2", "--fresh", *arguments).exit_code == 2
        assert (tmp_path / "games.jsonl").read_text() == kept
    assert run(tmp_path, "--games", "2", "--fresh", "--seed", "5").exit_code == 0
    assert lines_of(tmp_path / "games.jsonl") == 2
    assert (tmp_path / "games.jsonl").read_text() != kept


def test_a_cluster_that_is_missing_costs_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, "--games", "2")
    kept = (tmp_path / "games.jsonl").read_text()
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    assert run(tmp_path, "--games", "2", "--fresh", "--ray", "local").exit_code == 2
    assert (tmp_path / "games.jsonl").read_text() == kept


def test_games_noted_in_another_way_are_not_taken_for_these(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (lineup,) = lineups(side_by_side("rainbow", {}, {}), ["random"], None)
    mark = lineup.fingerprint(0)
    assert lineup.fingerprint(0) == mark != lineup.fingerprint(1)
    other = tmp_path / "study.toml"
    other.write_text("[turn]\n")
    monkeypatch.setattr(moves, "sources", lambda definition: [other])
    assert lineup.fingerprint(0) != mark
