"""Cadena: the boards, as data."""

from pathlib import Path
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.core.data import Data, entry, find_data, no_other_entries
from ludoteca.core.definition import Options
from ludoteca.core.errors import InvalidData, quoted
from ludoteca.rulebooks.cadena import rules

FOLDER = Path(__file__).parent / "data"
NAMES = ("spiral",)
PINS = ("covered", "for-good")
LOSSES = ("all", "black")
ARROWS = ("once", "chained")
SPIRAL = "spiral"
MAX_COORDINATE = 99

Cell = tuple[int, int]


def _refuse(reason: str, **details: object) -> InvalidData:
    return InvalidData(reason, owner="cadena", **details)


def read_board(value: object) -> dict[str, Any]:
    """Return a checked board: its length, its shape for drawing, and its arrows by
    their squares.
    """
    data = find_data(FOLDER, "board", value)
    length = int(entry(data, "length", int, where="board"))
    if not rules.MIN_LENGTH <= length <= rules.MAX_LENGTH:
        least, most = rules.MIN_LENGTH, rules.MAX_LENGTH
        raise _refuse("bad_length", length=length, least=least, most=most)
    board = {"length": length} | _read_shape(data, length)
    arrows = _read_arrows(entry(data, "arrows", list, where="board"), length)
    return board | {"arrows": [[start, end] for start, end in sorted(arrows.items())]}


def _read_shape(data: Data, length: int) -> dict[str, Any]:
    """Return the entries of a board that say where its squares are drawn."""
    if data.get("shape") == SPIRAL:
        no_other_entries(data, ("length", "shape", "side", "arrows"), where="board")
        side = int(entry(data, "side", int, where="board"))
        if side < 1 or side * side != length:
            raise _refuse("spiral_size", side=side, squares=side * side, length=length)
        return {"shape": SPIRAL, "side": side}
    no_other_entries(data, ("length", "shape", "arrows"), where="board")
    if isinstance(data.get("shape"), str):
        raise _refuse("bad_shape", shape=data["shape"][:40])
    cells = [_read_cell(cell) for cell in entry(data, "shape", list, where="board")]
    if len(cells) != length:
        raise _refuse("cell_count", cells=len(cells), length=length)
    for index, cell in enumerate(cells):
        if cell in cells[:index]:
            first, second = cells.index(cell) + 1, index + 1
            raise _refuse("cell_twice", cell=list(cell), first=first, second=second)
    return {"shape": [list(cell) for cell in cells]}


def _is_pair(value: object) -> bool:
    """Return whether a value is a list of two whole numbers."""
    return isinstance(value, list | tuple) and [type(item) for item in value] == [int, int]


def _read_cell(value: Any) -> Cell:
    """Return a column and a row, counted from 0 at the top left."""
    if not _is_pair(value) or not all(0 <= item <= MAX_COORDINATE for item in value):
        raise _refuse("bad_cell", cell=quoted(value), most=MAX_COORDINATE)
    return value[0], value[1]


def _read_arrows(pairs: list[Any], length: int) -> dict[int, int]:
    """Return where the arrow of each square leads.

    An arrow may lead to the centre, which fixes the disc, but cannot start there. It may lead to
    the start of another, which does nothing unless the option `arrows` is `chained`.
    """
    arrows: dict[int, int] = {}
    for pair in pairs:
        if not _is_pair(pair):
            raise _refuse("bad_arrow", arrow=quoted(pair))
        start, end = pair
        if not 1 <= start < length:
            raise _refuse("arrow_start", start=start, end=end, last=length - 1)
        if not 1 <= end <= length:
            raise _refuse("arrow_end", start=start, end=end, length=length)
        if start == end:
            raise _refuse("arrow_to_itself", start=start)
        if start in arrows:
            raise _refuse("arrow_twice", start=start)
        arrows[start] = end
    return arrows


def spiral(side: int) -> list[Cell]:
    """Return the cells of a square spiral, clockwise from the top left corner inwards."""
    cells: list[Cell] = []
    column, row, step = 0, 0, (1, 0)
    free = {(i, j) for i in range(side) for j in range(side)}
    while free:
        cells.append((column, row))
        free.remove((column, row))
        if (column + step[0], row + step[1]) not in free:
            step = (-step[1], step[0])
        column, row = column + step[0], row + step[1]
    return cells


def cells_of(board: Data) -> list[Cell]:
    """Return the column and row of each square of a checked board, square 1 first."""
    if board["shape"] == SPIRAL:
        return spiral(board["side"])
    return [(column, row) for column, row in board["shape"]]


def carry(arrows: dict[int, int], square: int) -> int:
    """Return where arrows that carry on lead from a square: at most one step for each arrow."""
    for _ in arrows:
        square = arrows.get(square, square)
    return square


def setup(state: State, options: Options) -> None:
    """Give each player a black die, fill the bank, and leave the discs off the board."""
    board, players = options["board"], int(options["players"])
    state.players = players
    state.for_good = options["pin"] == "for-good"
    state.length = board["length"]
    state.black_loss = LOSSES.index(options["loss"])
    arrows = dict(board["arrows"])
    for start, end in arrows.items():
        state.arrow[start] = end
        state.carried[start] = end if options["arrows"] == "once" else carry(arrows, start)
    state.hand[:players] = rules.DICE_IN_HAND
    state.bank = rules.DICE_IN_BANK * players
    state.cover[:] = rules.NOBODY
    state.moved = rules.NOBODY
    state.winner = rules.NOBODY
    state.joint = rules.NO_END
