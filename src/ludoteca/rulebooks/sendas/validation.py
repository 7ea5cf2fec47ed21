"""Sendas: which positions can be."""

from functools import cache

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.kernels import OVER
from ludoteca.rulebooks.sendas import paths, rules
from ludoteca.rulebooks.sendas.view import REASONS, key_of

OPTIONS = ("edge_exit", "go_on", "may_swap")


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPosition(reason, owner="sendas")


def check(state: State, base: State) -> None:
    """Raise InvalidPosition for a state that cannot come from this set-up and these options."""
    _require(all(state[name] == base[name] for name in OPTIONS), "other_options")
    _require(state.swapped in (0, state.may_swap), "bad_turn")
    board = state.board
    pieces_only = (board >= 0) & (board < 2 * paths.BLACK) & (board != paths.BLACK)
    _require(bool(pieces_only.all()), "bad_content")
    _require(state.reason in range(len(REASONS)) and state.winner in (-1, 0, 1), "bad_end")
    _require((state.winner >= 0) == (state.reason == rules.EXITED), "bad_end")
    _check_outside(state)
    wildcards = sum(_check_shapes(state, base, side) for side in range(2))
    for side in range(2):
        _require(bool(paths.connected(state, side)), "disconnected")
    _check_counters(state, wildcards)
    _check_history(state)
    _check_end(state)


def _check_outside(state: State) -> None:
    """Check that only a piece that has won is outside; older positions do not say where it is."""
    file, ends = divmod(int(state.outside), 16)
    left = ends > 0 and file in range(paths.SIDE) and state.winner >= 0
    _require(state.outside == 0 or left, "bad_end")


@cache
def _shape(ends: int) -> int:
    """Return the smallest set of ends that a piece can show."""
    return int(rules.rotations(ends)[0])


def _shapes(state: State, side: int) -> list[int]:
    """Return how many pieces of each shape a side has, by the smallest set of ends the shape can
    show.
    """
    count = [0] * 16
    for held in state.board.tolist():
        if held and (held >= paths.BLACK) == (side == 1):
            count[_shape(held & paths.CROSS)] += 1
    return count


def _check_shapes(state: State, base: State, side: int) -> int:
    """Return the wildcards that a side shows, once its pieces are known to be those of
    the set-up.
    """
    now, before = _shapes(state, side), _shapes(base, side)
    gone = state.winner >= 0 and rules.side_of(state, int(state.winner)) == side
    _require(sum(now) == paths.PIECES - gone, "piece_count_position")
    _require(all(now[shape] <= before[shape] for shape in range(paths.CROSS)), "wrong_shapes")
    return now[paths.CROSS] - before[paths.CROSS]


def _check_counters(state: State, wildcards: int) -> None:
    ply, since, exited = int(state.ply), int(state.since), state.winner >= 0
    _require(0 <= since <= ply - exited and ply <= rules.MAX_PLIES, "bad_counters")
    _require(0 <= state.passes <= ply - since, "bad_counters")
    # The swap, ply 1, begins the history again, and only the ply before it may be a wildcard.
    begins = 2 if state.swapped else 0
    _require(since >= begins and wildcards <= since - begins // 2, "bad_counters")
    _require(exited or since == begins or wildcards > 0, "bad_counters")
    _require(since > begins or wildcards <= begins // 2, "bad_counters")
    _require(state.to_move in (ply % 2, OVER), "bad_turn")
    _require(not exited or state.winner != ply % 2, "bad_turn")


def _check_history(state: State) -> None:
    """Check that a key stands for each position since the last wildcard, no other; the
    last one fits.
    """
    ply, exited = int(state.ply), bool(state.winner >= 0)
    written = state.history[state.since : ply + 1 - exited]
    _require(np.count_nonzero(written) == len(written), "bad_history")
    _require(np.count_nonzero(state.history) == len(written), "bad_history")
    key = key_of(state, black_to_move=(ply + exited + int(state.swapped)) % 2 == 1)
    _require(state.key == key and (exited or written[-1] == key), "bad_history")


def _check_end(state: State) -> None:
    if state.winner < 0:
        reason = rules.PLAYING
        if state.passes == 2 and not state.go_on:
            reason = rules.BOTH_PASSED
        elif rules.occurrences(state) >= rules.OCCURRENCES_TO_DRAW:
            reason = rules.REPEATED
        elif state.ply == rules.MAX_PLIES:
            reason = rules.TOO_LONG
        _require(state.reason == reason and state.passes <= 2, "bad_end")
    else:
        _require(state.passes == 0 and _can_have_left(state), "bad_end")
    _require((state.to_move == OVER) == (state.reason != rules.PLAYING), "bad_end")


def _can_have_left(state: State) -> bool:
    """Return whether there is a place from where, or a piece beside which, the winner left the
    board.
    """
    black = rules.side_of(state, int(state.winner)) == 1
    far_rank = state.board[: paths.SIDE] if black else state.board[-paths.SIDE :]
    if state.edge_exit:
        return bool((far_rank == 0).any())
    return bool((far_rank & (paths.SOUTH if black else paths.NORTH)).any())
