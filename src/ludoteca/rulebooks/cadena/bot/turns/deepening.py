"""Cadena: iterative deepening by whole turns; the search is that of `lookahead`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from ludoteca.core import native
from ludoteca.core.arrays import Array, State
from ludoteca.core.thought import MoveValues
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.bot.turns.chains import CHAINS, TIPS
from ludoteca.rulebooks.cadena.bot.turns.details import details
from ludoteca.rulebooks.cadena.bot.turns.lookahead import (
    GLANCE,
    RACE,
    WAYS,
    begin_level,
    copies,
    look,
    weigh_moves,
)
from ludoteca.rulebooks.cadena.bot.turns.race import NO_RACE, SHELF, Making, Race
from ludoteca.rulebooks.cadena.rules import MAX_CHAIN, MAX_DICE, MAX_PLAYERS

DEEPEST = 5
INNER = 12  # dice that a turn below the first one goes up to; longer chains hardly ever hold
SLICE = 400  # turns searched between two checks of the clock
PLAIN_SLICE = 2  # the same without native code
GROWTH = 8  # one turn deeper costs at least this factor more
PROOF = 2  # turns that a proof goes deep
CERTAIN = 1e-9  # between the bounds of what is proved
# How far values of an even game are from those of deeper searches in 95 of 100 cases: by the
# evaluation, one turn deep, and deeper. From `python benchmarks/confidence.py --games cadena`,
# rounded up.
DOUBT = (0.11, 0.035, 0.025)


def slice_size() -> int:
    """Return how many turns are searched between two checks of the clock."""
    return SLICE if native.ready("cadena") else PLAIN_SLICE


class Lookahead:
    """A search from one state, run a slice at a time; its arrays take under a megabyte."""

    def __init__(self, state: State, tables: Race, stop: Array) -> None:
        seats = MAX_PLAYERS
        self._states = copies(state, DEEPEST + 1)
        self._tables = tables
        self._stop, self._progress = stop, np.zeros(2, np.int64)
        self._worth = np.zeros((DEEPEST, WAYS, MAX_DICE + 1, seats))
        self._cursor, shares = np.zeros((DEEPEST, 2), np.int64), np.zeros((DEEPEST + 1, seats))
        self._value, mass = np.zeros((2, CHAINS, TIPS))
        self._rows = np.zeros((5, MAX_DICE + 1))
        curves = np.zeros((seats + 2, len(tables.free)))
        self._work = (self._worth, self._cursor, shares, self._value, mass, self._rows, curves)

    @property
    def state(self) -> State:
        """Return the root state."""
        return self._states[0]

    @property
    def nodes(self) -> int:
        """Return the turns searched so far, counted once for each opponent."""
        return int(self._progress[1])

    def begin(self, part: int = 0, parts: int = 1) -> None:
        """Restart, at any depth, on one of `parts` parts of the ends of the first turn."""
        self._progress[0] = 0
        begin_level(self._states[0], 0, MAX_CHAIN, self._worth, self._cursor)
        first, last = self._cursor[0].tolist()
        step = (last - first) / parts
        self._cursor[0] = first + round(part * step), first + round((part + 1) * step)

    def take(self, other: "Lookahead") -> None:
        """Merge the values that another search found for the ends of the first turn."""
        self._worth[0] = np.maximum(self._worth[0], other._worth[0])

    def slice(self, depth: int, leaf: float = RACE, limit: int = SLICE) -> bool:
        """Search for up to `limit` turns; return whether the search is complete."""
        inner = INNER if leaf < 0.0 else MAX_CHAIN
        return bool(
            look(
                self._states,
                depth,
                leaf,
                inner,
                limit,
                self._tables,
                self._work,
                self._progress,
                self._stop,
            )
        )

    def values(self) -> Array:
        """Return the values of the legal moves of a complete search."""
        out, values = np.empty(rules.CAPACITY, np.int64), np.empty(rules.CAPACITY)
        count = weigh_moves(self._states[0], self._worth[0], self._value, self._rows, out, values)
        return values[:count].copy()

    @property
    def worth(self) -> Array:
        """Return each seat's value of the ends of the first turn of a complete search."""
        found: Array = self._worth[0].copy()
        return found

    def complete(self, depth: int, leaf: float = RACE) -> Array:
        """Return the values of the moves at a depth, searched in one go; meaningless if stopped."""
        self.begin()
        while not self._stop[0] and not self.slice(depth, leaf):
            pass
        return self.values()


def _thought(ahead: Lookahead, values: Array, depth: int, nodes: int) -> MoveValues:
    """Return the result of a complete search; doubt is largest about even chances."""
    doubts = DOUBT[min(depth, len(DOUBT) - 1)] * 4.0 * np.clip(values * (1.0 - values), 0.0, 1.0)
    proved = np.zeros(len(values), np.bool_)
    more = partial(details, ahead.state, ahead.worth)
    return MoveValues(np.clip(values, 0.0, 1.0), doubts, proved, max(1, depth), nodes, more)


class Proof:
    """What is certain of the moves within two turns, as bounds of their values."""

    def __init__(self, moves: int) -> None:
        self._low, self._high = np.zeros(moves), np.ones(moves)

    def find(self, ahead: Lookahead) -> Iterator[None]:
        """Find the bounds, pausing after each slice of work; meaningless if stopped.

        Nothing can be proved before a disc is stuck: a turn sticks one at most.
        """
        if not ahead.state.stuck.any():
            return
        bounds = []
        for leaf in (0.0, 1.0):
            ahead.begin()
            while not ahead.slice(PROOF, leaf, slice_size()):
                yield
            bounds.append(ahead.values())
        self._low, self._high = bounds

    def correct(self, thought: MoveValues) -> MoveValues:
        """Return move values with proved ones in place of estimates."""
        proved = self._high - self._low < CERTAIN
        values = np.where(proved, np.clip(self._low, 0.0, 1.0), thought.values)
        return thought._replace(
            values=values, doubts=np.where(proved, 0.0, thought.doubts), proved=proved
        )


class Team:
    """Searches from one state in parallel: each has a thread and a part of the first turn."""

    def __init__(self, state: State, tables: Race, stop: Array, workers: int) -> None:
        self._members = [Lookahead(state, tables, stop) for _ in range(workers)]
        self._open: list[Lookahead] = []

    @property
    def nodes(self) -> int:
        """Return the turns searched so far by the busiest member."""
        return max(member.nodes for member in self._members)

    def begin(self) -> None:
        """Restart all members, at any depth."""
        self._open = list(self._members)
        for part, member in enumerate(self._members):
            member.begin(part, len(self._members))

    def slice(self, depth: int, limit: int) -> bool:
        """Search for up to `limit` turns each; return whether all members are complete."""
        if len(self._members) == 1:
            return self._members[0].slice(depth, limit=limit)
        with ThreadPoolExecutor(len(self._open)) as pool:
            done = pool.map(lambda member: member.slice(depth, limit=limit), self._open)
            self._open = [
                member for member, ready in zip(self._open, done, strict=True) if not ready
            ]
        return not self._open

    def gather(self) -> Lookahead:
        """Return the member into which the results of all are merged, once all are complete."""
        first, *others = self._members
        for member in others:
            first.take(member)
        return first


def at_a_glance(state: State) -> MoveValues:
    """Return a search one turn deep without the tables of the race; a few ms, never stopped."""
    ahead = Lookahead(state, NO_RACE, np.zeros(1, np.int64))
    return _thought(ahead, ahead.complete(1, GLANCE), 0, 0)


def _deeper(
    team: Team, thought: MoveValues, proof: Proof, nodes: int, stop: Array
) -> Iterator[MoveValues]:
    """Yield move values from two turns deep to DEEPEST; the last again after each slice of work."""
    cost = 1
    for depth in range(2, DEEPEST + 1):
        began = team.nodes
        if thought.proved.all() or nodes - began < GROWTH * cost:
            return
        team.begin()
        while not team.slice(depth, min(slice_size(), nodes - team.nodes)):
            if stop[0] or team.nodes >= nodes:
                return
            yield thought._replace(nodes=team.nodes)
        cost, ahead = team.nodes - began, team.gather()
        thought = proof.correct(_thought(ahead, ahead.values(), depth, team.nodes))
        yield thought


def think(state: State, nodes: int, stop: Array, workers: int = 1) -> Iterator[MoveValues]:
    """Yield values of the legal moves, from one turn deep to DEEPEST, as far as nodes go.

    The first ones come within milliseconds: on a new board from the evaluation, until the tables
    of the race are built. After each slice of work the last values come again, so that the caller
    can check the clock; only complete depths count. A move is proved if its value is certain
    within two turns. Each worker may search `nodes` nodes.
    """
    tables = SHELF.find(state)
    if tables is None:
        thought = at_a_glance(state)
        yield thought
        making = Making(state)
        while not making.go_on():
            if stop[0]:
                return
            yield thought
        tables = making.tables()
        SHELF.put(state, tables)
    first = Lookahead(state, tables, np.zeros(1, np.int64))
    thought = _thought(first, first.complete(1), 1, 0)
    yield thought
    proof = Proof(len(thought.values))
    for _ in proof.find(Lookahead(state, tables, stop)):
        if stop[0]:
            return
        yield thought
    if stop[0]:
        return
    thought = proof.correct(thought)
    yield thought
    yield from _deeper(Team(state, tables, stop, workers), thought, proof, nodes, stop)
