"""Sendas: the set-ups, as data."""

import re
from pathlib import Path
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.core.data import entry, find_data, no_other_entries
from ludoteca.core.definition import Options
from ludoteca.core.errors import InvalidData
from ludoteca.rulebooks.sendas import paths, rules
from ludoteca.rulebooks.sendas.names import read_ends, read_square, square_name

FOLDER = Path(__file__).parent / "data"
_CHANGED = ("edge", "block", "column", "wall", "wedge")
"""The set-ups that stood for others before the second edition."""
FIRST_EDITION = {name: f"{name}-1" for name in _CHANGED}
NAMES = ("classic", *_CHANGED, "clash", *FIRST_EDITION.values())
EXITS = ("beyond", "edge")
PASSES = ("draw", "go-on")
SWAPS = ("no", "yes")
_PIECE = re.compile(r"([a-i][1-9])\[([NESW]{1,4}|\+)\]")


def read_setup(value: object) -> dict[str, Any]:
    """Return a checked set-up: the pieces of white, and of black where they are not the
    half turn.
    """
    data = find_data(FOLDER, "setup", value)
    no_other_entries(data, ("white", "black"), where="setup")
    white = [str(piece) for piece in entry(data, "white", list, where="setup")]
    setup = {"white": white}
    if "black" in data:
        setup["black"] = [str(piece) for piece in entry(data, "black", list, where="setup")]
    _check(setup)
    return setup


def _pieces(pieces: list[str], colour: str) -> dict[int, int]:
    """Return the ends by square of one colour's pieces."""
    found: dict[int, int] = {}
    for piece in pieces:
        match = _PIECE.fullmatch(piece)
        if match is None:
            raise InvalidData("bad_piece", owner="sendas", colour=colour, piece=piece[:40])
        square, ends = read_square(match[1]), match[2]
        if square in found:
            raise InvalidData("square_twice", owner="sendas", square=match[1])
        found[square] = paths.CROSS if ends == "+" else read_ends(ends)
    if len(found) != paths.PIECES:
        raise InvalidData("piece_count", owner="sendas", colour=colour, count=len(found))
    return found


def _half_turn(pieces: dict[int, int]) -> dict[int, int]:
    """Return the same pieces seen from the other side of the board."""
    last = paths.SQUARES - 1
    return {last - square: (ends << 2 | ends >> 2) & paths.CROSS for square, ends in pieces.items()}


def board_of(setup: dict[str, Any]) -> dict[int, int]:
    """Return what each occupied square holds at the start."""
    white = _pieces(setup["white"], "white")
    black = _pieces(setup["black"], "black") if "black" in setup else _half_turn(white)
    for square in white.keys() & black.keys():
        raise InvalidData("square_twice", owner="sendas", square=square_name(square))
    return white | {square: ends | paths.BLACK for square, ends in black.items()}


def setup(state: State, options: Options) -> None:
    """Put the pieces of a set-up on the board and note the options."""
    state.edge_exit = EXITS.index(options["exit"])
    state.go_on = PASSES.index(options["passes"])
    state.may_swap = SWAPS.index(options["swap"])
    _put_pieces(state, options["setup"])
    state.winner = -1


def _put_pieces(state: State, setup: dict[str, Any]) -> None:
    for square, content in board_of(setup).items():
        rules.put(state, square, content)
    state.history[0] = state.key


def _check(setup: dict[str, Any]) -> None:
    """Raise InvalidData unless both colours of a set-up are connected."""
    from ludoteca.core.storage import new_state

    state = new_state(rules.STATE)
    _put_pieces(state, setup)
    for seat, colour in enumerate(("white", "black")):
        if not paths.connected(state, seat):
            raise InvalidData("setup_disconnected", owner="sendas", colour=colour)
