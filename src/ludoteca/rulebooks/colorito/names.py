"""Colorito: names of squares and colours."""

from typing import Any

from ludoteca.core.definition import View
from ludoteca.rulebooks.colorito import rules

LETTERS = "RYDL"
WHITE = "W"
NAME = r"[a-j](?:10|[1-9])"
"""The pattern of a square's name."""


def side_of(view: View, seat: int | None) -> int:
    """Return the side that a seat of a view plays, 0 red and yellow; side 0 for a spectator."""
    return 0 if seat is None else int(view["sides"][seat])


def piece_of(view: View, piece: dict[str, Any]) -> int:
    """Return the number that the rules have for a piece of a view."""
    return int(piece["number"]) + rules.PIECES * side_of(view, piece["seat"])


def square_name(square: int) -> str:
    """Return the name of a square, a1 to j10."""
    rank, file = divmod(square, rules.SIDE)
    return f"{chr(ord('a') + file)}{rank + 1}"


def read_square(name: str) -> int:
    """Return the square of a name that is known to be one."""
    return (int(name[1:]) - 1) * rules.SIDE + ord(name[0]) - ord("a")


def colour_letter(piece: int) -> str:
    """Return the colour of a piece: R red, Y yellow, D dark blue, L light blue."""
    return LETTERS[int(rules.colour_of(piece))]


def piece_number(piece: int) -> int:
    """Return the number printed on a piece, 1 to 20."""
    return (piece - 1) % rules.PIECES + 1
