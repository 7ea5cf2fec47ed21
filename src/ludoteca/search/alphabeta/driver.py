"""Alpha-beta search by iterative deepening.

Algorithm: negamax with alpha-beta pruning (Knuth and Moore, An Analysis of Alpha-Beta Pruning,
1975), principal-variation search with null windows (Marsland and Campbell, Parallel Search of
Strongly Ordered Game Trees, 1982), a transposition table (see `transposition`), killer moves and
the history heuristic (Schaeffer, 1989), late-move reductions. Depth 1, 2, 3, ... is searched until
the budget is spent or a win is proved; each depth orders the moves of the root for the next.

Value: an estimated share s of the win is the score (2s - 1) · SCALE; see `scores`.

Assumes: two seats that alternate, zero-sum, perfect information, no chance. Draws by the rules are
seen, a position that repeats within a line counts as a draw, and a draw scores slightly below an
even position. Nothing is extended at the horizon: there is no quiescence search.

Parallel: each worker has the moves of the root dealt out to it, a table and a budget of its own.
Memory: a table of at most 2**18 entries for each worker.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ludoteca.core.arrays import Integers, State
from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.core.kernels import OVER, no_points
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.search.alphabeta import kernels as search
from ludoteca.search.alphabeta.kernels import ENDED, LIMIT, NODES, SEED, AlphaBetaWorkspace
from ludoteca.search.alphabeta.scores import MAX_PLIES, PROVED, share_of
from ludoteca.search.alphabeta.transposition import COLUMNS, MOVE, NOT_FOUND, tt_probe
from ludoteca.search.api import MOST_NODES, Analysis, Budget, Candidate, Stop, check_view
from ludoteca.search.common import legal_actions, timeout

MAX_ENTRIES = 1 << 18
MAX_DEPTH = MAX_PLIES - 4
WIDE_SHARE = 32
"""All moves of the root get their full value while less than this part of the nodes is spent."""
LINES, LINE_LENGTH = 3, 8
PLAN_SHARE = 8
"""The part of the nodes that is searched where there is a planned move."""

Plan = Callable[[State, int, Callable[[], bool]], int | None]
"""plan(state, nodes, ended): the move of a long plan, or None; ended() says that time is up."""


def alphabeta(
    game: Game, view: View, budget: Budget, seed: int, stop: Stop, plan: Plan | None = None
) -> Analysis:
    """Return the moves of a view by iterative deepening, best first.

    The best move has the value of the last depth; most others are known to be no better, and show
    the value of the last depth at which all were searched, with a wider confidence. A value is
    exact where a win or loss is proved; of proved wins the quickest comes first. Where `plan` gives
    a move, it comes first with the best value, unless a win is proved or that move loses; few nodes
    are searched then. The seed changes estimates by less than half a percent, for variety.

    A search that is stopped, or whose time is over, answers with what it has.
    """
    check_view(game, view)
    state = game.imagine(view, new_rng(seed))
    late = np.zeros(1, np.int64)
    with timeout(budget.seconds, late):
        move = None if plan is None else _planned_move(plan, state, budget, stop)
        if move is not None:
            budget = replace(budget, nodes=max(1, budget.nodes // PLAN_SHARE))
        roots = RootMoves.of(game, state).split(budget.workers)
        workspaces = [new_workspace(game, state, budget, seed, stop, late) for _ in roots]
        depth = deepen(workspaces, roots)
    found = _ranked(workspaces, roots)
    planned = move is not None and is_sound(found, move)
    if planned:
        found.sort(key=lambda other: other.action != move)
    best, lines = max(other.score for other in found), LINES if budget.lines else 0
    candidates = tuple(
        _candidate(game, other, best if planned and not place else other.score, place < lines)
        for place, other in enumerate(found)
    )
    nodes = sum(int(work.counters[NODES]) for work in workspaces)
    extra = {"planned": True} if planned else {}
    return Analysis(candidates=candidates, nodes=nodes, depth=depth, extra=extra)


def _planned_move(plan: Plan, state: State, budget: Budget, stop: Stop) -> int | None:
    """Return the move of a plan if it is found in half of the time."""
    end = None if budget.seconds is None else time.perf_counter() + budget.seconds / 2

    def ended() -> bool:
        return stop.asked or (end is not None and time.perf_counter() >= end)

    return None if stop.asked else plan(state, budget.nodes, ended)


class RootMove(NamedTuple):
    """A move of the root with its score, and the workspace that searched it."""

    score: int
    row: int
    work: AlphaBetaWorkspace
    root: "RootMoves"

    @property
    def action(self) -> int:
        """Return the move itself."""
        return int(self.root.moves[self.row])


def _ranked(workspaces: list[AlphaBetaWorkspace], roots: "list[RootMoves]") -> list[RootMove]:
    """Return the moves of all workers, best first."""
    found = [
        RootMove(int(score), row, work, root)
        for work, root in zip(workspaces, roots, strict=True)
        for row, score in enumerate(root.scores)
    ]
    return sorted(found, key=lambda move: (-move.score, move.row))


def is_sound(found: list[RootMove], planned: int) -> bool:
    """Return whether to play a planned move: no win is proved, and that move does not lose."""
    score = next(move.score for move in found if move.action == planned)
    return found[0].score < PROVED and score > -PROVED


@dataclass
class RootMoves:
    """The moves of the root, best first, with the score of each and the depth of that score."""

    moves: Integers
    scores: Integers
    depths: Integers

    @classmethod
    def of(cls, game: Game, state: State) -> "RootMoves":
        """Return the legal moves of a position, not searched yet."""
        moves = legal_actions(game, state)
        return cls(moves, np.zeros_like(moves), np.zeros_like(moves))

    def split(self, parts: int) -> "list[RootMoves]":
        """Deal the moves out to `parts` workers, or to fewer so that each has a move."""
        parts = min(parts, len(self.moves))
        columns = (self.moves, self.scores, self.depths)
        return [
            RootMoves(*(column[part::parts].copy() for column in columns)) for part in range(parts)
        ]

    def sort(self, depth: int, done: int) -> None:
        """Put the best first, once `done` moves have been searched to a depth.

        The others count as no better than the best of these, unless that loses.
        """
        best = int(self.scores[:done].max())
        if best > -PROVED:
            self.scores[done:] = np.minimum(self.scores[done:], best)
        order = np.lexsort((self.depths < depth, -self.scores))
        for column in (self.moves, self.scores, self.depths):
            column[:] = column[order]

    @property
    def best(self) -> int:
        """Return the score of the best move."""
        return int(self.scores[0])


def new_workspace(
    game: Game, state: State, budget: Budget, seed: int, stop: Stop, late: Integers
) -> AlphaBetaWorkspace:
    """Return an empty workspace with a position on its first row."""
    rows, capacity = MAX_PLIES + 1, game.definition.capacity
    entries = 1 << max(8, min(MAX_ENTRIES.bit_length() - 1, int(budget.nodes).bit_length()))
    states = np.empty(rows, state.dtype)
    states[0] = state
    counters = np.zeros(len(search.COUNTERS), np.int64)
    counters[LIMIT] = min(budget.nodes, MOST_NODES)
    counters[SEED] = new_rng(seed, "noise")[0]
    keys = np.zeros(rows, np.int64)
    keys[0] = game.definition.kernels.key(state)
    return AlphaBetaWorkspace(
        states=states,
        keys=keys,
        moves=np.empty((rows, capacity), np.int64),
        move_scores=np.empty((rows, capacity), np.int64),
        frames=np.zeros((rows, len(search.FRAME)), np.int64),
        killers=np.full((rows, 2), search.NO_MOVE),
        history=np.zeros((2, search.HISTORY), np.int64),
        table=np.zeros((entries, len(COLUMNS)), np.int64),
        shares=np.zeros(2),
        counters=counters,
        stop=stop.flag,
        late=late,
    )


def deepen(workspaces: list[AlphaBetaWorkspace], roots: list[RootMoves]) -> int:
    """Search depth 1, 2, 3 and so on; return the last depth that was finished."""
    for work, root in zip(workspaces, roots, strict=True):
        # Every move is searched once at least.
        work.counters[LIMIT] = max(work.counters[LIMIT], 2 * len(root.moves))
    for depth in range(1, MAX_DEPTH + 1):
        _search_all(workspaces, roots, depth)
        if any(work.counters[ENDED] for work in workspaces):
            return depth - 1
        best = max(root.best for root in roots)
        if best >= PROVED or all(root.best <= -PROVED for root in roots):
            return depth
    return MAX_DEPTH


def _search_all(workspaces: list[AlphaBetaWorkspace], roots: list[RootMoves], depth: int) -> None:
    """Search one depth, each worker in a thread; one alone needs none."""
    if len(workspaces) == 1:
        search_depth(workspaces[0], roots[0], depth)
        return
    with ThreadPoolExecutor(len(workspaces)) as pool:
        list(pool.map(search_depth, workspaces, roots, [depth] * len(workspaces)))


def search_depth(work: AlphaBetaWorkspace, root: RootMoves, depth: int) -> None:
    """Search the moves of a root to one depth, as far as the budget goes."""
    counters = work.counters
    wide = depth <= 2 or counters[NODES] * WIDE_SHARE < counters[LIMIT]
    done = search.search_root(work, depth, wide, root.moves, root.scores, root.depths)
    if done:
        root.sort(depth, done)


def _candidate(game: Game, move: RootMove, score: int, long: bool) -> Candidate:
    """Return a move as a candidate, with the expected line if `long`."""
    seat, depth = int(move.work.states[0].to_move), int(move.root.depths[move.row])
    line, end = _line(game, move.work, move.action, LINE_LENGTH if long else 1)
    kernels = game.definition.kernels
    margin = None if kernels.lead is no_points else float(kernels.lead(end, seat))
    if end.to_move == OVER and len(line) == 1:
        kernels.returns(end, move.work.shares)
        share, exact = float(move.work.shares[seat]), True
    elif abs(score) >= PROVED:
        share, exact = float(score > 0), True
    else:
        share, exact = share_of(score), False
    doubt = 0.0 if exact else confidence(depth)
    return Candidate(
        move=line[0], value=share, margin=margin, confidence=doubt, exact=exact, line=line
    )


def confidence(depth: int) -> float:
    """Return how far a value of some depth is off at most, 95 times out of a hundred.

    Measured by benchmarks/confidence.py against far deeper searches.
    """
    return float(0.6 / (1 + depth) ** 0.75)


def _line(
    game: Game, work: AlphaBetaWorkspace, action: int, length: int
) -> tuple[tuple[str, ...], State]:
    """Return a move with the line that the table expects after it, and the position reached."""
    kernels, state = game.definition.kernels, copy_state(work.states[0])
    line: list[str] = []
    while True:
        line.append(game.definition.write(state, action))
        kernels.apply(state, action)
        if len(line) == length or state.to_move == OVER:
            return tuple(line), state
        entry = tt_probe(work.table, kernels.key(state))
        if entry == NOT_FOUND:
            return tuple(line), state
        action = int(work.table[entry, MOVE])
        if action not in legal_actions(game, state):
            return tuple(line), state
