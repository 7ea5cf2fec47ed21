"""The user's own games at the command line: listed, gone on with, verified, deleted, named."""

import json
from pathlib import Path

import pytest

import ludoteca
from ludoteca.match import Match, write_match
from ludoteca.terminal.journal import Journal
from ludoteca.terminal.session import Session, new_match
from tests.commands import record_of, run


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for every test."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "games"


def keep(*moves: str, bots: dict[int, str] | None = None, **names: str) -> Session:
    """A kept game of Sendas in which these moves were played."""
    players = {1: "random"} if bots is None else bots
    session = Session(
        new_match(ludoteca.load("sendas"), players, 3), bots=players, journal=Journal()
    )
    session.name_people({int(seat[-1]): name for seat, name in names.items()})
    for move in moves:
        session.play(move)
    return session


def test_own_games_are_a_table_in_words() -> None:
    keep("c2[ES]")
    keep("pass", "pass")
    keep("pass", bots={}, seat0="Ana", seat1="Luis").resign()
    head, *rows = run("games", "--mine").output.splitlines()
    column = head.index("result")
    games = [row for row in rows if not row.startswith(" ")]
    assert len(games) == 3
    assert all(row[column - 2 : column] == "  " and row[column] != " " for row in games)
    assert all(len(row) <= 80 for row in rows)
    said = " ".join(rows)
    assert "a draw   Both players passed" in said
    assert "unfinished" in said
    assert "Ana won   A player resigned." in said
    assert "you – Bot random" in said
    spanish = run("games", "--mine", "--lang", "es").output
    assert "empate\n  Los dos jugadores pasaron" in spanish
    assert "ganó Ana" in spanish


def test_a_game_that_was_given_up_is_lost() -> None:
    session = keep("c2[ES]")
    session.resign()
    assert "you lost\n  A player resigned." in run("games", "--mine").output


def test_games_without_a_move_are_not_kept_and_old_ones_not_listed(data: Path) -> None:
    left = run("play", "phoenix", "--bot", "random", lines="q\n")
    assert "The game is kept" not in left.output
    assert not list(data.glob("*.txt"))
    data.mkdir(parents=True, exist_ok=True)
    empty = Match(ludoteca.load("phoenix"), 1)
    (data / "20260101-000000-phoenix-0000.txt").write_text(write_match(empty, secret=True))
    assert "no games yet" in run("games", "--mine").output
    assert json.loads(run("games", "--mine", "--json").output) == []
    assert run("play", "--resume").exit_code == 2


def test_a_game_is_deleted_by_its_name(data: Path) -> None:
    keep("pass")
    (file,) = data.glob("*.txt")
    assert run("games", "--delete", "nowhere").exit_code == 2
    assert run("games", "--delete", file.stem, "--delete", "nowhere").exit_code == 2
    assert file.exists()
    outside = data.parent / "other.txt"
    outside.write_text(file.read_text())
    assert run("games", "--delete", "../other").exit_code == 2
    assert outside.exists()
    assert f"Deleted: {file.stem}." in run("games", "--delete", file.stem).output
    assert not file.exists()


def test_a_game_that_goes_on_refuses_what_cannot_apply() -> None:
    keep("pass")
    for options in (["--bot", "2"], ["--seat", "2"], ["--two"], ["--seed", "4"]):
        refused = run("play", "--resume", *options, lines="q\n")
        assert refused.exit_code == 2
        assert options[0] in refused.output
    refused = run("play", "--resume", "sendas", "--setup", "clash", lines="q\n")
    assert "--setup" in refused.output
    assert "conserva su juego" in run("play", "--resume", "--two", "--lang", "es").output
    assert run("play", "--resume", "--plain", lines="q\n").exit_code == 0


def test_verify_takes_what_replay_takes(data: Path, tmp_path: Path) -> None:
    keep("pass")
    (file,) = data.glob("*.txt")
    for name in (file.stem, str(file)):
        assert "sound" in run("verify", name).output
    assert "sound" in run("verify", "-", lines=record_of(tmp_path).read_text()).output
    assert "no game 'nowhere'" in run("verify", "nowhere").output


def test_a_file_of_many_games_asks_for_a_number(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"game": "sendas"}\n')
    for command in ("verify", "replay"):
        refused = run(command, str(file))
        assert refused.exit_code == 2
        assert f"Choose one by its number: {file}#1" in refused.output


def test_what_is_wrong_with_a_file_names_the_file(tmp_path: Path) -> None:
    record = record_of(tmp_path)
    record.write_text(record.read_text().replace("1 0 c2[ES]", "1 0 a1*"))
    for command in ("verify", "replay", "show", "analyse"):
        refused = run(command, str(record))
        assert refused.exit_code == 2
        assert f"{record}: Line " in refused.output
    other = tmp_path / "other.txt"
    other.write_text("hello\n")
    assert str(other) in run("analyse", str(other)).output
    setup = tmp_path / "mine.toml"
    setup.write_text('white = ["e2[N]"]\nblack = []\n')
    for line in (
        ["play", "sendas", "--setup", str(setup)],
        ["study", "sendas", "--setup", str(setup), "--games", "2"],
        ["study", "sendas", "--compare", f"setup=classic,{setup}", "--games", "2"],
        ["arena", "sendas", "--setup", str(setup), "--games", "2"],
    ):
        refused = run(*line)
        assert refused.exit_code == 2
        assert str(setup) in refused.output, refused.output


def test_names_are_kept_and_used() -> None:
    lines = "c2[ES]\nq\n"
    told = run("play", "sendas", "--two", "--names", "Ana,Luis", lines=lines).output
    assert "Ana: Pick" in told
    assert "Luis: Pick" in told
    again = run("play", "--resume", lines="q\n").output
    assert "Luis: Pick" in again
    assert run("play", "sendas", "--names", "Ana,Luis", lines="q\n").exit_code == 2
    posing = run("play", "sendas", "--two", "--names", "bot 8,Luis", lines="q\n").output
    assert "Player 1: Pick" in posing


def test_the_first_hand_is_behind_the_curtain() -> None:
    output = run("play", "phoenix", "--two", "--seed", "5", lines="\nq\n").output
    assert output.index("look away") < output.index("Your cards")
    assert output.count("look away") == 1


def test_short_options_do_the_same() -> None:
    assert run("games", "-m").output == run("games", "--mine").output
    assert run("games", "-j").output == run("games", "--json").output
    assert run("rules", "sendas", "-L", "es").output == run("rules", "sendas", "--lang=es").output
    assert run("play", "-h").output == run("play", "--help").output
    left = run("play", "sendas", "-b", "random", "-s", "2", "-p", "-L", "es", lines="q\n")
    assert "Dejaste la partida" in left.output or "Has dejado la partida" in left.output


def test_rules_are_rendered_for_a_terminal() -> None:
    from ludoteca.cli.rules import rendered
    from ludoteca.core import texts

    shown = rendered(texts.document("sendas", "rules", "en"))
    assert "\x1b[" in shown
    assert "## " not in shown


def test_an_analysis_has_a_head_and_says_what_its_columns_mean() -> None:
    for lang, head, meaning in (
        ("en", "move", "95 % interval"),
        ("es", "jugada", "intervalo al 95 %"),
    ):
        lines = run("analyse", "sendas", "--budget", "1", "--lang", lang).stdout.splitlines()
        assert lines[0].startswith(head)
        assert any(meaning in line for line in lines)
    assert "ventaja" in run("analyse", "phoenix", "--budget", "1", "--lang", "es").stdout
