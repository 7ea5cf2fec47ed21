"""Colorito: a plan to come home alone, the other's pieces standing where they are.

A beam search: of all positions after n moves, those that seem nearest to home are kept and looked at move by move.
Its plans are good, not proved shortest: their length is an upper bound.
"""

import numpy as np

from ludoteca.core.definition import State
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.rules import PIECES, SQUARES
from ludoteca.rulebooks.colorito.survey import NO_GOAL, RINGS, Numbers, need_at, survey

MOST_MOVES = 150
BEAMS = ((8, 32), (100, 400))
_KEY_BITS = 40
_KEY = (1 << _KEY_BITS) - 1
# One random number for each piece and square.
_KEYS = np.random.default_rng(1892).integers(
    1, 1 << _KEY_BITS, (2 * PIECES + 1, SQUARES), dtype=np.int64
)


@kernel
def estimate(
    nodes: State, count: int, seat: int, goals: Numbers, totals: Numbers
) -> None:
    """Writes what the pieces of each position need together."""
    origins, needs = np.empty(PIECES, np.int64), np.empty(PIECES, np.int64)
    rings = np.empty((RINGS, 2, PIECES), np.int64)
    prices = np.empty((RINGS, PIECES), np.int64)
    for node in range(count):
        survey(nodes[node], seat, goals, origins, rings, prices, needs)
        totals[node] = needs.sum()


@kernel
def expand(
    nodes: State,
    keys: Numbers,
    chosen: Numbers,
    seat: int,
    goals: Numbers,
    known: Numbers,
    bonus: int,
    table: Numbers,
    values: Numbers,
    parents: Numbers,
    actions: Numbers,
) -> int:
    """Writes the moves from the chosen positions, each valued by what is needed then and its position's key."""
    origins, needs = np.empty(PIECES, np.int64), np.empty(PIECES, np.int64)
    rings = np.empty((RINGS, 2, PIECES), np.int64)
    prices = np.empty((RINGS, PIECES), np.int64)
    out = np.empty(rules.CAPACITY, np.int64)
    n = 0
    for node in chosen:
        state = nodes[node]
        last = survey(state, seat, goals, origins, rings, prices, needs)
        total = needs.sum()
        count = rules.moves_of(state, seat, out)
        if n + count > len(values):
            break
        i = 0
        for action in out[:count]:
            origin, target = action // SQUARES, action % SQUARES
            while origins[i] != origin:
                i += 1
            piece = state.board[origin]
            after = need_at(target, seat, goals[piece], rings, prices, last, i)
            key = keys[node] ^ table[piece, origin] ^ table[piece, target]
            value = total - needs[i] + after + 64
            if known[min(value // 8, 127), piece, target] == 0:
                value -= bonus
            values[n] = (value << _KEY_BITS) | key
            parents[n] = node
            actions[n] = action
            n += 1
    return n


@kernel
def descend(
    nodes: State,
    parents: Numbers,
    actions: Numbers,
    chosen: Numbers,
    seat: int,
    following: State,
) -> int:
    """Writes the positions after the chosen moves; returns the first that is home, or -1."""
    found = -1
    for i in range(len(chosen)):
        action = actions[chosen[i]]
        following[i] = nodes[parents[chosen[i]]]
        rules.put(following[i], rules.lift(following[i], action // SQUARES), action % SQUARES)
        if found < 0 and rules.is_home(following[i], seat):
            found = i
    return found


def _goals(state: State, seat: int) -> Numbers:
    """The goal of each piece, NO_GOAL where an enemy piece holds it."""
    goals = np.full(2 * PIECES + 1, NO_GOAL, np.int64)
    for piece in range(1 + PIECES * seat, PIECES * seat + PIECES + 1):
        goal = int(rules.goal_of(piece))
        held = int(state.board[goal])
        if held == 0 or (held > PIECES) == (seat == 1):
            goals[piece] = goal
    return goals


@kernel
def sift(
    order: Numbers,
    values: Numbers,
    parents: Numbers,
    actions: Numbers,
    nodes: State,
    marks: Numbers,
    goals: Numbers,
    table: Numbers,
    seen: Numbers,
    visits: Numbers,
    most: int,
    chosen: Numbers,
    chosen_marks: Numbers,
    known: Numbers,
    bonus: int,
    prize: Numbers,
) -> int:
    n = 0
    for k in order:
        if n == len(chosen):
            break
        key = values[k] & _KEY
        slot = key % len(seen)
        while seen[slot] != 0 and seen[slot] != key:
            slot = (slot + 1) % len(seen)
        if seen[slot] == key:
            continue
        node = parents[k]
        origin, target = actions[k] // SQUARES, actions[k] % SQUARES
        piece = nodes[node].board[origin]
        mark = marks[node]
        if goals[piece] != NO_GOAL:
            mark ^= table[piece, origin] ^ table[piece, target]
        place = mark % len(visits)
        if visits[place] >= most:
            continue
        visits[place] += 1
        seen[slot] = key
        value = values[k] >> _KEY_BITS
        prize[n] = 0
        if known[min((value + bonus) // 8, 127), piece, target] == 0:
            known[min((value + bonus) // 8, 127), piece, target] = 1
            prize[n] = bonus
        chosen[n] = k
        chosen_marks[n] = mark
        n += 1
    return n


def search(state, seat, goals, width, depth, trace=None, most=None, bonus=0):
    known = np.zeros((128, 2 * PIECES + 1, SQUARES), np.int64)
    width, wide = width
    most = most or wide
    nodes, following = np.empty((2, wide), rules.STATE)
    nodes[0] = state
    keys = np.zeros(1, np.int64)
    marks = np.zeros(1, np.int64)
    values, parents, actions = np.empty((3, 200 * width + rules.CAPACITY), np.int64)
    totals = np.empty(wide, np.int64)
    order = np.zeros(1, np.int64)
    trail = []
    seen = np.zeros(2 * wide * depth + 1, np.int64)
    visits = np.zeros(1 << 16, np.int64)
    buf = np.zeros(wide, np.int64)
    prize = np.zeros(wide, np.int64)
    for _ in range(depth):
        n = expand(nodes, keys, order, seat, goals, known, bonus, _KEYS, values, parents, actions)
        cm = np.zeros(wide, np.int64)
        m = sift(
            np.argsort(values[:n], kind="stable"),
            values,
            parents,
            actions,
            nodes,
            marks,
            goals,
            _KEYS,
            seen,
            visits,
            most,
            buf,
            cm,
        )
        if m == 0:
            return None
        chosen = buf[:m].copy()
        marks = cm
        keys = values[chosen] & _KEY
        found = descend(nodes, parents, actions, chosen, seat, following)
        trail.append((parents[chosen], actions[chosen]))
        if found >= 0:
            moves = []
            for pa, ac in reversed(trail):
                moves.append(int(ac[found]))
                found = int(pa[found])
            return moves[::-1]
        nodes, following = following, nodes
        estimate(nodes, len(chosen), seat, goals, totals)
        order = np.lexsort((keys, totals[: len(chosen)] - prize[: len(chosen)]))[:width]
        if trace:
            trace(nodes[order[0]], int(totals[order[0]]))
    return None


def plan(state, seat):
    return None
