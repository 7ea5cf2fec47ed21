"""Colorito: its own search: alpha-beta, led by a plan once it is time to run home."""

from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.rulebooks.colorito.bot.running import run
from ludoteca.search.alphabeta.driver import alphabeta
from ludoteca.search.api import Analysis, Budget, Stop

NEEDS_NATIVE = True  # a plan takes a minute without


def search(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Analyse the moves of a view; the move of a plan comes first where there is one."""
    return alphabeta(game, view, budget, seed, stop, plan=run)
