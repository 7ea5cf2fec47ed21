"""The bot driver of a room: starts the search of the bot to move and plays its move."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ludoteca.server import tokens
from ludoteca.server.bot_pool import Choice, Thought, answer_delay, bot_move
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands
from ludoteca.server.match.state import now_ms
from ludoteca.server.match.story import Story, story
from ludoteca.server.wire.requests import PACES

if TYPE_CHECKING:
    from ludoteca.server.match.room import Room

LONGEST_PAUSE = 30.0
log = logging.getLogger("ludoteca.server")


class BotDriver:
    """Drives the bots of one room; at most one of them searches."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.thought: Thought | None = None

    def consider(self) -> None:
        """Start the search of the bot to move, and stop one that is no longer needed."""
        state, seat = self.room.state, self.room.state.to_move
        level = None if seat is None else state.bot_level(seat)
        if self.thought is not None and (level is None or self.thought.seq != state.turn_seq):
            self.stop()
        if seat is not None and level is not None and self.thought is None:
            self.thought = Thought(seq=state.turn_seq, seat=seat)
            self.room.rooms.spawn(self._think(self.thought, level))

    def stop(self) -> None:
        """Stop the search that runs, if any."""
        if self.thought is not None:
            self.thought.stop.now()
            self.thought = None

    async def _think(self, thought: Thought, level: int) -> None:
        """Choose and play a move; retry later if it is refused or cannot be stored."""
        pause = 1.0
        while self.thought is thought:
            try:
                await self._play(thought, level)
                return
            except Refused as error:
                log.warning("match %s: a bot has to wait: %s", self.room.state.id, error)
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def _play(self, thought: Thought, level: int) -> None:
        room, state, began = self.room, self.room.state, time.monotonic()
        room.wake()
        view = state.position.view(thought.seat, memory=True)
        seed = tokens.bot_seed(room.rooms.store.key, state.id, thought.seq)
        shown, position = self._shown(), state.position
        choice = await room.rooms.bot_pool.run(
            lambda: Choice(
                move=bot_move(state.game, view, level, seed, thought.stop),
                forced=len(position.moves()) == 1,
                breath=0.0 if shown is None else shown.breath(None) / 1000,
            )
        )
        elapsed, hidden = time.monotonic() - began, state.game.definition.hidden
        delay = answer_delay(
            room.rooms.settings, elapsed, pace=self._pace(), hidden=hidden, choice=choice
        )
        await asyncio.sleep(delay)
        async with room.lock:
            if self.thought is thought:
                decision = commands.play(room.state, thought.seat, choice.move, at=now_ms())
                await room.commit(decision)

    def _pace(self) -> float:
        """Return the slowest pace among the connected players; 0 without any.

        Watchers do not slow a bot down.
        """
        playing = (each.viewer for each in self.room.subscriptions if each.viewer.held)
        return max((PACES[viewer.pace] for viewer in playing if viewer.scenes), default=0.0)

    def _shown(self) -> Story | None:
        """Return what happened since the last decision: a move, and the chance that followed it."""
        state = self.room.state
        first = next(
            (ply for ply in range(state.ply, 0, -1) if state.match.events[ply - 1].is_move), 1
        )
        return story(state, first, state.ply, None)
