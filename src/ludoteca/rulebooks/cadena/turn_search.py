"""Cadena: looking some turns ahead, each turn played exactly, everyone for themselves.

A turn ends in a few dozen ways: a disc stands with k dice, or the chain fails with k. Each is
looked at one turn less deep; the race judges where the looking ends; and the tables of chains make
the best turn of it.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import State
from ludoteca.core.jit import kernel
from ludoteca.core.verbs import OVER
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.rules import (
    DISCS,
    FACES,
    KEEPING,
    MAX_CHAIN,
    MAX_DICE,
    MAX_PLAYERS,
    MOST_EQUAL,
    returns,
)
from ludoteca.rulebooks.cadena.turn_judge import HURRY, judge
from ludoteca.rulebooks.cadena.turn_race import horizon, race
from ludoteca.rulebooks.cadena.turns import (
    CHAINS,
    TIPS,
    foresee,
    weigh_chains,
    weigh_extension,
    weigh_rolls,
)

Array = NDArray[Any]

DEEPEST = 5
INNER = 12  # dice that a turn below the first one goes up to; longer chains hardly ever hold
SLICE = 400  # turns looked at between two looks at the clock
GROWTH = 8  # a turn deeper costs at least so many times as much
FAILED = DISCS  # the ways a turn ends: one of the discs has moved, or the chain failed
WAYS = DISCS + 1
STAND, FAIL, KEEP, STOOD, FELL = range(5)
PROOF = 2  # turns that a proof goes deep
CERTAIN = 1e-9  # between the bounds of what is proved
DOUBT = (0.08, 0.06, 0.05, 0.04)  # of an even game looked at so many turns deep, 95 %
RACE = -1.0  # how to judge: by the race; or by a fixed share for the seat that thinks, for bounds


@kernel
def presume(state, thinker, leaf, share):
    """Fills share with a fixed one for the seat that thinks; opponents like what is worst for it.

    With three or more, and a share of 1, they like what is best for it: it is a bound, whatever
    they do.
    """
    for seat in range(state.players):
        share[seat] = 1.0 - leaf if state.players == 2 or leaf == 0.0 else leaf
    share[thinker] = leaf


@kernel
def begin_level(state, level, most, worth, cursor):
    """Sets a level to the first end of its turn."""
    dice = int(state.hand[state.seat]) + int(state.bank) + 1
    cursor[level, 0] = WAYS * max(1, int(state.rolled))
    cursor[level, 1] = WAYS * (min(dice, most) + 1)
    worth[level] = -1.0


@kernel
def both_off(state, seat):
    """Whether both discs of a seat are off the board, so that it is one which of them moves."""
    return state.square[DISCS * seat] == 0 and state.square[DISCS * seat + 1] == 0


@kernel
def like_failed(size):
    """The even number of dice that leaves as many in hand when it fails as `size` dice do."""
    return size - size % 2


@kernel
def end_turn_so(state, after, way, size):
    """Makes `after` the state once the turn has ended in a way with so many dice; False if it
    cannot.
    """
    seat = int(state.seat)
    if way == FAILED and size != like_failed(size):
        return False
    if way != FAILED and (state.stuck[DISCS * seat + way] or (way > 0 and both_off(state, seat))):
        return False
    dice = int(state.hand[seat]) + int(state.bank)
    after.hand[seat] = size - 1
    after.bank = dice - size + 1
    after.rolled = size
    if way == FAILED:
        rules.fail(after)
    else:
        rules.stand(after, way)
    return True


@kernel
def best_way(worth, size, seat):
    """The disc with which a seat stands best."""
    return 1 if worth[1, size, seat] > worth[0, size, seat] else 0


@kernel
def weigh_turn(state, first, most, worth, value, rows):
    """Fills the rows STAND, FAIL and KEEP and the values of all chains from the worth of a turn's
    ends.
    """
    seat = int(state.seat)
    for size in range(first, most + 1):
        rows[STAND, size] = worth[best_way(worth, size, seat), size, seat]
    for size in range(first, most + 2):
        rows[FAIL, size] = worth[FAILED, like_failed(size), seat]
    weigh_chains(rows[STAND], rows[FAIL], first, most, value)
    if state.phase == KEEPING:
        weigh_rolls(rows[FAIL], min(int(state.hand[seat]) + 1, most), value, rows[KEEP])


@kernel
def share_turn(state, most, worth, value, mass, rows, share):
    """Fills share with what the best turn is worth to each seat."""
    seat, players = int(state.seat), int(state.players)
    weigh_turn(state, 1, most, worth, value, rows)
    kept = int(np.argmax(rows[KEEP, : min(int(state.hand[seat]) + 1, most)]))
    if players == 2:
        share[seat] = rows[KEEP, kept]
        share[1 - seat] = 1.0 - rows[KEEP, kept]
        return
    foresee(kept, rows[STAND], rows[FAIL], most, value, mass, rows[STOOD], rows[FELL])
    for other in range(players):
        share[other] = 0.0
        for size in range(1, most + 1):
            share[other] += rows[STOOD, size] * worth[best_way(worth, size, seat), size, other]
            share[other] += rows[FELL, size] * worth[FAILED, like_failed(size), other]


@kernel
def look(states, depth, leaf, inner, limit, tables, work, progress, stop):
    """Goes on looking `depth` turns ahead of states[0]; True once the worth of all its ends is
    known.

    After `limit` more turns it pauses, and goes on where it was when it is called again. progress:
    the level it is at, and the turns looked at.
    """
    free, held, grip = tables
    worth, cursor, shares, value, mass, rows, curves = work
    thinker = int(states[0].seat)
    hurry = HURRY if leaf == RACE else 0.0
    level, pause = progress[0], progress[1] + limit
    while progress[1] < pause and not stop[0]:
        state, share = states[level], shares[level]
        if cursor[level, 0] == cursor[level, 1]:
            if level == 0:
                return True
            share_turn(state, cursor[level, 1] // WAYS - 1, worth[level], value, mass, rows, share)
            progress[1] += state.players - 1
            for seat in range(state.players):
                share[seat] += hurry * (1.0 / state.players - share[seat])
            level -= 1
        else:
            size, way = cursor[level, 0] // WAYS, cursor[level, 0] % WAYS
            states[level + 1] = state
            after, share = states[level + 1], shares[level + 1]
            if not end_turn_so(state, after, way, size):
                cursor[level, 0] += 1
                continue
            if after.to_move != OVER and level + 1 < depth:
                level += 1
                begin_level(after, level, inner, worth, cursor)
                continue
            if after.to_move == OVER:
                returns(after, share)
            elif leaf == RACE:
                judge(after, free, held, grip, curves, share)
            else:
                presume(after, thinker, leaf, share)
        size, way = cursor[level, 0] // WAYS, cursor[level, 0] % WAYS
        for seat in range(states[level].players):
            worth[level, way, size, seat] = share[seat]
        cursor[level, 0] += 1
        progress[0] = level
    progress[0] = level
    return False


@kernel
def weigh_moves(state, worth, value, rows, out, values):
    """Fills values with the worth of each legal move of states[0], once the ends of its turn are
    known.
    """
    seat, size = int(state.seat), int(state.rolled)
    dice = int(state.hand[seat]) + int(state.bank) + 1
    weigh_turn(state, max(1, size), min(dice, MAX_CHAIN), worth, value, rows)
    chain = 0
    for face in range(FACES):
        chain = chain * (MOST_EQUAL + 1) + int(state.counts[face])
    count = rules.legal(state, out)
    for i in range(count):
        if state.phase == KEEPING:
            values[i] = rows[KEEP, out[i]]
        elif out[i] < rules.EXTEND:
            way = 0 if both_off(state, seat) else out[i] - rules.STAND
            values[i] = worth[way, size, seat]
        else:
            end = out[i] - rules.EXTEND
            values[i] = weigh_extension(chain, end // 2, end % 2, rows[FAIL, size + 1], value)
    return count


class Thought(NamedTuple):
    """What is thought of the legal moves, as search.expectimax wants it."""

    values: Array
    doubts: Array
    proved: Array
    depth: int
    nodes: int


class Lookahead:
    """Looks ahead from one state, a slice at a time. The arrays hold 5 levels: under a megabyte."""

    def __init__(self, state: State, stop: Array) -> None:
        seats = MAX_PLAYERS
        self._states = np.array([state] * (DEEPEST + 1)).view(np.recarray)
        self._tables = race(state)
        self._stop, self._progress = stop, np.zeros(2, np.int64)
        self._worth = np.zeros((DEEPEST, WAYS, MAX_DICE + 1, seats))
        self._cursor, shares = np.zeros((DEEPEST, 2), np.int64), np.zeros((DEEPEST + 1, seats))
        self._value, mass = np.zeros((2, CHAINS, TIPS))
        self._rows = np.zeros((5, MAX_DICE + 1))
        curves = np.zeros((seats, horizon(int(state.length))))
        self._work = (self._worth, self._cursor, shares, self._value, mass, self._rows, curves)

    @property
    def nodes(self) -> int:
        """The turns looked at so far, counted once for each opponent whose share is foreseen."""
        return int(self._progress[1])

    def begin(self, part: int = 0, parts: int = 1) -> None:
        """Starts anew, at any depth, on one of so many parts of the ends of the first turn."""
        self._progress[0] = 0
        begin_level(self._states[0], 0, MAX_CHAIN, self._worth, self._cursor)
        first, last = self._cursor[0].tolist()
        step = (last - first) / parts
        self._cursor[0] = first + round(part * step), first + round((part + 1) * step)

    def take(self, other: "Lookahead") -> None:
        """Takes over what another found of the ends of the first turn."""
        self._worth[0] = np.maximum(self._worth[0], other._worth[0])

    def slice(self, depth: int, leaf: float = RACE, limit: int = SLICE) -> bool:
        """Looks on for a while; True once done."""
        inner = INNER if leaf == RACE else MAX_CHAIN
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
        """The values of the legal moves once the looking is done."""
        out, values = np.empty(rules.CAPACITY, np.int64), np.empty(rules.CAPACITY)
        count = weigh_moves(self._states[0], self._worth[0], self._value, self._rows, out, values)
        return values[:count].copy()

    def bound(self, leaf: float, depth: int) -> Array:
        """The values of the moves if what is open after so many turns were worth `leaf`."""
        self.begin()
        while not self._stop[0] and not self.slice(depth, leaf):
            pass
        return self.values()


def _thought(values: Array, low: Array, proved: Array, depth: int, nodes: int) -> Thought:
    """A thought with what is proved in place of what is estimated; doubt is largest about even
    chances.
    """
    doubts = DOUBT[min(depth, len(DOUBT)) - 1] * 4.0 * np.clip(values * (1.0 - values), 0.0, 1.0)
    values, doubts = np.where(proved, low, values), np.where(proved, 0.0, doubts)
    return Thought(np.clip(values, 0.0, 1.0), doubts, proved, depth, nodes)


def _first_thought(state: State) -> tuple[Thought, Array]:
    """What one turn tells, and what is proved within two; a few dozen tables of chains, never cut
    short.

    A turn sticks one disc at most, so that nothing can be proved before the first disc is stuck.
    """
    ahead = Lookahead(state, np.zeros(1, np.int64))
    values = ahead.bound(RACE, 1)
    low, high = np.zeros(len(values)), np.ones(len(values))
    if state.stuck.any():
        low, high = ahead.bound(0.0, PROOF), ahead.bound(1.0, PROOF)
    return _thought(values, low, high - low < CERTAIN, 1, 0), low


class Team:
    """Several that look ahead from one state, a thread and a part of the work for each."""

    def __init__(self, state: State, stop: Array, workers: int) -> None:
        self._members = [Lookahead(state, stop) for _ in range(workers)]
        self._open: list[Lookahead] = []

    @property
    def nodes(self) -> int:
        """The turns that the busiest has looked at so far."""
        return max(member.nodes for member in self._members)

    def begin(self) -> None:
        """Starts anew, at any depth."""
        self._open = list(self._members)
        for part, member in enumerate(self._members):
            member.begin(part, len(self._members))

    def slice(self, depth: int, limit: int) -> bool:
        """Looks on for a while; True once all are done."""
        if len(self._members) == 1:
            return self._members[0].slice(depth, limit=limit)
        with ThreadPoolExecutor(len(self._open)) as pool:
            done = pool.map(lambda member: member.slice(depth, limit=limit), self._open)
            self._open = [
                member for member, ready in zip(self._open, done, strict=True) if not ready
            ]
        return not self._open

    def values(self) -> Array:
        """The values of the legal moves once the looking is done."""
        first, *others = self._members
        for member in others:
            first.take(member)
        return first.values()


def think(state: State, nodes: int, stop: Array, workers: int = 1) -> Iterator[Thought]:
    """Thoughts on the legal moves of a state, from one turn deep to DEEPEST, as far as nodes go.

    After each slice of work the last thought comes again, so that the caller can look at the clock;
    only depths that were looked at completely count. A move is proved if its value is certain
    within two turns. Each worker may look at so many nodes.
    """
    thought, low = _first_thought(state)
    yield thought
    team, cost = Team(state, stop, workers), 1
    for depth in range(2, DEEPEST + 1):
        began = team.nodes
        if thought.proved.all() or nodes - began < GROWTH * cost:
            return
        team.begin()
        while not team.slice(depth, min(SLICE, nodes - team.nodes)):
            if stop[0] or team.nodes >= nodes:
                return
            yield thought._replace(nodes=team.nodes)
        cost = team.nodes - began
        thought = _thought(team.values(), low, thought.proved, depth, team.nodes)
        yield thought
