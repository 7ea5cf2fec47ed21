"""The tree of a Monte Carlo search, in one flat array, and how a child is selected.

One tree serves all determinizations (single-observer information-set MCTS, Cowling, Powley and
Whitehouse, Information Set Monte Carlo Tree Search, 2012): a node stands for the actions since the
root, whatever the hidden cards are, and only children that are legal in the state at hand are
considered. The children of a node are a linked list sorted by key: the mover, then the action.

Selection of a child with n visits, mean value q, prior value p:

    UCB1, n' = times the child was available:   q + c · √(ln n' / n)
    PUCT, w = exp((p - 1/2) / temperature):     (n·q + v·p) / (n + v) + c · w / Σw · √N / (1 + n)

where N is one more than the visits of all legal children, c = `exploration`, v = `prior_visits`.
UCB1 over availability is Cowling's; PUCT follows Rosin, Multi-armed Bandits with Episode Context,
2011, in the form of Silver et al., Mastering the Game of Go without Human Knowledge, 2017.
"""

import math
from typing import NamedTuple

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, lead
from ludoteca.core.rng import Rng, below

NODE = np.dtype(
    (
        np.record,
        [
            ("total", np.float64),  # the values of all visits, for the seat that moved here
            ("prior", np.float32),  # the evaluation after the move, averaged
            ("weight", np.float32),  # the prior's exponential weight
            ("visits", np.int32),
            ("availability", np.int32),  # times the move was legal (UCB1), or evaluated (PUCT)
            ("child", np.int32),
            ("sibling", np.int32),
            ("key", np.int32),
        ],
    )
)
Tree = State
"""An array of NODE."""
ROOT, NONE = 0, -1
ACTION_BITS = 24
MAX_DEPTH = 400


class Parameters(NamedTuple):
    """How a tree is grown.

    exploration   the weight c of the exploration term
    temperature   the difference of priors that makes weights differ by a factor e; unused by UCB1
    prior_visits  how many visits the prior of a move counts for
    prior_worlds  in how many determinizations the prior of a move is evaluated
    """

    exploration: float
    temperature: float
    prior_visits: float
    prior_worlds: int


class TreeWorkspace(NamedTuple):
    """A tree and the buffers of its simulations; no array changes its size."""

    tree: Tree
    used: Integers  # the number of nodes
    states: State  # the determinization at hand, and one to try a move in
    rng: Rng
    out: Integers  # actions or outcomes, sorted
    weight: Integers
    children: Integers  # the nodes of the actions in `out`, NONE where there is none
    path: Integers  # the nodes of a simulation, and who moved there
    movers: Integers
    shares: Floats  # the result of a simulation, for each seat
    mean: Floats  # the root's evaluation averaged over determinizations
    baseline: Floats  # how far the determinization at hand is from that mean
    squares: Floats  # for each move of the root, the sum of the squared results
    leads: Floats  # and the sum of the leads in points
    parameters: Parameters
    stop: Integers


@kernel
def key_of(mover: int, action: int) -> int:
    """Return the key of a child among its siblings."""
    return (int(mover) - OVER) << ACTION_BITS | action


@kernel
def action_of(key: int) -> int:
    """Return the action of a child."""
    return key & ((1 << ACTION_BITS) - 1)


@kernel
def new_node(tree: Tree, used: Integers, key: int, sibling: int) -> int:
    """Add a node without visits and return it; there must be room."""
    made: int = used[0]
    used[0] += 1
    node = tree[made]
    node.total = 0.0
    node.prior = 0.0
    node.weight = 0.0
    node.visits = 0
    node.availability = 0
    node.child = NONE
    node.sibling = sibling
    node.key = key
    return made


@kernel
def find_children(work: TreeWorkspace, node: int, count: int) -> int:
    """Write the children of the first `count` actions in `out`; return how many have none."""
    tree = work.tree
    mover = work.states[0].to_move
    missing = 0
    child = tree[node].child
    for i in range(count):
        key = key_of(mover, work.out[i])
        while child != NONE and tree[child].key < key:
            child = tree[child].sibling
        work.children[i] = NONE
        if child != NONE and tree[child].key == key:
            work.children[i] = child
        else:
            missing += 1
    return missing


@kernel
def add_missing(work: TreeWorkspace, node: int, first: int, last: int) -> None:
    """Make the children that the actions first..last-1 in `out` lack; there must be room."""
    tree = work.tree
    mover = work.states[0].to_move
    before = NONE
    child = tree[node].child
    for i in range(first, last):
        key = key_of(mover, work.out[i])
        while child != NONE and tree[child].key < key:
            before = child
            child = tree[child].sibling
        if work.children[i] == NONE:
            child = new_node(tree, work.used, key, child)
            work.children[i] = child
            if before == NONE:
                tree[node].child = child
            else:
                tree[before].sibling = child


@kernel
def add_children(work: TreeWorkspace, node: int, count: int) -> bool:
    """Make a child for each action in `out`, or none if there is no room for all.

    Return whether each has one.
    """
    missing = find_children(work, node, count)
    if len(work.tree) - work.used[0] < missing:
        return False
    if missing:
        add_missing(work, node, 0, count)
    return True


@kernel
def child_of(work: TreeWorkspace, node: int, index: int) -> int:
    """Return the child of an action in `out`, made if need be; NONE where there is no room."""
    if work.children[index] == NONE and work.used[0] < len(work.tree):
        add_missing(work, node, index, index + 1)
    child: int = work.children[index]
    return child


@kernel
def is_unvisited(work: TreeWorkspace, index: int) -> bool:
    """Return whether an action in `out` was never tried at this node."""
    child = work.children[index]
    return bool(child == NONE or work.tree[child].visits == 0)


@kernel
def random_unvisited(work: TreeWorkspace, count: int) -> int:
    """Return the index of a random action in `out` that was never tried, or NONE."""
    unvisited = 0
    for i in range(count):
        unvisited += is_unvisited(work, i)
    if unvisited == 0:
        return NONE
    ticket = below(work.rng, unvisited)
    for i in range(count):
        if is_unvisited(work, i):
            if ticket == 0:
                return i
            ticket -= 1
    return NONE


@kernel
def select_ucb1(work: TreeWorkspace, count: int) -> int:
    """Return the child with the highest UCB1 over its availability."""
    best = -1.0
    chosen = NONE
    for i in range(count):
        node = work.tree[work.children[i]]
        node.availability += 1
        bound = work.parameters.exploration * math.sqrt(math.log(node.availability) / node.visits)
        bound += node.total / node.visits
        if bound > best:
            best = bound
            chosen = work.children[i]
    return chosen


@kernel
def select_puct(work: TreeWorkspace, count: int) -> int:
    """Return the child with the highest PUCT."""
    weights = 0.0
    visits = 1.0
    for i in range(count):
        node = work.tree[work.children[i]]
        weights += node.weight
        visits += node.visits
    exploration = work.parameters.exploration * math.sqrt(visits) / weights
    prior_visits = work.parameters.prior_visits
    best = -math.inf
    chosen = NONE
    for i in range(count):
        node = work.tree[work.children[i]]
        bound = (node.total + prior_visits * node.prior) / (node.visits + prior_visits)
        bound += exploration * node.weight / (1 + node.visits)
        if bound > best:
            best = bound
            chosen = work.children[i]
    return chosen


@kernel
def step_into(work: TreeWorkspace, node: int, depth: int) -> None:
    """Play the action of a node in the state at hand and add it to the path."""
    work.path[depth] = node
    work.movers[depth] = work.states[0].to_move
    apply(work.states[0], action_of(work.tree[node].key))


@kernel
def back_up(work: TreeWorkspace, depth: int, seat: int) -> None:
    """Add the result in `shares` to the nodes of the path and to the sums of its first move.

    The children of the root come first in the tree.
    """
    work.tree[ROOT].visits += 1
    for i in range(depth):
        node = work.tree[work.path[i]]
        node.visits += 1
        if work.movers[i] != CHANCE:
            node.total += work.shares[work.movers[i]]
    move = work.path[0] - 1
    work.squares[move] += work.shares[seat] ** 2
    work.leads[move] += lead(work.states[0], seat)
