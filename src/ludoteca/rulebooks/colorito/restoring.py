"""Colorito: a state from what a view tells."""

import numpy as np

from ludoteca.core.definition import State, View
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.squares import read_square


def restore(state: State, view: View) -> None:
    """Writes the position of a view into a state fresh from set-up."""
    for square in np.flatnonzero(state.board).tolist():
        rules.lift(state, square)
    for piece in view["pieces"]:
        code = piece["number"] + rules.PIECES * piece["seat"]
        rules.put(state, code, read_square(piece["square"]))
    state.ply, state.extra_turn = view["ply"], view["extra_turn"]
    state.to_move = view["to_move"]
