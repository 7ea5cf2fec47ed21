"""Colorito: what a seat sees, which is everything."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import State
from ludoteca.core.definition import Ending, View
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot.plan import lower_bound, plan
from ludoteca.rulebooks.colorito.data import VARIANTS
from ludoteca.rulebooks.colorito.names import (
    LETTERS,
    WHITE,
    colour_letter,
    piece_number,
    piece_of,
    square_name,
)
from ludoteca.rulebooks.colorito.validation import COUNTS, check_set

_SQUARES = {square_name(square): square for square in range(rules.SQUARES)}
REASONS = ("playing", "home", "both_home", "too_long")


def pieces(state: State) -> list[dict[str, Any]]:
    """Return every piece with its square, seat, number and colour."""
    swapped = int(state.swapped)
    return [
        {
            "square": square_name(square),
            "seat": int(piece > rules.PIECES) ^ swapped,
            "number": piece_number(piece),
            "colour": colour_letter(piece),
        }
        for square, piece in enumerate(state.board.tolist())
        if piece
    ]


def _colour(resting: NDArray[np.int64], square: int) -> str:
    """Return the colour letter of a square."""
    free = [bool(np.any(resting[colour] & rules.ALONE[square])) for colour in range(4)]
    return WHITE if all(free) else LETTERS[free.index(True)]


@lru_cache(maxsize=64)
def _ranks(raw: bytes) -> tuple[str, ...]:
    """Return the colours of a board, rank by rank; they stay the same all game."""
    resting = np.frombuffer(raw, np.int64).reshape(len(LETTERS), -1)
    letters = [_colour(resting, square) for square in range(rules.SQUARES)]
    firsts = range(0, rules.SQUARES, rules.SIDE)
    return tuple("".join(letters[first : first + rules.SIDE]) for first in firsts)


def colours(state: State) -> list[str]:
    """Return the colours of the squares, a text of ten letters for each rank, rank 1 first."""
    return list(_ranks(state.resting.tobytes()))


def sides(state: State) -> tuple[int, ...]:
    """Return the side of each seat, 0 red and yellow, 1 blue."""
    return int(state.swapped), 1 - int(state.swapped)


@lru_cache(maxsize=64)
def _goal_rows(raw: bytes) -> tuple[tuple[int, ...], ...]:
    """Return the numbers on ranks 10 and 9; they stay the same all game."""
    goal = np.frombuffer(raw, np.int8).tolist()
    numbers = {square: piece for piece, square in enumerate(goal[: rules.PIECES + 1]) if piece}
    starts = rules.SQUARES - rules.SIDE, rules.SQUARES - 2 * rules.SIDE
    return tuple(tuple(numbers[start + file] for file in range(rules.SIDE)) for start in starts)


def reveal(state: State) -> View:
    """Return the whole position; `goals` are the numbers on ranks 10 and 9, for red and yellow."""
    home = state.right.tolist()
    return {
        "pieces": pieces(state),
        "sides": list(sides(state)),
        "goals": [list(row) for row in _goal_rows(state.goal.tobytes())],
        "colours": colours(state),
        "variant": VARIANTS[state.variant],
        "ply": int(state.ply),
        "home": [home[side] for side in sides(state)],
        "extra_turn": bool(state.extra_turn),
    }


def view(state: State, seat: int | None, memory: bool) -> View:
    """Return what anybody sees."""
    return reveal(state)


@lru_cache(maxsize=1024)
def _ending(raw: bytes) -> Ending:
    state = np.frombuffer(raw, rules.STATE).copy()[0]
    reason = REASONS[state.reason]
    if state.winner < 0:
        return Ending(reason=reason, scores=(0, 0))
    loser = int(rules.side_of(state, 1 - int(state.winner)))
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
    """Return why the game ended, and how far the loser was from home.

    The winner has 0 points, the loser those of the plan found below zero, none without a plan; the
    details say between which bounds the moves needed surely lie.
    """
    return _ending(state.tobytes())


def restore(state: State, view: View) -> None:
    """Write the position of a view into a state fresh from set-up."""
    board = np.zeros(rules.SQUARES, np.int8)
    for piece in view["pieces"]:
        board[_SQUARES[piece["square"]]] = piece_of(view, piece)
    # Kernels trust that these are pieces.
    check_set(board, state.board)
    for name in ("board", *COUNTS):
        state[name] = 0
    rules.put_all(state, board)
    state.ply, state.extra_turn = view["ply"], view["extra_turn"]
    state.to_move, state.swapped = view["to_move"], view["sides"][0]
