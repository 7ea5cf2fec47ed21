"""Sequential halving: the best moves are played on in imagined worlds, fewer of them each round."""

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import State, View
from ludoteca.core.game import Game
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import apply, imagine, lead, legal
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.search.api import Analysis, Budget, Candidate, Stop
from ludoteca.search.mcts.simulate import value_of
from ludoteca.search.one_ply import greedy
from ludoteca.search.playout import settle

ROUNDS = (12, 6, 3)  # how many moves take part in each
PLIES = 8  # that are played on after a move; with 4 it was measured to be no better than a tree
WIDE = 1 << 40  # nodes enough for the first look
TRUST = 4  # worlds that the first look counts for
SURE = 1.96  # standard deviations to either side of a 95 % interval
VALUE, SQUARE, LEAD = range(3)
Actions = NDArray[np.int64]
Numbers = NDArray[np.float64]


@kernel
def best_move(state, trial, out, shares):
    """The best move by the evaluation one ply on."""
    seat = state.to_move
    best = -1.0
    chosen = 0
    for i in range(legal(state, out)):
        trial[0] = state
        apply(trial[0], out[i])
        value = value_of(trial[0], seat, shares)
        if value > best:
            best = value
            chosen = out[i]
    return chosen


@kernel
def play_on(state, trial, deals, rng, buffers, shares):
    """Plays some plies, each the best one ply on; the end of the game or a new deal comes first."""
    for _ in range(PLIES):
        if not deals:
            settle(state, rng, buffers[0], buffers[1])
        if state.to_move < 0:
            return
        apply(state, best_move(state, trial, buffers[0], shares))


@kernel
def compare(root, moves, worlds, deals, states, rng, buffers, shares, sums, stop):
    """Adds up what came of each move in worlds that all of them share; returns how many.

    states are the world at hand, the one played on in it, and one to try moves in.
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
            play_on(states[1], states[2:], deals, rng, buffers, shares)
            value = value_of(states[1], seat, shares)
            sums[VALUE, i] += value
            sums[SQUARE, i] += value**2
            sums[LEAD, i] += lead(states[1], seat)
    return worlds


class Desk(NamedTuple):
    """What one worker needs at hand; all arrays keep their size."""

    game: Game
    root: State
    rng: Any
    stop: Stop
    states: Any
    buffers: Any
    shares: Any

    @classmethod
    def of(cls, game: Game, root: State, stop: Stop, *seed: int) -> "Desk":
        """An empty desk."""
        buffers = np.empty((2, game.definition.capacity), np.int64)
        rng, shares = new_rng(*seed, "halving"), np.zeros(game.seats)
        return cls(game, root, rng, stop, np.array([root] * 3), buffers, shares)

    def play(self, moves: Actions, worlds: int, end: float | None) -> tuple[int, Numbers]:
        """Plays the moves on in so many worlds or until a time; returns the worlds and the sums."""
        deals, sums, done = int(self.game.definition.deals_itself), np.zeros((3, len(moves))), 0
        tools = (deals, self.states, self.rng, self.buffers, self.shares, sums, self.stop.flag)
        while done < worlds and not self.stop.asked:
            if end is not None and time.perf_counter() >= end:
                break
            done += compare(self.root, moves, worlds if end is None else 1, *tools)
        return done, sums

    def line(self, action: int) -> tuple[str, ...]:
        """A move and those that follow it in the world imagined first."""
        definition, state, line = self.game.definition, copy_state(self.root), []
        while True:
            line.append(definition.write(state, action))
            definition.kernels.apply(state, action)
            if state.to_move < 0 or len(line) > PLIES:
                return tuple(line)
            action = int(best_move(state, self.states[2:], self.buffers[0], self.shares))


class Tally:
    """The moves still in the running, best first, and what came of them in the worlds they share.

    The first look counts as a few worlds, so that short budgets do not go by luck.
    """

    def __init__(self, actions: Actions, first: Sequence[Candidate]) -> None:
        self.actions, self.candidates = actions, list(first)
        value = np.array([candidate.value for candidate in first])
        margin = np.array([candidate.margin or 0.0 for candidate in first])
        self.sums, self.worlds = TRUST * np.array([value, value**2, margin]), TRUST
        self.playouts = 0

    def add(self, found: Sequence[tuple[int, Numbers]]) -> None:
        """Takes what the workers found, and puts the best first."""
        worlds = sum(count for count, _ in found)
        self.worlds += worlds
        self.playouts += worlds * len(self.actions)
        self.sums = self.sums + np.sum([sums for _, sums in found], axis=0)
        self._take(np.argsort(-self.sums[VALUE], kind="stable"))

    def drop(self, count: int) -> list[Candidate]:
        """Leaves the best `count` in the running; returns the others as they stand."""
        dropped = self.standing()[count:]
        self._take(np.arange(min(count, len(self.actions))))
        return dropped

    def _take(self, order: NDArray[np.intp]) -> None:
        self.actions, self.sums = self.actions[order], self.sums[:, order]
        self.candidates = [self.candidates[index] for index in order]

    def standing(self) -> list[Candidate]:
        """The moves with what is known of them."""
        if not self.playouts:
            return self.candidates
        value, square, margin = self.sums / self.worlds
        spread = np.sqrt(np.maximum(square - value**2, 0.0) + 0.25 / self.worlds)
        return [
            replace(
                candidate,
                value=float(value[i]),
                margin=None if candidate.margin is None else float(margin[i]),
                confidence=float(SURE * spread[i] / math.sqrt(self.worlds)),
            )
            for i, candidate in enumerate(self.candidates)
        ]


def halving(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """The moves of a view by playouts over imagined worlds, best first.

    All moves are looked at one ply on; the best dozen are played on for a few plies, by the best
    moves one ply on, in worlds that they share; then the better half of them, and the better half
    of that, a third of the budget each. A node of the budget is one playout. No move dropped
    earlier counts as better than one dropped later. Nothing grows with the budget. Several workers
    imagine worlds of their own, with a budget each, and what they found is put together.
    """
    began = time.perf_counter()
    first = greedy(game, view, Budget(WIDE), seed, stop).candidates
    root = game.imagine(view, new_rng(seed, "halving"))
    desks = [Desk.of(game, root, stop, seed, worker) for worker in range(budget.workers)]
    tally, behind = Tally(_actions(game, root, first), first), list[Candidate]()
    for number, count in enumerate(ROUNDS, 1):
        behind = tally.drop(count) + behind
        worlds = budget.nodes // (len(ROUNDS) * len(tally.actions))
        end = began + budget.seconds * number / len(ROUNDS) if budget.seconds else None
        tally.add(_play_together(desks, tally.actions, worlds, end))
    found = tally.standing()
    if budget.lines:
        found = [
            replace(candidate, line=desks[0].line(int(action)))
            for action, candidate in zip(tally.actions, found, strict=True)
        ]
    depth = 1 + PLIES if tally.playouts else 1
    return Analysis(candidates=_falling(found + behind), nodes=tally.playouts, depth=depth)


def _actions(game: Game, root: State, candidates: Sequence[Candidate]) -> Actions:
    """The actions of some moves, in their order."""
    out = np.empty(game.definition.capacity, np.int64)
    count = game.definition.kernels.legal(root, out)
    by_move = {game.definition.write(root, int(action)): int(action) for action in out[:count]}
    return np.array([by_move[candidate.move] for candidate in candidates])


def _play_together(
    desks: Sequence[Desk], moves: Actions, worlds: int, end: float | None
) -> list[tuple[int, Numbers]]:
    """What each worker finds, in a thread of its own; one alone needs none."""
    if len(desks) == 1:
        return [desks[0].play(moves, worlds, end)]
    with ThreadPoolExecutor(len(desks)) as pool:
        return list(pool.map(lambda desk: desk.play(moves, worlds, end), desks))


def _falling(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The same candidates, none of a higher value than those before it."""
    values = accumulate((candidate.value for candidate in candidates), min)
    return tuple(
        replace(candidate, value=value) for candidate, value in zip(candidates, values, strict=True)
    )
