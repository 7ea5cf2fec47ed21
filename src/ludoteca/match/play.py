"""The play loop: whose action is next, and playing a match to its end."""

from collections.abc import Callable
from typing import Any, Protocol

from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.match.match import Match

Choose = Callable[[Position, int, int], str]
"""choose(position, seat, decision) returns a move; decisions are counted from 0."""
Observe = Callable[[Position, str, Position], None]
"""observe(before, move, after) is called after every move."""


class Chooser(Protocol):
    """A player: it chooses a move from a view and nothing else."""

    def choose(self, game: Game, view: View, *, seed: int = 0, stop: Any = None) -> str:
        """Return the move to play."""
        ...


def move_of(player: Chooser, position: Position, *, seed: int, stop: Any = None) -> str:
    """Return the move of a player for the seat to move; it is given that seat's view only."""
    view = position.view(position.to_move, memory=True)
    return player.choose(position.game, view, seed=seed, stop=stop)


def chance_is_due(match: Match) -> bool:
    """Return whether a roll or a deal comes next."""
    return match.outcome is None and match.position.to_move == CHANCE


def mover(match: Match) -> int | None:
    """Return the seat that decides next; None while chance is due or the match is over."""
    seat = match.position.to_move
    return None if seat == CHANCE or match.outcome is not None else seat


def play_out(match: Match, choose: Choose, observe: Observe | None = None) -> int:
    """Play a match to its end and return the number of decisions; the seed decides chance."""
    decisions = 0
    while match.outcome is None:
        seat = mover(match)
        if seat is None:
            match.roll()
            continue
        before = match.position
        move = choose(before, seat, decisions)
        after = match.play(move)
        if observe is not None:
            observe(before, move, after)
        decisions += 1
    return decisions
