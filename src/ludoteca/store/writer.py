"""Group commit: one thread writes, and writes that wait at the same time share one commit."""

import queue
import sqlite3
import threading
from collections.abc import Iterable

from ludoteca.store.protocol import Answer, StoreFailed, Taken, Write

MOST_IN_A_COMMIT = 256
Waiting = tuple[Write, Answer]


class Writer:
    """The only one who writes to a database; every write is answered after its commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def put(self, write: Write, answer: Answer) -> None:
        """Queues a write; after close it is refused."""
        if self._closed:
            answer(StoreFailed("the store is closed"))
        else:
            self._waiting.put((write, answer))

    def close(self) -> None:
        """Waits until everything queued is stored."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
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

    def _store(self, batch: list[Waiting]) -> None:
        """Commits a batch and answers each write; one that is refused leaves the others alone."""
        answers: list[tuple[Answer, Exception | None]] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for write, answer in batch:
                answers.append((answer, self._insert(write)))
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            failed = StoreFailed(str(error))
            answers = [(answer, failed) for _, answer in batch]
        for answer, outcome in answers:
            answer(outcome)

    def _insert(self, write: Write) -> Exception | None:
        run = self._connection.execute
        run("SAVEPOINT write")
        try:
            for match in write.matches:
                row = (match.match, match.seed, match.creator)
                run("INSERT INTO matches (id, seed, creator) VALUES (?, ?, ?)", row)
            self._insert_all("INSERT INTO holders VALUES (?, ?, ?)", write.holders)
            self._insert_all("INSERT INTO events VALUES (?, ?, ?)", write.events)
        except sqlite3.IntegrityError as error:
            run("ROLLBACK TO write")
            run("RELEASE write")
            return Taken(str(error))
        run("RELEASE write")
        return None

    def _insert_all(self, statement: str, rows: Iterable[tuple[str, int, bytes]]) -> None:
        for row in rows:
            self._connection.execute(statement, row)

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
