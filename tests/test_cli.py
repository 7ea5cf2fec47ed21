"""The command line as users meet it: in processes of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludoteca
from ludoteca.cli import main
from ludoteca.match import Match, write_match
from tests.cases import every_game
from tests.commands import record_of, run


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for every test."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "games"


ENGLISH_VALUES = (
    r"\b(GAME|RECORD|WHAT|DEPTH|LEVEL|INTEGER|FLOAT|TEXT|PATH|FILE|DIRECTORY|default)\b"
)


def test_games_lists_all_with_their_options() -> None:
    lines = run("games").output
    rows = json.loads(run("games", "--json", "--lang", "es").output)
    assert [row["name"] for row in rows] == list(ludoteca.games())
    for row in rows:
        assert row["title"] in lines
    assert "clash" in json.dumps(rows)
    assert "--deck-end last-draw" in lines
    assert "--deck_end" not in lines


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
    result = run("play", "phoenix", "--two", "--seed", "5", lines="\n1\n\n1\nq\n")
    assert result.output.count("look away") == 3
    assert run("play", "sendas", "--two", lines="pass\npass\n").output.count("look away") == 0


def test_a_wrong_line_is_answered_and_asked_again() -> None:
    result = run("play", "sendas", "--two", lines="xyzzy\n?\nrules\na1*\n99999\npass\npass\n")
    assert "'xyzzy' is no move of Sendas" in result.output
    assert "You have no piece on a1" in result.output
    assert "q: leave" in result.output
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
    assert result.stdout.splitlines()[-1] == "592"
    assert sum(int(line.split(": ")[1]) for line in result.stdout.splitlines()[:-1]) == 592


@pytest.mark.parametrize(("name", "depth"), [("cadena", 6), ("sendas", 4), ("rainbow", 4)])
def test_perft_in_pieces_counts_the_same(name: str, depth: int) -> None:
    from ludoteca.cli.perft import pieces
    from ludoteca.search.perft import perft

    position = ludoteca.load(name).start(0)
    found = list(pieces(position, depth))
    assert len(found) > 1
    assert sum(count for _, count in found) == perft(position, depth)
    assert sum(share for share, _ in found) == pytest.approx(1)


def test_a_stopped_count_tells_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludoteca.cli import perft as counting

    def interrupted(*rest: object, **more: object) -> Iterator[tuple[float, int]]:
        yield 0.5, 7
        raise KeyboardInterrupt

    monkeypatch.setattr(counting, "pieces", interrupted)
    result = run("perft", "sendas", "2", "--json", "--divide")
    assert result.exit_code == 130
    assert "Stopped." in result.stderr
    told = json.loads(result.stdout)
    assert list(told["divide"].values()) == [7]
    assert told["complete"] is False


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
        (["show", "sendas", "--seat", "9"], "no seat 9"),
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
        (["verify", "nowhere"], "no game 'nowhere'"),
    ],
)
def test_bad_input_is_one_clear_line_and_code_2(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output
    assert len(result.output.splitlines()) == 1


def test_a_folder_that_cannot_be_used_is_one_line_and_code_1() -> None:
    arguments = ("--players", "random,greedy", "--games", "1", "--workers", "1")
    result = run("arena", "sendas", *arguments, "--save", f"{os.devnull}/games.jsonl")
    assert result.exit_code == 1
    assert result.output.startswith("ludoteca: The system refuses: ")
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
    # The first move of the list: after a pass the bot, whose lot is drawn, may pass for a draw.
    result = run("play", lines="9\nfive\n5\n1\nq\n")
    assert result.output.count("from 1 to 5") == 2
    assert run("play", lines="").exit_code == 0
    assert "Sendas" in result.output
    assert "The game is kept." in result.output


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


def test_every_command_teaches_by_example_in_both_languages() -> None:
    names = main.list_commands(None)  # type: ignore[arg-type]
    for name in names:
        english, spanish = run(name, "--help"), run(name, "--help", "--lang", "es")
        assert english.exit_code == spanish.exit_code == 0
        assert f"ludoteca {name}" in english.output
        assert f"ludoteca {name}" in spanish.output
        assert "Usage:" in english.output
        assert "Uso:" in spanish.output
        assert "Opciones:" in spanish.output
        assert "Muestra esta página." in spanish.output
        assert "[OPCIONES]" in spanish.output
        assert not re.search(ENGLISH_VALUES, spanish.output)
    assert "Órdenes:" in run("--help", LUDOTECA_LANG="es").output
    assert "[ORDEN]" in run("--help", "--lang", "es").output
    assert "Exit codes" in run("--help").output


def test_usage_errors_speak_spanish() -> None:
    assert "No existe la orden 'plya'" in run("plya", "--lang", "es").output
    assert "No existe la opción --bto" in run("play", "--bto", "--lang=es").output
    assert "Falta JUEGO" in run("rules", LUDOTECA_LANG="es_ES.UTF-8").output


def test_a_game_that_was_left_is_listed_and_resumed(data: Path) -> None:
    assert "no games yet" in run("games", "--mine").output
    left = run("play", "sendas", "--bot", "random", "--seed", "3", lines="c2[ES]\nq\n")
    (file,) = data.glob("*.txt")
    assert f"--resume {file.stem}" in left.output
    (row,) = json.loads(run("games", "--mine", "--json").output)
    assert row["name"] == file.stem
    assert row["unfinished"]
    assert row["players"] == ["person", "random"]
    assert "unfinished" in run("games", "--mine").output
    for name in ([], [file.stem], ["sendas"], [str(file)]):
        again = run("play", "--resume", *name, lines="q\n")
        assert "goes on after 2 events" in again.output
    assert run("play", "--resume", "colorito").exit_code == 2
    assert "ha terminado" not in run("play", "--resume", "--lang", "es", lines="q\n").output


def test_the_plain_table_hints_takes_back_and_changes_the_level() -> None:
    lines = "hint\nundo\nc2[ES]\nundo\nlevel 2\nnivel\nboard\nsalir\n"
    result = run("play", "sendas", "--bot", "random", "--seed", "3", lines=lines)
    assert "Hint: " in result.output
    assert "no move of yours" in result.output
    assert "Taken back." in result.output
    assert "level 2 from now on" in result.output
    assert "You left the game." in result.output
    alone = run("play", "sendas", "--two", lines="level 2\nq\n")
    assert "no bot at this table" in alone.output


@pytest.mark.parametrize("word", ["resign", "rendirse"])
def test_the_plain_table_asks_twice_before_a_game_is_given_up(word: str) -> None:
    lines = f"{word}\nboard\n{word}\n{word}\n"
    result = run("play", "sendas", "--bot", "random", lines=lines)
    assert result.output.count("Really give up?") == 2
    assert "Winner: Bruno." in result.output
    assert result.exit_code == 0


def test_a_record_is_gone_through_in_lines(tmp_path: Path) -> None:
    file = record_of(tmp_path)
    result = run("replay", str(file))
    assert "1. Player 1: c2[ES]" in result.output
    assert "Both players passed" in result.output
    assert run("replay", str(file), "--seat", "9").exit_code == 2


def test_positions_and_records_are_shown_as_text_and_pictures(tmp_path: Path) -> None:
    file = record_of(tmp_path)
    start, later = run("show", str(file), "--at", "0"), run("show", str(file))
    assert start.output == run("show", "sendas").output
    assert later.output != start.output
    assert run("show", str(file), "--at", "9").exit_code == 2
    text = ludoteca.load("sendas").start(1).play("c2[ES]").text()
    assert run("show", text).output == later.output
    picture = tmp_path / "board.svg"
    assert run("show", text, "-o", str(picture), "--theme", "dark").exit_code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    refused = run("show", text, "-o", str(tmp_path / "no" / "board.svg"))
    assert refused.exit_code == 1
    assert "cannot be written" in refused.output


def test_records_become_animated_pictures(tmp_path: Path) -> None:
    images = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    file, picture, still = record_of(tmp_path), tmp_path / "game.gif", tmp_path / "game.png"
    assert run("show", str(file), "-o", str(picture), "--width", "120").exit_code == 0
    with images.open(picture) as moving:
        assert moving.n_frames >= 2
        assert moving.width == 120
    assert run("show", str(file), "-o", str(still), "--width", "120").exit_code == 0
    with images.open(still) as image:
        assert image.size[0] == 120


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = run("show", "sendas", "-o", str(tmp_path / "board.png"))
    assert result.exit_code == 1
    assert 'pip install ".[pictures]"' in result.output


def test_programs_get_json(tmp_path: Path) -> None:
    told = json.loads(run("verify", str(record_of(tmp_path)), "--json").output)
    assert told == {"sound": True, "moves": 3, "chances": 0, "seed_known": True}
    counted = json.loads(run("perft", "sendas", "1", "--json", "--divide").output)
    assert counted["count"] == sum(counted["divide"].values())


def test_the_shell_is_taught_to_complete() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_LUDOTECA_COMPLETE" in run("completion", shell).output
    code = "from ludoteca.cli import main; main(prog_name='ludoteca')"
    environment = os.environ | {"_LUDOTECA_COMPLETE": "bash_complete", "COMP_CWORD": "2"}
    environment["COMP_WORDS"] = "ludoteca play se"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert "sendas" in done.stdout


def test_two_rounds_of_figures_become_one() -> None:
    from ludoteca.cli.bench import best_of

    first = {"games": {"a": {"decisions_per_s": 10.0, "interpreted_per_s": 2.0}}, "openspiel": {}}
    second = {"games": {"a": {"decisions_per_s": 8.0, "interpreted_per_s": 5.0}}, "openspiel": {}}
    row = best_of(first, second)["games"]["a"]
    assert row["decisions_per_s"] == 10.0
    assert row["ratio_to_interpreted"] == 2.0
