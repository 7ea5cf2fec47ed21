"""Colorito: the board, as data: the coloured ranks, and the numbers on the goal ranks."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.data import Data, entry, find_data, no_other_entries
from ludoteca.core.definition import Options
from ludoteca.core.errors import InvalidData
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import LETTERS, square_name

FOLDER = Path(__file__).parent / "data"
NAMES = ("standard", "twin")
AFTER_STEP = ("hops", "one-hop")
SWAPS = ("no", "yes")
VARIANTS = (None, "strict", "colours")
TOP_RANK = 8
COLOURED_RANKS = 6


def read_board(value: object) -> dict[str, Any]:
    """Return a checked board: the colours of ranks 8 to 3, as one reads a diagram.

    With `goals`, also the numbers on ranks 10 and 9 where red and yellow belong; those of blue are
    the half turn.
    """
    data = find_data(FOLDER, "board", value)
    no_other_entries(data, ("ranks", "goals"), where="board")
    ranks = [str(rank) for rank in entry(data, "ranks", list, where="board")]
    if len(ranks) != COLOURED_RANKS:
        raise InvalidData("rank_count", owner="colorito", count=len(ranks))
    for line, rank in enumerate(ranks):
        _check_rank(TOP_RANK - line, rank)
    _check_neighbours(colours_of(ranks))
    if "goals" not in data:
        return {"ranks": ranks}
    return {"ranks": ranks, "goals": _read_goals(entry(data, "goals", list, where="board"))}


def _read_goals(rows: list[Any]) -> list[list[int]]:
    """Return two rows of ten numbers, each of 1 to 20 once; raise InvalidData otherwise."""
    numbers = [number for row in rows if isinstance(row, list) for number in row]
    whole = all(type(number) is int for number in numbers)
    if [len(row) if isinstance(row, list) else 0 for row in rows] != [rules.SIDE] * 2 or not whole:
        raise InvalidData("goal_rows", owner="colorito")
    for number in range(1, rules.PIECES + 1):
        if numbers.count(number) != 1:
            count = numbers.count(number)
            raise InvalidData("goal_numbers", owner="colorito", number=number, count=count)
    return [list(row) for row in rows]


def goal_rows(board: Data) -> list[list[int]]:
    """Return the numbers on ranks 10 and 9 of a checked board, as red and yellow see them."""
    usual = [list(range(last, last - rules.SIDE, -1)) for last in (rules.SIDE, rules.PIECES)]
    rows: list[list[int]] = board.get("goals", usual)
    return rows


def goals_of(rows: list[list[int]]) -> dict[int, int]:
    """Return the goal of each piece, by the numbers on ranks 10 and 9."""
    goals = {}
    for line, row in enumerate(rows):
        for file, number in enumerate(row):
            square = (rules.SIDE - 1 - line) * rules.SIDE + file
            goals[number] = square
            goals[number + rules.PIECES] = rules.SQUARES - 1 - square
    return goals


def _check_rank(number: int, rank: str) -> None:
    if len(rank) != rules.SIDE:
        raise InvalidData("rank_length", owner="colorito", rank=number, count=len(rank))
    for file, letter in enumerate(rank):
        if letter not in LETTERS:
            square = square_name((number - 1) * rules.SIDE + file)
            raise InvalidData("bad_colour", owner="colorito", square=square, letter=letter)


def colours_of(ranks: list[str]) -> dict[int, str]:
    """Return the colour letter of each coloured square."""
    return {
        (TOP_RANK - line - 1) * rules.SIDE + file: letter
        for line, rank in enumerate(ranks)
        for file, letter in enumerate(rank)
    }


def _check_neighbours(colours: dict[int, str]) -> None:
    """Raise InvalidData if two neighbours share a colour: no step may lead from one to another."""
    for square, letter in colours.items():
        file = square % rules.SIDE
        for across, step in ((1, 1), (0, rules.SIDE), (1, rules.SIDE + 1), (-1, rules.SIDE - 1)):
            other = square + step
            if 0 <= file + across < rules.SIDE and colours.get(other) == letter:
                names = {"square": square_name(square), "other": square_name(other)}
                raise InvalidData("same_colour", owner="colorito", letter=letter, **names)


def setup(state: State, options: Options) -> None:
    """Paint the board and put every piece on its start; raise InvalidData if none can ever move."""
    state.variant = VARIANTS.index(options["variant"])
    state.one_hop = AFTER_STEP.index(options["after_step"])
    state.may_swap = SWAPS.index(options["swap"])
    write_goals(state, goals_of(goal_rows(options["board"])))
    colours = colours_of(options["board"]["ranks"])
    for square in range(rules.SQUARES):
        for colour, letter in enumerate(LETTERS):
            # Squares without a colour are white: any piece may rest there.
            if colours.get(square, letter) == letter:
                state.resting[colour] |= rules.ALONE[square]
    for piece in range(1, 2 * rules.PIECES + 1):
        rules.put(state, piece, rules.SQUARES - 1 - int(rules.goal_of(piece)))
    state.winner = -1
    if options["board"]["ranks"] not in _built_in():
        _check_movable(state)


def write_goals(state: State, goals: dict[int, int]) -> None:
    """Write where the pieces belong into an empty state."""
    for piece, square in goals.items():
        state.goal[piece] = square
        state.hue[square] = 1 + int(rules.colour_of(piece))


@cache
def _built_in() -> list[list[str]]:
    """Return the coloured ranks of our own boards, on which pieces can move in every variant."""
    return [list(find_data(FOLDER, "board", name)["ranks"]) for name in NAMES]


def _check_movable(state: State) -> None:
    """Raise InvalidData if neither side has a move at the start: then nobody ever has one."""
    out = np.empty(rules.CAPACITY, np.int64)
    if not any(rules.moves_of(state, side, out) for side in range(2)):
        raise InvalidData("no_moves", owner="colorito")
