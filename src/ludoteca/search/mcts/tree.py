"""A tree of moves in one flat array, for searches that visit it again and again.

One tree serves all imagined worlds: a node stands for the moves made so far, whatever the hidden
things may be, and only those of its children that are legal in the world at hand take part in a
choice. The children of a node are a list sorted by key: who moves, and the action.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, lead
from ludoteca.core.rng import below

NODE = np.dtype(
    (
        np.record,
        [
            ("total", np.float64),  # what came of all visits, for the seat that moved here
            ("prior", np.float32),  # what the evaluation says of the move
            ("weight", np.float32),  # how much the move is to be tried, as far as the prior tells
            ("visits", np.int32),
            ("looks", np.int32),  # how often the evaluation was asked, or the move was on offer
            ("child", np.int32),
            ("sibling", np.int32),
            ("key", np.int32),
        ],
    )
)
ROOT, NONE = 0, -1
ACTION_BITS = 24
DEEPEST = 400


class Settings(NamedTuple):
    """How a tree is grown.

    curiosity    how much moves are tried that were tried little
    temperature  how fast the weight of a move falls with its prior; 0 where there are no priors
    trust        how many visits the prior of a move counts for
    looks        in how many worlds the prior of a move is looked up
    """

    curiosity: float
    temperature: float
    trust: float
    looks: int


class Desk(NamedTuple):
    """What a growing tree needs at hand; all arrays keep their size."""

    tree: Any  # NODE
    used: Any  # how many nodes there are
    states: Any  # the world at hand, and one to try a move in
    rng: Any
    out: Any  # actions or outcomes, sorted
    weight: Any
    children: Any  # the nodes of the actions in `out`, NONE for those that have none
    path: Any  # the nodes of a visit, and who moved there
    movers: Any
    shares: Any  # what a visit came to, for each seat
    mean: Any  # the estimate of the root over all worlds, and how the world at hand differs
    luck: Any
    squares: Any  # for each move at the root, the sum of the squared results
    leads: Any  # and the sum of the leads in points
    settings: Settings
    stop: Any


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
    node = tree[made]
    node.total = 0.0
    node.prior = 0.0
    node.weight = 0.0
    node.visits = 0
    node.looks = 0
    node.child = NONE
    node.sibling = sibling
    node.key = key
    return made


@kernel
def find_children(desk, node, count):
    """Writes the children of the first `count` actions in `out`; returns how many have none."""
    tree = desk.tree
    mover = desk.states[0].to_move
    missing = 0
    child = tree[node].child
    for i in range(count):
        key = key_of(mover, desk.out[i])
        while child != NONE and tree[child].key < key:
            child = tree[child].sibling
        desk.children[i] = NONE
        if child != NONE and tree[child].key == key:
            desk.children[i] = child
        else:
            missing += 1
    return missing


@kernel
def add_missing(desk, node, first, last):
    """Gives the actions first..last-1 in `out` the children that they lack; there must be room."""
    tree = desk.tree
    mover = desk.states[0].to_move
    before = NONE
    child = tree[node].child
    for i in range(first, last):
        key = key_of(mover, desk.out[i])
        while child != NONE and tree[child].key < key:
            before = child
            child = tree[child].sibling
        if desk.children[i] == NONE:
            child = new_node(tree, desk.used, key, child)
            desk.children[i] = child
            if before == NONE:
                tree[node].child = child
            else:
                tree[before].sibling = child


@kernel
def add_children(desk, node, count):
    """Gives each action in `out` a child, or no more of them where there is no room for all.

    Returns whether all have one.
    """
    missing = find_children(desk, node, count)
    if len(desk.tree) - desk.used[0] < missing:
        return False
    if missing:
        add_missing(desk, node, 0, count)
    return True


@kernel
def child_of(desk, node, index):
    """The child of an action in `out`, made if it has none yet; NONE where there is no room."""
    if desk.children[index] == NONE and desk.used[0] < len(desk.tree):
        add_missing(desk, node, index, index + 1)
    return desk.children[index]


@kernel
def never_visited(desk, index):
    """Whether an action in `out` was never tried at this node."""
    child = desk.children[index]
    return child == NONE or desk.tree[child].visits == 0


@kernel
def any_untried(desk, count):
    """The index of one of the actions in `out` that were never tried, at random, or NONE."""
    untried = 0
    for i in range(count):
        untried += never_visited(desk, i)
    if untried == 0:
        return NONE
    ticket = below(desk.rng, untried)
    for i in range(count):
        if never_visited(desk, i):
            if ticket == 0:
                return i
            ticket -= 1
    return NONE


@kernel
def by_upper_bound(desk, count):
    """The best child by UCB1 over the times that each was on offer."""
    best = -1.0
    chosen = NONE
    for i in range(count):
        node = desk.tree[desk.children[i]]
        node.looks += 1
        bound = desk.settings.curiosity * math.sqrt(math.log(node.looks) / node.visits)
        bound += node.total / node.visits
        if bound > best:
            best = bound
            chosen = desk.children[i]
    return chosen


@kernel
def by_prior(desk, count):
    """The best child by its results and, while they are few, by its prior."""
    weights = 0.0
    visits = 1.0
    for i in range(count):
        node = desk.tree[desk.children[i]]
        weights += node.weight
        visits += node.visits
    curiosity = desk.settings.curiosity * math.sqrt(visits) / weights
    trust = desk.settings.trust
    best = -math.inf
    chosen = NONE
    for i in range(count):
        node = desk.tree[desk.children[i]]
        bound = (node.total + trust * node.prior) / (node.visits + trust)
        bound += curiosity * node.weight / (1 + node.visits)
        if bound > best:
            best = bound
            chosen = desk.children[i]
    return chosen


@kernel
def step_into(desk, node, depth):
    """Plays the move or outcome of a node in the world at hand and notes it in the path."""
    desk.path[depth] = node
    desk.movers[depth] = desk.states[0].to_move
    apply(desk.states[0], action_of(desk.tree[node].key))


@kernel
def back_up(desk, depth, seat):
    """Adds the result in `shares` to the nodes of the path, and to what is kept of its first move.

    The children of the root come first in the tree.
    """
    desk.tree[ROOT].visits += 1
    for i in range(depth):
        node = desk.tree[desk.path[i]]
        node.visits += 1
        if desk.movers[i] != CHANCE:
            node.total += desk.shares[desk.movers[i]]
    move = desk.path[0] - 1
    desk.squares[move] += desk.shares[seat] ** 2
    desk.leads[move] += lead(desk.states[0], seat)
