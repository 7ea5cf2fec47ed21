"""Sendas: what a seat sees, which is everything."""

from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.definition import Ending, View
from ludoteca.rulebooks.sendas import paths, rules
from ludoteca.rulebooks.sendas.names import ends_name, read_ends, read_square, square_name

_EVERY_SQUARE = np.arange(paths.SIDE**2)
REASONS = ("playing", "exit", "both_passed", "repetition", "too_long")


def pieces(state: State) -> list[dict[str, Any]]:
    """Return every piece with its square, seat and open ends."""
    swapped = int(state.swapped)
    return [
        {
            "square": square_name(square),
            "seat": int(held >= paths.BLACK) ^ swapped,
            "ends": ends_name(held & paths.CROSS),
        }
        for square, held in enumerate(state.board.tolist())
        if held
    ]


def sides(state: State) -> tuple[int, ...]:
    """Return the side of each seat, 0 white and 1 black."""
    return int(state.swapped), 1 - int(state.swapped)


def reveal(state: State) -> View:
    """Return the whole position; `sides` has the side of each seat, 0 white and 1 black."""
    return {
        "pieces": pieces(state),
        "sides": list(sides(state)),
        "outside": _outside(state),
        "ply": int(state.ply),
        "passes": int(state.passes),
    }


def _outside(state: State) -> dict[str, Any] | None:
    """Return the piece that has left the board, turned to have an end towards it."""
    file, ends = divmod(int(state.outside), 16)
    if not ends:
        return None
    seat = int(state.winner)
    side = rules.side_of(state, seat)
    inwards = paths.NORTH if side else paths.SOUTH
    turned = next(shown for shown in rules.rotations(ends) if shown & inwards)
    place = f"{chr(ord('a') + file)}{0 if side else paths.SIDE + 1}"
    return {"place": place, "seat": seat, "ends": ends_name(turned)}


def view(state: State, seat: int | None, memory: bool) -> View:
    """Return what anybody sees; memory adds the keys of the positions that may come again."""
    seen = reveal(state) | {"occurrences": int(rules.occurrences(state))}
    if memory:
        seen["memory"] = {"history": state.history[state.since : state.ply + 1].tolist()}
    return seen


def restore(state: State, view: View) -> None:
    """Write the position of a view into a state fresh from set-up."""
    crosses = _crosses(state)
    state.board[:] = 0
    state.swapped = view["sides"][0]
    for piece in view["pieces"]:
        held = read_ends(piece["ends"]) | paths.BLACK * view["sides"][piece["seat"]]
        state.board[read_square(piece["square"])] = held
    state.ply, state.passes, state.to_move = view["ply"], view["passes"], view["to_move"]
    if "memory" in view:
        history = view["memory"]["history"]
    else:
        history = _invented(state, _crosses(state) - crosses, view["occurrences"])
    state.since = state.ply + 1 - len(history)
    state.history[:] = 0
    state.history[state.since : state.ply + 1] = history
    state.key = history[-1]


def _crosses(state: State) -> int:
    return int(np.count_nonzero((state.board & paths.CROSS) == paths.CROSS))


def _invented(state: State, wildcards: int, occurrences: int) -> list[int]:
    """Return keys for what a view without memory has forgotten: the present position as often as
    it has stood, and otherwise none that can come again.
    """
    since = max(2, wildcards + 1) if state.swapped else wildcards
    history = list(range(1, int(state.ply) + 2 - since))
    for ago in range(0, 2 * occurrences, 2):
        history[-1 - ago] = key_of(state, black_to_move=state.to_move ^ state.swapped == 1)
    return history


def ending(state: State) -> Ending:
    """Return why the game ended."""
    return Ending(reason=REASONS[state.reason])


def key_of(state: State, *, black_to_move: bool) -> int:
    """Return the key of the squares and the player to move."""
    key = int(np.bitwise_xor.reduce(rules.KEYS[_EVERY_SQUARE, state.board]))
    return key ^ int(rules.BLACK_TO_MOVE) if black_to_move else key
