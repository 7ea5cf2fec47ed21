"""Sendas: names of squares and ends."""

from ludoteca.core.definition import View
from ludoteca.rulebooks.sendas import paths

LETTERS = "NESW"


def side_of(view: View, seat: int | None) -> int:
    """Return the side that a seat of a view plays, 0 white and 1 black; white for a spectator."""
    return 0 if seat is None else int(view["sides"][seat])


def square_name(square: int) -> str:
    """Return the name of a square, a1 to i9."""
    rank, file = divmod(square, paths.SIDE)
    return f"{chr(ord('a') + file)}{rank + 1}"


def read_square(name: str) -> int:
    """Return the square of a name that is known to be one."""
    return (int(name[1]) - 1) * paths.SIDE + ord(name[0]) - ord("a")


def ends_name(ends: int) -> str:
    """Open ends in the order north, east, south, west."""
    return "".join(letter for bit, letter in enumerate(LETTERS) if ends & (1 << bit))


def read_ends(name: str) -> int:
    """Return the set of ends that letters name, in any order."""
    return sum(1 << LETTERS.index(letter) for letter in set(name))
