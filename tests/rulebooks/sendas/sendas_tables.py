"""Hand-made positions of Sendas, entered through the data door as a person would."""

import ludoteca
from ludoteca import Position
from ludoteca.core.storage import copy_state

COLUMN = "a7[NS] a6[NS] a5[NS] a4[NS] a3[NS] a2[NS]"
"""A path of straights on file a that stands in nobody's way."""
LADDER = "e4[NS] e5[NS] e6[NS] e7[NS] e8[NS] e9[NS]"
"""A path up to rank 9 where white can leave from e4."""
SLIDE = "e6[NS] e5[NS] e4[NS] e3[NS] e2[NS] e1[NS]"
"""A path down to rank 1 where black can leave from e6."""


def table(white: str, black: str = COLUMN, *, to_move: int = 0) -> Position:
    """A hand-made position; black's turn comes by a pass of white."""
    setup = {"white": white.split(), "black": black.split()}
    position = ludoteca.load("sendas", setup=setup).start(seed=0)
    return position.play("pass") if to_move else position


def play(position: Position, moves: str) -> Position:
    """The position after moves separated by spaces."""
    for move in moves.split():
        position = position.play(move)
    return position


def at_ply(position: Position, ply: int) -> Position:
    """The same position as if so many plies had been played."""
    state = copy_state(position._state)
    assert ply % 2 == state.to_move
    state.ply = ply
    state.history[:] = 0
    state.history[ply] = state.key
    return Position(position.game, state, position._chance)


def moves_of(position: Position, square: str) -> set[str]:
    """The legal moves of the piece on a square."""
    return {move for move in position.moves() if move.startswith(square)}


def board(position: Position) -> dict[str, str]:
    """What stands on each square: w or b, and the ends."""
    pieces = position.reveal()["pieces"]
    return {piece["square"]: "wb"[piece["seat"]] + piece["ends"] for piece in pieces}
