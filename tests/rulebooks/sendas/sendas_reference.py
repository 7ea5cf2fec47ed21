"""A second rulebook of Sendas, slow and plain: every piece on every square in every rotation.

It shares nothing with the package but the text of moves and the pieces that `reveal` lists.
"""

import random
from collections.abc import Callable, Iterable, Iterator

from ludoteca import Position

Square = tuple[int, int]
Piece = tuple[int, frozenset[str]]
Board = dict[Square, Piece]
Exits = Callable[[Board, Square], Iterator[str]]

CHANGED = ("edge", "block", "column", "wall", "wedge")
SETUPS = ("classic", *CHANGED, "clash", *(f"{name}-1" for name in CHANGED))
FILES = "abcdefghi"
TOWARDS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
CLOCKWISE = {"N": "E", "E": "S", "S": "W", "W": "N"}
SHAPES = {
    "N": ("N", "E", "S", "W"),
    "NS": ("NS", "EW"),
    "NE": ("NE", "ES", "SW", "NW"),
    "NES": ("NES", "ESW", "NSW", "NEW"),
    "NESW": ("NESW",),
}


def square_at(name: str) -> Square:
    return FILES.index(name[0]) + 1, int(name[1:])


def name_of(square: Square) -> str:
    return f"{FILES[square[0] - 1]}{square[1]}"


def ends_text(ends: Iterable[str]) -> str:
    return "".join(letter for letter in "NESW" if letter in ends)


def board_of(position: Position) -> Board:
    pieces = position.reveal()["pieces"]
    return {square_at(p["square"]): (p["seat"], frozenset(p["ends"])) for p in pieces}


def rotations(ends: frozenset[str]) -> set[frozenset[str]]:
    found = set()
    for _ in range(4):
        ends = frozenset(CLOCKWISE[end] for end in ends)
        found.add(ends)
    return found


def joined(board: Board, square: Square) -> list[Square]:
    """The squares whose piece and the piece here have open ends towards each other."""
    found = []
    for end in board[square][1]:
        step = TOWARDS[end]
        beside = square[0] + step[0], square[1] + step[1]
        if beside in board and OPPOSITE[end] in board[beside][1]:
            found.append(beside)
    return found


def flood(board: Board, start: Square) -> set[Square]:
    reached, waiting = {start}, [start]
    while waiting:
        for beside in joined(board, waiting.pop()):
            if beside not in reached:
                reached.add(beside)
                waiting.append(beside)
    return reached


def connected(board: Board, seat: int) -> bool:
    own = [square for square, piece in board.items() if piece[0] == seat]
    return set(own) <= flood(board, own[0])


def both_connected(board: Board) -> bool:
    return connected(board, 0) and connected(board, 1)


def colours_joined(board: Board) -> bool:
    return any(
        board[square][0] != board[beside][0] for square in board for beside in joined(board, square)
    )


def touches(board: Board, square: Square) -> bool:
    """Whether some piece stands beside a square; alone a piece is joined to nothing."""
    return any((square[0] + x, square[1] + y) in board for x, y in TOWARDS.values())


def placements(board: Board, square: Square) -> Iterator[str]:
    """Every way to move and/or turn one piece so that both colours stay connected."""
    seat, ends = board[square]
    rest = {other: piece for other, piece in board.items() if other != square}
    for target in [(file, rank) for file in range(1, 10) for rank in range(1, 10)]:
        if target in rest or not touches(rest, target):
            continue
        for turned in rotations(ends):
            if (target, turned) != (square, ends) and both_connected(
                {**rest, target: (seat, turned)}
            ):
                to = "" if target == square else f"-{name_of(target)}"
                yield f"{name_of(square)}{to}[{ends_text(turned)}]"


def exits(board: Board, square: Square) -> Iterator[str]:
    """Every place beyond the far edge where the piece fits, turned as it likes."""
    seat, ends = board[square]
    rest = {other: piece for other, piece in board.items() if other != square}
    beyond = 10 if seat == 0 else 0
    for file in range(1, 10):
        outside = file, beyond
        if any(both_connected({**rest, outside: (seat, turned)}) for turned in rotations(ends)):
            yield f"{name_of(square)}-{name_of(outside)}"


def straight_exits(board: Board, square: Square) -> Iterator[str]:
    """The exit of a piece on its far rank, if both colours are connected without it."""
    seat, _ = board[square]
    rest = {other: piece for other, piece in board.items() if other != square}
    far, beyond = (9, 10) if seat == 0 else (1, 0)
    if square[1] == far and both_connected(rest):
        yield f"{name_of(square)}-{name_of((square[0], beyond))}"


def moves(board: Board, seat: int, *, leave: Exits = exits) -> set[str]:
    """The legal moves of a seat, here 0 for white."""
    found = {"pass"}
    for square, (owner, ends) in board.items():
        if owner == seat:
            found.update(placements(board, square))
            found.update(leave(board, square))
            if colours_joined(board) and len(ends) < 4:
                found.add(f"{name_of(square)}*")
    return found


def after(board: Board, seat: int, move: str) -> Board:
    """The board after a legal move that does not end the game."""
    if move == "pass":
        return dict(board)
    square = square_at(move[:2])
    rest = {other: piece for other, piece in board.items() if other != square}
    if move.endswith("*"):
        return {**rest, square: (seat, frozenset("NESW"))}
    target = square_at(move[3:5]) if move[2] == "-" else square
    return {**rest, target: (seat, frozenset(move[move.index("[") + 1 : -1]))}


def faced(board: Board) -> list[Square]:
    """The empty squares of the board that some open end faces."""
    found: set[Square] = set()
    for (file, rank), (_, ends) in board.items():
        steps = [TOWARDS[end] for end in ends]
        found.update((file + step[0], rank + step[1]) for step in steps)
    return sorted(
        (file, rank) for file, rank in found - board.keys() if 1 <= file <= 9 and 1 <= rank <= 9
    )


def random_tangle(rng: random.Random) -> Board:
    """Six pieces of each colour, of any shapes, grown at random into one connected whole."""
    seats = [0] * 6 + [1] * 6
    rng.shuffle(seats)
    start = rng.randint(1, 9), rng.choice((1, 2, 5, 8, 9))
    board: Board = {start: (seats.pop(), frozenset("NESW"))}
    while seats:
        places = faced(board)
        if not places:
            return random_tangle(rng)
        square, shape = rng.choice(places), rng.choice(("N", "NS", "NE", "NE", "NES", "NESW"))
        grown = {**board, square: (seats[-1], frozenset(rng.choice(SHAPES[shape])))}
        if len(joined(grown, square)) > 0:
            board = grown
            seats.pop()
    return board


def as_setup(board: Board) -> dict[str, list[str]]:
    """A board of six and six as the data of a set-up."""
    setup: dict[str, list[str]] = {"white": [], "black": []}
    for square, (seat, ends) in board.items():
        setup["black" if seat else "white"].append(f"{name_of(square)}[{ends_text(ends)}]")
    return setup
