"""Monte Carlo tree search over imagined states, plain and guided by the evaluation."""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import State, View
from ludoteca.core.game import Game
from ludoteca.core.kernels import no_points
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.search.api import Analysis, Budget, Candidate, Stop, check_view
from ludoteca.search.mcts import simulate, tree
from ludoteca.search.mcts.tree import Desk, Settings

MOST_NODES = 1 << 20  # of one tree, 40 bytes each
FIRST_SLICE = 16
SLICE_SECONDS = 0.02
SURE = 1.96  # standard deviations to either side of a 95 % interval
FAIR_PART = 0.1  # of the visits of the move that has most
LINES, LONGEST_LINE = 3, 8  # how many moves get an expected line, and of how many moves
FEWEST_VISITS = 4  # of a move in an expected line

UCT = Settings(curiosity=0.7, temperature=0.0, trust=0.0, looks=0)
IMAGINED = Settings(curiosity=0.2, temperature=0.05, trust=1.0, looks=8)

Grow = Callable[[Desk, State, int, int], int]
Numbers = NDArray[np.float64]


def uct(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """The textbook: UCT with random play to the end, over imagined states where things are hidden.

    A node of the budget is one visit to the tree. Dice are nodes of their own; a new deal ends the
    part of a visit that is in the tree, which holds 2**20 moves at most.
    """
    return _search(simulate.visit_plainly, UCT, game, view, budget, seed, stop)


def imagined(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Information-set tree search: every visit imagines all that is hidden anew.

    One tree serves all worlds. Moves are tried by their results and by the evaluation one ply on,
    leaves are judged by the evaluation, and a new deal ends a visit. A node of the budget is one
    visit to the tree, which holds 2**20 moves at most; when it is full, it grows no deeper.
    Several workers grow a tree each, and what they found of the moves is put together.
    """
    return _search(simulate.visit, IMAGINED, game, view, budget, seed, stop)


@dataclass
class Findings:
    """What is known of each move at the root, in the order of the actions."""

    visits: Numbers
    total: Numbers
    prior: Numbers
    squares: Numbers
    leads: Numbers

    @classmethod
    def of(cls, desks: Sequence[Desk], count: int) -> "Findings":
        """All that several trees have found about the `count` moves of one root."""
        moves = [desk.tree[1 : 1 + count] for desk in desks]
        return cls(
            visits=np.sum([rows["visits"] for rows in moves], axis=0, dtype=np.float64),
            total=np.sum([rows["total"] for rows in moves], axis=0),
            prior=np.mean([rows["prior"] for rows in moves], axis=0, dtype=np.float64),
            squares=np.sum([desk.squares[:count] for desk in desks], axis=0),
            leads=np.sum([desk.leads[:count] for desk in desks], axis=0),
        )

    def values(self, trust: float) -> Numbers:
        """The expected share of each move, its prior counted as some visits."""
        return (self.total + trust * self.prior) / (self.visits + trust)

    def firm(self) -> NDArray[np.bool_]:
        """Which moves have a fair part of the visits."""
        return np.asarray(self.visits >= FAIR_PART * self.visits.max())

    def confidence(self, index: int) -> float:
        """Half the width of a 95 % interval around a value."""
        count = self.visits[index] + 1
        mean = self.total[index] / count
        spread = max(self.squares[index] / count - mean**2, 0.0) + 0.25 / count
        return SURE * math.sqrt(spread / count)


def _search(
    grow: Grow,
    settings: Settings,
    game: Game,
    view: View,
    budget: Budget,
    seed: int,
    stop: Stop,
) -> Analysis:
    check_view(game, view)
    root = game.imagine(view, new_rng(seed, "montecarlo"))
    desks = [
        _new_desk(game, root, budget, settings, stop, (seed, worker))
        for worker in range(budget.workers)
    ]
    grown = _grow_all(grow, game, desks, root, budget)
    candidates = _candidates(game, desks, root, LINES if budget.lines else 1)
    return Analysis(candidates=candidates, nodes=grown, depth=len(candidates[0].line))


def _new_desk(
    game: Game,
    root: State,
    budget: Budget,
    settings: Settings,
    stop: Stop,
    seed: tuple[int, int],
) -> Desk:
    """A tree with nothing but its root, and room for as many nodes as the budget may need."""
    capacity = game.definition.capacity
    nodes = 1 + capacity * (1 + min(budget.nodes, MOST_NODES))
    desk = Desk(
        tree=np.empty(min(MOST_NODES, nodes), tree.NODE),
        used=np.zeros(1, np.int64),
        states=np.array([root, root]),
        rng=new_rng(*seed, "montecarlo"),
        out=np.empty(capacity, np.int64),
        weight=np.empty(capacity, np.int64),
        children=np.empty(capacity, np.int64),
        path=np.empty(tree.DEEPEST, np.int64),
        movers=np.empty(tree.DEEPEST, np.int64),
        shares=np.zeros(game.seats),
        mean=np.zeros(game.seats),
        luck=np.zeros(game.seats),
        squares=np.zeros(capacity),
        leads=np.zeros(capacity),
        settings=settings,
        stop=stop.flag,
    )
    tree.new_node(desk.tree, desk.used, 0, tree.NONE)
    return desk


def _grow_all(grow: Grow, game: Game, desks: Sequence[Desk], root: State, budget: Budget) -> int:
    """Grows each tree in a thread of its own; returns the visits to all of them."""
    deals = int(game.definition.deals_itself)
    if len(desks) == 1:
        return _grow(grow, desks[0], root, deals, budget)
    with ThreadPoolExecutor(len(desks)) as pool:
        return sum(pool.map(lambda desk: _grow(grow, desk, root, deals, budget), desks))


def _grow(grow: Grow, desk: Desk, root: State, deals: int, budget: Budget) -> int:
    """Grows a tree until the budget is spent or a stop is asked for; returns the visits."""
    if budget.seconds is None:
        return grow(desk, root, deals, budget.nodes)
    now = time.perf_counter()
    end, size, done = now + budget.seconds, FIRST_SLICE, 0
    while done == 0 or (done < budget.nodes and now < end and not desk.stop[0]):
        began = now
        grown = grow(desk, root, deals, min(size, budget.nodes - done))
        now = time.perf_counter()
        done += grown
        size = max(1, int(grown * min(SLICE_SECONDS, end - now) / max(now - began, 1e-6)))
    return done


def _candidates(
    game: Game, desks: Sequence[Desk], root: State, lines: int
) -> tuple[Candidate, ...]:
    """The moves at the root, best first, so many of them with a line.

    Those with a fair part of the visits come first, ordered by value; none of the others counts as
    better than these.
    """
    actions = _actions(game, root)
    findings = Findings.of(desks, len(actions))
    values = findings.values(max(desks[0].settings.trust, 1e-9))
    firm = findings.firm()
    values = np.where(firm, values, np.minimum(values, values[firm].min()))
    order = np.lexsort((-values, ~firm))
    return tuple(
        _candidate(game, desks, root, findings, int(index), float(values[index]), rank < lines)
        for rank, index in enumerate(order)
    )


def _candidate(
    game: Game,
    desks: Sequence[Desk],
    root: State,
    findings: Findings,
    index: int,
    value: float,
    with_line: bool,
) -> Candidate:
    """What was found about one move."""
    has_points = game.definition.kernels.lead is not no_points
    margin = float(findings.leads[index] / max(1.0, findings.visits[index]))
    line = _line(game, desks, root, 1 + index, LONGEST_LINE if with_line else 1)
    return Candidate(
        move=line[0],
        value=min(1.0, max(0.0, value)),
        margin=margin if has_points else None,
        confidence=findings.confidence(index),
        line=line,
    )


def _actions(game: Game, state: State) -> list[int]:
    """The legal actions of a state."""
    out = np.empty(game.definition.capacity, np.int64)
    count = game.definition.kernels.legal(state, out)
    actions: list[int] = out[:count].tolist()
    return actions


def _line(
    game: Game, desks: Sequence[Desk], root: State, node: int, length: int
) -> tuple[str, ...]:
    """A move at the root and those expected after it in one of the worlds imagined.

    They come from the tree that visited the move most.
    """
    nodes: NDArray[Any] = max((desk.tree for desk in desks), key=lambda rows: rows[node]["visits"])
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


def _most_visited(game: Game, nodes: NDArray[Any], state: State, node: int) -> int:
    """The legal child of a node that was visited most, or NONE where all were visited little."""
    if state.to_move < 0:
        return tree.NONE
    keys = {int(tree.key_of(state.to_move, action)) for action in _actions(game, state)}
    best, most = tree.NONE, FEWEST_VISITS - 1
    child = int(nodes[node]["child"])
    while child != tree.NONE:
        found = nodes[child]
        if found["visits"] > most and int(found["key"]) in keys:
            best, most = child, int(found["visits"])
        child = int(found["sibling"])
    return best
