"""How Monte Carlo searches visit their tree: plainly, or guided by the evaluation."""

import math

from ludoteca.core.jit import kernel
from ludoteca.core.kernels import (
    CHANCE,
    OVER,
    apply,
    evaluate,
    imagine,
    legal,
    outcomes,
    returns,
)
from ludoteca.core.rng import pick
from ludoteca.search.mcts.tree import (
    DEEPEST,
    NONE,
    ROOT,
    action_of,
    add_children,
    any_untried,
    back_up,
    by_prior,
    by_upper_bound,
    child_of,
    find_children,
    step_into,
)
from ludoteca.search.playout import play_out

WORLDS = 64  # imagined to tell the luck of one from that of the others


@kernel
def value_of(state, seat, shares):
    """What a state is worth to a seat."""
    if state.to_move == OVER:
        returns(state, shares)
        return shares[seat]
    return evaluate(state, seat)


@kernel
def estimate(state, shares):
    """Writes each seat's share of the win, estimated where the game goes on."""
    if state.to_move == OVER:
        returns(state, shares)
        return
    rest = 1.0
    for seat in range(1, len(shares)):
        shares[seat] = evaluate(state, seat)
        rest -= shares[seat]
    shares[0] = rest


@kernel
def draw_child(desk, node):
    """The child of a random outcome of chance, or NONE where there is no room for it."""
    count = outcomes(desk.states[0], desk.out, desk.weight)
    desk.out[0] = desk.out[pick(desk.rng, desk.weight, count)]
    find_children(desk, node, 1)
    return child_of(desk, node, 0)


@kernel
def plain_child(desk, node):
    """A child not tried yet if there is one, else the one with the highest upper bound."""
    count = legal(desk.states[0], desk.out)
    if node == ROOT:
        add_children(desk, node, count)
    else:
        find_children(desk, node, count)
    index = any_untried(desk, count)
    return by_upper_bound(desk, count) if index == NONE else child_of(desk, node, index)


@kernel
def walk_plainly(desk, deals):
    """Walks down by upper bounds to a move not tried yet; returns the length of the path."""
    state = desk.states[0]
    node = ROOT
    depth = 0
    while state.to_move != OVER and depth < DEEPEST:
        if state.to_move != CHANCE:
            node = plain_child(desk, node)
        else:
            # A deal has too many outcomes to tell them apart.
            node = NONE if deals else draw_child(desk, node)
        if node == NONE:
            break
        step_into(desk, node, depth)
        depth += 1
        if desk.tree[node].visits == 0:
            break
    return depth


@kernel
def visit_plainly(desk, root, deals, count):
    """Visits the tree so often, playing at random to the end; returns the visits before a stop."""
    for done in range(count):
        if desk.stop[0] and desk.tree[ROOT].visits:
            return done
        desk.states[0] = root
        imagine(desk.states[0], root.to_move, desk.rng)
        depth = walk_plainly(desk, deals)
        play_out(desk.states[0], desk.rng, desk.out, desk.weight)
        returns(desk.states[0], desk.shares)
        back_up(desk, depth, root.to_move)
    return count


@kernel
def look_up_priors(desk, count):
    """Evaluates the position after each child that was looked at in too few worlds."""
    seat = desk.states[0].to_move
    for i in range(count):
        node = desk.tree[desk.children[i]]
        if node.looks < desk.settings.looks:
            node.looks += 1
            desk.states[1] = desk.states[0]
            apply(desk.states[1], action_of(node.key))
            value = value_of(desk.states[1], seat, desk.shares) - desk.luck[seat]
            node.prior += (value - node.prior) / node.looks
            node.weight = math.exp((node.prior - 0.5) / desk.settings.temperature)


@kernel
def walk_by_prior(desk, deals):
    """Walks down by results and priors to a node not visited yet; returns the path's length."""
    state = desk.states[0]
    node = ROOT
    depth = 0
    while state.to_move != OVER and depth < DEEPEST:
        if state.to_move == CHANCE:
            node = NONE if deals else draw_child(desk, node)
        else:
            count = legal(state, desk.out)
            if (depth and desk.tree[node].visits == 0) or not add_children(desk, node, count):
                break
            look_up_priors(desk, count)
            node = by_prior(desk, count)
        if node == NONE:
            break
        step_into(desk, node, depth)
        depth += 1
    return depth


@kernel
def expect(desk, root):
    """Averages the estimate of the root over imagined worlds."""
    desk.mean[:] = 0.0
    for _ in range(WORLDS):
        desk.states[0] = root
        imagine(desk.states[0], root.to_move, desk.rng)
        estimate(desk.states[0], desk.shares)
        for seat in range(len(desk.mean)):
            desk.mean[seat] += desk.shares[seat] / WORLDS


@kernel
def visit(desk, root, deals, count):
    """Visits the tree so often, each time to an evaluated leaf; returns the visits before a stop.

    What a world is worth from the outset is taken off what came of it, so that moves are not
    compared by the luck of the worlds they were tried in.
    """
    if desk.tree[ROOT].visits == 0:
        expect(desk, root)
    for done in range(count):
        if desk.stop[0] and desk.tree[ROOT].visits:
            return done
        desk.states[0] = root
        imagine(desk.states[0], root.to_move, desk.rng)
        estimate(desk.states[0], desk.luck)
        for seat in range(len(desk.luck)):
            desk.luck[seat] -= desk.mean[seat]
        depth = walk_by_prior(desk, deals)
        estimate(desk.states[0], desk.shares)
        for seat in range(len(desk.luck)):
            desk.shares[seat] -= desk.luck[seat]
        back_up(desk, depth, root.to_move)
    return count
