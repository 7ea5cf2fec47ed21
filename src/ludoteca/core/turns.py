"""Turns: where one begins among the decisions of a game, as its study.toml says."""

from collections.abc import Callable

from ludoteca.core import registry
from ludoteca.core.game import Game
from ludoteca.core.position import Position

TABLE = "study.toml"
Beginning = Callable[[Position, int | None], bool]
"""Whether a decision begins a turn; the second argument is the seat that decided before."""


def beginning_of(game: Game) -> Beginning:
    """Return the function that says whether a decision begins a turn."""
    wanted = registry.table(game.name, TABLE).get("turn")
    if wanted is None:
        return lambda position, before: position.to_move != before

    def begins(position: Position, before: int | None) -> bool:
        state = position.state()
        return all(int(state[field]) == value for field, value in wanted.items())

    return begins
