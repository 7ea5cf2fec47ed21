"""Matches in one SQLite file: write-ahead log, flushed to the disk before a write is answered."""

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludoteca.store.files import private, private_folder
from ludoteca.store.formats import prepare
from ludoteca.store.protocol import Answer, Counts, ListedMatch, StoredMatch, StoreFailed, Write
from ludoteca.store.writer import Writer

PATIENCE_SECONDS = 2.0
CHECK_SECONDS = 2.0
CHECK_STEPS = 10_000
CHECKPOINT_PAGES = 8000

Read = Callable[..., list[Any]]


def connect(path: Path, *, patience: float = PATIENCE_SECONDS) -> sqlite3.Connection:
    """Open a connection that flushes every commit and waits a little for a locked database."""
    connection = sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    return connection


def check(connection: sqlite3.Connection, *, seconds: float = CHECK_SECONDS) -> None:
    """Check the file's integrity, for a limited time; raise StoreFailed if it is damaged."""
    until = time.monotonic() + seconds
    connection.set_progress_handler(lambda: int(time.monotonic() > until), CHECK_STEPS)
    try:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if "interrupted" not in str(error):
            raise
        return
    finally:
        connection.set_progress_handler(None, 0)
    if found != "ok":
        raise StoreFailed(f"the file is damaged: {found}")


class SqliteStore:
    """A store in one file of this computer, which its user alone can read."""

    def __init__(self, path: Path, *, patience: float = PATIENCE_SECONDS) -> None:
        try:
            private_folder(path.parent)
            if not path.exists():
                private(path)
            writing = connect(path, patience=patience)
            check(writing)
            prepare(writing, path)
            private(path)
            self._reading = connect(path, patience=patience)
        except (sqlite3.Error, OSError) as error:
            raise StoreFailed(str(error)) from error
        self._folder = path.parent
        self._lock = threading.Lock()
        self._writing = writing
        self._writer = Writer(writing)

    def write(self, write: Write, answer: Answer) -> None:
        """Store rows durably, sharing a commit with others that wait; then answer."""
        self._writer.put(write, answer)

    @contextmanager
    def _snapshot(self) -> Iterator[Read]:
        """Run reads within one transaction, so that they see one snapshot of the database."""
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
        """Return everything stored of a match, or None."""
        with self._snapshot() as read:
            found = read("SELECT seed, creator, status, unread FROM matches WHERE id = ?", match)
            if not found:
                return None
            events = read("SELECT event FROM events WHERE match = ? ORDER BY seq", match)
            holders = read("SELECT seat, holder FROM holders WHERE match = ?", match)
        seed, creator, status, unread = found[0]
        return StoredMatch(
            match=match,
            seed=seed,
            creator=creator,
            events=[row[0] for row in events],
            holders=dict(holders),
            status=status,
            unread=bool(unread),
        )

    def review(self, match: str, level: int) -> bytes | None:
        """Return the review of a match that was stored last for a level, or None."""
        statement = "SELECT content FROM reviews WHERE match = ? AND level = ?"
        with self._snapshot() as read:
            found = read(statement, match, level)
        return bytes(found[0][0]) if found else None

    def held_by(
        self, holder: bytes, *, limit: int, before: tuple[int, str] | None = None
    ) -> list[ListedMatch]:
        """Return the matches in which a holder has a seat, the last updated first."""
        statement = (
            "SELECT id, created, updated FROM matches"
            " WHERE id IN (SELECT match FROM holders WHERE holder = ?) {page}"
            " ORDER BY updated DESC, id DESC LIMIT ?"
        )
        page = "" if before is None else "AND (updated, id) < (?, ?)"
        with self._snapshot() as read:
            rows = read(statement.format(page=page), holder, *(before or ()), limit)
        return [ListedMatch(match=row[0], created=row[1], updated=row[2]) for row in rows]

    def counts(self, creator: bytes) -> Counts:
        """Return how many matches a creator has."""
        statement = (
            "SELECT count(*) FILTER (WHERE status IN ('waiting', 'playing') AND NOT imported),"
            " count(*) FILTER (WHERE imported) FROM matches WHERE creator = ?"
        )
        with self._snapshot() as read:
            waiting, imported = read(statement, creator)[0]
        return Counts(open=waiting, imported=imported)

    def expirable(self, *, waiting_before: int, unread_before: int, limit: int) -> list[str]:
        """Return matches that still wait or were cancelled, and unread imports, of long ago."""
        with self._snapshot() as read:
            rows = read(
                "SELECT id FROM matches WHERE status IN ('waiting', 'cancelled') AND updated < ?"
                " UNION SELECT id FROM matches WHERE unread AND updated < ? LIMIT ?",
                waiting_before,
                unread_before,
                limit,
            )
        return [row[0] for row in rows]

    def free_bytes(self) -> int | None:
        """Return the free space of the disk, or None where that is not known."""
        try:
            return shutil.disk_usage(self._folder).free
        except OSError:
            return None

    def key(self) -> bytes:
        """Return 32 secret bytes of this store, always the same."""
        with self._snapshot() as read:
            value: bytes = read("SELECT value FROM keys WHERE name = 'server'")[0][0]
        return value

    def close(self) -> None:
        """Store all pending writes and close the file."""
        self._writer.close()
        with self._lock:
            self._reading.close()
        self._writing.close()
