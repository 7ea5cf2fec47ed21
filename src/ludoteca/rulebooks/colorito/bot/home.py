"""Colorito: how a side comes home alone, for whoever asks."""

from dataclasses import dataclass

from ludoteca.core.errors import InvalidSeat, UnknownGame, quoted
from ludoteca.core.position import Position
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot.plan import goals_of, lower_bound, plan, possible
from ludoteca.rulebooks.colorito.bot.survey import NO_GOAL
from ludoteca.rulebooks.colorito.notation import write

NAME = "colorito"
GOALS_HELD = "goals_held"
"""Pieces of the other, which stand still, hold every home square."""
SHUT_OFF = "shut_off"
"""Pieces of the other shut a piece off from its home square."""
NOT_FOUND = "not_found"
"""The search met no way; there may be one."""


@dataclass(frozen=True, kw_only=True)
class WayHome:
    """The moves by which a side comes home alone, as few as were found, and what no way undercuts.

    moves   the other's pieces standing where they are; None where no way was found
    fewest  with fewer moves the side surely does not come home; None where it never can
    why     why there are no moves: GOALS_HELD, SHUT_OFF or NOT_FOUND; None if there are

    From the start there is no way: the other's pieces hold every home square, and at least one must
    hold a piece of its own.
    """

    moves: tuple[str, ...] | None
    fewest: int | None
    why: str | None = None


def way_home(position: Position, seat: int) -> WayHome:
    """Return how a seat comes home from a position of Colorito if it moves alone."""
    if position.game.name != NAME:
        raise UnknownGame("unknown_game", name=position.game.name, games=NAME)
    if seat not in range(position.game.seats):
        raise InvalidSeat("bad_seat", seat=quoted(seat, 20), seats=position.game.seats)
    state = position.state()
    side = int(rules.side_of(state, seat))
    goals = goals_of(state, side)
    if not rules.is_home(state, side) and not possible(state, side, goals):
        why = SHUT_OFF if bool((goals != NO_GOAL).any()) else GOALS_HELD
        return WayHome(moves=None, fewest=None, why=why)
    fewest, actions = lower_bound(state, side), plan(state, side)
    if actions is None:
        return WayHome(moves=None, fewest=fewest, why=NOT_FOUND)
    return WayHome(moves=tuple(write(state, action) for action in actions), fewest=fewest)
