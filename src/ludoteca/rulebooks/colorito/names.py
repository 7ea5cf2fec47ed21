"""Colorito: names of squares and colours."""

from ludoteca.rulebooks.colorito import rules

LETTERS = "RYDL"
WHITE = "W"
NAME = r"[a-j](?:10|[1-9])"
"""The pattern of a square's name."""


def square_name(square: int) -> str:
    """The name of a square, a1 to j10."""
    rank, file = divmod(square, rules.SIDE)
    return f"{chr(ord('a') + file)}{rank + 1}"


def read_square(name: str) -> int:
    """The square of a name that is known to be one."""
    return (int(name[1:]) - 1) * rules.SIDE + ord(name[0]) - ord("a")


def colour_letter(piece: int) -> str:
    """The colour of a piece: R red, Y yellow, D dark blue, L light blue."""
    return LETTERS[int(rules.colour_of(piece))]


def piece_number(piece: int) -> int:
    """The number printed on a piece, 1 to 20."""
    return (piece - 1) % rules.PIECES + 1
