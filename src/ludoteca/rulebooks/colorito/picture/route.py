"""Colorito: the way a piece takes, for screens, found from what a seat sees."""

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.definition import View
from ludoteca.core.errors import IllegalMove
from ludoteca.core.storage import new_state
from ludoteca.rulebooks.colorito import data, rules
from ludoteca.rulebooks.colorito.names import square_name
from ludoteca.rulebooks.colorito.notation import read
from ludoteca.rulebooks.colorito.tracing import trace
from ludoteca.rulebooks.colorito.view import restore


def route(view: View, move: str) -> list[str]:
    """Return the squares that a piece touches on a shortest way, start and end included.

    A pass or a change of sides touches none. Raise IllegalMove if no step and no jump of this view
    makes the move.
    """
    action = read(None, move)
    if action >= rules.PASS:
        return []
    origin, target = divmod(action, rules.SQUARES)
    state, came_from = _state(view), np.full(rules.SQUARES, -1)
    if state.board[origin]:
        trace(state, origin, came_from)
    if target == origin or came_from[target] < 0:
        names = {"square": square_name(origin), "target": square_name(target)}
        raise IllegalMove("no_way", owner="colorito", **names)
    touched = [target]
    while touched[-1] != origin:
        touched.append(int(came_from[touched[-1]]))
    return [square_name(square) for square in reversed(touched)]


def _state(view: View) -> State:
    """Return the position that a view shows."""
    state, options = new_state(rules.STATE), view["options"]
    data.setup(state, options | {"board": data.read_board(options["board"])})
    restore(state, view)
    return state
