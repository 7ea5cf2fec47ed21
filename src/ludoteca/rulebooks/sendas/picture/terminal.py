"""Sendas on a board of characters: white roads are double lines, black ones heavy lines."""

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.canvas import Canvas, Room, Spot
from ludoteca.drawing.text_grid import FILES, TextGrid
from ludoteca.rulebooks.sendas import paths
from ludoteca.rulebooks.sendas.names import LETTERS, read_ends, square_name

# By the set of open ends: north 1, east 2, south 4, west 8.
DOUBLE = " ║═╚║║╔╠═╝═╩╗╣╦╬"
HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
ARMS = (("║", "═"), ("┃", "━"))
PAINTS = (("ebony", "ivory"), ("ivory", "ebony"))
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


def _turned(ends: int) -> int:
    """The ends as they look from the other side of the board."""
    return (ends << 2 | ends >> 2) & 15


def _paint_piece(canvas: Canvas, spot: Spot, seat: int, ends: int) -> None:
    """The roads of a piece, reaching the edges of its square."""
    ink, ground = PAINTS[seat]
    canvas.fill(spot.row, spot.column, spot.height, spot.width, ground, ink=ink)
    upright, level = ARMS[seat]
    row, half = spot.edge_row, spot.width // 2
    middle = spot.column + half
    if ends & WEST:
        canvas.put(row, spot.column, level * half, bold=True)
    if ends & EAST:
        canvas.put(row, middle + 1, level * (spot.width - half - 1), bold=True)
    for line in range(spot.row, spot.row + spot.height):
        if (line < row and ends & NORTH) or (line > row and ends & SOUTH):
            canvas.put(line, middle, upright, bold=True)
    canvas.put(row, middle, (HEAVY if seat else DOUBLE)[ends], bold=True)


def _paint_exits(canvas: Canvas, grid: TextGrid) -> None:
    """The places outside: beyond rank 9 for white, beyond rank 1 for black."""
    for seat, (rank, row_of) in enumerate(((paths.SIDE - 1, -1), (0, 1))):
        for file in range(paths.SIDE):
            spot = grid.spot(rank * paths.SIDE + file, "")
            above = (row_of < 0) != grid.flipped
            row = grid.top - 1 if above else grid.bottom
            name = f"{FILES[file]}{0 if seat else 10}"
            place = Spot(name, row, spot.column, 1, spot.width)
            canvas.tile(place, "↑" if above else "↓", ink="line", ground="paper", bold=False)
            canvas.add(place)


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """The board with its exits, seen from the side of the seat that looks."""
    flipped = view["seat"] == 1
    grid = TextGrid.fitting(room, side=paths.SIDE, top=1, below=3, flipped=flipped)
    canvas = Canvas()
    held = {piece["square"]: piece for piece in view["pieces"]}
    for square in range(paths.SQUARES):
        name = square_name(square)
        spot = grid.spot(square, name)
        if name in held:
            ends = read_ends(held[name]["ends"])
            _paint_piece(canvas, spot, held[name]["seat"], _turned(ends) if flipped else ends)
        else:
            ground = "square" if square % 2 else "square-alt"
            canvas.tile(spot, "·", ink="ink-soft", ground=ground, bold=False)
        canvas.add(spot)
    _paint_exits(canvas, grid)
    grid.coordinates(canvas, grid.bottom + 1)
    canvas.put(grid.bottom + 2, 0, _legend(lang), ink="ink-soft")
    return canvas


def _legend(lang: str) -> str:
    names = (texts.say("sendas", f"labels.seat_{seat}", lang) for seat in range(2))
    return "   ".join(f"{sign} {name}" for sign, name in zip("═━", names, strict=True))


def name(choice: str, view: View) -> str | None:
    """The road that a set of ends makes, as the seat that looks sees it."""
    if not choice or set(choice) - set(LETTERS):
        return None
    ends = read_ends(choice)
    glyphs = HEAVY if view["to_move"] == 1 else DOUBLE
    return f"{glyphs[_turned(ends) if view['seat'] == 1 else ends]} {choice}"
