"""The kernels of alpha-beta: negamax with a table, killers, and less depth for late moves."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER, apply, evaluate, key, legal, returns

Numbers = NDArray[np.int64]

PLIES = 48
HISTORY = 8191
# Values count for the seat to move: 0 is an even game, SURE a certain one by estimate, WIN a proof.
SURE, WIN = 1_000_000, 2_000_000
PROVED = WIN - 2 * PLIES
NOISE = (1 << 12) - 1
DISLIKE = 20_000
EXACT, AT_LEAST, AT_MOST = range(3)
# The columns of the table, the cells of the counters, and of the frame of a row.
KEY, MOVE, VALUE, DEPTH, BOUND = range(5)
NODES, LIMIT, ENDED, SEED = range(4)
RESULT, LEFT, ALPHA, BETA, LOW, BEST, BEST_MOVE, COUNT, INDEX, LESS, CLOSELY = range(11)


class Desk(NamedTuple):
    """All that a search writes on, one row a ply where it is about the line looked at."""

    states: Any
    keys: Numbers
    moves: Numbers
    ranks: Numbers
    frames: Numbers
    killers: Numbers
    history: Numbers
    table: Numbers
    shares: NDArray[np.float64]
    counters: Numbers
    stop: Numbers
    late: Numbers


@kernel
def draw(ply):
    """What a draw is worth to the seat to move: a little less than even to the one that thinks."""
    return DISLIKE if ply & 1 else -DISLIKE


@kernel
def final(desk, ply):
    """What a finished game is worth to the seat whose turn it would be; a win soon is better."""
    seat = 1 - desk.states[ply - 1].to_move
    returns(desk.states[ply], desk.shares)
    if desk.shares[seat] > 0.5:
        return WIN - ply
    if desk.shares[seat] < 0.5:
        return ply - WIN
    return draw(ply)


@kernel
def guess(desk, ply):
    """The estimate for the seat to move, with a little noise that position and seed decide."""
    state = desk.states[ply]
    share = evaluate(state, state.to_move)
    if share >= 1.0:
        return WIN - ply - 1
    if share <= 0.0:
        return ply + 2 - WIN
    noise = ((key(state) ^ desk.counters[SEED]) & 0x7FFFFFFF) * 0x9E3779B1 >> 24 & NOISE
    return int((2.0 * share - 1.0) * (SURE - NOISE)) + noise - NOISE // 2


@kernel
def repeated(desk, ply):
    """Whether the position has stood in the line looked at."""
    for before in range(ply - 2, -1, -2):
        if desk.keys[before] == desk.keys[ply]:
            return desk.keys[ply] != 0
    return False


@kernel
def out_of_budget(desk):
    """Whether the search is to end now."""
    counters = desk.counters
    if counters[NODES] >= counters[LIMIT] or desk.stop[0] or desk.late[0]:
        counters[ENDED] = 1
    return counters[ENDED] != 0


@kernel
def find(table, key):
    """The slot of the table that holds a position, or -1."""
    slot = key & (len(table) - 2)
    if key and table[slot, KEY] == key:
        return slot
    return slot + 1 if key and table[slot + 1, KEY] == key else -1


@kernel
def keep(desk, ply, bound):
    """Puts a row into the table, in place of the shallower of the two that may stand there."""
    table, key, frame = desk.table, desk.keys[ply], desk.frames[ply]
    slot = key & (len(table) - 2)
    if table[slot, KEY] != key:
        if table[slot + 1, KEY] == key or table[slot + 1, DEPTH] < table[slot, DEPTH]:
            slot += 1
    value = frame[BEST]
    # Proofs are kept as counted from the position itself.
    value += ply if value > PROVED else -ply if value < -PROVED else 0
    table[slot, KEY], table[slot, MOVE], table[slot, VALUE] = key, frame[BEST_MOVE], value
    table[slot, DEPTH], table[slot, BOUND] = frame[LEFT], bound


@kernel
def kept_value(table, slot, ply):
    """The value in a slot, as counted from the position where the search began."""
    value = table[slot, VALUE]
    return value - ply if value > PROVED else value + ply if value < -PROVED else value


@kernel
def settles(table, slot, ply, depth, alpha, beta):
    """Whether what a slot says of a position is enough."""
    if slot < 0 or table[slot, DEPTH] < depth:
        return False
    value, bound = kept_value(table, slot, ply), table[slot, BOUND]
    if bound == AT_LEAST:
        return value >= beta
    return bound == EXACT or value <= alpha


@kernel
def make(desk, ply, move):
    """Plays a move onto the next row."""
    desk.states[ply + 1] = desk.states[ply]
    apply(desk.states[ply + 1], move)


@kernel
def leaf(desk, ply):
    """The value of a position that is looked at no further."""
    desk.counters[NODES] += 1
    if desk.states[ply].to_move == OVER:
        return final(desk, ply)
    return guess(desk, ply)


@kernel
def rank(desk, ply, count, depth, best):
    """Ranks the moves: the table's first, then killers, then by estimate or by past success."""
    seat = desk.states[ply].to_move
    for i in range(count):
        move = desk.moves[ply, i]
        value = desk.history[seat, move % HISTORY]
        if depth > 2:
            make(desk, ply, move)
            value = min(value, 1 << 16) - leaf(desk, ply + 1)
        if move == desk.killers[ply, 0] or move == desk.killers[ply, 1]:
            value += SURE // 2
        desk.ranks[ply, i] = 2 * WIN if move == best else value


@kernel
def bring_forward(desk, ply, index, count):
    """Brings the best ranked of the moves from index on to that place."""
    moves, ranks = desk.moves[ply], desk.ranks[ply]
    best = index
    for i in range(index + 1, count):
        if ranks[i] > ranks[best]:
            best = i
    moves[index], moves[best] = moves[best], moves[index]
    ranks[index], ranks[best] = ranks[best], ranks[index]


@kernel
def praise(desk, ply, depth, move):
    """Remembers a move that refuted the one before it."""
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    desk.history[desk.states[ply].to_move, move % HISTORY] += depth * depth


@kernel
def reduction(depth, index):
    """How many plies less a late move is looked at first."""
    if depth < 3 or index < 3:
        return 0
    return min(2, depth - 2) if index >= 12 else 1


@kernel
def settle(desk, ply, value):
    """Writes the value of a row, which is known now."""
    desk.frames[ply, RESULT] = value
    return True


@kernel
def close(desk, ply):
    """Settles a row whose moves have been looked at, and keeps it in the table."""
    frame = desk.frames[ply]
    best = frame[BEST]
    if desk.keys[ply]:
        exact = EXACT if best > frame[ALPHA] else AT_MOST
        keep(desk, ply, AT_LEAST if best >= frame[BETA] else exact)
    return settle(desk, ply, best)


@kernel
def look_one_move_ahead(desk, ply, count):
    """Settles a row by the estimates after each of its moves."""
    frame = desk.frames[ply]
    for index in range(count):
        make(desk, ply, desk.moves[ply, index])
        value = -leaf(desk, ply + 1)
        if value > frame[BEST]:
            frame[BEST], frame[BEST_MOVE] = value, desk.moves[ply, index]
            if value >= frame[BETA]:
                break
    return close(desk, ply)


@kernel
def first_look(desk, ply):
    """Brings the next move forward and decides how closely to look at it first."""
    frame = desk.frames[ply]
    bring_forward(desk, ply, frame[INDEX], frame[COUNT])
    frame[LESS] = reduction(frame[LEFT], frame[INDEX])
    frame[CLOSELY] = frame[INDEX] == 0


@kernel
def enter(desk, ply, depth, alpha, beta):
    """Begins to look at a row; returns whether its value is known at once."""
    state, frame = desk.states[ply], desk.frames[ply]
    desk.counters[NODES] += 1
    if state.to_move == OVER:
        return settle(desk, ply, final(desk, ply))
    desk.keys[ply] = key(state)
    if repeated(desk, ply):
        return settle(desk, ply, draw(ply))
    if depth <= 0 or ply >= PLIES - 1:
        return settle(desk, ply, guess(desk, ply))
    slot = find(desk.table, desk.keys[ply])
    if settles(desk.table, slot, ply, depth, alpha, beta):
        return settle(desk, ply, kept_value(desk.table, slot, ply))
    count = legal(state, desk.moves[ply])
    frame[LEFT], frame[ALPHA], frame[BETA], frame[LOW] = depth, alpha, beta, alpha
    frame[BEST], frame[BEST_MOVE], frame[COUNT], frame[INDEX] = -WIN, -1, count, 0
    if depth == 1:
        return look_one_move_ahead(desk, ply, count)
    rank(desk, ply, count, depth, desk.table[slot, MOVE] if slot >= 0 else -1)
    first_look(desk, ply)
    return False


@kernel
def descend(desk, ply):
    """Makes the move under way and begins to look at the row after it."""
    frame = desk.frames[ply]
    make(desk, ply, desk.moves[ply, frame[INDEX]])
    high = frame[BETA] if frame[CLOSELY] else frame[LOW] + 1
    return enter(desk, ply + 1, frame[LEFT] - 1 - frame[LESS], -high, -frame[LOW])


@kernel
def take(desk, ply, value):
    """Takes the value of the move under way; returns whether the row is settled by it.

    A move better than thought is looked at again: at full depth, then within the full window.
    """
    frame = desk.frames[ply]
    if value > frame[LOW] and frame[LESS] > 0:
        frame[LESS] = 0
        return False
    if frame[LOW] < value < frame[BETA] and frame[CLOSELY] == 0:
        frame[CLOSELY] = 1
        return False
    move = desk.moves[ply, frame[INDEX]]
    if value > frame[BEST]:
        frame[BEST], frame[BEST_MOVE] = value, move
        frame[LOW] = max(frame[LOW], value)
    frame[INDEX] += 1
    if value >= frame[BETA]:
        praise(desk, ply, frame[LEFT], move)
        return close(desk, ply)
    if frame[INDEX] == frame[COUNT]:
        return close(desk, ply)
    first_look(desk, ply)
    return False


@kernel
def search(desk, depth, alpha, beta):
    """The value of row 1 for its seat if it lies between the bounds, else a bound on that side.

    It keeps its own stack: compiled recursion does not survive Numba's cache on disk.
    """
    ply = 1
    known = enter(desk, ply, depth, alpha, beta)
    while ply > 1 or not known:
        if out_of_budget(desk):
            return 0
        if known:
            ply -= 1
            known = take(desk, ply, -desk.frames[ply + 1, RESULT])
        else:
            known = descend(desk, ply)
            ply += 1
    return desk.frames[1, RESULT]


@kernel
def value_of(desk, move, depth, index, low):
    """The value of a move of the root; a late one is looked at less, unless that finds it good."""
    make(desk, 0, move)
    if index == 0:
        return -search(desk, depth - 1, -WIN, -low)
    less = reduction(depth, index)
    value = -search(desk, depth - 1 - less, -low - 1, -low)
    if less and value > low and not desk.counters[ENDED]:
        value = -search(desk, depth - 1, -low - 1, -low)
    if value > low and not desk.counters[ENDED]:
        value = -search(desk, depth - 1, -WIN, -low)
    return value


@kernel
def iterate(desk, depth, wide, moves, values, depths):
    """Looks at the moves of the root in their order; returns how many were finished.

    `values` and `depths` change for the moves whose value was found: all of them if `wide`, else
    those that were the best so far. Of the others a bound is found, and their value comes down
    to it if it was above.
    """
    best = -WIN
    for index in range(len(moves)):
        if depth > 1 and out_of_budget(desk):
            return index
        low = -WIN if wide else best
        value = value_of(desk, moves[index], depth, 0 if wide else index, low)
        if desk.counters[ENDED]:
            return index
        if wide or value > best:
            values[index], depths[index] = value, depth
        values[index] = min(values[index], value)
        best = max(best, value)
    return len(moves)
