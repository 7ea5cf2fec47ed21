"""What the server asks of a store. Any database that can commit a few rows at once fits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol


class StoreFailed(Exception):
    """Nothing was written: the disk is full, the database locked or broken."""


class Taken(Exception):
    """Nothing was written: another write came first to the same place."""


@dataclass(frozen=True, kw_only=True)
class NewMatch:
    """A match to be opened: its secret seed (None: unknown) and the key of who opened it."""

    match: str
    seed: bytes | None
    creator: bytes


@dataclass(frozen=True, kw_only=True)
class Write:
    """Rows that are stored all together or not at all.

    events   (match, seq, event); a second event of the same number is refused
    holders  (match, seat, key of the holder); a seat is taken once
    """

    events: tuple[tuple[str, int, bytes], ...] = ()
    matches: tuple[NewMatch, ...] = ()
    holders: tuple[tuple[str, int, bytes], ...] = ()


@dataclass(frozen=True, kw_only=True)
class StoredMatch:
    """All that is stored of a match; its events in order from number 0."""

    match: str
    seed: bytes | None
    creator: bytes
    events: list[bytes]
    holders: dict[int, bytes] = field(default_factory=dict)


Answer = Callable[[Exception | None], None]


class Store(Protocol):
    """A database of matches. Reading is done from any thread, writing never blocks the caller."""

    def write(self, write: Write, answer: Answer) -> None:
        """Stores rows for good, then answers None, or else why not: Taken or StoreFailed.

        The answer comes from another thread. Writes are stored in the order in which they came.
        """

    def load(self, match: str) -> StoredMatch | None:
        """All that is stored of a match, or None; StoreFailed if it cannot be read."""

    def held_by(self, holder: bytes, *, limit: int) -> list[str]:
        """The matches in which somebody holds a seat, those played last first."""

    def key(self) -> bytes:
        """32 secret bytes of this store, always the same."""

    def close(self) -> None:
        """Stores what is waiting and lets go of the database."""
