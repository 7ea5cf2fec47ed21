"""Colorito: the coloured ranks of the board, as data."""

from pathlib import Path
from typing import Any

from ludoteca.core.data import entry, find_data, no_other_entries
from ludoteca.core.definition import Options, State
from ludoteca.core.errors import InvalidData
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import LETTERS, square_name

FOLDER = Path(__file__).parent / "data"
NAMES = ("standard",)
VARIANTS = (None, "strict", "colours")
TOP_RANK = 8
COLOURED_RANKS = 6


def read_board(value: object) -> dict[str, Any]:
    """A checked board: the colours of ranks 8 to 3, as one reads a diagram."""
    data = find_data(FOLDER, "board", value)
    no_other_entries(data, ("ranks",), where="board")
    ranks = [str(rank) for rank in entry(data, "ranks", list, where="board")]
    if len(ranks) != COLOURED_RANKS:
        raise InvalidData("rank_count", owner="colorito", count=len(ranks))
    for line, rank in enumerate(ranks):
        _check_rank(TOP_RANK - line, rank)
    _check_neighbours(colours_of(ranks))
    return {"ranks": ranks}


def _check_rank(number: int, rank: str) -> None:
    if len(rank) != rules.SIDE:
        raise InvalidData("rank_length", owner="colorito", rank=number, count=len(rank))
    for file, letter in enumerate(rank):
        if letter not in LETTERS:
            square = square_name((number - 1) * rules.SIDE + file)
            raise InvalidData("bad_colour", owner="colorito", square=square, letter=letter)


def colours_of(ranks: list[str]) -> dict[int, str]:
    """The colour letter of each coloured square."""
    return {
        (TOP_RANK - line - 1) * rules.SIDE + file: letter
        for line, rank in enumerate(ranks)
        for file, letter in enumerate(rank)
    }


def _check_neighbours(colours: dict[int, str]) -> None:
    """InvalidData if two neighbours share a colour, for no step may lead from one to another."""
    for square, letter in colours.items():
        file = square % rules.SIDE
        for across, step in ((1, 1), (0, rules.SIDE), (1, rules.SIDE + 1), (-1, rules.SIDE - 1)):
            other = square + step
            if 0 <= file + across < rules.SIDE and colours.get(other) == letter:
                names = {"square": square_name(square), "other": square_name(other)}
                raise InvalidData("same_colour", owner="colorito", letter=letter, **names)


def setup(state: State, options: Options) -> None:
    """Paints the board and puts every piece on its number."""
    state.variant = VARIANTS.index(options["variant"])
    colours = colours_of(options["board"]["ranks"])
    for square in range(rules.SQUARES):
        for colour, letter in enumerate(LETTERS):
            # Squares without a colour are white: any piece may rest there.
            if colours.get(square, letter) == letter:
                state.resting[colour] |= rules.ALONE[square]
    for piece in range(1, 2 * rules.PIECES + 1):
        rules.put(state, piece, rules.SQUARES - 1 - int(rules.goal_of(piece)))
    state.winner = -1
