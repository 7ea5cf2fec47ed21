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
    side_of,
    square_name,
)
from ludoteca.rulebooks.colorito.picture.scene import PAINTS, goal_pieces


def _paint_square(canvas: Canvas, view: View, spot: Spot, goals: dict[int, int]) -> None:
    """Draw an empty square: its colour's mark, or whose goal it is."""
    square = read_square(spot.choice)
    letter = view["colours"][square // rules.SIDE][square % rules.SIDE]
    if letter != "W":
        paint = PAINTS[letter]
        canvas.tile(spot, MARKS[paint], ink=paint, ground=f"{paint}/paper", bold=False)
        return
    goal = colour_letter(goals[square])
    label = goal.lower()
    if view["variant"] != "colours":
        label += str(piece_number(goals[square]))
    canvas.tile(spot, label, ink=f"{PAINTS[goal]}/ink", ground="square-alt", bold=False)


def _home(view: View, lang: str) -> str:
    """Return how many pieces of each seat are home."""
    names = [texts.say("colorito", f"labels.seat_{side}", lang) for side in view["sides"]]
    return "   ".join(f"⌂ {n} {view['home'][s]}/{rules.PIECES}" for s, n in enumerate(names))


def _legend(lang: str) -> str:
    names = ((letter, texts.say("colorito", f"colours.{letter}", lang)) for letter in PAINTS)
    return "  ".join(f"{letter}{MARKS[PAINTS[letter]]} {name}" for letter, name in names)


def draw(view: View, lang: str, room: Room, picked: tuple[str, ...]) -> Canvas:
    """Return the board, seen from the side of the seat that looks."""
    flipped = side_of(view, view["seat"]) == 1
    grid = TextGrid.fitting(room, side=rules.SIDE, top=0, below=3, flipped=flipped)
    canvas, goals = Canvas(), goal_pieces(view)
    held = {piece["square"]: piece for piece in view["pieces"]}
    for square in range(rules.SQUARES):
        name = square_name(square)
        spot = grid.spot(square, name)
        if name in held:
            paint = PAINTS[held[name]["colour"]]
            text = f"{held[name]['colour']}{held[name]['number']}"
            # Two shades separate neighbours of one colour.
            shade = paint if (square + square // rules.SIDE) % 2 else f"paper/{paint}"
            canvas.tile(spot, text, ink=ink_on(paint), ground=shade)
        else:
            _paint_square(canvas, view, spot, goals)
        canvas.add(spot)
    grid.coordinates(canvas, grid.bottom)
    canvas.put(grid.bottom + 1, 0, _legend(lang), ink="ink-soft")
    canvas.put(grid.bottom + 2, 0, _home(view, lang))
    return canvas
