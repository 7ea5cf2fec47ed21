"""The file of the store: private, checked, copied before an upgrade, and kept small."""

import os
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.store import NewMatch, SqliteStore, StoreFailed, Taken, Write
from ludoteca.store.sqlite import check
from ludoteca.store.writer import Writer
from tests.store.test_sqlite_store import A, Answers, new

# The tables as the first format had them, word for word.
FORMAT_1 = """
CREATE TABLE matches (id TEXT PRIMARY KEY, seed BLOB, creator BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    match TEXT NOT NULL REFERENCES matches, seq INTEGER NOT NULL, event BLOB NOT NULL,
    PRIMARY KEY (match, seq)) WITHOUT ROWID;
CREATE TABLE holders (
    match TEXT NOT NULL REFERENCES matches, seat INTEGER NOT NULL, holder BLOB NOT NULL,
    PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE INDEX matches_of_holder ON holders (holder, match);
CREATE TABLE keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER events_hold BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
PRAGMA journal_mode = WAL;
PRAGMA user_version = 1;
"""
LOGS = {
    "waiting": [b'{"kind":"created","at":5}', b'{"kind":"joined","at":6}'],
    "playing": [b'{"kind":"created","at":1}', b'{"kind":"started","at":2}'],
    "resigned": [b'{"kind":"created","at":1}', b'{"kind":"resign","at":9}'],
    "cancelled": [b'{"kind":"created","at":1}', b'{"kind":"cancelled","at":4}'],
    "damaged": [b'{"kind":"created","at":3}', b"\xff{"],
}


def old_file(path: Path) -> Path:
    """A database of format 1."""
    raw = sqlite3.connect(path)
    raw.executescript(FORMAT_1)
    raw.execute("INSERT INTO keys VALUES ('server', ?)", (b"k" * 32,))
    for match, log in LOGS.items():
        raw.execute("INSERT INTO matches VALUES (?, ?, ?)", (match, b"s" * 32, A))
        raw.execute("INSERT INTO holders VALUES (?, 0, ?)", (match, A))
        rows = [(match, seq, event) for seq, event in enumerate(log)]
        raw.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
    raw.commit()
    raw.close()
    return path


def test_a_file_of_format_1_is_copied_and_upgraded(tmp_path: Path) -> None:
    path = old_file(tmp_path / "matches.sqlite")
    store = SqliteStore(path)
    assert store.key() == b"k" * 32
    statuses = {}
    for match, log in LOGS.items():
        stored = store.load(match)
        assert stored is not None
        assert (stored.events, stored.holders, stored.unread) == (log, {0: A}, False)
        statuses[match] = stored.status
    wanted = {"resigned": "over", "damaged": "playing"}
    assert statuses == {match: wanted.get(match, match) for match in LOGS}
    listed = [(line.match, line.updated) for line in store.held_by(A, limit=9)]
    assert listed == [
        ("resigned", 9),
        ("waiting", 6),
        ("cancelled", 4),
        ("playing", 2),
        ("damaged", 0),
    ]
    assert Answers(store).write(Write(events=(("playing", 2, b'{"at":20}'),))) is None
    store.close()
    copy = sqlite3.connect(tmp_path / "matches.sqlite.format-1")
    assert copy.execute("PRAGMA user_version").fetchone() == (1,)
    assert copy.execute("SELECT count(*) FROM events").fetchone() == (10,)
    copy.close()
    assert (tmp_path / "matches.sqlite.format-1").stat().st_mode & 0o777 == 0o600
    SqliteStore(path).close()


def test_a_new_file_and_an_upgraded_one_have_the_same_tables(tmp_path: Path) -> None:
    schemas = []
    for path in (old_file(tmp_path / "old"), tmp_path / "new"):
        SqliteStore(path).close()
        raw = sqlite3.connect(path)
        schemas.append(raw.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall())
        raw.close()
    assert schemas[0] == schemas[1]


def test_a_file_of_format_2_gets_a_place_for_reviews(tmp_path: Path) -> None:
    path = tmp_path / "m"
    store = SqliteStore(path)
    Answers(store).write(new("m"))
    store.close()
    raw = sqlite3.connect(path)
    raw.executescript("DROP TABLE reviews; PRAGMA user_version = 2;")
    raw.close()
    store = SqliteStore(path)
    stored = store.load("m")
    assert stored is not None
    assert len(stored.events) == 1
    assert Answers(store).write(Write(reviews=(("m", 4, b"{}"),))) is None
    assert store.review("m", 4) == b"{}"
    store.close()
    copy = sqlite3.connect(tmp_path / "m.format-2")
    assert copy.execute("PRAGMA user_version").fetchone() == (2,)
    copy.close()


def test_reviews_are_replaced_and_go_with_their_match(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "m")
    writes = Answers(store)
    writes.write(replace(new("m"), statuses=(("m", "cancelled"),)))
    for content in (b"one", b"two"):
        assert writes.write(Write(reviews=(("m", 4, content),))) is None
    assert store.review("m", 4) == b"two"
    assert store.review("m", 5) is None
    assert writes.write(Write(expired=("m",))) is None
    assert store.load("m") is None
    assert store.review("m", 4) is None
    store.close()


def test_a_failed_upgrade_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_file(tmp_path / "m")
    monkeypatch.setattr("ludoteca.store.formats._DERIVE", "UPDATE nowhere SET x = 1;\n")
    with pytest.raises(StoreFailed):
        SqliteStore(path)
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA user_version").fetchone() == (1,)
    assert len(raw.execute("SELECT * FROM matches").description) == 3
    raw.close()


def test_a_damaged_file_is_found_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "m"
    store = SqliteStore(path)
    writes = Answers(store)
    writes.write(new("m"))
    for seq in range(1, 40):
        writes.write(Write(events=(("m", seq, b"e" * 3000),)))
    store.close()
    raw = bytearray(path.read_bytes())
    for page in range(8, len(raw) // 4096 - 2):
        raw[page * 4096 : page * 4096 + 16] = b"\xee" * 16
    path.write_bytes(raw)
    with pytest.raises(StoreFailed, match=r"damaged|malformed"):
        SqliteStore(path)


def test_the_check_at_the_start_takes_a_limited_time(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "m")
    writes = Answers(store)
    writes.write(new("m"))
    rows = tuple(("m", seq, b"e" * 900) for seq in range(1, 4000))
    assert writes.write(Write(events=rows)) is None
    check(store._writing, seconds=-1)  # interrupted, which is no damage
    check(store._writing)
    store.close()


@pytest.mark.skipif(os.name == "nt", reason="permissions of Unix")
def test_the_folder_and_its_files_are_the_users_own(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    old_file(folder / "m")
    folder.chmod(0o755)
    for file in folder.iterdir():
        file.chmod(0o644)
    store = SqliteStore(folder / "m")
    Answers(store).write(new("n"))
    modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    assert {"m", "m-wal", "m-shm"} <= modes.keys()
    assert set(modes.values()) == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    store.close()


@pytest.mark.skipif(os.name == "nt", reason="permissions of Unix")
def test_a_folder_that_all_users_share_is_left_as_it_is(tmp_path: Path) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    SqliteStore(shared / "m").close()
    assert shared.stat().st_mode & 0o7777 == 0o1777
    assert (shared / "m").stat().st_mode & 0o777 == 0o600


def test_the_write_ahead_log_is_emptied_when_nothing_is_written(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "m").close()
    connection = sqlite3.connect(tmp_path / "m", check_same_thread=False, isolation_level=None)
    writer, done = Writer(connection, idle=0.05), list[Exception | None]()
    writer.put(new("m"), done.append)
    log = tmp_path / "m-wal"
    until = time.monotonic() + 20
    while not done or log.stat().st_size:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert done == [None]
    writer.close()
    connection.close()


def made(store: SqliteStore, match: str, status: str, *, imported: bool = False) -> None:
    """Stores a match of a status."""
    found = NewMatch(match=match, seed=None, creator=A, status=status, imported=imported)
    write = Write(matches=(found,), holders=((match, 0, A),), events=((match, 0, b'{"at":50}'),))
    assert Answers(store).write(write) is None


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    store = SqliteStore(tmp_path / "m")
    for status in ("waiting", "cancelled", "playing", "over"):
        made(store, status, status)
    made(store, "unread", "over", imported=True)
    made(store, "read", "playing", imported=True)
    assert Answers(store).write(Write(read=("read",))) is None
    return store


def test_only_matches_that_wait_and_unread_imports_expire(store: SqliteStore) -> None:
    assert store.expirable(waiting_before=50, unread_before=50, limit=9) == []
    assert store.expirable(waiting_before=51, unread_before=50, limit=9) == ["cancelled", "waiting"]
    found = store.expirable(waiting_before=51, unread_before=51, limit=9)
    assert found == ["cancelled", "unread", "waiting"]
    assert len(store.expirable(waiting_before=51, unread_before=51, limit=2)) == 2
    writes = Answers(store)
    for match in ("playing", "over", "read", "none"):
        assert isinstance(writes.write(Write(expired=(match,))), Taken)
    for match in found:
        assert writes.write(Write(expired=(match,))) is None
        assert store.load(match) is None
    assert {line.match for line in store.held_by(A, limit=9)} == {"playing", "over", "read"}
    late = Write(events=(("waiting", 1, b'{"at":60}'),), holders=(("waiting", 1, A),))
    assert isinstance(writes.write(late), Taken)
    assert store.expirable(waiting_before=99, unread_before=99, limit=9) == []
    store.close()


def test_the_file_itself_guards_what_has_not_expired(store: SqliteStore, tmp_path: Path) -> None:
    store.close()
    raw = sqlite3.connect(tmp_path / "m", isolation_level=None)
    refused = {
        "DELETE FROM events WHERE match = 'playing'": "append only",
        "DELETE FROM events WHERE match = 'waiting'": "append only",
        "DELETE FROM holders": "append only",
        "DELETE FROM matches": "append only",
        "UPDATE events SET event = ''": "append only",
        "INSERT INTO expired VALUES ('playing')": "not expired",
        "INSERT INTO expired VALUES ('over')": "not expired",
        "INSERT INTO expired VALUES ('none')": "not expired",
    }
    for statement, why in refused.items():
        with pytest.raises(sqlite3.DatabaseError, match=why):
            raw.execute(statement)
    raw.execute("INSERT INTO expired VALUES ('waiting')")
    with pytest.raises(sqlite3.DatabaseError, match="whole matches only"):
        raw.execute("DELETE FROM expired")
    raw.close()


def test_lists_go_on_to_their_end_page_by_page(store: SqliteStore) -> None:
    writes = Answers(store)
    for number in range(25):
        writes.write(new(f"m{number:02}", at=100 + number // 4))
    found, before = list[str](), None
    while lines := store.held_by(A, limit=4, before=before):
        found += [line.match for line in lines]
        before = (lines[-1].updated, lines[-1].match)
    assert len(found) == len(set(found)) == 31
    assert found == [line.match for line in store.held_by(A, limit=99)]
    assert found[0] == "m24"
    assert len(store.held_by(A, limit=99, before=(51, ""))) == 6
    store.close()


def test_matches_are_counted_by_their_creator(store: SqliteStore) -> None:
    counts = store.counts(A)
    assert (counts.open, counts.imported) == (2, 2)
    assert Answers(store).write(Write(statuses=(("playing", "over"),))) is None
    assert store.counts(A).open == 1
    assert store.counts(b"c" * 32).open == 0
    assert (store.free_bytes() or 0) > 0
    store.close()
