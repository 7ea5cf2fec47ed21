"""The players' contributions to the chance of a match.

Scheme 1, in older records, hashes the bytes of all players end to end. Scheme 2
names the seat and the length of each contribution, so that no two sets of contributions have the
same bytes:

    "ludoteca contributions 2\\n" and then, for each seat that added something, "SEAT:LENGTH:BYTES"

A match without contributions has no bytes under either scheme. `core.chance` hashes the result.
"""

import re
from collections.abc import Mapping

MOST_BYTES = 32
"""The longest contribution of a seat."""
_PREFIX = b"ludoteca contributions 2\n"
_HEAD = re.compile(rb"(\d):(\d{1,2}):")


def join(by_seat: Mapping[int, bytes]) -> bytes:
    """Return the bytes of scheme 2; seats that added nothing are left out."""
    parts = [b"%d:%d:%b" % (seat, len(raw), raw) for seat, raw in sorted(by_seat.items()) if raw]
    return _PREFIX + b"".join(parts) if parts else b""


def split(joined: bytes) -> dict[int, bytes] | None:
    """Return the contributions by seat, or None for bytes of scheme 1."""
    by_seat: dict[int, bytes] = {}
    place = len(_PREFIX)
    while place < len(joined):
        head = _HEAD.match(joined, place)
        if head is None:
            return None
        place = head.end() + int(head[2])
        by_seat[int(head[1])] = joined[head.end() : place]
    return by_seat if join(by_seat) == joined else None


def fits(joined: bytes, seats: int) -> bool:
    """Return whether no seat added more than it may, under either scheme."""
    by_seat = split(joined)
    if by_seat is None:
        return len(joined) <= seats * MOST_BYTES and not joined.startswith(_PREFIX)
    return all(seat < seats and len(raw) <= MOST_BYTES for seat, raw in by_seat.items())
