"""Sendas: a view in words, with a small board of text."""

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.rulebooks.sendas import paths
from ludoteca.rulebooks.sendas.names import read_ends, read_square, side_of

# What the roads of a piece look like, by its set of ends (north 1, east 2, south 4, west 8).
ROADS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


def words(view: View, lang: str) -> str:
    """Return the board as lines: white pieces in round brackets, black ones in square brackets."""
    cells = [" · "] * paths.SQUARES
    for piece in view["pieces"]:
        road = ROADS[read_ends(piece["ends"])]
        white = side_of(view, piece["seat"]) == 0
        cells[read_square(piece["square"])] = f"({road})" if white else f"[{road}]"
    lines = []
    for rank in range(paths.SIDE - 1, -1, -1):
        row = cells[rank * paths.SIDE : (rank + 1) * paths.SIDE]
        lines.append(f"{rank + 1} {''.join(row)}")
    lines.append("   " + "  ".join("abcdefghi"))
    if view["outside"] is not None:
        piece = view["outside"]
        colour = texts.say("sendas", f"labels.seat_{side_of(view, piece['seat'])}", lang)
        lines.append(
            texts.say("sendas", "labels.exited", lang, colour=colour, place=piece["place"]) + "."
        )
    lines.append(texts.say("sendas", "labels.legend", lang))
    return "\n".join(lines)
