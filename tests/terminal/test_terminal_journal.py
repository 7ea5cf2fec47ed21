"""Games are never lost: whatever happens, the file is a whole record of all moves so far."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.match import read_match, write_match
from ludoteca.terminal import journal
from ludoteca.terminal.journal import CannotResume, Journal
from ludoteca.terminal.session import Session, bots_of
from tests.terminal.terminal_tables import compiled_only, session_of


def test_every_move_is_in_the_file_at_once(data: Path) -> None:
    session = session_of("sendas", kept=True)
    (file,) = data.glob("*.txt")
    for count in range(1, 6):
        session.play(session.match.position.moves()[0])
        kept = read_match(file.read_text(encoding="utf-8"))
        assert len(kept.events) == count
        assert kept.seed == session.match.seed
    assert [path.name for path in data.iterdir()] == [file.name]
    assert file.stat().st_mode & 0o077 == 0 or os.name == "nt"


def test_a_game_goes_on_where_it_was_left(data: Path) -> None:
    session = session_of("cadena", {1: "random"}, kept=True)
    session.play("keep 0")
    session.roll()
    match, kept = journal.reopen(journal.find(None))
    again = Session(match, bots=bots_of(match), journal=kept)
    assert again.match.position == session.match.position
    again.play(again.match.position.moves()[0])
    assert len(list(data.glob("*.txt"))) == 1


def test_two_windows_with_one_game_both_keep_theirs(data: Path) -> None:
    first = session_of("sendas", kept=True)
    first.play("c2[ES]")
    match, kept = journal.reopen(journal.find(None))
    second = Session(match, bots={}, journal=kept)
    first.play("pass")
    second.play(second.match.position.moves()[0])
    assert len(list(data.glob("*.txt"))) == 2


def test_the_last_unfinished_game_is_found_by_name_game_or_file(tmp_path: Path) -> None:
    with pytest.raises(CannotResume, match="no unfinished game"):
        journal.find(None)
    sendas = session_of("sendas", kept=True)
    colorito = session_of("colorito", kept=True)
    for session in (sendas, colorito):
        session.play(session.match.position.moves()[0])
    assert sendas.journal is not None
    assert sendas.journal.path is not None
    assert colorito.journal is not None
    os.utime(sendas.journal.path, (1, 1))
    assert journal.find(None) == colorito.journal.path
    assert journal.find(None, "sendas") == sendas.journal.path
    assert journal.find(sendas.journal.path.stem) == sendas.journal.path
    assert journal.find(str(sendas.journal.path)) == sendas.journal.path
    with pytest.raises(CannotResume, match="'nothing'"):
        journal.find("nothing")


def test_what_cannot_go_on_is_refused_with_the_reason(data: Path, tmp_path: Path) -> None:
    over = session_of("sendas", kept=True)
    over.play("pass")
    over.play("pass")
    assert over.journal is not None
    assert over.journal.path is not None
    with pytest.raises(CannotResume, match="is over"):
        journal.reopen(over.journal.path)
    sealed = tmp_path / "sealed.txt"
    sealed.write_text(write_match(session_of("phoenix").match), encoding="utf-8")
    with pytest.raises(CannotResume, match="seed"):
        journal.reopen(sealed)


def test_a_record_from_elsewhere_goes_on_under_a_name_of_its_own(
    data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "web.txt"
    text = write_match(session_of("sendas").match)
    file.write_text(text, encoding="utf-8")
    match, kept = journal.reopen(file)
    Session(match, bots={}, journal=kept).play("pass")
    assert file.read_text(encoding="utf-8") == text
    assert len(list(data.glob("*.txt"))) == 1


def test_a_record_of_the_web_table_names_its_bots_in_its_own_way(tmp_path: Path) -> None:
    match = session_of("sendas").match
    match.tags = {"player-1": "Ana", "player-2": "bot 3"}
    assert bots_of(match) == {1: "3"}


def test_a_kept_game_opens_in_the_web_table(data: Path) -> None:
    imports = pytest.importorskip("ludoteca.server.match.record_import")
    session = session_of("cadena", {1: "2"}, kept=True)
    session.play("keep 0")
    (file,) = data.glob("*.txt")
    created, following, seed = imports.read(file.read_bytes())
    assert created.commitment == session.match.commitment
    assert len(following) >= 2
    assert seed == session.match.seed


def test_the_list_leaves_out_what_is_no_record(data: Path) -> None:
    session_of("sendas", kept=True).play("pass")
    session_of("colorito", kept=True)  # without a move
    (data / "notes.txt").write_text("hello", encoding="utf-8")
    (data / "raw.txt").write_bytes(b"\xff\xfe")
    assert [kept.headers["game"] for kept in journal.kept_games()] == ["sendas"]
    assert next(journal.kept_games()).unfinished


def test_a_folder_that_cannot_be_written_is_told_once_and_play_goes_on(data: Path) -> None:
    data.parent.mkdir(parents=True)
    data.write_text("in the way", encoding="utf-8")
    session = session_of("sendas", kept=True)
    assert session.take_trouble() is not None
    session.play("pass")
    assert session.take_trouble() is None
    assert session.stage == 1
    data.unlink()
    session.play("pass")
    assert len(list(data.glob("*.txt"))) == 1


def test_a_kept_file_that_vanished_is_written_anew(data: Path) -> None:
    session = session_of("sendas", kept=True)
    next(data.glob("*.txt")).unlink()
    session.play("pass")
    assert len(list(data.glob("*.txt"))) == 1


KILLED = """
from ludoteca.terminal.session import Session, new_match
from ludoteca.terminal.journal import Journal
import ludoteca
session = Session(new_match(ludoteca.load("colorito"), {}, 1), bots={}, journal=Journal())
print("ready", flush=True)
while True:
    session.play(session.match.position.moves()[0])
    print(session.stage, flush=True)
"""


@compiled_only
def test_a_killed_process_leaves_a_whole_record(data: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    told = [process.stdout.readline() for _ in range(20)]
    process.send_signal(signal.SIGKILL)
    told += [line for line in process.stdout.read().splitlines(keepends=True) if "\n" in line]
    process.stdout.close()
    process.wait()
    (file,) = data.glob("*.txt")
    kept = read_match(file.read_text(encoding="utf-8"))
    assert len(kept.events) >= int(told[-1]) >= 20


def test_a_journal_begins_with_what_is_in_its_file(tmp_path: Path) -> None:
    session = session_of("sendas", kept=True)
    assert session.journal is not None
    path = session.journal.path
    assert path is not None
    again = Journal(path)
    session.match.play("pass")
    again.keep(session.match)
    assert again.path == path
