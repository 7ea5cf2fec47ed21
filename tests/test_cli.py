"""The command line as users meet it: in processes of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cases import every_game
from click.testing import CliRunner, Result

import ludoteca
from ludoteca.cli import main
from ludoteca.record import Match, write_match


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for every test."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "games"


def run(*arguments: str, lines: str | None = None, **environment: str) -> Result:
    """Runs a command in this process."""
    env = {"LUDOTECA_LANG": "en"} | environment
    return CliRunner().invoke(main, list(arguments), input=lines, env=env)


def test_games_lists_all_with_their_options() -> None:
    lines = run("games").output
    rows = json.loads(run("games", "--json", "--lang", "es").output)
    assert [row["name"] for row in rows] == list(ludoteca.games())
    for row in rows:
        assert row["title"] in lines
    assert "clash" in json.dumps(rows)


@every_game
def test_rules_are_printed_in_both_languages(name: str) -> None:
    english, spanish = run("rules", name), run("rules", name, "--lang", "es")
    assert english.exit_code == spanish.exit_code == 0
    assert english.output != spanish.output
    assert "Reconstruido" in spanish.output


def test_the_language_of_the_system_is_used() -> None:
    assert "Reconstruido" in run("rules", "sendas", LUDOTECA_LANG="es_AR.UTF-8").output


@every_game
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_whole_game_is_played_by_numbers(name: str, lang: str) -> None:
    lines = "1\n" * 3000
    result = run("play", name, "--seed", "5", "--bot", "random", "--lang", lang, lines=lines)
    assert result.exit_code == 0, result.output[-500:]
    assert ("Winner:" in result.output or "A draw." in result.output) == (lang == "en")
    assert ("Gana:" in result.output or "Empate." in result.output) == (lang == "es")


def test_two_people_with_hidden_hands_have_a_curtain() -> None:
    result = run("play", "phoenix", "--two", "--seed", "5", lines="1\n\n1\nq\n")
    assert "look away" in result.output
    assert run("play", "sendas", "--two", lines="pass\npass\n").output.count("look away") == 0


def test_a_wrong_line_is_answered_and_asked_again() -> None:
    result = run("play", "sendas", "--two", lines="xyzzy\n?\nrules\na1*\n99999\npass\npass\n")
    assert "'xyzzy' is no move of Sendas" in result.output
    assert "You have no piece on a1" in result.output
    assert "q to leave" in result.output
    assert "Both players passed" in result.output
    assert result.exit_code == 0


def test_leaving_keeps_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run(
        "play", "cadena", "--seed", "3", "--bot", "random", "--record", str(file), lines="keep 1\n"
    )
    assert "You left the game." in result.output
    assert "sound" in run("verify", str(file)).output
    refused = run("play", "sendas", "--two", "--record", str(tmp_path / "no" / "x"), lines="q\n")
    assert refused.exit_code == 1
    assert "cannot be written" in refused.output


def test_a_finished_record_is_verified_and_a_spoiled_one_refused(tmp_path: Path) -> None:
    match = Match(ludoteca.load("sendas"), 1)
    match.play("pass")
    match.play("pass")
    file = tmp_path / "game.txt"
    file.write_text(write_match(match), encoding="utf-8")
    good = run("verify", str(file))
    assert good.exit_code == 0
    assert "2 moves" in good.output
    file.write_text(write_match(match).replace("1 0 pass", "1 0 a1*"), encoding="utf-8")
    bad = run("verify", str(file))
    assert bad.exit_code == 2
    assert "Line" in bad.output
    file.write_bytes(b"\xff\xfe")
    assert run("verify", str(file)).exit_code == 1


def test_perft_counts_and_divides() -> None:
    result = run("perft", "sendas", "2", "--setup", "clash", "--divide")
    assert result.output.splitlines()[-1] == "592"
    assert sum(int(line.split(": ")[1]) for line in result.output.splitlines()[:-1]) == 592


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "no game called 'chess'"),
        (["rules", "chess"], "no game called"),
        (["play", "sendas", "--setup", "nowhere"], "nowhere"),
        (["play", "sendas", "--players", "3"], "no option 'players'"),
        (["play", "cadena", "--players", "7"], "2, 3, 4"),
        (["play", "cadena", "--board", "missing.toml"], "missing.toml"),
        (["play", "sendas", "--seat", "3"], "no seat 3"),
        (["play", "sendas", "--bot", "9"], "no player '9'"),
        (["play", "sendas", "--two", "--bot", "2"], "not both"),
        (["play", "--resume"], "no unfinished game"),
        (["play", "--resume", "nowhere"], "no game 'nowhere'"),
        (["replay", "nowhere"], "no game 'nowhere'"),
        (["show", "chess"], "neither a file"),
        (["show", "sendas {broken"], "neither a file"),
        (["show", "sendas", "-o", "board.bmp"], ".gif"),
        (["show", "sendas", "-o", "board.gif"], "needs a record"),
        (["plya"], "Try: play"),
        (["play", "--bto"], "--bot"),
        (["play", "sendas", "--bot"], "needs a value"),
        (["rules"], "GAME is missing"),
        (["rules", "sendas", "more"], "more on this line"),
        (["rules", "sendas", "--lang", "fr"], "en, es"),
        (["perft", "sendas", "99"], "from 0 to 12"),
        (["perft", "sendas", "1", "--seed", "x"], "must be a number"),
        (["show", "sendas", "--at", "-1"], "from 0 on"),
        (["verify", "nowhere"], "no such file"),
    ],
)
def test_bad_input_is_one_clear_line_and_code_2(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output
    assert len(result.output.splitlines()) == 1


def test_a_process_of_its_own_lists_games_and_survives_a_closed_pipe() -> None:
    environment = os.environ | {"LUDOTECA_LANG": "en"}
    command = [sys.executable, "-m", "ludoteca", "rules", "sendas"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert "# Sendas" in done.stdout
    assert done.stderr == ""
    head = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert head.stdout is not None
    head.stdout.close()
    assert head.stderr is not None
    assert b"Traceback" not in head.stderr.read()
    head.stderr.close()
    head.wait()


def test_without_a_game_one_chooses_a_game() -> None:
    result = run("play", lines="9\nfive\n5\npass\nq\n")
    assert result.output.count("from 1 to 5") == 2
    assert run("play", lines="").exit_code == 0
    assert "Sendas" in result.output
    assert "You left the game." in result.output or "Winner" in result.output


def test_bench_prints_the_figures_asked_for() -> None:
    from ludoteca import bench

    report = bench.measure(seconds=0.01, interpreted=False, rounds=1)
    assert set(report["games"]) == set(ludoteca.games())
    for row in report["games"].values():
        assert row["decisions_per_s"] > 0
        assert row["decisions_per_s_all_cores"] > 0
    assert json.loads(bench.as_json(report)) == report
    for name in ludoteca.games():
        assert name in bench.as_table(report)
    assert bench.interpreted_decisions_per_second("sendas", seconds=0.01) > 0


def test_warm_says_when_everything_is_compiled() -> None:
    assert "Everything is compiled." in run("warm").output
