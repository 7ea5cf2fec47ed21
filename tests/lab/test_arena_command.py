"""The command `ludoteca arena`, from its words to its files."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ludoteca.cli import main
from ludoteca.cli.arena import default_file
from ludoteca.lab import fingerprint
from tests.cases import load

QUICK = ("--workers", "1", "--players")


def arena(*arguments: object) -> Result:
    """What the command answers in English."""
    environment = {"LUDOTECA_LANG": "en"}
    return CliRunner().invoke(main, ["arena", *map(str, arguments)], env=environment)


def measured(*arguments: object) -> dict[str, Any]:
    """What the command prints for programs."""
    result = arena(*arguments, "--json")
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_json_has_the_players_and_the_pairs(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    names = "random,greedy,1"
    answer = measured("cadena", *QUICK, names, "--games", 2, "--save", save)
    assert answer["game"] == "cadena"
    assert {player["name"] for player in answer["players"]} == {"1", "greedy", "random"}
    for player in answer["players"]:
        assert {"name", "elo", "low", "high", "score", "games"} <= player.keys()
        assert player["low"] < player["elo"] < player["high"]
        assert 0 <= player["score"] <= 1
        assert player["games"] == 4
    elo = [player["elo"] for player in answer["players"]]
    assert elo == sorted(elo, reverse=True)
    assert {player["elo"] for player in answer["players"] if player["name"] == "random"} == {0}
    pairs = [(pair["a"], pair["b"], pair["games"]) for pair in answer["pairs"]]
    assert pairs == [("random", "greedy", 2), ("random", "1", 2), ("greedy", "1", 2)]
    assert all(0 <= pair["score"] <= 1 for pair in answer["pairs"])
    assert len(save.read_text().splitlines()) == 6


def test_a_fresh_start_plays_everything_again(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    arguments = ("cadena", *QUICK, "greedy,random", "--save", save)
    measured(*arguments, "--games", 4)
    assert measured(*arguments, "--games", 2, "--fresh")["games"] == 2
    assert len(save.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("cadena", "gredy,random"),
        ("cadena", "random"),
        ("cadena", "random,random"),
        ("cadena", "3"),
        ("cadena", "openspiel-ismcts@1s,random"),
    ],
)
def test_a_fresh_start_that_is_refused_forgets_nothing(
    game: str, names: str, tmp_path: Path
) -> None:
    save = tmp_path / "run.jsonl"
    measured(game, *QUICK, "greedy,random", "--games", 2, "--save", save)
    kept = save.read_bytes()
    result = arena(game, *QUICK, names, "--games", 2, "--save", save, "--fresh")
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    assert save.read_bytes() == kept


def test_a_binary_file_is_refused_in_one_line(tmp_path: Path) -> None:
    save = tmp_path / "picture.png"
    save.write_bytes(b"\x89PNG\r\n\xff")
    result = arena("cadena", *QUICK, "greedy,random", "--save", save)
    assert result.exit_code == 2
    assert result.output.splitlines() == [
        "ludoteca: picture.png does not hold results of the arena. Give another file, or remove it."
    ]


def test_a_decided_pair_ends_with_whole_deals(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    arguments = ("cadena", *QUICK, "greedy,random", "--save", save)
    answer = measured(*arguments, "--games", 2000, "--until-decided")
    (pair,) = answer["pairs"]
    assert 8 <= pair["games"] < 400
    assert pair["games"] % 2 == 0
    assert len(save.read_text().splitlines()) == pair["games"]


def test_a_deal_played_from_one_side_is_played_from_the_other_though_all_is_decided(
    tmp_path: Path,
) -> None:
    save = tmp_path / "run.jsonl"
    arguments = ("cadena", *QUICK, "greedy,random", "--save", save)
    measured(*arguments, "--games", 60)
    save.write_text("".join(save.read_text().splitlines(keepends=True)[1:]))
    assert measured(*arguments, "--games", 2000, "--until-decided")["games"] == 60


@pytest.mark.parametrize(("lang", "words"), [("en", "rounded up to 4"), ("es", "se redondean a 4")])
def test_an_odd_number_of_games_is_rounded_up_and_said(
    lang: str, words: str, tmp_path: Path
) -> None:
    arguments = (*QUICK, "greedy,random", "--games", 3, "--save", tmp_path / "run.jsonl")
    result = arena("cadena", *arguments, "--lang", lang)
    assert result.exit_code == 0
    assert words in result.stderr
    assert "  4  " in result.stdout


def test_the_table_is_in_the_language_of_the_user(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    arguments = ("cadena", *QUICK, "greedy,random", "--games", 2, "--save", save)
    assert "player" in arena(*arguments).stdout
    spanish = arena(*arguments, "--lang", "es").stdout
    assert spanish.startswith("jugador")
    assert "El Elo se cuenta desde random." in spanish
    assert "player" not in spanish


def test_what_bots_are_decides_where_their_games_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load(("cadena", ()))
    before = default_file(game)
    assert default_file(game) == before
    assert default_file(load(("cadena", (("pin", "for-good"),)))) != before
    monkeypatch.setattr(fingerprint, "_table", lambda game: {"search": "another"})
    assert default_file(game) != before


def test_a_killed_process_leaves_games_that_the_next_goes_on_from(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    arguments = ["cadena", *QUICK, "greedy,random", "--save", str(save)]
    command = [sys.executable, "-m", "ludoteca", "arena", *arguments, "--games", "1000000"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 120
        while not save.exists() or save.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    kept = save.read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    games = kept.count(b"\n") + 3
    answer = measured(*arguments, "--games", games)
    assert answer["games"] == games + games % 2
    lines = save.read_bytes()
    assert lines.startswith(kept)
    assert lines.count(b"\n") == answer["games"]
