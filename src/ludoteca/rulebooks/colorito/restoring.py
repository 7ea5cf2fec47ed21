"""Colorito: a state from what a view tells."""

import numpy as np

from ludoteca.core.definition import State, View
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.squares import square_name
from ludoteca.rulebooks.colorito.view import COUNTS, check_set

_SQUARES = {square_name(square): square for square in range(rules.SQUARES)}


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
