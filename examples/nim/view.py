"""Nim: what a seat sees, which is everything."""

from ludoteca.core.arrays import State
from ludoteca.core.definition import Ending, View


def reveal(state: State) -> View:
    """Return the whole position."""
    return {"heaps": state.heaps.tolist()}


def view(state: State, seat: int | None, memory: bool) -> View:
    """Return what anybody sees."""
    return reveal(state)


def restore(state: State, view: View) -> None:
    """Write the position of a view into a state fresh from set-up, for bots."""
    state.heaps[:] = view["heaps"]
    state.to_move = view["to_move"]


def ending(state: State) -> Ending:
    """Return why the game ended."""
    return Ending(reason="last_match")
