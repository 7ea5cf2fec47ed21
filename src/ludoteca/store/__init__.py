"""Where matches are kept: an append-only log of events, and who holds which seat."""

from ludoteca.store.protocol import Store, StoredMatch, StoreFailed, Taken, Write
from ludoteca.store.sqlite import SqliteStore

__all__ = ["SqliteStore", "Store", "StoreFailed", "StoredMatch", "Taken", "Write"]
