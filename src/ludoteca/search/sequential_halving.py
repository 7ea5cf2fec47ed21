"""Sequential halving over determinizations: a best-arm search among the moves of the root.

Algorithm: sequential halving (Karnin, Koren and Somekh, Almost Optimal Exploration in Multi-Armed
Bandits, 2013). The moves are ranked one ply ahead by the evaluation; the best 12 enter a first
round, the best 6 of these a second, the best 3 a third, each with a third of the budget b:

    determinizations of a round with k moves = b / (3 · k)

A sample of a move is a playout of 8 further plies by the move that is best one ply ahead, ending in
the evaluation or in the result. All moves of a round are played in the same determinizations
(common random numbers), so that luck of the deal cancels out of the comparison.

Value: the mean of all samples; the one-ply ranking counts as 4 of them, so that short budgets do
not go by luck. A move dropped earlier never counts as better than one dropped later. The confidence
is the half-width of a 95 % interval from the variance of the samples.

Assumes: every seat plays for its own share of the win; any number of seats. Determinizations come
from the game's `imagine`. There is no tree: replies are those of the one-ply policy.

Parallel: each worker samples determinizations of its own, with a budget each; sums are added up.
Memory: constant.
"""

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import apply, imagine, lead, legal
from ludoteca.core.rng import Rng, new_rng
from ludoteca.core.storage import copy_state
from ludoteca.search.api import Analysis, Budget, Candidate, Stop
from ludoteca.search.common import Z_95, legal_actions, seat_value
from ludoteca.search.one_ply import greedy
from ludoteca.search.playout import settle

ROUNDS = (12, 6, 3)  # how many moves take part in each
PLIES = 8  # of a playout; with 4 it was measured to be no better than a tree
ALL_NODES = 1 << 40  # enough for the one-ply ranking
PRIOR_SAMPLES = 4  # that the one-ply ranking counts for
VALUE, SQUARE, LEAD = range(3)


@kernel
def best_one_ply(state: State, trial: State, out: Integers, shares: Floats) -> int:
    """Return the move that is best one ply ahead by the evaluation."""
    seat = state.to_move
    best = -1.0
    chosen = 0
    for i in range(legal(state, out)):
        trial[0] = state
        apply(trial[0], out[i])
        value = seat_value(trial[0], seat, shares)
        if value > best:
            best = value
            chosen = out[i]
    return chosen


@kernel
def play_plies(
    state: State, trial: State, deals: int, rng: Rng, buffers: Integers, shares: Floats
) -> None:
    """Play PLIES plies, each the best one ply ahead, or up to the end of the game or a new deal."""
    for _ in range(PLIES):
        if not deals:
            settle(state, rng, buffers[0], buffers[1])
        if state.to_move < 0:
            return
        apply(state, best_one_ply(state, trial, buffers[0], shares))


@kernel
def sample_moves(
    root: State,
    moves: Integers,
    worlds: int,
    deals: int,
    states: State,
    rng: Rng,
    buffers: Integers,
    shares: Floats,
    sums: Floats,
    stop: Integers,
) -> int:
    """Add up the playouts of each move over shared determinizations; return how many of these.

    `states` holds the determinization, the playout in it, and one to try moves in.
    """
    seat = root.to_move
    for world in range(worlds):
        if stop[0]:
            return world
        states[0] = root
        imagine(states[0], seat, rng)
        for i in range(len(moves)):
            states[1] = states[0]
            apply(states[1], moves[i])
            play_plies(states[1], states[2:], deals, rng, buffers, shares)
            value = seat_value(states[1], seat, shares)
            sums[VALUE, i] += value
            sums[SQUARE, i] += value**2
            sums[LEAD, i] += lead(states[1], seat)
    return worlds


class PlayoutWorkspace(NamedTuple):
    """The root and the buffers of one worker; no array changes its size."""

    game: Game
    root: State
    rng: Rng
    stop: Stop
    states: State
    buffers: Integers
    shares: Floats

    @classmethod
    def of(cls, game: Game, root: State, stop: Stop, *seed: int) -> "PlayoutWorkspace":
        """Return the workspace of a root."""
        buffers = np.empty((2, game.definition.capacity), np.int64)
        rng, shares = new_rng(*seed, "halving"), np.zeros(game.seats)
        return cls(game, root, rng, stop, np.array([root] * 3), buffers, shares)

    def sample(self, moves: Integers, worlds: int, end: float | None) -> tuple[int, Floats]:
        """Sample moves in `worlds` determinizations or until a time; return how many, and sums."""
        deals, sums, done = int(self.game.definition.deals_itself), np.zeros((3, len(moves))), 0
        rest = (deals, self.states, self.rng, self.buffers, self.shares, sums, self.stop.flag)
        while done < worlds and not self.stop.asked:
            if end is not None and time.perf_counter() >= end:
                break
            done += sample_moves(self.root, moves, worlds if end is None else 1, *rest)
        return done, sums

    def line(self, action: int) -> tuple[str, ...]:
        """Return a move and those that follow it in the first determinization."""
        definition, state, line = self.game.definition, copy_state(self.root), []
        while True:
            line.append(definition.write(state, action))
            definition.kernels.apply(state, action)
            if state.to_move < 0 or len(line) > PLIES:
                return tuple(line)
            action = int(best_one_ply(state, self.states[2:], self.buffers[0], self.shares))


class Arms:
    """The moves that are left, best first, with the sums of their samples."""

    def __init__(self, actions: Integers, ranked: Sequence[Candidate]) -> None:
        self.actions, self.candidates = actions, list(ranked)
        value = np.array([candidate.value for candidate in ranked])
        margin = np.array([candidate.margin or 0.0 for candidate in ranked])
        self.sums, self.worlds = PRIOR_SAMPLES * np.array([value, value**2, margin]), PRIOR_SAMPLES
        self.playouts = 0

    def add(self, found: Sequence[tuple[int, Floats]]) -> None:
        """Add the samples of all workers, and put the best first."""
        worlds = sum(count for count, _ in found)
        self.worlds += worlds
        self.playouts += worlds * len(self.actions)
        self.sums = self.sums + np.sum([sums for _, sums in found], axis=0)
        self._take(np.argsort(-self.sums[VALUE], kind="stable"))

    def drop(self, count: int) -> list[Candidate]:
        """Keep the best `count`; return the others as candidates."""
        dropped = self.ranked()[count:]
        self._take(np.arange(min(count, len(self.actions))))
        return dropped

    def _take(self, order: NDArray[np.intp]) -> None:
        self.actions, self.sums = self.actions[order], self.sums[:, order]
        self.candidates = [self.candidates[index] for index in order]

    def ranked(self) -> list[Candidate]:
        """Return the moves that are left as candidates, best first."""
        if not self.playouts:
            return self.candidates
        value, square, margin = self.sums / self.worlds
        spread = np.sqrt(np.maximum(square - value**2, 0.0) + 0.25 / self.worlds)
        return [
            replace(
                candidate,
                value=float(value[i]),
                margin=None if candidate.margin is None else float(margin[i]),
                confidence=float(Z_95 * spread[i] / math.sqrt(self.worlds)),
            )
            for i, candidate in enumerate(self.candidates)
        ]


def sequential_halving(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Return the moves of a view by sequential halving, best first.

    A node of the budget is one playout.
    """
    began = time.perf_counter()
    ranked = greedy(game, view, Budget(ALL_NODES), seed, stop).candidates
    root = game.imagine(view, new_rng(seed, "halving"))
    workspaces = [
        PlayoutWorkspace.of(game, root, stop, seed, worker) for worker in range(budget.workers)
    ]
    arms, dropped = Arms(_actions(game, root, ranked), ranked), list[Candidate]()
    for number, count in enumerate(ROUNDS, 1):
        dropped = arms.drop(count) + dropped
        worlds = budget.nodes // (len(ROUNDS) * len(arms.actions))
        end = began + budget.seconds * number / len(ROUNDS) if budget.seconds else None
        arms.add(_sample_all(workspaces, arms.actions, worlds, end))
    found = arms.ranked()
    if budget.lines:
        found = [
            replace(candidate, line=workspaces[0].line(int(action)))
            for action, candidate in zip(arms.actions, found, strict=True)
        ]
    depth = 1 + PLIES if arms.playouts else 1
    return Analysis(candidates=_falling(found + dropped), nodes=arms.playouts, depth=depth)


def _actions(game: Game, root: State, candidates: Sequence[Candidate]) -> Integers:
    """Return the actions of some candidates, in their order."""
    by_move = {
        game.definition.write(root, int(action)): int(action)
        for action in legal_actions(game, root)
    }
    return np.array([by_move[candidate.move] for candidate in candidates])


def _sample_all(
    workspaces: Sequence[PlayoutWorkspace], moves: Integers, worlds: int, end: float | None
) -> list[tuple[int, Floats]]:
    """Return what each worker samples, in a thread of its own; one alone needs none."""
    if len(workspaces) == 1:
        return [workspaces[0].sample(moves, worlds, end)]
    with ThreadPoolExecutor(len(workspaces)) as pool:
        return list(pool.map(lambda work: work.sample(moves, worlds, end), workspaces))


def _falling(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the candidates with no value above those before it."""
    values = accumulate((candidate.value for candidate in candidates), min)
    return tuple(
        replace(candidate, value=value) for candidate, value in zip(candidates, values, strict=True)
    )
