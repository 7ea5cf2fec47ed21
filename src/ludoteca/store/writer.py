"""Group commit: one thread writes, and writes that wait at the same time share one commit."""

import queue
import sqlite3
import threading
from collections.abc import Iterable

from ludoteca.store.protocol import Answer, NewMatch, StoreFailed, Taken, Write

MOST_IN_A_COMMIT = 256
IDLE_SECONDS = 5.0
Waiting = tuple[Write, Answer]
_AT = (
    "CASE WHEN json_valid(CAST(:event AS TEXT))"
    " THEN CAST(json_extract(CAST(:event AS TEXT), '$.at') AS INTEGER) END"
)
_TIME = (
    f"UPDATE matches SET updated = max(updated, coalesce({_AT}, 0)),"
    f" created = CASE WHEN :seq = 0 OR created = 0 THEN coalesce({_AT}, 0) ELSE created END"
    " WHERE id = :match"
)
_EXPIRE = (
    "INSERT INTO expired VALUES (?)",
    "DELETE FROM events WHERE match = ?",
    "DELETE FROM holders WHERE match = ?",
    "DELETE FROM reviews WHERE match = ?",
    "DELETE FROM matches WHERE id = ?",
    "DELETE FROM expired WHERE match = ?",
)


class Writer:
    """The only writer of a database; every write is answered after its commit."""

    def __init__(self, connection: sqlite3.Connection, *, idle: float = IDLE_SECONDS) -> None:
        self._connection, self._idle = connection, idle
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def put(self, write: Write, answer: Answer) -> None:
        """Queue a write; after close it is refused."""
        if self._closed:
            answer(StoreFailed("the store is closed"))
        else:
            self._waiting.put((write, answer))

    def close(self) -> None:
        """Wait until everything queued is stored."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (first := self._next()) is not None:
            batch = [first]
            last = False
            while len(batch) < MOST_IN_A_COMMIT and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    last = True
                    break
                batch.append(following)
            self._store(batch)
            if last:
                return

    def _next(self) -> Waiting | None:
        """Wait for a write; move the write-ahead log into the database when none comes."""
        try:
            return self._waiting.get(timeout=self._idle)
        except queue.Empty:
            self._checkpoint()
        return self._waiting.get()

    def _checkpoint(self) -> None:
        """Checkpoint the write-ahead log unless a reader uses it; writes never wait for this."""
        try:
            patience = self._connection.execute("PRAGMA busy_timeout").fetchone()[0]
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute(f"PRAGMA busy_timeout = {patience}")
        except sqlite3.Error:
            return  # the log is read as well as the database, and the next commit tries again

    def _store(self, batch: list[Waiting]) -> None:
        """Commit a batch and answer each write; a refused one leaves the others alone."""
        answers: list[tuple[Answer, Exception | None]] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for write, answer in batch:
                answers.append((answer, self._apply(write)))
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            failed = StoreFailed(str(error))
            answers = [(answer, failed) for _, answer in batch]
        for answer, outcome in answers:
            answer(outcome)

    def _apply(self, write: Write) -> Exception | None:
        run = self._connection.execute
        run("SAVEPOINT write")
        try:
            self._open_matches(write.matches)
            self._run_all("INSERT INTO holders VALUES (?, ?, ?)", write.holders)
            self._run_all("INSERT INTO events VALUES (?, ?, ?)", write.events)
            self._note_times(write.events)
            for match, status in write.statuses:
                run("UPDATE matches SET status = ? WHERE id = ?", (status, match))
            self._run_all("UPDATE matches SET unread = 0 WHERE id = ?", zip(write.read))
            self._run_all("REPLACE INTO reviews VALUES (?, ?, ?)", write.reviews)
            for statement in _EXPIRE:
                self._run_all(statement, zip(write.expired))
        except sqlite3.IntegrityError as error:
            run("ROLLBACK TO write")
            run("RELEASE write")
            return Taken(str(error))
        run("RELEASE write")
        return None

    def _open_matches(self, matches: Iterable[NewMatch]) -> None:
        for match in matches:
            self._connection.execute(
                "INSERT INTO matches (id, seed, creator, status, imported, unread)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    match.match,
                    match.seed,
                    match.creator,
                    match.status,
                    match.imported,
                    match.imported,
                ),
            )

    def _note_times(self, events: Iterable[tuple[str, int, bytes]]) -> None:
        """Set each match's time to that of its last event; refuse events of unknown matches."""
        for match, seq, event in {row[0]: row for row in events}.values():
            values = {"match": match, "seq": seq, "event": event}
            if self._connection.execute(_TIME, values).rowcount == 0:
                raise sqlite3.IntegrityError(f"there is no match {match}")

    def _run_all(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        for row in rows:
            self._connection.execute(statement, row)

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
