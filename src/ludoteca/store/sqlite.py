"""Matches in one SQLite file: write-ahead log, flushed to the disk before anything is answered."""

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludoteca.store.protocol import Answer, StoredMatch, StoreFailed, Write
from ludoteca.store.writer import Writer

FORMAT = 1
PATIENCE_SECONDS = 2.0
CHECKPOINT_PAGES = 8000
_SCHEMA = """
CREATE TABLE matches (id TEXT PRIMARY KEY, seed BLOB, creator BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    match TEXT NOT NULL REFERENCES matches, seq INTEGER NOT NULL, event BLOB NOT NULL,
    PRIMARY KEY (match, seq)) WITHOUT ROWID;
CREATE TABLE holders (
    match TEXT NOT NULL REFERENCES matches, seat INTEGER NOT NULL, holder BLOB NOT NULL,
    PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE INDEX matches_of_holder ON holders (holder, match);
CREATE TABLE keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""
# The log can only grow: not even a mistake of ours can change or take away an event.
_GUARDS = """
CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER events_hold BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""

Read = Callable[..., list[Any]]


def connect(path: Path, *, patience: float = PATIENCE_SECONDS) -> sqlite3.Connection:
    """A connection that flushes every commit and waits a little for a locked database."""
    connection = sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Makes the tables of a new file; StoreFailed if the file is of another program or time."""
    connection.execute("BEGIN IMMEDIATE")
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if found == 0 and tables == 0:
        for statement in (_SCHEMA + _GUARDS).split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        row = ("server", secrets.token_bytes(32))
        connection.execute("INSERT INTO keys VALUES (?, ?)", row)
    elif found != FORMAT:
        connection.execute("ROLLBACK")
        raise StoreFailed(f"the file has format {found}, not {FORMAT}")
    connection.execute("COMMIT")


class SqliteStore:
    """A store in one file of this computer."""

    def __init__(self, path: Path, *, patience: float = PATIENCE_SECONDS) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            writing = connect(path, patience=patience)
            prepare(writing)
            self._reading = connect(path, patience=patience)
        except (sqlite3.Error, OSError) as error:
            raise StoreFailed(str(error)) from error
        self._lock = threading.Lock()
        self._writing = writing
        self._writer = Writer(writing)

    def write(self, write: Write, answer: Answer) -> None:
        """Stores rows for good, sharing a commit with others that wait; then answers."""
        self._writer.put(write, answer)

    @contextmanager
    def _snapshot(self) -> Iterator[Read]:
        """Reads that all see the same moment of the database."""
        with self._lock:
            try:
                self._reading.execute("BEGIN")
                try:
                    yield lambda sql, *values: self._reading.execute(sql, values).fetchall()
                finally:
                    self._reading.execute("COMMIT")
            except sqlite3.Error as error:
                raise StoreFailed(str(error)) from error

    def load(self, match: str) -> StoredMatch | None:
        """All that is stored of a match, or None."""
        with self._snapshot() as read:
            found = read("SELECT seed, creator FROM matches WHERE id = ?", match)
            if not found:
                return None
            events = read("SELECT event FROM events WHERE match = ? ORDER BY seq", match)
            holders = read("SELECT seat, holder FROM holders WHERE match = ?", match)
        (seed, creator), rows = found[0], [row[0] for row in events]
        return StoredMatch(
            match=match, seed=seed, creator=creator, events=rows, holders=dict(holders)
        )

    def held_by(self, holder: bytes, *, limit: int) -> list[str]:
        """The matches in which somebody holds a seat, those played last first."""
        last = (
            "(SELECT json_extract(CAST(event AS TEXT), '$.at') FROM events"
            " WHERE events.match = holders.match ORDER BY seq DESC LIMIT 1)"
        )
        statement = (
            f"SELECT DISTINCT match, {last} AS last FROM holders WHERE holder = ?"
            " ORDER BY last DESC, match LIMIT ?"
        )
        with self._snapshot() as read:
            return [match for match, _ in read(statement, holder, limit)]

    def key(self) -> bytes:
        """32 secret bytes of this store, always the same."""
        with self._snapshot() as read:
            value: bytes = read("SELECT value FROM keys WHERE name = 'server'")[0][0]
        return value

    def close(self) -> None:
        """Stores what is waiting and closes the file."""
        self._writer.close()
        with self._lock:
            self._reading.close()
        self._writing.close()
