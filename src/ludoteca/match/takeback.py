"""Which moves can be taken back, at every table.

A takeback removes the last decision of the seats that ask for it and everything after it, such as
the answer of a bot. It is refused where a roll, a deal or a hidden card was shown since, and once
the match is over.
"""

from collections.abc import Collection

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.match.match import Match


class CannotTakeBack(LudotecaError):
    """Raised where a move cannot be taken back."""

    code = "cannot_undo"


def allows_takebacks(game: Game) -> bool:
    """Return whether moves of a game can be taken back at all: never where things are hidden."""
    return not game.definition.hidden


def last_mover(match: Match, seats: Collection[int]) -> int | None:
    """Return which of some seats moved last, None if none of them has."""
    movers = (event.who for event in reversed(match.events) if event.who in seats)
    return next(movers, None)


def events_kept(match: Match, seats: Collection[int]) -> int:
    """Return how many events stay when the last decision of these seats is taken back."""
    if match.outcome is not None:
        raise CannotTakeBack("game_over")
    own = [index for index, event in enumerate(match.events) if event.who in seats]
    if not own:
        raise CannotTakeBack("nothing_to_take_back")
    shown = any(event.who == CHANCE for event in match.events[own[-1] :])
    if shown or not allows_takebacks(match.game):
        raise CannotTakeBack("shown_since")
    return own[-1]
