"""The plainest of players: one ply on the evaluation, and none at all."""

import numpy as np

from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import apply, imagine, lead, legal, no_points
from ludoteca.core.rng import below, new_rng
from ludoteca.search.api import Analysis, Budget, Candidate, Stop, check_view
from ludoteca.search.mcts.simulate import value_of
from ludoteca.search.playout import settle

WORLDS = 16  # imagined for one decision, where something is hidden or left to chance
SURE = 1.96  # standard deviations to either side of a 95 % interval


@kernel
def look_ahead(root, worlds, deals, states, rng, buffers, shares, sums, stop):
    """Adds up the value after each move, its square and the lead; returns the worlds looked at."""
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
            value = value_of(states[1], seat, shares)
            sums[0, i] += value
            sums[1, i] += value**2
            sums[2, i] += lead(states[1], seat)
    return worlds


def greedy(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """One ply on the evaluation, the next roll of dice and all that is hidden drawn a few times.

    A node of the budget is one position evaluated; each move is tried once at least.
    """
    check_view(game, view)
    definition, rng = game.definition, new_rng(seed, "greedy")
    root = game.imagine(view, rng)
    buffers = np.empty((3, definition.capacity), np.int64)
    count = int(definition.kernels.legal(root, buffers[0]))
    worlds = WORLDS if definition.hidden or definition.chance else 1
    worlds = max(1, min(worlds, budget.nodes // count))
    sums, states = np.zeros((3, definition.capacity)), np.array([root, root])
    deals, shares = int(definition.deals_itself), np.zeros(game.seats)
    worlds = look_ahead(root, worlds, deals, states, rng, buffers, shares, sums, stop.flag)
    value, square, margin = sums[:, :count] / worlds
    spread = SURE * np.sqrt(np.maximum(square - value**2, 0.0) / worlds)
    points = definition.kernels.lead is not no_points
    candidates = tuple(
        Candidate(
            move=(move := definition.write(root, int(buffers[0, i]))),
            value=float(value[i]),
            margin=float(margin[i]) if points else None,
            confidence=float(spread[i]),
            line=(move,),
        )
        for i in np.argsort(-value, kind="stable")
    )
    return Analysis(candidates=candidates, nodes=worlds * count, depth=1)


def random_moves(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """The moves in a random order; nothing is looked at."""
    check_view(game, view)
    rng = new_rng(seed, "random")
    state = game.imagine(view, rng)
    out = np.empty(game.definition.capacity, np.int64)
    moves = [
        game.definition.write(state, int(action))
        for action in out[: game.definition.kernels.legal(state, out)]
    ]
    first = moves.pop(int(below(rng, len(moves))))
    candidates = tuple(
        Candidate(move=move, value=0.5, confidence=0.5, line=(move,)) for move in (first, *moves)
    )
    return Analysis(candidates=candidates, nodes=0)
