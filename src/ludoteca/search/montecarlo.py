"""Monte Carlo tree search over imagined states, plain and guided by the evaluation."""

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import State, View
from ludoteca.core.game import Game
from ludoteca.core.rng import Rng, new_rng
from ludoteca.core.storage import copy_state
from ludoteca.core.verbs import no_points
from ludoteca.search import tree
from ludoteca.search.thinking import Analysis, Budget, Candidate, Stop, check_view

MOST_NODES = 1 << 20  # 40 bytes each
FIRST_SLICE = 16
SLICE_SECONDS = 0.02
SURE = 1.96  # standard deviations to either side of a 95 % interval
FAIR_PART = 0.1  # of the visits of the move that has most
LONGEST_LINE = 8
FEWEST_VISITS = 4  # of a move in an expected line

# Curiosity, temperature, trust in the prior, visits until a node has children, greedy plies at a leaf.
UCT = (0.7, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0)
IMAGINED = (0.7, 0.05, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0)

Grow = Callable[[tree.Desk, State, int, int, int], int]
Numbers = NDArray[np.float64]


def uct(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """The textbook: UCT with random play to the end, over imagined states where things are hidden.

    A node of the budget is one visit to the tree. The best move is the one visited most.
    """
    return _search(tree.grow_plainly, UCT, game, view, budget, seed, stop)


def imagined(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Information-set tree search: each visit imagines what is hidden anew, and the evaluation guides it.

    One tree for all worlds, moves tried by their results and by the evaluation one ply on, leaves judged by
    the evaluation; a new deal ends a visit. A node of the budget is one visit to the tree.
    """
    return _search(tree.grow, IMAGINED, game, view, budget, seed, stop)


def _search(
    grow: Grow,
    settings: tuple[float, ...],
    game: Game,
    view: View,
    budget: Budget,
    seed: int,
    stop: Stop,
) -> Analysis:
    check_view(game, view)
    rng = new_rng(seed, "montecarlo")
    root = game.imagine(view, rng)
    desk = _desk(game, root, budget, rng, settings, stop)
    visits = _run(grow, game, desk, root, budget)
    candidates = _candidates(game, desk, root)
    return Analysis(candidates=candidates, nodes=visits, depth=len(candidates[0].line))


def _desk(
    game: Game, root: State, budget: Budget, rng: Rng, settings: tuple[float, ...], stop: Stop
) -> tree.Desk:
    """A tree with nothing but its root, and room for as many nodes as the budget may need."""
    capacity = game.definition.capacity
    nodes = min(MOST_NODES, 1 + capacity * (1 + min(budget.nodes, MOST_NODES)))
    desk = tree.Desk(
        tree=np.empty(nodes, tree.NODE),
        used=np.zeros(1, np.int64),
        states=np.array([root, root, root]),
        rng=rng,
        out=np.empty(capacity, np.int64),
        weight=np.empty(capacity, np.int64),
        shares=np.zeros(game.seats),
        path=np.empty(tree.DEEPEST, np.int64),
        movers=np.empty(tree.DEEPEST, np.int64),
        fresh=np.empty(capacity, np.int64),
        squares=np.zeros(capacity),
        leads=np.zeros(capacity),
        settings=np.array(settings),
        stop=stop.flag,
        sums=np.zeros(capacity),
        spread=np.array([0.1, 1.0, 0.5, 0.26]),
        luck=np.zeros(game.seats),
        mean=np.zeros(game.seats),
    )
    tree.new_node(desk.tree, desk.used, 0, tree.NONE)
    return desk


def _run(grow: Grow, game: Game, desk: tree.Desk, root: State, budget: Budget) -> int:
    """Grows the tree until the budget is spent or a stop is asked for; returns the visits."""
    rest = (root, game.seats, int(game.definition.deals_itself))
    if budget.seconds is None:
        return grow(desk, *rest, budget.nodes)
    done = grow(desk, *rest, min(FIRST_SLICE, budget.nodes))
    end = time.perf_counter() + budget.seconds
    size, now = FIRST_SLICE, time.perf_counter()
    while done < budget.nodes and now < end and not desk.stop[0]:
        began = now
        grown = grow(desk, *rest, min(size, budget.nodes - done))
        done += grown
        now = time.perf_counter()
        size = max(1, int(grown * min(SLICE_SECONDS, end - now) / max(now - began, 1e-6)))
    return done


def _candidates(game: Game, desk: tree.Desk, root: State) -> tuple[Candidate, ...]:
    """The moves at the root, best first.

    Those with a fair part of the visits come first, ordered by value; nothing of the rest counts as better.
    """
    moves = desk.tree[1 : 1 + len(_actions(game, root))]
    values = _values(desk, moves)
    firm = moves["visits"] >= FAIR_PART * moves["visits"].max()
    values = np.where(firm, values, np.minimum(values, values[firm].min()))
    order = np.lexsort((-values, ~firm))
    return tuple(_candidate(game, desk, root, int(index), values) for index in order)


def _values(desk: tree.Desk, moves: NDArray[Any]) -> Numbers:
    """The expected share of each move, its prior counted as some visits."""
    trust = max(desk.settings[tree.TRUST], 1e-9)
    values: Numbers = (moves["total"] + trust * moves["prior"]) / (moves["visits"] + trust)
    return values


def _candidate(game: Game, desk: tree.Desk, root: State, index: int, values: Numbers) -> Candidate:
    """What the search found out about one move."""
    node = 1 + index
    visits = int(desk.tree[node]["visits"])
    mean = float(desk.tree[node]["total"]) / max(visits, 1)
    spread = max(float(desk.squares[index]) / max(visits, 1) - mean**2, 0.0)
    has_points = game.definition.kernels.lead is not no_points
    line = _line(game, desk, root, node)
    return Candidate(
        move=line[0],
        value=float(values[index]),
        margin=float(desk.leads[index]) / visits if has_points and visits else None,
        confidence=SURE * math.sqrt((spread + 0.25 / (visits + 1)) / (visits + 1)),
        line=line,
    )


def _actions(game: Game, state: State) -> list[int]:
    """The legal actions of a state."""
    out = np.empty(game.definition.capacity, np.int64)
    count = game.definition.kernels.legal(state, out)
    actions: list[int] = out[:count].tolist()
    return actions


def _line(game: Game, desk: tree.Desk, root: State, node: int) -> tuple[str, ...]:
    """The move of a node at the root and those expected after it, in one of the worlds imagined."""
    definition, state = game.definition, copy_state(root)
    line: list[str] = []
    while node != tree.NONE:
        action = int(tree.action_of(desk.tree[node]["key"]))
        line.append(definition.write(state, action))
        definition.kernels.apply(state, action)
        node = _most_visited(game, desk, state, node) if len(line) < LONGEST_LINE else tree.NONE
    return tuple(line)


def _most_visited(game: Game, desk: tree.Desk, state: State, node: int) -> int:
    """The legal child of a node that was visited most, or NONE where all were visited too little."""
    if state.to_move < 0:
        return tree.NONE
    keys = {int(tree.key_of(state.to_move, action)) for action in _actions(game, state)}
    best, most = tree.NONE, FEWEST_VISITS - 1
    child = int(desk.tree[node]["child"])
    while child != tree.NONE:
        found = desk.tree[child]
        if found["visits"] > most and int(found["key"]) in keys:
            best, most = child, int(found["visits"])
        child = int(found["sibling"])
    return best
