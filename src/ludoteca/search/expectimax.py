"""Expectimax: everyone plays their best, chance is weighed exactly, and looking ahead gets deeper
and deeper.

Moves and draws are looked at one by one, with the game's `evaluate` where the looking ends. A game
with long chance events may bring its own way to look ahead, turn by turn, to
`iterative_deepening`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import State, View
from ludoteca.core.game import Game
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, evaluate, legal, outcomes, returns
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.core.thought import Detail, Thought
from ludoteca.search.api import Analysis, Budget, Candidate, Stop, check_view

Array = NDArray[Any]

Thinking = Callable[[State, int, Array, int], Iterator[Thought]]
"""think(state, nodes, stop, workers): thoughts on the legal moves, each deeper than the last."""

DEEPEST = 12  # plies, single draws counted
NO_ACTION = -1
SLICE = 20_000  # nodes between two looks at the clock


def expectimax(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """The moves of a game of chance without secrets, best first.

    Takes a view of the seat to move, else CannotThink. Gives every legal move with its value when
    all play their best as far as was looked; the depth is the greatest that was completed within
    the budget. The answer depends on nothing but the view and the nodes allowed, unless the time
    runs out or it is stopped: then the last complete depth is the answer, and there is always one.
    Memory is bounded: see Plies. One worker does it all.
    """

    def think(state: State, nodes: int, flag: Array, workers: int) -> Iterator[Thought]:
        return think_by_plies(game, state, nodes, flag)

    return iterative_deepening(game, view, budget, seed, stop, think)


def iterative_deepening(
    game: Game, view: View, budget: Budget, seed: int, stop: Stop, think: Thinking
) -> Analysis:
    """Analyse a view by thoughts that get deeper; the last one within the budget counts."""
    check_view(game, view)
    state = game.imagine(view, new_rng(seed))
    thought = _last(think(state, budget.nodes, stop.flag, budget.workers), budget, stop)
    return _analysis(thought, thought.details() if budget.lines else _moves(game, state))


def _last(thoughts: Iterator[Thought], budget: Budget, stop: Stop) -> Thought:
    """The last thought before the time is up or a stop is asked for; the first one at least."""
    end = None if budget.seconds is None else monotonic() + budget.seconds
    thought = next(thoughts)
    while not stop.asked and (end is None or monotonic() < end):
        after = next(thoughts, None)
        if after is None:
            break
        thought = after
    return thought


def _moves(game: Game, state: State) -> list[Detail]:
    """The legal moves, and nothing about them."""
    out = np.empty(game.definition.capacity, np.int64)
    count = game.definition.kernels.legal(state, out)
    return [Detail((game.definition.write(state, int(action)),)) for action in out[:count]]


def _analysis(thought: Thought, details: Sequence[Detail]) -> Analysis:
    """The moves with their values, best first; equal ones stay in order."""
    candidates = [
        Candidate(
            move=details[i].line[0],
            value=float(thought.values[i]),
            confidence=float(thought.doubts[i]),
            exact=bool(thought.proved[i]),
            line=details[i].line,
            extra=details[i].extra,
        )
        for i in np.argsort(-thought.values, kind="stable")
    ]
    return Analysis(candidates=tuple(candidates), nodes=thought.nodes, depth=thought.depth)


@kernel
def estimate(state, seats, share):
    """Fills share with each seat's part of the win: the result, or what `evaluate` says, made to
    sum to 1.
    """
    if state.to_move == OVER:
        returns(state, share)
        return
    total = 0.0
    for seat in range(seats):
        share[seat] = evaluate(state, seat)
        total += share[seat]
    for seat in range(seats):
        share[seat] = share[seat] / total if total > 0.0 else 1.0 / seats


@kernel
def enter(state, level, outs, weights, cursor, shares, sure, lines):
    """Lists what can happen at a level, and forgets what was thought there before."""
    lines[level] = NO_ACTION
    if state.to_move == CHANCE:
        cursor[level, 1] = outcomes(state, outs[level], weights[level])
        shares[level] = 0.0
    else:
        cursor[level, 1] = legal(state, outs[level])
        shares[level] = -1.0
    cursor[level, 0] = 0
    sure[level] = 1


@kernel
def follow(level, action, lines):
    """Makes a move or draw, and what is expected after it, the line expected of a level."""
    lines[level, level] = action
    lines[level, level + 1 :] = lines[level + 1, level + 1 :]


@kernel
def combine(mover, level, share, certain, outs, weights, cursor, shares, sure, lines):
    """Takes what one move or draw at a level leads to into what is thought of the level.

    The line expected goes by the best move, and by the likeliest draw.
    """
    at, count = cursor[level]
    if mover == CHANCE:
        part = weights[level, at] / weights[level, :count].sum()
        if at == 0 or weights[level, at] > weights[level, :at].max():
            follow(level, outs[level, at], lines)
        for seat in range(len(share)):
            shares[level, seat] += part * share[seat]
    elif share[mover] > shares[level, mover]:
        follow(level, outs[level, at], lines)
        for seat in range(len(share)):
            shares[level, seat] = share[seat]
    sure[level] &= certain
    cursor[level, 0] = at + 1


@kernel
def look(states, depth, limit, seats, work, values, proved, expected, progress, stop):
    """Goes on looking `depth` plies ahead of states[0]; True once all its moves have a value.

    After `limit` more nodes it pauses, and goes on where it was when called again. progress: the
    level it is at, and the nodes looked at. A value is proved if every line under the move has come
    to an end. expected has a row for each move: what the line goes on with.
    """
    outs, _weights, cursor, shares, sure, lines = work
    level, pause = progress[0], progress[1] + limit
    while progress[1] < pause and not stop[0]:
        if cursor[level, 0] == cursor[level, 1]:
            if level == 0:
                return True
            level -= 1
        else:
            states[level + 1] = states[level]
            after = states[level + 1]
            apply(after, outs[level, cursor[level, 0]])
            progress[1] += 1
            if after.to_move != OVER and level + 1 < depth:
                level += 1
                enter(after, level, *work)
                continue
            estimate(after, seats, shares[level + 1])
            sure[level + 1] = after.to_move == OVER
            lines[level + 1] = NO_ACTION
        mover, share, certain = states[level].to_move, shares[level + 1], sure[level + 1]
        if level == 0:
            values[cursor[0, 0]] = share[mover]
            proved[cursor[0, 0]] = certain
            expected[cursor[0, 0]] = lines[1]
        combine(mover, level, share, certain, *work)
        progress[0] = level
    progress[0] = level
    return False


class Plies:
    """A search by plies from one state, a slice at a time; it holds one row of moves for each of 12
    levels.
    """

    def __init__(self, game: Game, state: State, stop: Array) -> None:
        self._game, self._seats, self._stop = game, game.seats, stop
        capacity = game.definition.capacity
        self._states = np.array([state] * (DEEPEST + 1))
        outs, weights = np.zeros((2, DEEPEST, capacity), np.int64)
        cursor, sure = np.zeros((DEEPEST + 1, 2), np.int64), np.zeros(DEEPEST + 1, np.int64)
        lines = np.full((DEEPEST + 1, DEEPEST + 1), NO_ACTION)
        self._work = (outs, weights, cursor, np.zeros((DEEPEST + 1, game.seats)), sure, lines)
        self._expected = np.full((capacity, DEEPEST + 1), NO_ACTION)
        self._values, self._proved = np.zeros(capacity), np.zeros(capacity, np.int64)
        self._progress = np.zeros(2, np.int64)

    @property
    def nodes(self) -> int:
        """The moves and draws looked at so far."""
        return int(self._progress[1])

    def begin(self) -> None:
        """Starts anew, at any depth."""
        self._progress[0] = 0
        enter(self._states[0], 0, *self._work)

    def slice(self, depth: int, limit: int = SLICE) -> bool:
        """Looks on for a while; True once done."""
        found = (self._values, self._proved, self._expected)
        rest = (self._seats, self._work, *found, self._progress, self._stop)
        return bool(look(self._states, depth, limit, *rest))

    def thought(self, depth: int) -> Thought:
        """What a completed depth tells."""
        count = int(self._work[2][0, 1])
        values, proved = self._values[:count].copy(), self._proved[:count] > 0
        doubts = np.where(proved, 0.0, np.minimum(values, 1.0 - values))
        lines = self._expected[:count].copy()
        lines[:, 0] = self._work[0][0, :count]
        more = partial(_details, self._game, self._states[0].copy(), lines)
        return Thought(values, doubts, proved, depth, self.nodes, more)


def _details(game: Game, state: State, lines: Array) -> list[Detail]:
    """The lines of single actions as texts."""
    return [Detail(tuple(_texts(game, state, line[line != NO_ACTION].tolist()))) for line in lines]


def _texts(game: Game, state: State, actions: list[int]) -> Iterator[str]:
    """Moves and whole chance events; one that was not looked at to its end is left out."""
    definition, at = game.definition, copy_state(state)
    event, draws = at, list[int]()
    for action in actions:
        if at.to_move == CHANCE:
            event = event if draws else copy_state(at)
            draws.append(action)
        else:
            yield definition.write(at, action)
        definition.kernels.apply(at, action)
        if draws and at.to_move != CHANCE:
            yield definition.write_event(event, draws)
            draws = []


def think_by_plies(game: Game, state: State, nodes: int, stop: Array) -> Iterator[Thought]:
    """Thoughts of one ply, two, and so on, as far as the nodes go; the first is never cut short."""
    first = Plies(game, state, np.zeros(1, np.int64))
    first.begin()
    while not first.slice(1):
        pass
    thought = first.thought(1)
    yield thought
    plies = Plies(game, state, stop)
    for depth in range(2, DEEPEST + 1):
        if thought.proved.all():
            return
        plies.begin()
        while not plies.slice(depth, min(SLICE, nodes - plies.nodes)):
            if stop[0] or plies.nodes >= nodes:
                return
            yield thought._replace(nodes=plies.nodes)
        thought = plies.thought(depth)
        yield thought
