"""The kernels of alpha-beta: negamax with principal-variation search, without recursion.

    negamax(p, d, α, β) = max over moves m of -negamax(p·m, d - 1, -β, -α), cut off at ≥ β

The first move of a node is searched with the full window, later ones with the null window
(α, α + 1) and, late in the order, at reduced depth; a move that turns out better than α is searched
again, at full depth first, then with the full window. See `driver` for the references.

The search keeps its stack in arrays, one row a ply: compiled recursion does not survive Numba's
cache on disk.
"""

from typing import NamedTuple

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER, apply, evaluate, key, legal, returns
from ludoteca.search.alphabeta.scores import MAX_PLIES, SCALE, WIN, draw_score
from ludoteca.search.alphabeta.transposition import (
    EXACT,
    LOWER,
    MOVE,
    NOT_FOUND,
    UPPER,
    tt_cutoff,
    tt_probe,
    tt_score,
    tt_store,
)

HISTORY = 8191  # entries of a seat's history table
NOISE = (1 << 12) - 1
NO_MOVE = -1
NODES, LIMIT, ENDED, SEED = COUNTERS = range(4)
FRAME = range(11)
(
    RESULT,
    REMAINING,  # plies left to search below the node
    OLD_ALPHA,  # the window the node was entered with
    BETA,
    ALPHA,  # raised by the moves searched so far
    BEST,
    BEST_MOVE,
    COUNT,
    INDEX,
    REDUCTION,  # plies by which the current move is searched less
    FULL_WINDOW,
) = FRAME


class AlphaBetaWorkspace(NamedTuple):
    """The arrays of one search; those that describe the current line have one row a ply."""

    states: State
    keys: Integers
    moves: Integers
    move_scores: Integers
    frames: Integers
    killers: Integers
    history: Integers
    table: Integers
    shares: Floats
    counters: Integers
    stop: Integers
    late: Integers


@kernel
def terminal_score(work: AlphaBetaWorkspace, ply: int) -> int:
    """Return the score of a finished game for the seat whose turn it would be."""
    seat = 1 - work.states[ply - 1].to_move
    returns(work.states[ply], work.shares)
    if work.shares[seat] > 0.5:
        return WIN - ply
    if work.shares[seat] < 0.5:
        return ply - WIN
    return draw_score(ply)


@kernel
def static_eval(work: AlphaBetaWorkspace, ply: int) -> int:
    """Return the evaluation's score for the seat to move, with noise fixed by position and seed."""
    state = work.states[ply]
    share = evaluate(state, state.to_move)
    if share >= 1.0:
        return WIN - ply - 1
    if share <= 0.0:
        return ply + 2 - WIN
    noise = ((key(state) ^ work.counters[SEED]) & 0x7FFFFFFF) * 0x9E3779B1 >> 24 & NOISE
    score: int = int((2.0 * share - 1.0) * (SCALE - NOISE)) + noise - NOISE // 2
    return score


@kernel
def is_repetition(work: AlphaBetaWorkspace, ply: int) -> bool:
    """Return whether the position occurred before in the current line."""
    for before in range(ply - 2, -1, -2):
        if work.keys[before] == work.keys[ply]:
            return bool(work.keys[ply] != 0)
    return False


@kernel
def out_of_budget(work: AlphaBetaWorkspace) -> bool:
    """Return whether the search must end now: nodes spent, time over, or a stop requested."""
    counters = work.counters
    if counters[NODES] >= counters[LIMIT] or work.stop[0] or work.late[0]:
        counters[ENDED] = 1
    return bool(counters[ENDED] != 0)


@kernel
def make_move(work: AlphaBetaWorkspace, ply: int, move: int) -> None:
    """Play a move from a row onto the next."""
    work.states[ply + 1] = work.states[ply]
    apply(work.states[ply + 1], move)


@kernel
def leaf_score(work: AlphaBetaWorkspace, ply: int) -> int:
    """Return the score of a position that is searched no further."""
    work.counters[NODES] += 1
    if work.states[ply].to_move == OVER:
        return terminal_score(work, ply)
    return static_eval(work, ply)


@kernel
def score_moves(work: AlphaBetaWorkspace, ply: int, count: int, depth: int, best: int) -> None:
    """Score the moves for ordering: the table's, then killers, then by evaluation and history."""
    seat = work.states[ply].to_move
    for i in range(count):
        move = work.moves[ply, i]
        score = work.history[seat, move % HISTORY]
        if depth > 2:
            make_move(work, ply, move)
            score = min(score, 1 << 16) - leaf_score(work, ply + 1)
        if move == work.killers[ply, 0] or move == work.killers[ply, 1]:
            score += SCALE // 2
        work.move_scores[ply, i] = 2 * WIN if move == best else score


@kernel
def select_move(work: AlphaBetaWorkspace, ply: int, index: int, count: int) -> None:
    """Swap the highest-scored of the moves from `index` on to that place."""
    moves, scores = work.moves[ply], work.move_scores[ply]
    best = index
    for i in range(index + 1, count):
        if scores[i] > scores[best]:
            best = i
    moves[index], moves[best] = moves[best], moves[index]
    scores[index], scores[best] = scores[best], scores[index]


@kernel
def update_killers(work: AlphaBetaWorkspace, ply: int, depth: int, move: int) -> None:
    """Note a move that caused a cutoff, among the killers of its ply and in the history."""
    if work.killers[ply, 0] != move:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = move
    work.history[work.states[ply].to_move, move % HISTORY] += depth * depth


@kernel
def late_move_reduction(depth: int, index: int) -> int:
    """Return by how many plies less a move late in the order is searched first."""
    if depth < 3 or index < 3:
        return 0
    return min(2, depth - 2) if index >= 12 else 1


@kernel
def set_result(work: AlphaBetaWorkspace, ply: int, score: int) -> bool:
    """Write the score of a row; return True, for the row is finished."""
    work.frames[ply, RESULT] = score
    return True


@kernel
def finish_node(work: AlphaBetaWorkspace, ply: int) -> bool:
    """Store a row whose moves have been searched in the table, and write its score."""
    frame = work.frames[ply]
    best = frame[BEST]
    if work.keys[ply]:
        exact = EXACT if best > frame[OLD_ALPHA] else UPPER
        bound = LOWER if best >= frame[BETA] else exact
        tt_store(work.table, work.keys[ply], ply, frame[REMAINING], bound, frame[BEST_MOVE], best)
    return set_result(work, ply, best)


@kernel
def search_frontier(work: AlphaBetaWorkspace, ply: int, count: int) -> bool:
    """Search a row of depth 1: its moves lead to leaves."""
    frame = work.frames[ply]
    for index in range(count):
        make_move(work, ply, work.moves[ply, index])
        score = -leaf_score(work, ply + 1)
        if score > frame[BEST]:
            frame[BEST], frame[BEST_MOVE] = score, work.moves[ply, index]
            if score >= frame[BETA]:
                break
    return finish_node(work, ply)


@kernel
def begin_move(work: AlphaBetaWorkspace, ply: int) -> None:
    """Select the next move, with the reduction and the window of its first search."""
    frame = work.frames[ply]
    select_move(work, ply, frame[INDEX], frame[COUNT])
    frame[REDUCTION] = late_move_reduction(frame[REMAINING], frame[INDEX])
    frame[FULL_WINDOW] = frame[INDEX] == 0


@kernel
def enter_node(work: AlphaBetaWorkspace, ply: int, depth: int, alpha: int, beta: int) -> bool:
    """Begin to search a row; return whether its score is known at once."""
    state, frame = work.states[ply], work.frames[ply]
    work.counters[NODES] += 1
    if state.to_move == OVER:
        return set_result(work, ply, terminal_score(work, ply))
    work.keys[ply] = key(state)
    if is_repetition(work, ply):
        return set_result(work, ply, draw_score(ply))
    if depth <= 0 or ply >= MAX_PLIES - 1:
        return set_result(work, ply, static_eval(work, ply))
    entry = tt_probe(work.table, work.keys[ply])
    if tt_cutoff(work.table, entry, ply, depth, alpha, beta):
        return set_result(work, ply, tt_score(work.table, entry, ply))
    count = legal(state, work.moves[ply])
    frame[REMAINING], frame[OLD_ALPHA], frame[BETA], frame[ALPHA] = depth, alpha, beta, alpha
    frame[BEST], frame[BEST_MOVE], frame[COUNT], frame[INDEX] = -WIN, NO_MOVE, count, 0
    if depth == 1:
        return search_frontier(work, ply, count)
    score_moves(work, ply, count, depth, work.table[entry, MOVE] if entry != NOT_FOUND else NO_MOVE)
    begin_move(work, ply)
    return False


@kernel
def descend(work: AlphaBetaWorkspace, ply: int) -> bool:
    """Play the current move and begin to search the row after it."""
    frame = work.frames[ply]
    make_move(work, ply, work.moves[ply, frame[INDEX]])
    high = frame[BETA] if frame[FULL_WINDOW] else frame[ALPHA] + 1
    depth = frame[REMAINING] - 1 - frame[REDUCTION]
    return enter_node(work, ply + 1, depth, -high, -frame[ALPHA])


@kernel
def back_up_move(work: AlphaBetaWorkspace, ply: int, score: int) -> bool:
    """Back up the score of the current move; return whether the row is finished.

    A move better than expected is searched again: at full depth, then with the full window.
    """
    frame = work.frames[ply]
    if score > frame[ALPHA] and frame[REDUCTION] > 0:
        frame[REDUCTION] = 0
        return False
    if frame[ALPHA] < score < frame[BETA] and frame[FULL_WINDOW] == 0:
        frame[FULL_WINDOW] = 1
        return False
    move = work.moves[ply, frame[INDEX]]
    if score > frame[BEST]:
        frame[BEST], frame[BEST_MOVE] = score, move
        frame[ALPHA] = max(frame[ALPHA], score)
    frame[INDEX] += 1
    if score >= frame[BETA]:
        update_killers(work, ply, frame[REMAINING], move)
        return finish_node(work, ply)
    if frame[INDEX] == frame[COUNT]:
        return finish_node(work, ply)
    begin_move(work, ply)
    return False


@kernel
def negamax(work: AlphaBetaWorkspace, depth: int, alpha: int, beta: int) -> int:
    """Return the score of row 1 for its seat if it lies in the window, else a bound on it."""
    ply = 1
    finished = enter_node(work, ply, depth, alpha, beta)
    while ply > 1 or not finished:
        if out_of_budget(work):
            return 0
        if finished:
            ply -= 1
            finished = back_up_move(work, ply, -work.frames[ply + 1, RESULT])
        else:
            finished = descend(work, ply)
            ply += 1
    score: int = work.frames[1, RESULT]
    return score


@kernel
def root_move_score(work: AlphaBetaWorkspace, move: int, depth: int, index: int, low: int) -> int:
    """Return the score of a move of the root, by principal-variation search above `low`."""
    make_move(work, 0, move)
    if index == 0:
        return -negamax(work, depth - 1, -WIN, -low)
    reduced = late_move_reduction(depth, index)
    score = -negamax(work, depth - 1 - reduced, -low - 1, -low)
    if reduced and score > low and not work.counters[ENDED]:
        score = -negamax(work, depth - 1, -low - 1, -low)
    if score > low and not work.counters[ENDED]:
        score = -negamax(work, depth - 1, -WIN, -low)
    return score


@kernel
def search_root(
    work: AlphaBetaWorkspace,
    depth: int,
    wide: bool,
    moves: Integers,
    scores: Integers,
    depths: Integers,
) -> int:
    """Search the moves of the root in their order; return how many were finished.

    `scores` and `depths` change for the moves whose score was found: all of them if `wide`, else
    those that were the best so far. Of the others a bound is found, and their score is lowered to
    it.
    """
    best = -WIN
    for index in range(len(moves)):
        if depth > 1 and out_of_budget(work):
            return index
        low = -WIN if wide else best
        score = root_move_score(work, moves[index], depth, 0 if wide else index, low)
        if work.counters[ENDED]:
            return index
        if wide or score > best:
            scores[index], depths[index] = score, depth
        scores[index] = min(scores[index], score)
        best = max(best, score)
    return len(moves)
