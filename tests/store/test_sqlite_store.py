"""The store: nothing is answered before it is on the disk, nothing stored is ever lost."""

import sqlite3
import threading
from pathlib import Path

import pytest

from ludoteca.store import SqliteStore, StoreFailed, Taken, Write
from ludoteca.store.protocol import NewMatch
from ludoteca.store.sqlite import connect
from ludoteca.store.writer import MOST_IN_A_COMMIT, Writer

A, B = b"a" * 32, b"b" * 32


class Answers:
    """Collects the answers to writes."""

    def __init__(self, store: SqliteStore) -> None:
        self.store, self.got = store, list[Exception | None]()
        self._one = threading.Semaphore(0)

    def answer(self, error: Exception | None) -> None:
        self.got.append(error)
        self._one.release()

    def write(self, write: Write) -> Exception | None:
        """Writes and waits for the answer."""
        self.store.write(write, self.answer)
        assert self._one.acquire(timeout=20)
        return self.got[-1]


def new(match: str, holder: bytes = A, at: int = 1) -> Write:
    return Write(
        matches=(NewMatch(match=match, seed=b"s" * 32, creator=holder),),
        holders=((match, 0, holder),),
        events=((match, 0, b'{"at":%d}' % at),),
    )


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "deep" / "matches.sqlite", patience=0.2)


def test_what_is_answered_is_in_the_file(store: SqliteStore, tmp_path: Path) -> None:
    writes = Answers(store)
    assert writes.write(new("m")) is None
    assert writes.write(Write(events=(("m", 1, b"{}"),), holders=(("m", 1, B),))) is None
    other = SqliteStore(tmp_path / "deep" / "matches.sqlite")
    stored = other.load("m")
    assert stored is not None
    assert stored.events == [b'{"at":1}', b"{}"]
    assert stored.holders == {0: A, 1: B}
    assert (stored.seed, stored.creator) == (b"s" * 32, A)
    assert other.load("n") is None
    assert other.key() == store.key()
    other.close()
    store.close()


def test_a_place_is_taken_once_and_half_a_write_is_no_write(store: SqliteStore) -> None:
    writes = Answers(store)
    writes.write(new("m"))
    both = Write(events=(("m", 1, b"x"), ("m", 0, b"y")))
    assert isinstance(writes.write(both), Taken)
    seat = Write(events=(("m", 1, b"x"),), holders=(("m", 0, B),))
    assert isinstance(writes.write(seat), Taken)
    assert isinstance(writes.write(new("m")), Taken)
    stored = store.load("m")
    assert stored is not None
    assert stored.events == [b'{"at":1}']
    assert writes.write(Write(events=(("m", 1, b"x"),))) is None
    store.close()


def test_the_log_can_only_grow(store: SqliteStore, tmp_path: Path) -> None:
    Answers(store).write(new("m"))
    store.close()
    raw = sqlite3.connect(tmp_path / "deep" / "matches.sqlite")
    for statement in ("DELETE FROM events", "UPDATE events SET event = ''"):
        with pytest.raises(sqlite3.DatabaseError, match="append only"):
            raw.execute(statement)
    raw.close()


def test_matches_are_found_by_their_holder(store: SqliteStore) -> None:
    writes = Answers(store)
    for match, at in (("m", 3), ("n", 5), ("o", 4)):
        writes.write(new(match, A, at))
    writes.write(new("p", B))
    writes.write(Write(events=(("m", 1, b'{"at":9}'),)))
    assert [line.match for line in store.held_by(A, limit=10)] == ["m", "n", "o"]
    assert [line.match for line in store.held_by(A, limit=1)] == ["m"]
    assert store.held_by(b"c" * 32, limit=10) == []
    store.close()


class Counting(sqlite3.Connection):
    """A connection that counts its commits, and waits before the first."""

    commits = 0
    gate = threading.Event()

    def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        if statement == "BEGIN IMMEDIATE":
            self.gate.wait(20)
        if statement == "COMMIT":
            Counting.commits += 1
        return super().execute(statement, *values)  # type: ignore[arg-type]


def test_writes_that_wait_share_a_commit(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "m").close()
    connection = sqlite3.connect(
        tmp_path / "m", factory=Counting, check_same_thread=False, isolation_level=None
    )
    Counting.commits = 0
    Counting.gate.clear()
    writer, done = Writer(connection), list[Exception | None]()
    writer.put(new("m"), done.append)
    for seq in range(1, 2 * MOST_IN_A_COMMIT):
        writer.put(Write(events=(("m", seq, b"e"),)), done.append)
    Counting.gate.set()
    writer.close()
    assert done == [None] * 2 * MOST_IN_A_COMMIT
    assert 2 <= Counting.commits <= 3
    assert connection.execute("SELECT count(*) FROM events").fetchone()[0] == len(done)
    connection.close()


def test_a_locked_database_is_told_and_passes(store: SqliteStore, tmp_path: Path) -> None:
    writes = Answers(store)
    writes.write(new("m"))
    other = connect(tmp_path / "deep" / "matches.sqlite")
    other.execute("BEGIN IMMEDIATE")
    assert isinstance(writes.write(Write(events=(("m", 1, b"x"),))), StoreFailed)
    assert store.load("m") is not None
    other.execute("ROLLBACK")
    assert writes.write(Write(events=(("m", 1, b"x"),))) is None
    other.close()
    store.close()


def test_a_full_disk_is_told_and_loses_nothing(store: SqliteStore) -> None:
    writes = Answers(store)
    writes.write(new("m"))
    store._writing.execute("PRAGMA max_page_count = 12")
    seq = 1
    while writes.write(Write(events=(("m", seq, b"e" * 3000),))) is None:
        seq += 1
    assert isinstance(writes.got[-1], StoreFailed)
    stored = store.load("m")
    assert stored is not None
    assert len(stored.events) == seq
    store._writing.execute("PRAGMA max_page_count = 10000")
    assert writes.write(Write(events=(("m", seq, b"e" * 3000),))) is None
    store.close()


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, but something dear to somebody" * 100)
    with pytest.raises(StoreFailed):
        SqliteStore(tmp_path / "text")
    raw = sqlite3.connect(tmp_path / "other")
    raw.execute("CREATE TABLE dear (x)")
    raw.close()
    with pytest.raises(StoreFailed, match="format"):
        SqliteStore(tmp_path / "other")
    with pytest.raises(StoreFailed):
        SqliteStore(Path("/proc/nowhere/matches"))


def test_a_closed_store_refuses(store: SqliteStore) -> None:
    store.close()
    answers: list[Exception | None] = []
    store.write(new("m"), answers.append)
    assert isinstance(answers[0], StoreFailed)
