"""Sendas on a board of characters: white roads are double lines, black ones heavy lines."""

from typing import Any

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.canvas import Canvas, Room, Spot
from ludoteca.drawing.text_grid import FILES, TextGrid
from ludoteca.rulebooks.sendas import paths
from ludoteca.rulebooks.sendas.names import LETTERS, read_ends, side_of, square_name

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
# By the set of open ends: north 1, east 2, south 4, west 8.
DOUBLE = " ║═╚║║╔╠═╝═╩╗╣╦╬"
HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
ARMS = (("║", "═"), ("┃", "━"))
PAINTS = (("ebony", "ivory", "square/ivory"), ("ivory", "ebony", "square/ebony"))
"""For each colour its ink and two grounds, so that neighbours of one colour differ."""
SEEN = {NORTH: "up", EAST: "right", SOUTH: "down", WEST: "left"}
ARROWS = {NORTH: "↑", EAST: "→", SOUTH: "↓", WEST: "←"}


def _turned(ends: int) -> int:
    """Return the ends as they look from the other side of the board."""
    return (ends << 2 | ends >> 2) & 15


def _paint_piece(canvas: Canvas, spot: Spot, side: int, ends: int, *, odd: bool) -> None:
    """Draw the roads of a piece, reaching the edges of its square."""
    ink, *grounds = PAINTS[side]
    ground = grounds[odd]
    canvas.fill(spot.row, spot.column, spot.height, spot.width, ground, ink=ink)
    upright, level = ARMS[side]
    row, half = spot.edge_row, spot.width // 2
    middle = spot.column + half
    if ends & WEST:
        canvas.put(row, spot.column, level * half, bold=True)
    if ends & EAST:
        canvas.put(row, middle + 1, level * (spot.width - half - 1), bold=True)
    for line in range(spot.row, spot.row + spot.height):
        if (line < row and ends & NORTH) or (line > row and ends & SOUTH):
            canvas.put(line, middle, upright, bold=True)
    canvas.put(row, middle, (HEAVY if side else DOUBLE)[ends], bold=True)


def _paint_exits(canvas: Canvas, grid: TextGrid) -> None:
    """Draw the places outside: beyond rank 9 for white, beyond rank 1 for black."""
    for seat, (rank, row_of) in enumerate(((paths.SIDE - 1, -1), (0, 1))):
        for file in range(paths.SIDE):
            spot = grid.spot(rank * paths.SIDE + file, "")
            above = (row_of < 0) != grid.flipped
            row = grid.top - 1 if above else grid.bottom
            name = f"{FILES[file]}{0 if seat else 10}"
            place = Spot(name, row, spot.column, 1, spot.width)
            canvas.tile(place, "↑" if above else "↓", ink="line", ground="paper", bold=False)
            canvas.add(place)


def _paint_outside(canvas: Canvas, grid: TextGrid, piece: dict[str, Any], side: int) -> None:
    """Draw the piece that has left the board, beyond the edge where it left."""
    ends = read_ends(piece["ends"])
    above = (side == 1) == grid.flipped
    spot = grid.spot(FILES.index(piece["place"][0]), "")
    place = Spot("", grid.top - 1 if above else grid.bottom, spot.column, 1, spot.width)
    _paint_piece(canvas, place, side, _turned(ends) if grid.flipped else ends, odd=False)


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """Return the board with its exits, seen from the side of the seat that looks."""
    flipped = side_of(view, view["seat"]) == 1
    grid = TextGrid.fitting(room, side=paths.SIDE, top=1, below=3, flipped=flipped)
    canvas = Canvas()
    held = {piece["square"]: piece for piece in view["pieces"]}
    for square in range(paths.SQUARES):
        name = square_name(square)
        spot = grid.spot(square, name)
        if name in held:
            ends = read_ends(held[name]["ends"])
            side, seen = side_of(view, held[name]["seat"]), _turned(ends) if flipped else ends
            _paint_piece(canvas, spot, side, seen, odd=bool(square % 2))
        else:
            ground = "square" if square % 2 else "square-alt"
            canvas.tile(spot, "·", ink="ink-soft", ground=ground, bold=False)
        canvas.add(spot)
    _paint_exits(canvas, grid)
    if view["outside"] is not None:
        side = side_of(view, view["outside"]["seat"])
        _paint_outside(canvas, grid, view["outside"], side)
    grid.coordinates(canvas, grid.bottom + 1)
    canvas.put(grid.bottom + 2, 0, _legend(lang, flipped=flipped), ink="ink-soft")
    return canvas


def _legend(lang: str, *, flipped: bool) -> str:
    """Return which road is whose, and where north and east are on the board as it is seen."""
    names = (texts.say("sendas", f"labels.seat_{seat}", lang) for seat in range(2))
    roads = [f"{sign} {name}" for sign, name in zip("═━", names, strict=True)]
    return "   ".join([*roads, "N↓ E←" if flipped else "N↑ E→"])


def _seen(ends: int, view: View) -> int:
    """Return the ends of a piece as the seat that looks sees them."""
    return _turned(ends) if side_of(view, view["seat"]) == 1 else ends


def name(choice: str, view: View, lang: str) -> str | None:
    """Return the road that a set of ends makes and where it leads, as the seat that
    looks sees it.
    """
    if not choice or set(choice) - set(LETTERS):
        return None
    ends = _seen(read_ends(choice), view)
    glyphs = HEAVY if side_of(view, view["to_move"]) == 1 else DOUBLE
    arrows = "".join(arrow for end, arrow in ARROWS.items() if ends & end)
    return f"{glyphs[ends]} {arrows} {choice}"


def label(choice: str, view: View, lang: str) -> str | None:
    """Return a piece, with the directions in which it is seen to be open."""
    piece = next((one for one in view["pieces"] if one["square"] == choice), None)
    if piece is None:
        return None
    ends = _seen(read_ends(piece["ends"]), view)
    open_to = [
        texts.say("sendas", f"labels.{side}", lang) for end, side in SEEN.items() if ends & end
    ]
    colour = texts.say("sendas", f"labels.seat_{side_of(view, piece['seat'])}", lang)
    return texts.say(
        "sendas", "labels.piece_seen", lang, colour=colour, square=choice, ends=", ".join(open_to)
    )
