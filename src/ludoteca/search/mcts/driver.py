"""Monte Carlo tree search over determinizations: plain UCT, and guided by the evaluation.

Algorithm: UCT (Kocsis and Szepesvári, Bandit Based Monte-Carlo Planning, 2006); where something is
hidden, information-set MCTS with one tree for all determinizations (Cowling, Powley and Whitehouse,
2012). `uct` ends its simulations with random playouts; `ismcts` selects by PUCT with priors and
leaf values from the game's evaluation. See `tree` for the formulas, `simulate` for the steps.

Value: of a move with n visits, mean q and prior p: (n·q + v·p) / (n + v), v = `prior_visits`. Moves
with less than a tenth of the most visits rank below the others. The confidence is the half-width of
a 95 % interval from the variance of the results.

Assumes: every seat maximises its own share of the win; any number of seats. Determinizations come
from the game's `imagine`, given the view of the searching seat. There is a single observer: the
actions of all seats tell nodes apart, and opponents choose by the same statistics.

Parallel: root parallelisation; each worker grows a tree with a budget of its own, and the
statistics of the moves of the root are summed.
Memory: a tree of at most 2**20 nodes for each worker; a full tree grows no deeper.
"""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import Floats, State
from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.core.kernels import no_points
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.search.api import Analysis, Budget, Candidate, Stop, check_view
from ludoteca.search.common import Z_95, legal_actions
from ludoteca.search.mcts import simulate, tree
from ludoteca.search.mcts.tree import Parameters, Tree, TreeWorkspace

MAX_NODES = 1 << 20  # of one tree, 40 bytes each
FIRST_SLICE = 16  # simulations before the clock is read for the first time
SLICE_SECONDS = 0.02
FAIR_PART = 0.1  # of the visits of the move that has most
LINES, LINE_LENGTH = 3, 8  # how many moves get an expected line, and its length
MIN_LINE_VISITS = 4  # of a move in an expected line

UCT = Parameters(exploration=0.7, temperature=0.0, prior_visits=0.0, prior_worlds=0)
ISMCTS = Parameters(exploration=0.2, temperature=0.05, prior_visits=1.0, prior_worlds=8)

Simulate = Callable[[TreeWorkspace, State, int, int], int]


def uct(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Return the moves of a view by plain UCT with random playouts, best first.

    A node of the budget is one simulation.
    """
    return _search(simulate.simulate_plain, UCT, game, view, budget, seed, stop)


def ismcts(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Return the moves of a view by guided information-set MCTS, best first.

    A node of the budget is one simulation.
    """
    return _search(simulate.simulate, ISMCTS, game, view, budget, seed, stop)


@dataclass
class RootStatistics:
    """The statistics of each move of the root, in the order of the actions."""

    visits: Floats
    total: Floats
    prior: Floats
    squares: Floats
    leads: Floats

    @classmethod
    def of(cls, workspaces: Sequence[TreeWorkspace], count: int) -> "RootStatistics":
        """Sum what several trees have found about the `count` moves of one root."""
        moves = [work.tree[1 : 1 + count] for work in workspaces]
        return cls(
            visits=np.sum([rows["visits"] for rows in moves], axis=0, dtype=np.float64),
            total=np.sum([rows["total"] for rows in moves], axis=0),
            prior=np.mean([rows["prior"] for rows in moves], axis=0, dtype=np.float64),
            squares=np.sum([work.squares[:count] for work in workspaces], axis=0),
            leads=np.sum([work.leads[:count] for work in workspaces], axis=0),
        )

    def values(self, prior_visits: float) -> Floats:
        """Return the value of each move, its prior counted as some visits."""
        return (self.total + prior_visits * self.prior) / (self.visits + prior_visits)

    def firm(self) -> NDArray[np.bool_]:
        """Return which moves have a fair part of the visits."""
        return np.asarray(self.visits >= FAIR_PART * self.visits.max())

    def confidence(self, index: int) -> float:
        """Return half the width of a 95 % interval around a value."""
        count = self.visits[index] + 1
        mean = self.total[index] / count
        variance = max(self.squares[index] / count - mean**2, 0.0) + 0.25 / count
        return Z_95 * math.sqrt(variance / count)


def _search(
    run: Simulate,
    parameters: Parameters,
    game: Game,
    view: View,
    budget: Budget,
    seed: int,
    stop: Stop,
) -> Analysis:
    check_view(game, view)
    root = game.imagine(view, new_rng(seed, "montecarlo"))
    workspaces = [
        new_workspace(game, root, budget, parameters, stop, (seed, worker))
        for worker in range(budget.workers)
    ]
    count = _grow_all(run, game, workspaces, root, budget)
    candidates = _candidates(game, workspaces, root, LINES if budget.lines else 1)
    return Analysis(candidates=candidates, nodes=count, depth=len(candidates[0].line))


def new_workspace(
    game: Game,
    root: State,
    budget: Budget,
    parameters: Parameters,
    stop: Stop,
    seed: tuple[int, int],
) -> TreeWorkspace:
    """Return a tree of its root alone, with room for as many nodes as the budget may need."""
    capacity = game.definition.capacity
    nodes = 1 + capacity * (1 + min(budget.nodes, MAX_NODES))
    work = TreeWorkspace(
        tree=np.empty(min(MAX_NODES, nodes), tree.NODE),
        used=np.zeros(1, np.int64),
        states=np.array([root, root]),
        rng=new_rng(*seed, "montecarlo"),
        out=np.empty(capacity, np.int64),
        weight=np.empty(capacity, np.int64),
        children=np.empty(capacity, np.int64),
        path=np.empty(tree.MAX_DEPTH, np.int64),
        movers=np.empty(tree.MAX_DEPTH, np.int64),
        shares=np.zeros(game.seats),
        mean=np.zeros(game.seats),
        baseline=np.zeros(game.seats),
        squares=np.zeros(capacity),
        leads=np.zeros(capacity),
        parameters=parameters,
        stop=stop.flag,
    )
    tree.new_node(work.tree, work.used, 0, tree.NONE)
    return work


def _grow_all(
    run: Simulate, game: Game, workspaces: Sequence[TreeWorkspace], root: State, budget: Budget
) -> int:
    """Grow each tree in a thread of its own; return the simulations of all of them."""
    deals = int(game.definition.deals_itself)
    if len(workspaces) == 1:
        return _grow(run, workspaces[0], root, deals, budget)
    with ThreadPoolExecutor(len(workspaces)) as pool:
        return sum(pool.map(lambda work: _grow(run, work, root, deals, budget), workspaces))


def _grow(run: Simulate, work: TreeWorkspace, root: State, deals: int, budget: Budget) -> int:
    """Grow a tree until the budget is spent or a stop; return the number of simulations."""
    if budget.seconds is None:
        return run(work, root, deals, budget.nodes)
    now = time.perf_counter()
    end, size, done = now + budget.seconds, FIRST_SLICE, 0
    while done == 0 or (done < budget.nodes and now < end and not work.stop[0]):
        began = now
        count = run(work, root, deals, min(size, budget.nodes - done))
        now = time.perf_counter()
        done += count
        size = max(1, int(count * min(SLICE_SECONDS, end - now) / max(now - began, 1e-6)))
    return done


def _candidates(
    game: Game, workspaces: Sequence[TreeWorkspace], root: State, lines: int
) -> tuple[Candidate, ...]:
    """Return the moves of the root, best first, the first `lines` of them with a line.

    Those with a fair part of the visits come first, ordered by value; none of the others counts as
    better than these.
    """
    statistics = RootStatistics.of(workspaces, len(legal_actions(game, root)))
    values = statistics.values(max(workspaces[0].parameters.prior_visits, 1e-9))
    firm = statistics.firm()
    values = np.where(firm, values, np.minimum(values, values[firm].min()))
    order = np.lexsort((-values, ~firm))
    return tuple(
        _candidate(game, workspaces, root, statistics, int(index), float(values[index]), at < lines)
        for at, index in enumerate(order)
    )


def _candidate(
    game: Game,
    workspaces: Sequence[TreeWorkspace],
    root: State,
    statistics: RootStatistics,
    index: int,
    value: float,
    with_line: bool,
) -> Candidate:
    """Return one move of the root as a candidate."""
    has_points = game.definition.kernels.lead is not no_points
    margin = float(statistics.leads[index] / max(1.0, statistics.visits[index]))
    line = _line(game, workspaces, root, 1 + index, LINE_LENGTH if with_line else 1)
    return Candidate(
        move=line[0],
        value=min(1.0, max(0.0, value)),
        margin=margin if has_points else None,
        confidence=statistics.confidence(index),
        line=line,
    )


def _line(
    game: Game, workspaces: Sequence[TreeWorkspace], root: State, node: int, length: int
) -> tuple[str, ...]:
    """Return a move of the root and those expected after it in one determinization.

    They come from the tree that visited the move most.
    """
    nodes: Tree = max((work.tree for work in workspaces), key=lambda rows: rows[node]["visits"])
    definition, state = game.definition, copy_state(root)
    line: list[str] = []
    while node != tree.NONE:
        action = int(tree.action_of(nodes[node]["key"]))
        line.append(definition.write(state, action))
        if len(line) == length:
            break
        definition.kernels.apply(state, action)
        node = _most_visited(game, nodes, state, node)
    return tuple(line)


def _most_visited(game: Game, nodes: Tree, state: State, node: int) -> int:
    """Return the legal child of a node with the most visits, or NONE where all have few."""
    if state.to_move < 0:
        return tree.NONE
    keys = {int(tree.key_of(state.to_move, action)) for action in legal_actions(game, state)}
    best, most = tree.NONE, MIN_LINE_VISITS - 1
    child = int(nodes[node]["child"])
    while child != tree.NONE:
        found = nodes[child]
        if found["visits"] > most and int(found["key"]) in keys:
            best, most = child, int(found["visits"])
        child = int(found["sibling"])
    return best
