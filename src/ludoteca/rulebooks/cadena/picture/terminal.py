"""Cadena on a board of characters: the path with arrows and discs, below it players and dice."""

from textwrap import wrap

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.canvas import MARKS, Canvas, Room, Spot, ink_on
from ludoteca.rulebooks.cadena import data
from ludoteca.rulebooks.cadena.picture import layout

SIZES = ((5, 13), (4, 11), (3, 9), (2, 9), (2, 8), (1, 8), (1, 7))
BELOW = 7
NOTES = 4
"""Lines kept for the dice, if there is room, so that what is below them stays where it is."""
NARROWEST = 40
Cell = tuple[int, int]


def _piles(view: View) -> dict[int, list[list[int]]]:
    """Return the discs on each square from the bottom up; those in the centre lie side by side."""
    piles = {int(square): pile for square, pile in view["stacks"].items()}
    centre = [
        [seat, disc + 1]
        for seat, squares in enumerate(view["discs"])
        for disc, square in enumerate(squares)
        if square == view["length"]
    ]
    return piles | ({view["length"]: centre} if centre else {})


def _disc(seat: int, disc: int) -> str:
    return f"{MARKS[layout.COLOURS[seat]]}{disc}"


def _paint_square(canvas: Canvas, spot: Spot, square: int, view: View) -> None:
    """Draw a square: its number, its arrow, the disc on top, and who would come here."""
    arrows = dict(view["arrows"])
    to = arrows.get(square, square)
    sign = "»" if to > square else "«" if to < square else ""
    ground = "square-alt" if square % 2 else "square"
    if square in arrows:
        ground = "accent/paper" if to > square else "orange/paper"
    if square == view["length"]:
        ground, sign = "ebony", "◎"
    canvas.fill(spot.row, spot.column, spot.height, spot.width, ground)
    ink = "ivory" if square == view["length"] else "ink-soft"
    pile = _piles(view).get(square, [])
    number = "" if pile and spot.height == 1 and square in arrows else str(square)
    leads = str(to) if square in arrows else ""
    canvas.put(spot.row, spot.column, f"{number}{sign}{leads}", ink=ink)
    targets = [stand["disc"] for stand in layout.stands(view) if stand["to"] == square]
    if targets:  # where there is one line only, in place of the number
        text = "→" + "".join(str(disc) for disc in targets)
        left = spot.column + (spot.width - len(text) if spot.height > 1 else 0)
        canvas.put(spot.row, left, text, ink="accent", bold=True)
    if pile:
        _paint_discs(canvas, spot, pile)


def _paint_discs(canvas: Canvas, spot: Spot, pile: list[list[int]]) -> None:
    """Draw the disc on top, and how many lie under it."""
    seat, disc = pile[-1]
    paint = layout.COLOURS[seat]
    more = f"+{len(pile) - 1}" if len(pile) > 1 else ""
    row = spot.row + (spot.height > 1)
    left = spot.column + spot.width - 2 - len(more)
    canvas.put(row, left, _disc(seat, disc), ink=ink_on(paint), ground=paint, bold=True)
    if more:
        canvas.put(row, left + 2, more, ink="ink")


def _cells(view: View) -> list[Cell]:
    """Return where the squares lie, columns and rows counted from 0."""
    cells = data.cells_of(data.read_board(view["options"]["board"]))
    left, top = (min(cell[axis] for cell in cells) for axis in (0, 1))
    return [(column - left, row - top) for column, row in cells]


def _size(cells: list[Cell], room: Room) -> tuple[int, int]:
    """Return the largest size of a square with which the board fits."""
    columns, rows = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    for high, wide in SIZES:
        if rows * high + BELOW <= room.height and columns * wide <= room.width:
            break
    return high, wide


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """Return the board, then the players, the dice and what they would need."""
    canvas, cells = Canvas(), _cells(view)
    high, wide = _size(cells, room)
    for square, (column, row) in enumerate(cells, 1):
        spot = Spot("", row * high, column * wide, high, wide - 1)
        _paint_square(canvas, spot, square, view)
    canvas.frame = max(canvas.width, NARROWEST)
    row = canvas.height
    for seat in range(view["seats"]):
        row = _player(canvas, row, view, seat, lang)
    width = canvas.reading_width(max(NARROWEST, room.width))
    rows = [line for text in _dice(view, lang) for line in wrap(text, width)]
    canvas.lines(row, rows)
    canvas.reach(row + min(NOTES, BELOW - view["seats"], room.height - row) - 1)
    return canvas


def _player(canvas: Canvas, row: int, view: View, seat: int, lang: str) -> int:
    """Return a player's discs and dice, one line."""
    paint = layout.COLOURS[seat]
    on_turn = view["outcome"] is None and seat == view["turn_of"]
    places = []
    for disc, square in enumerate(view["discs"][seat]):
        stuck = "×" if view["stuck"][seat][disc] else ""
        places.append(f"{_disc(seat, disc + 1)} {square or '–'}{stuck}")
    name = layout.name(view, seat, lang)
    sign = "▶" if on_turn else " "
    dice = f"▪{view['hand'][seat]}"
    canvas.put(row, 0, sign, ink="accent", bold=True)
    canvas.put(row, 2, f" {MARKS[paint]} ", ink=ink_on(paint), ground=paint, bold=True)
    canvas.put(row, 6, f"{name:10} {'  '.join(places):18} {dice}", bold=on_turn)
    return row + 1


def _dice(view: View, lang: str) -> list[str]:
    """Return the bank, the chain as it lies, and what is to be decided."""
    lines = [layout.say("bank", lang, count=view["bank"])]
    if view["chain"]:
        ends = view["ends"] or view["declared"]
        links = layout.main_end(view)["links"] if ends else view["chain"]
        lines[0] += "   " + layout.say("chain", lang, links="–".join(map(str, links)))
    elif view["last_turn"] is not None:
        lines[0] += "   " + _last_turn(view, lang)
    return [*lines, layout.sentence(view, lang)]


def _last_turn(view: View, lang: str) -> str:
    """Return what the turn before came to."""
    last = view["last_turn"]
    who = layout.name(view, last["seat"], lang)
    if last["failed"]:
        return layout.say("failed", lang, player=who, lost=last["lost"])
    start = last["from"] or texts.say("cadena", "labels.start", lang)
    return layout.say("moved", lang, player=who, disc=last["disc"], start=start, to=last["to"])


def name(choice: str, view: View, lang: str) -> str | None:
    """Return what a choice is about, in short: dice, a disc's way, numbers that would fit."""
    kind, _, number = choice.partition(":")
    seat = view["turn_of"]
    if kind == "keep":
        said = texts.say("cadena", "labels.short_keep", lang, count=number)
        return f"{said}: {MARKS[layout.COLOURS[seat]]}{'▪' * int(number)}"
    for stand in layout.stands(view):
        if choice == f"disc:{stand['disc']}":
            said = texts.say("cadena", "labels.short_stand", lang, disc=stand["disc"])
            return f"{said}: {_disc(seat, stand['disc'])}→{stand['to']}"
    for end in view["ends"]:
        if choice == f"end:{end['last']}:{end['direction']}":
            arrow = "↑" if end["direction"] == "up" else "↓"
            return f"{end['last']}{arrow} ({' '.join(map(str, end['fits'])) or '–'})"
    return None
