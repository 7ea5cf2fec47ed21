"""Random openings, from which bots play on."""

from ludoteca.core.position import Position
from ludoteca.core.rng import Rng, below


def opening_move(position: Position, rng: Rng) -> str:
    """Return a move drawn at random, one that does not end the game if there is any."""
    moves = position.moves()
    while True:
        move = moves.pop(int(below(rng, len(moves))))
        if not moves or position.play(move).to_move is not None:
            return move
