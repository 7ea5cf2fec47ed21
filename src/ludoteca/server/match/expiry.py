"""Expiry: matches that nobody joined and imports that nobody opened are deleted after a time."""

import asyncio
import logging
from contextlib import suppress

from ludoteca.server.errors import Refused
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.match.state import now_ms
from ludoteca.store import Taken, Write

DAY = 24 * 60 * 60 * 1000
BATCH = 200
log = logging.getLogger("ludoteca.server")


async def keep_expiring(rooms: RoomRegistry) -> None:
    """Delete what has expired, now and at a fixed interval."""
    while True:
        try:
            while await expire(rooms) == BATCH:
                await asyncio.sleep(1)
        except Refused as error:
            log.warning("expired matches could not be deleted: %s", error)
        await asyncio.sleep(rooms.settings.expiry_seconds)


async def expire(rooms: RoomRegistry) -> int:
    """Delete a batch of expired matches; return how many were deleted."""
    now, settings = now_ms(), rooms.settings
    found = await rooms.store.expirable(
        waiting_before=now - int(settings.waiting_days * DAY),
        unread_before=now - int(settings.unread_days * DAY),
        limit=BATCH,
    )
    return sum([await _delete(rooms, match) for match in found])


async def _delete(rooms: RoomRegistry, match: str) -> bool:
    """Delete one match, unless somebody is there; the store refuses one that has begun."""
    room = rooms.in_memory(match)
    if room is not None and not room.idle:
        return False
    with suppress(Taken):
        await rooms.store.write(Write(expired=(match,)))
        rooms.drop(match)
        return True
    return False
