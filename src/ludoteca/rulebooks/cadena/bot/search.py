"""Cadena: its own search: turn by turn instead of draw by draw, see `turns`."""

from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.rulebooks.cadena.bot.turns.deepening import think
from ludoteca.search.api import Analysis, Budget, Stop
from ludoteca.search.expectimax import iterative_deepening

NEEDS_NATIVE = True
"""Without native code proofs take minutes; a limit of time leaves them out."""


def search(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Analyse the moves of a view, each with the exact odds of its turn as `extra["turn"]`."""
    return iterative_deepening(game, view, budget, seed, stop, think)
