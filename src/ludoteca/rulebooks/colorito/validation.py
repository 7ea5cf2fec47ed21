"""Colorito: which positions can be."""

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import State
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER
from ludoteca.core.storage import new_state
from ludoteca.rulebooks.colorito import rules

COUNTS = ("occupied", "right", "visitors")
"""The fields that follow from the squares of the pieces."""


OPTIONS = ("variant", "resting", "goal", "hue", "one_hop", "may_swap")


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPosition(reason, owner="colorito")


def check(state: State, base: State) -> None:
    """Raise InvalidPosition for a state that cannot come from this board and variant."""
    _require(all(np.array_equal(state[name], base[name]) for name in OPTIONS), "other_options")
    _require(state.swapped in (0, state.may_swap) and state.ply >= 2 * state.swapped, "bad_turn")
    _check_pieces(state, base)
    _check_end(state)
    _check_turn(state, base)


def check_set(board: NDArray[np.int8], base: NDArray[np.int8]) -> None:
    """Raise InvalidPosition unless a board holds the same pieces as another."""
    _require(bool(np.array_equal(np.sort(board), np.sort(base))), "bad_pieces")


@kernel
def all_rest(state: State) -> bool:
    """Return whether every piece stands on its own colour or white."""
    for square in range(rules.SQUARES):
        if state.board[square]:
            resting = state.resting[rules.colour_of(int(state.board[square]))]
            if not (resting[0] & rules.ALONE[square, 0] or resting[1] & rules.ALONE[square, 1]):
                return False
    return True


def _check_pieces(state: State, base: State) -> None:
    """Check each piece once, where it may rest, and the sets and counts that follow."""
    check_set(state.board, base.board)
    _require(bool(all_rest(state)), "bad_rest")
    expected = new_state(rules.STATE)
    for name in OPTIONS:
        expected[name] = base[name]
    rules.put_all(expected, state.board)
    for name in COUNTS:
        _require(np.array_equal(state[name], expected[name]), "bad_counts")


def _check_turn(state: State, base: State) -> None:
    """Check the seat to move, and no more pieces away from their start than moves were made."""
    ply = int(state.ply)
    _require(0 <= ply <= rules.MAX_PLIES and state.to_move in (ply % 2, OVER), "bad_turn")
    moved = (base.board > 0) & (state.board != base.board)
    # The second ply may be the swap, which moves no piece.
    swapped = int(state.swapped)
    for side, moves in enumerate(((ply + 1 - swapped) // 2, (ply - swapped) // 2)):
        own = (base.board > rules.PIECES) == (side == 1)
        _require(int(np.sum(moved & own)) <= moves, "bad_turn")


def _check_end(state: State) -> None:
    """Check the end of the game as the rules would have it."""
    homes = bool(rules.is_home(state, 0)), bool(rules.is_home(state, 1))
    _require(state.extra_turn in (0, 1), "bad_end")
    ending = (int(state.reason), int(state.winner))
    _require(ending in _endings(state, homes), "bad_end")
    _require((state.to_move == OVER) == (state.reason != rules.PLAYING), "bad_end")


def _endings(state: State, homes: tuple[bool, bool]) -> list[tuple[int, int]]:
    """Return the reasons and winners that fit the homes, the extra turn and the plies."""
    first, second = (int(rules.side_of(state, side)) for side in range(2))
    odd = (int(state.ply) + int(state.swapped)) % 2 == 1
    if state.extra_turn and odd:
        return [(rules.PLAYING, -1)] if homes[0] else []
    if state.extra_turn:
        return [(rules.BOTH_HOME, -1) if homes[1] else (rules.HOME, first)]
    if homes[0]:
        return [] if odd else [(rules.HOME, first)]
    if homes[1]:
        return [(rules.HOME, second)]
    return [(rules.TOO_LONG, -1) if state.ply == rules.MAX_PLIES else (rules.PLAYING, -1)]
