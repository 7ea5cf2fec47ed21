"""Colorito: how a side comes home alone, for whoever asks."""

from dataclasses import dataclass

from ludoteca.core.errors import InvalidSeat, UnknownGame, quoted
from ludoteca.core.position import Position
from ludoteca.rulebooks.colorito.bot.plan import lower_bound, plan
from ludoteca.rulebooks.colorito.notation import write

NAME = "colorito"


@dataclass(frozen=True, kw_only=True)
class WayHome:
    """The moves by which a side comes home alone, as few as were found, and what no way undercuts.

    moves   the other's pieces standing where they are; None where no way was found
    fewest  with fewer moves the side surely does not come home
    """

    moves: tuple[str, ...] | None
    fewest: int


def way_home(position: Position, seat: int) -> WayHome:
    """How a seat comes home from a position of Colorito if it moves alone."""
    if position.game.name != NAME:
        raise UnknownGame("unknown_game", name=position.game.name, games=NAME)
    if seat not in range(position.game.seats):
        raise InvalidSeat("bad_seat", seat=quoted(seat, 20), seats=position.game.seats)
    state = position.state()
    fewest, actions = lower_bound(state, seat), plan(state, seat)
    if actions is None:
        return WayHome(moves=None, fewest=fewest)
    return WayHome(moves=tuple(write(state, action) for action in actions), fewest=fewest)
