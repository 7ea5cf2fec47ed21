"""Cadena: its puzzles: how many dice to keep, and how to go on with those that were rolled."""

from ludoteca.core.position import Position
from ludoteca.core.puzzles import BestMove
from ludoteca.core.thought import Facts
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.bot.turns.details import TurnOdds


def _keeps(position: Position) -> bool:
    """Return whether the decision is how many dice to keep."""
    return int(position.state().phase) == rules.KEEPING and len(position.actions()) > 2


def _goes_on(position: Position) -> bool:
    """Return whether the decision is to stand or to extend the chain."""
    return int(position.state().phase) != rules.KEEPING and len(position.actions()) > 1


def _fails(facts: Facts) -> float | None:
    """Return the exact chance that the turn fails."""
    odds = facts.get("turn")
    return odds.fails if isinstance(odds, TurnOdds) else None


def _odds(fails: float) -> Facts:
    return {"turn": TurnOdds(stands=(), fails=fails)}


KINDS = (
    BestMove(name="keep", fits=_keeps, kept=_fails, facts=_odds),
    BestMove(fits=_goes_on, kept=_fails, facts=_odds),
)
