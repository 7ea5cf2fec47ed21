"""Sendas: what a review needs beyond the rules."""

import numpy as np

from ludoteca.core.arrays import Integers
from ludoteca.core.definition import Prompt, ask
from ludoteca.core.position import Position
from ludoteca.core.thought import Facts
from ludoteca.rulebooks.sendas import rules
from ludoteca.rulebooks.sendas.bot import evaluation


def why(world: Position, played: str, best: str, facts: tuple[Facts, Facts]) -> Prompt | None:
    """Return what the best move does better: an exit, a path not left open, a shorter way."""
    seat = world.to_move or 0
    mine, better = (world.step(move) for move in (played, best))
    values: dict[str, object] = {"played": played, "best": best}
    if better.outcome is not None or mine.outcome is not None:
        leaves = better.outcome is not None and better.outcome.returns[seat] == 1
        return ask("exit", **values) if leaves else ask("ends", **values)
    own, other = (_features(one, seat) for one in (mine, better))
    if own[1, evaluation.EXITS] and not other[1, evaluation.EXITS]:
        return ask("open", **values)
    if other[0, evaluation.EXITS] > own[0, evaluation.EXITS]:
        return ask("threat", **values)
    away = own[:, evaluation.AWAY] - other[:, evaluation.AWAY]
    if away[0] > 0:
        numbers = {"worse": int(own[0, evaluation.AWAY]), "better": int(other[0, evaluation.AWAY])}
        return ask("farther", **values, **numbers)
    if away[1] < 0:
        numbers = {"worse": int(own[1, evaluation.AWAY]), "better": int(other[1, evaluation.AWAY])}
        return ask("rival_nearer", **values, **numbers)
    free = [int(one[0, evaluation.SLENDER] + one[0, evaluation.WIDE]) for one in (own, other)]
    return ask("free", **values, worse=free[0], better=free[1]) if free[1] > free[0] else None


def _features(position: Position, seat: int) -> Integers:
    """Return the features of a seat's side and, below, those of the other's."""
    state, rows = position.state(), np.zeros((2, evaluation.FEATURES), np.int64)
    evaluation.describe(state, rows)
    side = int(rules.side_of(state, seat))
    return rows[[side, 1 - side]]
