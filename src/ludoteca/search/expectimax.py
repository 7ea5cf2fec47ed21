"""Expectimax search by iterative deepening.

Algorithm: expectimax (Russell and Norvig, Artificial Intelligence: A Modern Approach, the chapter
on stochastic games), for n seats as maxⁿ (Luckhardt and Irani, 1986): a position has a vector v of
the seats' shares of the win,

    v(p) = the result                        if the game is over
           the evaluation, summing to 1      at the depth limit
           v(p·m), m = argmax of v(p·m)[s]   if seat s is to move
           Σ over outcomes o of P(o)·v(p·o)  at a chance node

There is no pruning: the values of all moves of the root are wanted. Depth 1, 2, 3, ... is searched,
single draws of chance counted as plies, until the budget is spent.

A game with long chance events may bring its own deepening, turn by turn, to `iterative_deepening`.

Value: exact where every line below the move ends within the depth; else the confidence says only
that the value is a share of the win.

Assumes: perfect information, known chances, every seat maximises its own share; any number of
seats.

Parallel: one thread.
Memory: one row of moves for each of 12 levels.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import NamedTuple

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.definition import View
from ludoteca.core.game import Game
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, legal, outcomes
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.core.thought import MoveDetails, MoveValues
from ludoteca.search.api import Analysis, Budget, Candidate, Stop, check_view
from ludoteca.search.common import legal_actions, seat_values

MAX_DEPTH = 12  # plies, single draws counted
NO_ACTION = -1
SLICE = 20_000  # nodes between two readings of the clock
LEVEL, NODES = range(2)
NEXT, COUNT = range(2)

Deepening = Callable[[State, int, Integers, int], Iterator[MoveValues]]
"""deepening(state, nodes, stop, workers): values of the legal moves, each deeper than the last."""


def expectimax(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Return the moves of a view by expectimax, best first.

    The depth is the greatest that was completed within the budget. The answer depends only on the
    view and the nodes allowed, unless the time runs out or the search is stopped: then the last
    complete depth is the answer, and the first is always completed.
    """

    def deepening(state: State, nodes: int, flag: Integers, workers: int) -> Iterator[MoveValues]:
        return deepen_by_plies(game, state, nodes, flag)

    return iterative_deepening(game, view, budget, seed, stop, deepening)


def iterative_deepening(
    game: Game, view: View, budget: Budget, seed: int, stop: Stop, deepening: Deepening
) -> Analysis:
    """Return the moves of a view by the last values that come within the budget, best first."""
    check_view(game, view)
    state = game.imagine(view, new_rng(seed))
    last = _last(deepening(state, budget.nodes, stop.flag, budget.workers), budget, stop)
    return _analysis(last, last.details() if budget.lines else _moves(game, state))


def _last(deepening: Iterator[MoveValues], budget: Budget, stop: Stop) -> MoveValues:
    """Return the last values before the time is up or a stop; the first at least."""
    end = None if budget.seconds is None else monotonic() + budget.seconds
    found = next(deepening)
    while not stop.asked and (end is None or monotonic() < end):
        deeper = next(deepening, None)
        if deeper is None:
            break
        found = deeper
    return found


def _moves(game: Game, state: State) -> list[MoveDetails]:
    """Return the legal moves without lines."""
    return [
        MoveDetails((game.definition.write(state, int(action)),))
        for action in legal_actions(game, state)
    ]


def _analysis(found: MoveValues, details: Sequence[MoveDetails]) -> Analysis:
    """Return the moves as candidates, best first; equal ones stay in order."""
    candidates = [
        Candidate(
            move=details[i].line[0],
            value=float(found.values[i]),
            confidence=float(found.doubts[i]),
            exact=bool(found.proved[i]),
            line=details[i].line,
            extra=dict(details[i].extra),
        )
        for i in np.argsort(-found.values, kind="stable")
    ]
    return Analysis(candidates=tuple(candidates), nodes=found.nodes, depth=found.depth)


class ExpectimaxWorkspace(NamedTuple):
    """The stack of a search, one row a level, and what it found of the moves of the root."""

    states: State
    outs: Integers  # moves or outcomes of chance
    weights: Integers
    cursor: Integers  # the next of them, and how many there are
    shares: Floats  # the value of a level, as far as its children were searched
    proved: Integers  # whether all lines below have ended
    lines: Integers
    root_values: Floats
    root_proved: Integers
    root_lines: Integers
    progress: Integers  # the level it is at, and the nodes searched
    stop: Integers

    @classmethod
    def of(cls, game: Game, state: State, stop: Integers) -> "ExpectimaxWorkspace":
        """Return the workspace of a root."""
        rows, capacity = MAX_DEPTH + 1, game.definition.capacity
        return cls(
            states=np.array([state] * rows),
            outs=np.zeros((MAX_DEPTH, capacity), np.int64),
            weights=np.zeros((MAX_DEPTH, capacity), np.int64),
            cursor=np.zeros((rows, 2), np.int64),
            shares=np.zeros((rows, game.seats)),
            proved=np.zeros(rows, np.int64),
            lines=np.full((rows, rows), NO_ACTION),
            root_values=np.zeros(capacity),
            root_proved=np.zeros(capacity, np.int64),
            root_lines=np.full((capacity, rows), NO_ACTION),
            progress=np.zeros(2, np.int64),
            stop=stop,
        )


@kernel
def open_level(work: ExpectimaxWorkspace, level: int) -> None:
    """List the moves or outcomes at a level, and reset its value."""
    state = work.states[level]
    work.lines[level] = NO_ACTION
    if state.to_move == CHANCE:
        work.cursor[level, COUNT] = outcomes(state, work.outs[level], work.weights[level])
        work.shares[level] = 0.0
    else:
        work.cursor[level, COUNT] = legal(state, work.outs[level])
        work.shares[level] = -1.0
    work.cursor[level, NEXT] = 0
    work.proved[level] = 1


@kernel
def extend_line(work: ExpectimaxWorkspace, level: int, action: int) -> None:
    """Make an action, and the line expected after it, the line expected of a level."""
    work.lines[level, level] = action
    work.lines[level, level + 1 :] = work.lines[level + 1, level + 1 :]


@kernel
def back_up_child(work: ExpectimaxWorkspace, level: int) -> None:
    """Back up one child's value into its parent: max for a player, weighted mean for chance.

    The expected line follows the best move, and the likeliest outcome.
    """
    at, count = work.cursor[level]
    mover, values, weights = work.states[level].to_move, work.shares[level], work.weights[level]
    child = work.shares[level + 1]
    if mover == CHANCE:
        part = weights[at] / weights[:count].sum()
        if at == 0 or weights[at] > weights[:at].max():
            extend_line(work, level, work.outs[level, at])
        for seat in range(len(child)):
            values[seat] += part * child[seat]
    elif child[mover] > values[mover]:
        extend_line(work, level, work.outs[level, at])
        for seat in range(len(child)):
            values[seat] = child[seat]
    work.proved[level] &= work.proved[level + 1]
    work.cursor[level, NEXT] = at + 1


@kernel
def keep_root_move(work: ExpectimaxWorkspace) -> None:
    """Write what was found of the current move of the root."""
    move = work.cursor[0, NEXT]
    work.root_values[move] = work.shares[1, work.states[0].to_move]
    work.root_proved[move] = work.proved[1]
    work.root_lines[move] = work.lines[1]


@kernel
def search_slice(work: ExpectimaxWorkspace, depth: int, limit: int) -> bool:
    """Search on to `depth` plies for `limit` more nodes; return whether all moves have a value.

    A search that pauses goes on where it was when called again.
    """
    states, cursor, progress = work.states, work.cursor, work.progress
    level, pause = progress[LEVEL], progress[NODES] + limit
    while progress[NODES] < pause and not work.stop[0]:
        if cursor[level, NEXT] == cursor[level, COUNT]:
            if level == 0:
                return True
            level -= 1
        else:
            states[level + 1] = states[level]
            after = states[level + 1]
            apply(after, work.outs[level, cursor[level, NEXT]])
            progress[NODES] += 1
            if after.to_move != OVER and level + 1 < depth:
                level += 1
                open_level(work, level)
                continue
            seat_values(after, work.shares[level + 1])
            work.proved[level + 1] = after.to_move == OVER
            work.lines[level + 1] = NO_ACTION
        if level == 0:
            keep_root_move(work)
        back_up_child(work, level)
        progress[LEVEL] = level
    progress[LEVEL] = level
    return False


class PlySearch:
    """A search by plies from one state, a slice at a time."""

    def __init__(self, game: Game, state: State, stop: Integers) -> None:
        self._game, self._work = game, ExpectimaxWorkspace.of(game, state, stop)

    @property
    def nodes(self) -> int:
        """Return the moves and draws searched so far."""
        return int(self._work.progress[NODES])

    def begin(self) -> None:
        """Start over, at any depth."""
        self._work.progress[LEVEL] = 0
        open_level(self._work, 0)

    def slice(self, depth: int, limit: int = SLICE) -> bool:
        """Search for a while; return True once done."""
        return bool(search_slice(self._work, depth, limit))

    def values(self, depth: int) -> MoveValues:
        """Return what a completed depth found."""
        work = self._work
        count = int(work.cursor[0, COUNT])
        values, proved = work.root_values[:count].copy(), work.root_proved[:count] > 0
        doubts = np.where(proved, 0.0, np.minimum(values, 1.0 - values))
        lines = work.root_lines[:count].copy()
        lines[:, 0] = work.outs[0, :count]
        more = partial(_details, self._game, work.states[0].copy(), lines)
        return MoveValues(values, doubts, proved, depth, self.nodes, more)


def _details(game: Game, state: State, lines: Integers) -> list[MoveDetails]:
    """Return lines of single actions as texts."""
    return [
        MoveDetails(tuple(_texts(game, state, line[line != NO_ACTION].tolist()))) for line in lines
    ]


def _texts(game: Game, state: State, actions: list[int]) -> Iterator[str]:
    """Yield moves and whole chance events; one that was not searched to its end is left out."""
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


def deepen_by_plies(game: Game, state: State, nodes: int, stop: Integers) -> Iterator[MoveValues]:
    """Yield the values at depth 1, 2 and so on within the nodes; the first is never cut short.

    After each slice of work the last values are yielded again, so that a caller can read the clock.
    """
    first = PlySearch(game, state, np.zeros(1, np.int64))
    first.begin()
    while not first.slice(1):
        pass
    found = first.values(1)
    yield found
    search = PlySearch(game, state, stop)
    for depth in range(2, MAX_DEPTH + 1):
        if found.proved.all():
            return
        search.begin()
        while not search.slice(depth, min(SLICE, nodes - search.nodes)):
            if stop[0] or search.nodes >= nodes:
                return
            yield found._replace(nodes=search.nodes)
        found = search.values(depth)
        yield found
