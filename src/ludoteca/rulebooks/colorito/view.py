"""Colorito: what a seat sees, which is everything."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.definition import Ending, State, View
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot.plan import lower_bound, plan
from ludoteca.rulebooks.colorito.data import VARIANTS
from ludoteca.rulebooks.colorito.names import (
    LETTERS,
    WHITE,
    colour_letter,
    piece_number,
    square_name,
)
from ludoteca.rulebooks.colorito.validation import COUNTS, check_set

_SQUARES = {square_name(square): square for square in range(rules.SQUARES)}
REASONS = ("playing", "home", "both_home", "too_long")


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


def restore(state: State, view: View) -> None:
    """Writes the position of a view into a state fresh from set-up."""
    board = np.zeros(rules.SQUARES, np.int8)
    for piece in view["pieces"]:
        board[_SQUARES[piece["square"]]] = piece["number"] + rules.PIECES * piece["seat"]
    # Kernels trust that these are pieces.
    check_set(board, state.board)
    for name in ("board", *COUNTS):
        state[name] = 0
    rules.put_all(state, board)
    state.ply, state.extra_turn = view["ply"], view["extra_turn"]
    state.to_move = view["to_move"]
