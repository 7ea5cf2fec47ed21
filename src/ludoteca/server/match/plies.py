"""Plies: the events of a log that are moves, rolls, deals and endings, and their turns."""

from collections.abc import Sequence

from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.turns import beginning_of
from ludoteca.server.match.history import Last
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent, Play


def turn_of(before: Position, turns: Sequence[int], last: Last | None) -> int:
    """Return the number of the turn of a ply; rolls belong to the turn of the move before them."""
    count = turns[-1] if turns else 0
    if before.to_move in (None, CHANCE):
        return count
    mover = None if last is None else last[2].who
    return count + (beginning_of(before.game)(before, mover) or not count)


def standing_plies(log: Sequence[AnyEvent]) -> list[int]:
    """Return the numbers of the events whose plies stand at the end of a log."""
    standing: list[int] = []
    for seq, event in enumerate(log):
        if isinstance(event, events.Takeback):
            del standing[event.ply :]
        elif isinstance(event, Play):
            standing.append(seq)
    return standing
