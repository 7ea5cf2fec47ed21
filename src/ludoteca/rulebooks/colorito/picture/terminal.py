"""Colorito on a board of characters: pieces as letter and number, squares as a colour's mark."""

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.canvas import MARKS, Canvas, Room, Spot, ink_on
from ludoteca.drawing.text_grid import TextGrid
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import (
    colour_letter,
    piece_number,
    read_square,
    square_name,
)
from ludoteca.rulebooks.colorito.picture.scene import GOALS, PAINTS


def _paint_square(canvas: Canvas, view: View, spot: Spot, *, wanted: str) -> None:
    """An empty square: its colour's mark, or whose goal it is; the goal of what is picked."""
    square = read_square(spot.choice)
    letter = view["colours"][square // rules.SIDE][square % rules.SIDE]
    if letter != "W":
        paint = PAINTS[letter]
        canvas.tile(spot, MARKS[paint], ink=paint, ground=f"{paint}/paper", bold=False)
        return
    goal = colour_letter(GOALS[square])
    label = goal.lower()
    if view["variant"] != "colours":
        label += str(piece_number(GOALS[square]))
    if label.upper() == wanted:
        text = f"◎{label}" if spot.width > len(label) + 2 else label
        canvas.tile(spot, text, ink="accent", ground="accent/paper")
    else:
        canvas.tile(spot, label, ink=f"{PAINTS[goal]}/ink", ground="square-alt", bold=False)


def _home(view: View, lang: str) -> str:
    """How many pieces of each seat are home."""
    names = [texts.say("colorito", f"labels.seat_{seat}", lang) for seat in range(2)]
    return "   ".join(f"⌂ {n} {view['home'][s]}/{rules.PIECES}" for s, n in enumerate(names))


def _legend(lang: str) -> str:
    names = ((letter, texts.say("colorito", f"colours.{letter}", lang)) for letter in PAINTS)
    return "  ".join(f"{letter}{MARKS[PAINTS[letter]]} {name}" for letter, name in names)


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """The board, seen from the side of the seat that looks."""
    grid = TextGrid.fitting(room, side=rules.SIDE, top=0, below=3, flipped=view["seat"] == 1)
    canvas = Canvas()
    held = {piece["square"]: piece for piece in view["pieces"]}
    chosen = held.get(picked[0]) if picked else None
    wanted = "" if chosen is None else _label(chosen, view)
    for square in range(rules.SQUARES):
        name = square_name(square)
        spot = grid.spot(square, name)
        if name in held:
            paint = PAINTS[held[name]["colour"]]
            text = f"{held[name]['colour']}{held[name]['number']}"
            canvas.tile(spot, text, ink=ink_on(paint), ground=paint)
        else:
            _paint_square(canvas, view, spot, wanted=wanted)
        canvas.add(spot)
    grid.coordinates(canvas, grid.bottom)
    canvas.put(grid.bottom + 1, 0, _legend(lang), ink="ink-soft")
    canvas.put(grid.bottom + 2, 0, _home(view, lang))
    return canvas


def _label(piece: dict[str, object], view: View) -> str:
    """What the goal of a piece is called."""
    number = "" if view["variant"] == "colours" else piece["number"]
    return f"{piece['colour']}{number}"
