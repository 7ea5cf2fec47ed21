"""Alpha-beta search for two seats that take turns, nothing hidden and nothing left to chance."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ludoteca.core.definition import State, View
from ludoteca.core.game import Game
from ludoteca.core.kernels import OVER, no_points
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.search.alphabeta import kernels as negamax
from ludoteca.search.alphabeta.kernels import (
    ENDED,
    HISTORY,
    LIMIT,
    MOVE,
    NODES,
    PLIES,
    PROVED,
    SEED,
    SURE,
    Desk,
    Numbers,
)
from ludoteca.search.api import Analysis, Budget, Candidate, Stop, check_view

MOST_SLOTS = 1 << 18
DEEPEST = PLIES - 4
WIDE_SHARE = 32
"""All moves of the root get their full value while less than this part of the nodes is spent."""
LINES, LINE = 3, 8
RUNNING_SHARE = 8
"""The part of the nodes that is looked at where a seat runs."""


Plan = Callable[[State, int, Callable[[], bool]], int | None]
"""plan(state, nodes, ended): the move of a long plan, or None; ended() says that time is up."""


def alphabeta(
    game: Game, view: View, budget: Budget, seed: int, stop: Stop, plan: Plan | None = None
) -> Analysis:
    """The moves of a view by iterative deepening, best first.

    The best move has the value of the last depth; of the others most are known to be no better,
    and show the value of the last depth at which all were looked at, with a wider confidence. A
    value is exact where a win or loss is proved; proved wins come the sooner the better. Draws by
    the rules are seen, a position that comes again in a line counts as one, and a draw is disliked
    a little. Where `plan` gives a move, it comes first, held for as good as any, unless a win is
    proved or that move is lost; few nodes are looked at then. The seed moves estimates by less than
    half a percent, for variety.

    A table of at most 2**18 positions is all that grows. A search that is stopped, or whose time
    is over, answers with what it has. Several workers share the moves of the root, with a table
    and a budget each.
    """
    check_view(game, view)
    state = game.imagine(view, new_rng(seed))
    late = np.zeros(1, np.int64)
    with clock(budget.seconds, late):
        run = None if plan is None else _planned_move(plan, state, budget, stop)
        if run is not None:
            budget = replace(budget, nodes=max(1, budget.nodes // RUNNING_SHARE))
        roots = Root.of(game, state).parts(budget.workers)
        desks = [new_desk(game, state, budget, seed, stop, late) for _ in roots]
        depth = deepen(desks, roots)
    found = [
        Found(int(value), row, desk, root)
        for desk, root in zip(desks, roots, strict=True)
        for row, value in enumerate(root.values)
    ]
    found.sort(key=lambda move: (-move.value, move.row))
    planned = run is not None and runs(found, run)
    if planned:
        found.sort(key=lambda move: move.action != run)
    best, lines = max(move.value for move in found), LINES if budget.lines else 0
    candidates = tuple(
        _candidate(game, move, best if planned and not place else move.value, place < lines)
        for place, move in enumerate(found)
    )
    nodes = sum(int(desk.counters[NODES]) for desk in desks)
    return Analysis(candidates=candidates, nodes=nodes, depth=depth, planned=planned)


def _planned_move(plan: Plan, state: State, budget: Budget, stop: Stop) -> int | None:
    """Return the move of a plan if it is found in half of the time."""
    end = None if budget.seconds is None else time.perf_counter() + budget.seconds / 2

    def ended() -> bool:
        return stop.asked or (end is not None and time.perf_counter() >= end)

    return None if stop.asked else plan(state, budget.nodes, ended)


class Found(NamedTuple):
    """A move of the root, and where it was looked at."""

    value: int
    row: int
    desk: Desk
    root: "Root"

    @property
    def action(self) -> int:
        """The move itself."""
        return int(self.root.moves[self.row])


def runs(found: list[Found], run: int) -> bool:
    """Whether the running move is played: not where a win is proved, or that move is lost."""
    running = next(move for move in found if move.action == run)
    return found[0].value < PROVED and running.value > -PROVED


@dataclass
class Root:
    """The moves to choose from, best first, the value of each and the depth of that value."""

    moves: Numbers
    values: Numbers
    depths: Numbers

    @classmethod
    def of(cls, game: Game, state: State) -> "Root":
        """The moves of a position, before any look at them."""
        out = np.empty(game.definition.capacity, np.int64)
        count = game.definition.kernels.legal(state, out)
        return cls(out[:count].copy(), np.zeros(count, np.int64), np.zeros(count, np.int64))

    def parts(self, count: int) -> "list[Root]":
        """The same moves dealt out to so many, none without a move."""
        count = min(count, len(self.moves))
        return [
            Root(
                *(numbers[part::count].copy() for numbers in (self.moves, self.values, self.depths))
            )
            for part in range(count)
        ]

    def sort(self, depth: int, done: int) -> None:
        """Puts the best first, once `done` moves were looked at to a depth.

        The others are held for no better than the best of these, unless that is lost.
        """
        best = int(self.values[:done].max())
        if best > -PROVED:
            self.values[done:] = np.minimum(self.values[done:], best)
        order = np.lexsort((self.depths < depth, -self.values))
        for numbers in (self.moves, self.values, self.depths):
            numbers[:] = numbers[order]

    @property
    def best(self) -> int:
        """The value of the best move."""
        return int(self.values[0])


def new_desk(
    game: Game, state: State, budget: Budget, seed: int, stop: Stop, late: Numbers
) -> Desk:
    """An empty desk with a position on its first row."""
    rows, capacity = PLIES + 1, game.definition.capacity
    slots = 1 << max(8, min(MOST_SLOTS.bit_length() - 1, int(budget.nodes).bit_length()))
    states = np.empty(rows, state.dtype)
    states[0] = state
    counters = np.zeros(4, np.int64)
    counters[LIMIT] = min(budget.nodes, 1 << 60)
    counters[SEED] = new_rng(seed, "noise")[0]
    keys = np.zeros(rows, np.int64)
    keys[0] = game.definition.kernels.key(state)
    return Desk(
        states=states,
        keys=keys,
        moves=np.empty((rows, capacity), np.int64),
        ranks=np.empty((rows, capacity), np.int64),
        frames=np.zeros((rows, 11), np.int64),
        killers=np.full((rows, 2), -1),
        history=np.zeros((2, HISTORY), np.int64),
        table=np.zeros((slots, 5), np.int64),
        shares=np.zeros(2),
        counters=counters,
        stop=stop.flag,
        late=late,
    )


@contextmanager
def clock(seconds: float | None, late: Numbers) -> Iterator[None]:
    """Raises a flag when so much time has passed."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, late.fill, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def deepen(desks: list[Desk], roots: list[Root]) -> int:
    """Looks one ply deeper again and again; returns the last depth that was finished."""
    for desk, root in zip(desks, roots, strict=True):
        # Every move gets one look at least.
        desk.counters[LIMIT] = max(desk.counters[LIMIT], 2 * len(root.moves))
    for depth in range(1, DEEPEST + 1):
        _look_together(desks, roots, depth)
        if any(desk.counters[ENDED] for desk in desks):
            return depth - 1
        best = max(root.best for root in roots)
        if best >= PROVED or all(root.best <= -PROVED for root in roots):
            return depth
    return DEEPEST


def _look_together(desks: list[Desk], roots: list[Root], depth: int) -> None:
    """Looks to one depth, a thread for each worker; one alone needs none."""
    if len(desks) == 1:
        look(desks[0], roots[0], depth)
        return
    with ThreadPoolExecutor(len(desks)) as pool:
        list(pool.map(look, desks, roots, [depth] * len(desks)))


def look(desk: Desk, root: Root, depth: int) -> None:
    """Looks at the moves of a root to one depth, as far as the budget goes."""
    counters = desk.counters
    wide = depth <= 2 or counters[NODES] * WIDE_SHARE < counters[LIMIT]
    done = negamax.iterate(desk, depth, wide, root.moves, root.values, root.depths)
    if done:
        root.sort(depth, done)


def _candidate(game: Game, move: Found, value: int, long: bool) -> Candidate:
    """What is known of a move, with the line expected after it, a longer one if so asked."""
    seat, depth = int(move.desk.states[0].to_move), int(move.root.depths[move.row])
    line, end = _line(game, move.desk, move.action, LINE if long else 1)
    kernels = game.definition.kernels
    margin = None if kernels.lead is no_points else float(kernels.lead(end, seat))
    if end.to_move == OVER and len(line) == 1:
        kernels.returns(end, move.desk.shares)
        share, exact = float(move.desk.shares[seat]), True
    elif abs(value) >= PROVED:
        share, exact = float(value > 0), True
    else:
        share, exact = (value / SURE + 1) / 2, False
    doubt = 0.0 if exact else confidence(depth)
    return Candidate(
        move=line[0], value=share, margin=margin, confidence=doubt, exact=exact, line=line
    )


def confidence(depth: int) -> float:
    """How far a value of some depth is off at most, 95 times out of a hundred.

    Measured in Sendas and Colorito by benchmarks/confidence.py, against far deeper looks.
    """
    return float(0.6 / (1 + depth) ** 0.75)


def _line(game: Game, desk: Desk, action: int, length: int) -> tuple[tuple[str, ...], State]:
    """A move and those that the table expects after it, and where they lead."""
    kernels, state = game.definition.kernels, copy_state(desk.states[0])
    out = np.empty(game.definition.capacity, np.int64)
    line: list[str] = []
    while True:
        line.append(game.definition.write(state, action))
        kernels.apply(state, action)
        if len(line) == length or state.to_move == OVER:
            return tuple(line), state
        slot = negamax.find(desk.table, kernels.key(state))
        if slot < 0:
            return tuple(line), state
        action = int(desk.table[slot, MOVE])
        if action not in out[: kernels.legal(state, out)]:
            return tuple(line), state
