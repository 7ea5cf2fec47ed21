"""A tree of moves in one flat array, and how Monte Carlo searches grow it.

One tree serves all imagined worlds: a node stands for the moves made so far, whatever the hidden
things may be, and only those of its children that are legal in the world at hand take part in a choice.
The children of a node are a list sorted by key: who moves, and the action.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import kernel
from ludoteca.core.rng import below, pick
from ludoteca.core.verbs import (
    CHANCE,
    OVER,
    apply,
    evaluate,
    imagine,
    lead,
    legal,
    outcomes,
    returns,
)
from ludoteca.search.playout import play_out, settle

NODE = np.dtype(
    [
        ("total", np.float64),  # what came of all visits, for the seat that moved here
        ("prior", np.float32),  # what the evaluation says of the move
        ("weight", np.float32),  # how much the move is to be tried, as far as the prior tells
        ("visits", np.int32),
        ("offers", np.int32),  # how often the move was legal when its parent was visited
        ("child", np.int32),
        ("sibling", np.int32),
        ("key", np.int32),
    ]
)
ROOT, NONE = 0, -1
ACTION_BITS = 24
DEEPEST = 400
# Settings: how curious to be, how fast the weight of a move falls with its prior, how many visits the prior
# counts for, from how many visits on a node has children, and how many plies are played greedily at a leaf.
CURIOSITY, TEMPERATURE, TRUST, RIPE, PLIES, LOOKS, GUESSES, SPREAD, OWN, BASE = range(10)


class Desk(NamedTuple):
    """What a growing tree needs at hand; all arrays keep their size."""

    tree: Any  # NODE
    used: Any  # how many nodes there are
    states: Any  # the world at hand, and one to try a move in
    rng: Any
    out: Any
    weight: Any
    shares: Any
    path: Any  # the nodes of a visit, and who moved there
    movers: Any
    fresh: Any
    squares: Any  # for each move at the root, the sum of the squared results
    leads: Any  # and the sum of the leads in points
    settings: Any
    stop: Any
    sums: Any
    spread: Any
    luck: Any
    mean: Any


@kernel
def key_of(mover, action):
    """How a child is found among its siblings."""
    return (mover - OVER) << ACTION_BITS | action


@kernel
def action_of(key):
    """The action of a child."""
    return key & ((1 << ACTION_BITS) - 1)


@kernel
def new_node(tree, used, key, sibling):
    """Adds a node that nobody visited yet; there must be room."""
    made = used[0]
    used[0] += 1
    tree[made].total = 0.0
    tree[made].prior = 0.0
    tree[made].weight = 0.0
    tree[made].visits = 0
    tree[made].offers = 0
    tree[made].child = NONE
    tree[made].sibling = sibling
    tree[made].key = key
    return made


@kernel
def widen(desk, node, count):
    """Gives each of the actions in `out` a child, as far as there is room; returns how many are new."""
    tree = desk.tree
    mover = desk.states[0].to_move
    n = 0
    before = NONE
    child = tree[node].child
    for i in range(count):
        key = key_of(mover, desk.out[i])
        while child != NONE and tree[child].key < key:
            before = child
            child = tree[child].sibling
        if child == NONE or tree[child].key != key:
            if desk.used[0] == len(tree):
                return n
            child = new_node(tree, desk.used, key, child)
            if before == NONE:
                tree[node].child = child
            else:
                tree[before].sibling = child
            desk.fresh[n] = child
            n += 1
    return n


@kernel
def offered(desk, node, count):
    """Lists the children of the actions in `out`, in `fresh`; returns how many they are."""
    tree = desk.tree
    mover = desk.states[0].to_move
    n = 0
    child = tree[node].child
    for i in range(count):
        key = key_of(mover, desk.out[i])
        while child != NONE and tree[child].key < key:
            child = tree[child].sibling
        if child != NONE and tree[child].key == key:
            desk.fresh[n] = child
            n += 1
    return n


@kernel
def untried(desk, count):
    """One of the children in `fresh` that were never visited, at random, or NONE."""
    found = 0
    chosen = NONE
    for i in range(count):
        if desk.tree[desk.fresh[i]].visits == 0:
            found += 1
            if below(desk.rng, found) == 0:
                chosen = desk.fresh[i]
    return chosen


@kernel
def by_upper_bound(desk, count):
    """Chooses among the children in `fresh` by UCB1 over the times they were on offer."""
    chosen = untried(desk, count)
    best = -1.0 if chosen == NONE else math.inf
    for i in range(count):
        node = desk.tree[desk.fresh[i]]
        node.offers += 1
        if best < math.inf:
            bound = math.sqrt(math.log(node.offers) / node.visits)
            bound = node.total / node.visits + desk.settings[CURIOSITY] * bound
            if bound > best:
                best = bound
                chosen = desk.fresh[i]
    return chosen


@kernel
def by_prior(desk, count):
    """Chooses among the children in `fresh` by their results and, while they are few, by their prior."""
    weights = 0.0
    visits = 1.0
    for i in range(count):
        node = desk.tree[desk.fresh[i]]
        weights += node.weight
        visits += node.visits
    curiosity = desk.settings[CURIOSITY] * math.sqrt(visits) / weights
    if desk.settings[SPREAD]:
        curiosity *= desk.spread[0]
    trust = desk.settings[TRUST]
    best = -1.0
    chosen = NONE
    for i in range(count):
        node = desk.tree[desk.fresh[i]]
        bound = (node.total + trust * node.prior) / (node.visits + trust)
        bound += curiosity * node.weight / (1 + node.visits)
        if bound > best:
            best = bound
            chosen = desk.fresh[i]
    return chosen


@kernel
def value_of(state, seat, shares):
    """What a state is worth to a seat."""
    if state.to_move == OVER:
        returns(state, shares)
        return shares[seat]
    return evaluate(state, seat)


@kernel
def set_priors(desk, count):
    """Evaluates the position after each of the children in `fresh` that was looked at too little."""
    seat = desk.states[0].to_move
    for i in range(count):
        node = desk.tree[desk.fresh[i]]
        if node.offers < desk.settings[LOOKS]:
            node.offers += 1
            desk.states[1] = desk.states[0]
            apply(desk.states[1], action_of(node.key))
            value = value_of(desk.states[1], seat, desk.shares) - desk.luck[seat]
            node.prior += (value - node.prior) / node.offers
            node.weight = math.exp((node.prior - 0.5) / desk.settings[TEMPERATURE])


@kernel
def draw_child(desk, node):
    """The child of a random outcome of chance."""
    count = outcomes(desk.states[0], desk.out, desk.weight)
    desk.out[0] = desk.out[pick(desk.rng, desk.weight, count)]
    widen(desk, node, 1)
    return desk.fresh[0] if offered(desk, node, 1) else NONE


@kernel
def step_into(desk, node, depth):
    """Plays the move or outcome of a node in the world at hand and notes it in the path."""
    desk.path[depth] = node
    desk.movers[depth] = desk.states[0].to_move
    apply(desk.states[0], action_of(desk.tree[node].key))


@kernel
def back_up(desk, depth):
    """Adds the result in `shares` to the nodes of the path."""
    desk.tree[ROOT].visits += 1
    for i in range(depth):
        node = desk.tree[desk.path[i]]
        node.visits += 1
        if desk.movers[i] != CHANCE:
            node.total += desk.shares[desk.movers[i]]


@kernel
def note_at_root(desk, seat):
    """Adds the result to what is kept of the moves at the root, whose children come first in the tree."""
    move = desk.path[0] - 1
    share = desk.shares[seat]
    desk.spread[1] += 1
    desk.spread[2] += share
    desk.spread[3] += share * share
    mean = desk.spread[2] / desk.spread[1]
    desk.spread[0] = math.sqrt(max(desk.spread[3] / desk.spread[1] - mean * mean, 0.0) + 1e-6)
    desk.squares[move] += desk.shares[seat] ** 2
    desk.leads[move] += lead(desk.states[0], seat)


@kernel
def estimate(state, seats, shares):
    """Writes each seat's share of the win, estimated where the game goes on."""
    if state.to_move == OVER:
        returns(state, shares)
        return
    rest = 1.0
    for seat in range(1, seats):
        shares[seat] = evaluate(state, seat)
        rest -= shares[seat]
    shares[0] = rest


@kernel
def to_new_leaf(desk, deals):
    """Walks down by upper bounds to a move not tried yet; returns the length of the path."""
    state = desk.states[0]
    node = ROOT
    depth = 0
    while state.to_move != OVER and depth < DEEPEST:
        if state.to_move == CHANCE:
            # A deal has too many outcomes to tell apart.
            node = NONE if deals else draw_child(desk, node)
        else:
            count = legal(state, desk.out)
            widen(desk, node, count)
            node = by_upper_bound(desk, offered(desk, node, count))
        if node == NONE:
            break
        step_into(desk, node, depth)
        depth += 1
        if desk.tree[node].visits == 0:
            break
    return depth


@kernel
def grow_plainly(desk, root, seats, deals, count):
    """Visits the tree so many times with random play to the end; returns how often before a stop."""
    for done in range(count):
        if desk.stop[0] and desk.tree[ROOT].visits:
            return done
        desk.states[0] = root
        imagine(desk.states[0], root.to_move, desk.rng)
        depth = to_new_leaf(desk, deals)
        play_out(desk.states[0], desk.rng, desk.out, desk.weight)
        returns(desk.states[0], desk.shares)
        back_up(desk, depth)
        note_at_root(desk, root.to_move)
    return count


@kernel
def to_unripe_leaf(desk, seat, deals):
    """Walks down by results and priors to a node with too few visits; returns the length of the path."""
    state = desk.states[0]
    node = ROOT
    depth = 0
    while state.to_move != OVER and depth < DEEPEST:
        if state.to_move == CHANCE:
            node = NONE if deals else draw_child(desk, node)
        elif depth and desk.tree[node].visits < desk.settings[RIPE]:
            break
        else:
            count = legal(state, desk.out)
            if desk.settings[OWN] and state.to_move != seat:
                break
            widen(desk, node, count)
            count = offered(desk, node, count)
            set_priors(desk, count)
            node = by_prior(desk, count)
        if node == NONE:
            break
        step_into(desk, node, depth)
        depth += 1
    return depth


@kernel
def play_greedily(desk, deals):
    """Plays the world at hand on for some plies, the next move always the best by the evaluation."""
    state = desk.states[0]
    for _ in range(int(desk.settings[PLIES])):
        if not deals:
            settle(state, desk.rng, desk.out, desk.weight)
        if state.to_move < 0:
            return
        mover = state.to_move
        count = legal(state, desk.out)
        guesses = int(desk.settings[GUESSES])
        for i in range(count):
            desk.sums[i] = 0.0
        for guess in range(max(1, guesses)):
            desk.states[2] = state
            if guesses:
                imagine(desk.states[2], mover, desk.rng)
            for i in range(count):
                desk.states[1] = desk.states[2]
                apply(desk.states[1], desk.out[i])
                desk.sums[i] += value_of(desk.states[1], mover, desk.shares)
        best = 0
        for i in range(count):
            if desk.sums[i] > desk.sums[best]:
                best = i
        apply(state, desk.out[best])


@kernel
def expect(desk, root, seats, worlds):
    """Averages the estimate of the root over imagined worlds."""
    for seat in range(seats):
        desk.mean[seat] = 0.0
    for _ in range(worlds):
        desk.states[0] = root
        imagine(desk.states[0], root.to_move, desk.rng)
        estimate(desk.states[0], seats, desk.shares)
        for seat in range(seats):
            desk.mean[seat] += desk.shares[seat] / worlds


@kernel
def grow(desk, root, seats, deals, count):
    """Visits the tree so many times with evaluated leaves; returns how often before a stop."""
    if desk.tree[ROOT].visits == 0:
        expect(desk, root, seats, 64)
    for done in range(count):
        if desk.stop[0] and desk.tree[ROOT].visits:
            return done
        desk.states[0] = root
        imagine(desk.states[0], root.to_move, desk.rng)
        estimate(desk.states[0], seats, desk.luck)
        for seat in range(seats):
            desk.luck[seat] = (desk.luck[seat] - desk.mean[seat]) * desk.settings[BASE]
        depth = to_unripe_leaf(desk, root.to_move, deals)
        play_greedily(desk, deals)
        estimate(desk.states[0], seats, desk.shares)
        for seat in range(seats):
            desk.shares[seat] -= desk.luck[seat]
        back_up(desk, depth)
        note_at_root(desk, root.to_move)
    return count
