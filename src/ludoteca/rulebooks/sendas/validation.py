"""Sendas: which positions can be."""

from functools import cache

import numpy as np

from ludoteca.core.definition import State
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.kernels import OVER
from ludoteca.rulebooks.sendas import paths, rules
from ludoteca.rulebooks.sendas.view import REASONS, key_of


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPosition(reason, owner="sendas")


def check(state: State, base: State) -> None:
    """InvalidPosition for a state that cannot come from this set-up."""
    board = state.board
    pieces_only = (board >= 0) & (board < 2 * paths.BLACK) & (board != paths.BLACK)
    _require(bool(pieces_only.all()), "bad_content")
    _require(state.reason in range(len(REASONS)) and state.winner in (-1, 0, 1), "bad_end")
    _require((state.winner >= 0) == (state.reason == rules.EXITED), "bad_end")
    wildcards = sum(_check_shapes(state, base, seat) for seat in range(2))
    for seat in range(2):
        _require(bool(paths.connected(state, seat)), "disconnected")
    _check_counters(state, wildcards)
    _check_history(state)
    _check_end(state)


@cache
def _shape(ends: int) -> int:
    """The smallest set of ends that a piece can show."""
    return int(rules.rotations(ends)[0])


def _shapes(state: State, seat: int) -> list[int]:
    """How many pieces of each shape a seat has, by the smallest set of ends the shape can show."""
    count = [0] * 16
    for held in state.board.tolist():
        if held and (held >= paths.BLACK) == (seat == 1):
            count[_shape(held & paths.CROSS)] += 1
    return count


def _check_shapes(state: State, base: State, seat: int) -> int:
    """The wildcards that a seat shows, once its pieces are known to be those of the set-up."""
    now, before = _shapes(state, seat), _shapes(base, seat)
    _require(sum(now) == paths.PIECES - (state.winner == seat), "piece_count_position")
    _require(all(now[shape] <= before[shape] for shape in range(paths.CROSS)), "wrong_shapes")
    return now[paths.CROSS] - before[paths.CROSS]


def _check_counters(state: State, wildcards: int) -> None:
    ply, since, exited = int(state.ply), int(state.since), state.winner >= 0
    _require(0 <= since <= ply - exited and ply <= rules.MAX_PLIES, "bad_counters")
    _require(0 <= state.passes <= ply - since, "bad_counters")
    _require(wildcards <= since, "bad_counters")
    _require(exited or (wildcards > 0) == (since > 0), "bad_counters")
    _require(state.to_move in (ply % 2, OVER), "bad_turn")
    _require(not exited or state.winner != ply % 2, "bad_turn")


def _check_history(state: State) -> None:
    """A key stands for each position since the last wildcard, no other; the last one fits."""
    ply, exited = int(state.ply), bool(state.winner >= 0)
    written = state.history[state.since : ply + 1 - exited]
    _require(np.count_nonzero(written) == len(written), "bad_history")
    _require(np.count_nonzero(state.history) == len(written), "bad_history")
    key = key_of(state, black_to_move=ply % 2 != exited)
    _require(state.key == key and (exited or written[-1] == key), "bad_history")


def _check_end(state: State) -> None:
    if state.winner < 0:
        reason = rules.PLAYING
        if state.passes == 2:
            reason = rules.BOTH_PASSED
        elif rules.occurrences(state) >= rules.OCCURRENCES_TO_DRAW:
            reason = rules.REPEATED
        elif state.ply == rules.MAX_PLIES:
            reason = rules.TOO_LONG
        _require(state.reason == reason and state.passes <= 2, "bad_end")
    else:
        far_rank = state.board[: paths.SIDE] if state.winner else state.board[-paths.SIDE :]
        outwards = paths.SOUTH if state.winner else paths.NORTH
        _require(state.passes == 0 and bool((far_rank & outwards).any()), "bad_end")
    _require((state.to_move == OVER) == (state.reason != rules.PLAYING), "bad_end")
