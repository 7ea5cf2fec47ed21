"""The start of a match that waits for contributions, for a limited time."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ludoteca.server.errors import Refused
from ludoteca.server.match import commands
from ludoteca.server.match.commands import Decision
from ludoteca.server.match.state import WAITING, MatchState

if TYPE_CHECKING:
    from ludoteca.server.match.room import Room

LONGEST_PAUSE = 30.0
log = logging.getLogger("ludoteca.server")


def waits_for_contributions(state: MatchState) -> bool:
    """Return whether all seats are taken and only contributions are missing."""
    return state.status == WAITING and not state.open_seats


async def start_without_contributions(room: "Room") -> None:
    """Start a match once its grace is over; retry later if that cannot be stored."""
    grace = room.rooms.settings.contribution_seconds
    pause = min(grace, max(0.0, room.state.updated / 1000 + grace - time.time()))
    while waits_for_contributions(room.state):
        await asyncio.sleep(pause)
        try:
            await _start(room)
        except Refused as error:
            log.warning("match %s: the start has to wait: %s", room.state.id, error)
            pause = min(LONGEST_PAUSE, 2 * pause + 1)


async def _start(room: "Room") -> None:
    async with room.lock:
        if waits_for_contributions(room.state):
            at = time.time_ns() // 1_000_000
            due, position = commands.start(room.state, {}, at=at)
            await room.commit(Decision(events=due, position=position))
