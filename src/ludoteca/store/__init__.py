"""The store of matches: an append-only log of events, and the holders of the seats."""

from ludoteca.store.protocol import (
    Counts,
    ListedMatch,
    NewMatch,
    Store,
    StoredMatch,
    StoreFailed,
    Taken,
    Write,
)
from ludoteca.store.sqlite import SqliteStore

__all__ = [
    "Counts",
    "ListedMatch",
    "NewMatch",
    "SqliteStore",
    "Store",
    "StoreFailed",
    "StoredMatch",
    "Taken",
    "Write",
]
