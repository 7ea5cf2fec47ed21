"""Help for players: hints, and evaluations of the present and of past positions."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import TYPE_CHECKING

from ludoteca.core.definition import View
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.search.api import Analysis
from ludoteca.search.calibration import share
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands, last_move
from ludoteca.server.match.state import OVER
from ludoteca.server.scheduler import SECOND
from ludoteca.server.wire.responses import Evaluation, Hint

if TYPE_CHECKING:
    from ludoteca.server.match.room import Room

MOST_VALUES = 1_000


class Help:
    """The hints and evaluations of one room; the last values are kept."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self._values: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._view: tuple[Position, int, View] | None = None
        self._told: tuple[tuple[int, int, str], tuple[tuple[str, ...], str]] | None = None

    def clear(self) -> None:
        """Forget all values."""
        self._values.clear()

    async def value(
        self, ply: int, holder: bytes | None, look: int | None, client: Hashable = None
    ) -> Evaluation:
        """Return what the seat to move may expect after a number of plies."""
        self._require_help()
        state = self.room.state
        held = state.held_by(holder)
        if commands.hands_are_covered(state, held):
            held = (commands.helped_seat(state, held, look),)
        # A takeback begins a branch, so that a ply of the new one has a value of its own.
        key = (state.branch, ply)
        now = await self.room.snapshot(ply, client)
        seat = now.to_move if now.position.to_move != CHANCE else None
        message = Evaluation(seq=now.seq, ply=ply, seat=seat, value=None)
        if seat is None or (state.sealed and seat not in held):
            return message
        if key not in self._values:
            analysis = await self._analyse(now.position, seat)
            self._values[key] = share(state.game, analysis.best)
            if len(self._values) > MOST_VALUES:
                self._values.popitem(last=False)
        message.value = round(self._values[key], 4)
        return message

    async def hint(self, holder: bytes | None, look: int | None, lang: str) -> Hint:
        """Return the move that a good player would make for the seat to move."""
        self._require_help()
        state = self.room.state
        commands.require_open(state)
        seat = commands.helped_seat(state, state.held_by(holder), look)
        seq, position = state.seq, state.position
        best = (await self._analyse(position, seat)).best
        key = (seq, seat, lang)
        if self._told is None or self._told[0] != key:
            # The sentence takes a scene to find, so it is drawn like one and kept.
            told = await self.room.rooms.drawing_pool.run(
                lambda: (
                    position.path(best.move),
                    last_move.intended(position, best.move, seat, lang),
                ),
                priority=SECOND,
            )
            self._told = key, told
        path, said = self._told[1]
        value = round(share(state.game, best), 4)
        return Hint(seq=seq, move=best.move, path=path, said=said, value=value)

    async def _analyse(self, position: Position, seat: int) -> Analysis:
        """Analyse a position for a seat; its view is made once and kept."""
        if self._view is None or self._view[0] is not position or self._view[1] != seat:
            self._view = position, seat, position.view(seat, memory=True)
        return await self.room.rooms.bot_pool.help(self.room.state.game, self._view[2])

    def _require_help(self) -> None:
        if not self.room.state.created.help and self.room.state.status != OVER:
            raise Refused("no_help")
