"""Colorito: a beam search for one seat that moves alone.

Of all positions after n moves those nearest to home are kept, and all their moves looked at. Two
things keep the beam from shuffling what does not matter. A move that brings a piece where it has
never been at that distance from home counts as nearer. And of the positions that differ only in
pieces without a goal few are kept.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import State
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot.survey import (
    MOVE,
    NO_GOAL,
    SURVEY,
    Numbers,
    need_on,
    survey,
)
from ludoteca.rulebooks.colorito.rules import CAPACITY, PIECES, SQUARES

NOVELTY = 24
_LEVELS = 320
_KEY_BITS = 40
_KEY = (1 << _KEY_BITS) - 1
_SEEN = 1 << 18
_MARKS = 1 << 16
_MOVES_A_NODE = 200
# One random number for each piece and square.
_KEYS = np.random.default_rng(1892).integers(
    1, _KEY, (2 * PIECES + 1, SQUARES), dtype=np.int64, endpoint=True
)

CANDIDATE = np.dtype(
    (
        np.record,
        [
            ("value", np.int64),  # what is needed after the move, then the key of the position
            ("mark", np.int64),  # the key of the pieces with a goal
            ("parent", np.int64),
            ("action", np.int64),
            ("level", np.int64),
            ("prize", np.int64),
        ],
    )
)
MEMORY = np.dtype(
    (
        np.record,
        [
            ("seen", np.int64, (_SEEN,)),  # a hash table of keys
            ("visits", np.int64, (_MARKS,)),  # by mark
            ("known", np.int8, (_LEVELS, 2 * PIECES + 1, SQUARES)),  # by level, piece and square
        ],
    )
)


@kernel
def expand(
    nodes: State,
    keys: Numbers,
    marks: Numbers,
    order: Numbers,
    seat: int,
    goals: Numbers,
    memory: State,
    found: State,
    candidates: State,
) -> int:
    """Write the moves from the positions of the beam, in order, and return their number."""
    out = np.empty(CAPACITY, np.int64)
    n = 0
    for node in order:
        state = nodes[node]
        survey(state, seat, goals, found)
        count = rules.moves_of(state, seat, out)
        if n + count > len(candidates):
            break
        i = 0
        for action in out[:count]:
            origin, target = action // SQUARES, action % SQUARES
            while found.origins[i] != origin:
                i += 1
            piece = state.board[origin]
            change = _KEYS[piece, origin] ^ _KEYS[piece, target]
            need = need_on(target, seat, goals[piece], found, i)
            total = found.total - found.needs[i] + need
            level = min(total // MOVE, _LEVELS - 1)
            prize = 0 if memory.known[level, piece, target] else NOVELTY
            candidate = candidates[n]
            candidate.value = (total + NOVELTY - prize) << _KEY_BITS | keys[node] ^ change
            candidate.mark = marks[node] if goals[piece] == NO_GOAL else marks[node] ^ change
            candidate.parent, candidate.action = node, action
            candidate.level, candidate.prize = level, prize
            n += 1
    return n


@kernel
def remember(key: int, memory: State) -> bool:
    """Return whether a position was not seen before; now it is."""
    slot = key % _SEEN
    while memory.seen[slot] != 0:
        if memory.seen[slot] == key:
            return False
        slot = (slot + 1) % _SEEN
    memory.seen[slot] = key
    return True


@kernel
def sift(
    candidates: State, order: Numbers, nodes: State, most: int, memory: State, chosen: Numbers
) -> int:
    """Choose the first candidates that are new and not too much like others; return how many."""
    n = 0
    for index in order:
        candidate = candidates[index]
        mark = candidate.mark % _MARKS
        if memory.visits[mark] < most and remember(candidate.value & _KEY, memory):
            memory.visits[mark] += 1
            piece = nodes[candidate.parent].board[candidate.action // SQUARES]
            memory.known[candidate.level, piece, candidate.action % SQUARES] = 1
            chosen[n] = index
            n += 1
            if n == len(chosen):
                break
    return n


@kernel
def descend(
    nodes: State,
    candidates: State,
    chosen: Numbers,
    seat: int,
    goals: Numbers,
    found: State,
    following: State,
    totals: Numbers,
) -> int:
    """Write the positions after the chosen moves and what they need; return one that is home."""
    for i in range(len(chosen)):
        candidate = candidates[chosen[i]]
        following[i] = nodes[candidate.parent]
        piece = rules.lift(following[i], candidate.action // SQUARES)
        rules.put(following[i], piece, candidate.action % SQUARES)
        if rules.is_home(following[i], seat):
            return i
        survey(following[i], seat, goals, found)
        totals[i] = found.total - candidate.prize
    return -1


def never() -> bool:
    """Return False, for searches that have all the time they need."""
    return False


def search(
    state: State,
    seat: int,
    goals: Numbers,
    *,
    width: int,
    pool: int,
    pull: int,
    most_moves: int,
    ended: Callable[[], bool] = never,
) -> list[int] | None:
    """Return the moves of a way home, or None if the beam met none before its time had ended.

    After each move `width` positions are kept out of a pool of the most promising; `pull` says
    how much distances count beside moves. The same arguments give the same answer everywhere.
    """
    nodes, following = np.empty((2, pool), rules.STATE)
    candidates = np.empty(_MOVES_A_NODE * width + CAPACITY, CANDIDATE).view(np.recarray)
    memory, found = np.zeros(1, MEMORY)[0], np.zeros(1, SURVEY)[0]
    nodes[0], found.pull = state, pull
    order, keys, marks = np.zeros((3, 1), np.int64)
    trail: list[NDArray[np.record]] = []
    for _ in range(most_moves):
        if ended():
            return None
        count = expand(nodes, keys, marks, order, seat, goals, memory, found, candidates)
        by_value = np.argsort(candidates["value"][:count], kind="stable")
        chosen, totals = np.empty(pool, np.int64), np.empty(pool, np.int64)
        kept = sift(candidates, by_value, nodes, pool, memory, chosen)
        trail.append(candidates[chosen[:kept]])
        home = descend(nodes, candidates, chosen[:kept], seat, goals, found, following, totals)
        if home >= 0:
            return _retrace(trail, home)
        nodes, following = following, nodes
        keys, marks = trail[-1]["value"] & _KEY, np.ascontiguousarray(trail[-1]["mark"])
        order = np.lexsort((keys, totals[:kept]))[:width]
    return None


def _retrace(trail: list[NDArray[np.record]], last: int) -> list[int]:
    """Return the moves that led to the last position of a trail."""
    moves = []
    for layer in reversed(trail):
        moves.append(int(layer["action"][last]))
        last = int(layer["parent"][last])
    return moves[::-1]
