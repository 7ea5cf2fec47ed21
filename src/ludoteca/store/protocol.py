"""The interface between the server and a store. Any transactional database can implement it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol


class StoreFailed(Exception):
    """Nothing was written: the disk is full, the database locked or broken."""


class Taken(Exception):
    """Nothing was written: another write came first to the same place."""


@dataclass(frozen=True, kw_only=True)
class NewMatch:
    """A match to be stored: its secret seed (None: unknown) and the key of its creator."""

    match: str
    seed: bytes | None
    creator: bytes
    status: str = "playing"
    imported: bool = False


@dataclass(frozen=True, kw_only=True)
class Write:
    """Rows that are stored all together or not at all.

    events    (match, seq, event); a second event of the same number is refused, and so is one of a
              match that does not exist. The time of the match is that of its last event
    holders   (match, seat, key of the holder); a seat is taken once
    statuses  (match, status), where it changes; lists and limits read it
    read      matches that somebody has opened after their import
    expired   matches to delete: only those that wait, were cancelled, or were imported and not read
    reviews   (match, level, content): what was found out about a finished match; the last one stays
    """

    events: tuple[tuple[str, int, bytes], ...] = ()
    matches: tuple[NewMatch, ...] = ()
    holders: tuple[tuple[str, int, bytes], ...] = ()
    statuses: tuple[tuple[str, str], ...] = ()
    read: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    reviews: tuple[tuple[str, int, bytes], ...] = ()


@dataclass(frozen=True, kw_only=True)
class StoredMatch:
    """Everything that is stored of a match; its events in order from number 0."""

    match: str
    seed: bytes | None
    creator: bytes
    events: list[bytes]
    holders: dict[int, bytes] = field(default_factory=dict)
    status: str = "playing"
    unread: bool = False


@dataclass(frozen=True, kw_only=True)
class ListedMatch:
    """A line of a list of matches; times in milliseconds."""

    match: str
    created: int
    updated: int


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How many matches somebody has created: those not over, and those imported."""

    open: int
    imported: int


Answer = Callable[[Exception | None], None]


class Store(Protocol):
    """A database of matches. Reads may come from any thread; writes never block the caller."""

    def write(self, write: Write, answer: Answer) -> None:
        """Store rows durably, then call `answer` with None, or with Taken or StoreFailed.

        The answer comes from another thread. Writes are stored in the order of the calls.
        """

    def load(self, match: str) -> StoredMatch | None:
        """Return everything stored of a match, or None; StoreFailed if it cannot be read."""

    def review(self, match: str, level: int) -> bytes | None:
        """Return the review of a match that was stored last for a level, or None."""

    def held_by(
        self, holder: bytes, *, limit: int, before: tuple[int, str] | None = None
    ) -> list[ListedMatch]:
        """Return the matches in which a holder has a seat, the last updated first.

        `before` is the time and id of the last line of the page before.
        """

    def counts(self, creator: bytes) -> Counts:
        """Return how many matches a creator has."""

    def expirable(self, *, waiting_before: int, unread_before: int, limit: int) -> list[str]:
        """Return matches that still wait or were cancelled, and unread imports, last updated
        before these times."""

    def free_bytes(self) -> int | None:
        """Return the free space of the disk, or None where that is not known."""

    def key(self) -> bytes:
        """Return 32 secret bytes of this store, always the same."""

    def close(self) -> None:
        """Store all pending writes and close the database."""
