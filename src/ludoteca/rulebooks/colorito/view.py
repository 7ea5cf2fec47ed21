"""Colorito: what a seat sees, which is everything."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import Ending, State, View
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.kernels import OVER
from ludoteca.core.storage import new_state
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.boards import VARIANTS
from ludoteca.rulebooks.colorito.plan import lower_bound, plan
from ludoteca.rulebooks.colorito.squares import (
    LETTERS,
    WHITE,
    colour_letter,
    piece_number,
    square_name,
)

REASONS = ("playing", "home", "both_home", "too_long")
COUNTS = ("occupied", "right", "visitors")
"""The fields that follow from the squares of the pieces."""


def pieces(state: State) -> list[dict[str, Any]]:
    """Every piece with its square, seat, number and colour."""
    return [
        {
            "square": square_name(square),
            "seat": 1 if piece > rules.PIECES else 0,
            "number": piece_number(piece),
            "colour": colour_letter(piece),
        }
        for square, piece in enumerate(state.board.tolist())
        if piece
    ]


def _colour(resting: NDArray[np.int64], square: int) -> str:
    """The colour letter of a square."""
    free = [bool(np.any(resting[colour] & rules.ALONE[square])) for colour in range(4)]
    return WHITE if all(free) else LETTERS[free.index(True)]


@lru_cache(maxsize=64)
def _ranks(raw: bytes) -> tuple[str, ...]:
    """The colours of a board, rank by rank; they stay the same all game."""
    resting = np.frombuffer(raw, np.int64).reshape(len(LETTERS), -1)
    letters = [_colour(resting, square) for square in range(rules.SQUARES)]
    firsts = range(0, rules.SQUARES, rules.SIDE)
    return tuple("".join(letters[first : first + rules.SIDE]) for first in firsts)


def colours(state: State) -> list[str]:
    """The colours of the squares, a text of ten letters for each rank, rank 1 first."""
    return list(_ranks(state.resting.tobytes()))


def reveal(state: State) -> View:
    """The whole position."""
    return {
        "pieces": pieces(state),
        "colours": colours(state),
        "variant": VARIANTS[state.variant],
        "ply": int(state.ply),
        "home": state.right.tolist(),
        "extra_turn": bool(state.extra_turn),
    }


def view(state: State, seat: int | None, memory: bool) -> View:
    """What anybody sees."""
    return reveal(state)


@lru_cache(maxsize=1024)
def _ending(raw: bytes) -> Ending:
    state = np.frombuffer(raw, rules.STATE).copy()[0]
    reason = REASONS[state.reason]
    if state.winner < 0:
        return Ending(reason=reason, scores=(0, 0))
    loser = 1 - int(state.winner)
    moves = plan(state, loser)
    if moves is None:
        return Ending(reason=reason)
    fewest, most = lower_bound(state, loser), len(moves)
    return Ending(
        reason=reason,
        scores=(-most, 0) if state.winner else (0, -most),
        details={"needed": str(most) if fewest == most else f"{fewest}–{most}"},
    )


def ending(state: State) -> Ending:
    """Why the game ended, and how far the loser was from home.

    The winner has 0 points, the loser those of the plan found below zero, none without a plan; the
    details say between which bounds the moves needed surely lie.
    """
    return _ending(state.tobytes())


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPosition(reason, owner="colorito")


def check(state: State, base: State) -> None:
    """InvalidPosition for a state that cannot come from this board and variant."""
    options = state.variant == base.variant and np.array_equal(state.resting, base.resting)
    _require(bool(options), "other_options")
    _check_pieces(state, base)
    _check_end(state)
    _check_turn(state, base)


def check_set(board: NDArray[np.int8], base: NDArray[np.int8]) -> None:
    """InvalidPosition unless a board holds the same pieces as another."""
    _require(bool(np.array_equal(np.sort(board), np.sort(base))), "bad_pieces")


def _check_pieces(state: State, base: State) -> None:
    """Every piece once, each where it may rest, and the sets and counts that follow."""
    check_set(state.board, base.board)
    _require(bool(rules.all_rest(state)), "bad_rest")
    expected = new_state(rules.STATE)
    expected.variant = base.variant
    rules.put_all(expected, state.board)
    for name in COUNTS:
        _require(np.array_equal(state[name], expected[name]), "bad_counts")


def _check_turn(state: State, base: State) -> None:
    """The seat to move, and no more pieces away from their start than moves were made."""
    ply = int(state.ply)
    _require(0 <= ply <= rules.MAX_PLIES and state.to_move in (ply % 2, OVER), "bad_turn")
    moved = (base.board > 0) & (state.board != base.board)
    for seat, moves in enumerate(((ply + 1) // 2, ply // 2)):
        own = (base.board > rules.PIECES) == (seat == 1)
        _require(int(np.sum(moved & own)) <= moves, "bad_turn")


def _check_end(state: State) -> None:
    """The end of the game as the rules would have it."""
    homes = bool(rules.is_home(state, 0)), bool(rules.is_home(state, 1))
    _require(state.extra_turn in (0, 1), "bad_end")
    ending = (int(state.reason), int(state.winner))
    _require(ending in _endings(state, homes), "bad_end")
    _require((state.to_move == OVER) == (state.reason != rules.PLAYING), "bad_end")


def _endings(state: State, homes: tuple[bool, bool]) -> list[tuple[int, int]]:
    """The reasons and winners that fit who is home, the extra turn and the number of plies."""
    odd = int(state.ply) % 2 == 1
    if state.extra_turn and odd:
        return [(rules.PLAYING, -1)] if homes[0] else []
    if state.extra_turn:
        return [(rules.BOTH_HOME, -1) if homes[1] else (rules.HOME, 0)]
    if homes[0]:
        return [] if odd else [(rules.HOME, 0)]
    if homes[1]:
        return [(rules.HOME, 1)]
    return [(rules.TOO_LONG, -1) if state.ply == rules.MAX_PLIES else (rules.PLAYING, -1)]
