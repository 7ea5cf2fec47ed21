"""The simulations of the Monte Carlo searches: selection, expansion, evaluation, backup.

Plain (UCT): select by UCB1 to a move not tried yet, add it, play at random to the end of the game,
back up the result.

Guided: select by PUCT, the priors being the evaluation after each move; add all moves of the leaf
at its second visit, back up the evaluation of the leaf. Each simulation subtracts a baseline from
its result, the root's evaluation in its determinization less the mean of that over determinizations
(a control variate), so that moves are not compared by the luck of the deals they were tried in.

Both draw a new determinization of all that the searching seat cannot know for each simulation.
Chance nodes are children drawn by their weights; where a game deals by itself, a deal has too many
outcomes to tell them apart and ends the part of a simulation that is in the tree.
"""

import math

from ludoteca.core.arrays import State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, imagine, legal, outcomes, returns
from ludoteca.core.rng import pick
from ludoteca.search.common import seat_value, seat_values
from ludoteca.search.mcts.tree import (
    MAX_DEPTH,
    NONE,
    ROOT,
    TreeWorkspace,
    action_of,
    add_children,
    back_up,
    child_of,
    find_children,
    random_unvisited,
    select_puct,
    select_ucb1,
    step_into,
)
from ludoteca.search.playout import play_out

BASELINE_WORLDS = 64  # determinizations over which the root's evaluation is averaged


@kernel
def sample_chance(work: TreeWorkspace, node: int) -> int:
    """Return the child of a random outcome of chance, or NONE where there is no room for it."""
    count = outcomes(work.states[0], work.out, work.weight)
    work.out[0] = work.out[pick(work.rng, work.weight, count)]
    find_children(work, node, 1)
    return child_of(work, node, 0)


@kernel
def select_plain(work: TreeWorkspace, node: int) -> int:
    """Return a child not tried yet if there is one, else the one with the highest UCB1."""
    count = legal(work.states[0], work.out)
    if node == ROOT:
        add_children(work, node, count)
    else:
        find_children(work, node, count)
    index = random_unvisited(work, count)
    return select_ucb1(work, count) if index == NONE else child_of(work, node, index)


@kernel
def descend_plain(work: TreeWorkspace, deals: int) -> int:
    """Descend by UCB1 to a move not tried yet; return the length of the path."""
    state = work.states[0]
    node = ROOT
    depth = 0
    while state.to_move != OVER and depth < MAX_DEPTH:
        if state.to_move != CHANCE:
            node = select_plain(work, node)
        else:
            node = NONE if deals else sample_chance(work, node)
        if node == NONE:
            break
        step_into(work, node, depth)
        depth += 1
        if work.tree[node].visits == 0:
            break
    return depth


@kernel
def simulate_plain(work: TreeWorkspace, root: State, deals: int, count: int) -> int:
    """Run `count` simulations with random playouts; return how many were run before a stop."""
    for done in range(count):
        if work.stop[0] and work.tree[ROOT].visits:
            return done
        work.states[0] = root
        imagine(work.states[0], root.to_move, work.rng)
        depth = descend_plain(work, deals)
        play_out(work.states[0], work.rng, work.out, work.weight)
        returns(work.states[0], work.shares)
        back_up(work, depth, root.to_move)
    return count


@kernel
def update_priors(work: TreeWorkspace, count: int) -> None:
    """Evaluate the position after each child that has had too few evaluations."""
    seat = work.states[0].to_move
    for i in range(count):
        node = work.tree[work.children[i]]
        if node.availability < work.parameters.prior_worlds:
            node.availability += 1
            work.states[1] = work.states[0]
            apply(work.states[1], action_of(node.key))
            value = seat_value(work.states[1], seat, work.shares) - work.baseline[seat]
            node.prior += (value - node.prior) / node.availability
            node.weight = math.exp((node.prior - 0.5) / work.parameters.temperature)


@kernel
def descend_guided(work: TreeWorkspace, deals: int) -> int:
    """Descend by PUCT to a node not visited yet; return the length of the path."""
    state = work.states[0]
    node = ROOT
    depth = 0
    while state.to_move != OVER and depth < MAX_DEPTH:
        if state.to_move == CHANCE:
            node = NONE if deals else sample_chance(work, node)
        else:
            count = legal(state, work.out)
            if (depth and work.tree[node].visits == 0) or not add_children(work, node, count):
                break
            update_priors(work, count)
            node = select_puct(work, count)
        if node == NONE:
            break
        step_into(work, node, depth)
        depth += 1
    return depth


@kernel
def average_root(work: TreeWorkspace, root: State) -> None:
    """Average the root's evaluation over determinizations."""
    work.mean[:] = 0.0
    for _ in range(BASELINE_WORLDS):
        work.states[0] = root
        imagine(work.states[0], root.to_move, work.rng)
        seat_values(work.states[0], work.shares)
        for seat in range(len(work.mean)):
            work.mean[seat] += work.shares[seat] / BASELINE_WORLDS


@kernel
def simulate(work: TreeWorkspace, root: State, deals: int, count: int) -> int:
    """Run `count` guided simulations, each ending in an evaluated leaf; return how many were run.

    A stop ends them early, but not before the first.
    """
    if work.tree[ROOT].visits == 0:
        average_root(work, root)
    for done in range(count):
        if work.stop[0] and work.tree[ROOT].visits:
            return done
        work.states[0] = root
        imagine(work.states[0], root.to_move, work.rng)
        seat_values(work.states[0], work.baseline)
        for seat in range(len(work.baseline)):
            work.baseline[seat] -= work.mean[seat]
        depth = descend_guided(work, deals)
        seat_values(work.states[0], work.shares)
        for seat in range(len(work.baseline)):
            work.shares[seat] -= work.baseline[seat]
        back_up(work, depth, root.to_move)
    return count
