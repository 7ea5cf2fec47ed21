"""The reference players: one ply on the evaluation, and random moves.

Greedy: for each move m, the mean of the evaluation after m over up to 16 determinizations, chance
outcomes that follow at once drawn with them:

    value(m) = 1/W · Σ over determinizations w of evaluate(w·m)

All moves share the determinizations. Without hidden information and chance one is enough. A game
that deals by itself is evaluated before the deal.

Assumes: any number of seats, chance or hidden information. Determinizations come from `imagine`.
"""

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import apply, imagine, lead, legal, no_points
from ludoteca.core.rng import Rng, below, new_rng
from ludoteca.search.api import Analysis, Budget, Candidate, Stop, check_view
from ludoteca.search.common import Z_95, legal_actions, seat_value
from ludoteca.search.playout import settle

WORLDS = 16  # determinizations for one decision, where something is hidden or left to chance


@kernel
def evaluate_moves(
    root: State,
    worlds: int,
    deals: int,
    states: State,
    rng: Rng,
    buffers: Integers,
    shares: Floats,
    sums: Floats,
    stop: Integers,
) -> int:
    """Add up each move's value, its square and its lead over `worlds` determinizations.

    Return how many were evaluated before a stop; one at least.
    """
    seat = root.to_move
    moves = buffers[0]
    count = legal(root, moves)
    for world in range(worlds):
        if world and stop[0]:
            return world
        states[0] = root
        imagine(states[0], seat, rng)
        for i in range(count):
            states[1] = states[0]
            apply(states[1], moves[i])
            if not deals:
                settle(states[1], rng, buffers[1], buffers[2])
            value = seat_value(states[1], seat, shares)
            sums[0, i] += value
            sums[1, i] += value**2
            sums[2, i] += lead(states[1], seat)
    return worlds


def greedy(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Return the moves of a view by their evaluation one ply ahead, best first.

    A node of the budget is one position evaluated; each move is tried once at least.
    """
    check_view(game, view)
    definition, rng = game.definition, new_rng(seed, "greedy")
    root = game.imagine(view, rng)
    buffers = np.empty((3, definition.capacity), np.int64)
    actions = legal_actions(game, root)
    worlds = WORLDS if definition.hidden or definition.chance else 1
    worlds = max(1, min(worlds, budget.nodes // len(actions)))
    sums, states = np.zeros((3, definition.capacity)), np.array([root, root])
    deals, shares = int(definition.deals_itself), np.zeros(game.seats)
    worlds = evaluate_moves(root, worlds, deals, states, rng, buffers, shares, sums, stop.flag)
    value, square, margin = sums[:, : len(actions)] / worlds
    spread = Z_95 * np.sqrt(np.maximum(square - value**2, 0.0) / worlds)
    points = definition.kernels.lead is not no_points
    candidates = tuple(
        Candidate(
            move=(move := definition.write(root, int(actions[i]))),
            value=float(value[i]),
            margin=float(margin[i]) if points else None,
            confidence=float(spread[i]),
            line=(move,),
        )
        for i in np.argsort(-value, kind="stable")
    )
    return Analysis(candidates=candidates, nodes=worlds * len(actions), depth=1)


def random_moves(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Return the moves of a view with a random one first; nothing is searched."""
    check_view(game, view)
    rng = new_rng(seed, "random")
    state = game.imagine(view, rng)
    moves = [game.definition.write(state, int(action)) for action in legal_actions(game, state)]
    first = moves.pop(int(below(rng, len(moves))))
    candidates = tuple(
        Candidate(move=move, value=0.5, confidence=0.5, line=(move,)) for move in (first, *moves)
    )
    return Analysis(candidates=candidates, nodes=0)
