"""Colorito: positions laid out by hand for the tests."""

from typing import Any

import numpy as np

import ludoteca
from ludoteca.core.chance import Chance
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import read_square, square_name

CODES = {"R": 0, "Y": 0, "D": rules.PIECES, "L": rules.PIECES}


def game(variant: str | None = None) -> Game:
    """Colorito in a variant."""
    return ludoteca.load("colorito", variant=variant)


def code(name: str) -> int:
    """The piece of a name such as R1, Y11, D10 or L20."""
    return CODES[name[0]] + int(name[1:])


def _parked(pieces: dict[str, str], free: str) -> dict[str, str]:
    """All forty pieces: those not named stand in the middle ranks, far from the first one named."""
    assert len(set(pieces.values())) == len(pieces), "two pieces on one square"
    focus = read_square(next(iter(pieces.values())))
    taken = {read_square(square) for square in (*pieces.values(), *free.split())}

    def nearness(square: int) -> int:
        rank, file = divmod(square, rules.SIDE)
        return -max(abs(rank - focus // rules.SIDE), abs(file - focus % rules.SIDE))

    places = sorted((square for square in range(20, 80) if square not in taken), key=nearness)
    others = [name for name in (*at_home(0), *at_home(1)) if name not in pieces]
    return pieces | {
        name: square_name(square) for name, square in zip(others, places, strict=False)
    }


def position(
    pieces: dict[str, str],
    *,
    to_move: int = 0,
    variant: str | None = None,
    free: str = "",
    **fields: Any,
) -> Position:
    """A position with these pieces, name → square, the others parked; further fields by name.

    `free` names squares that must stay empty.
    """
    table = game(variant)
    state = table.state()
    for square in np.flatnonzero(state.board).tolist():
        rules.lift(state, square)
    for name, target in _parked(pieces, free).items():
        rules.put(state, code(name), read_square(target))
    state.to_move = to_move
    state.ply = fields.pop("ply", to_move)
    for name, value in fields.items():
        state[name] = value
    return Position(table, state, Chance(seed=bytes(32)))


def at_home(seat: int, *, but: dict[str, str] | None = None) -> dict[str, str]:
    """All pieces of a seat on their goals, except some that stand elsewhere."""
    names = [f"R{n}" for n in range(1, 11)] + [f"Y{n}" for n in range(11, 21)]
    if seat == 1:
        names = [f"D{n}" for n in range(1, 11)] + [f"L{n}" for n in range(11, 21)]
    goals = {name: square_name(int(rules.goal_of(code(name)))) for name in names}
    return goals | (but or {})


def targets(table: Position, origin: str) -> set[str]:
    """Where the piece on a square may go."""
    return {move.split("-")[1] for move in table.moves() if move.startswith(f"{origin}-")}
