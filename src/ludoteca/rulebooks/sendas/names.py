"""Sendas: names of squares and ends."""

from ludoteca.rulebooks.sendas import paths

LETTERS = "NESW"


def square_name(square: int) -> str:
    """The name of a square, a1 to i9."""
    rank, file = divmod(square, paths.SIDE)
    return f"{chr(ord('a') + file)}{rank + 1}"


def read_square(name: str) -> int:
    """The square of a name that is known to be one."""
    return (int(name[1]) - 1) * paths.SIDE + ord(name[0]) - ord("a")


def ends_name(ends: int) -> str:
    """Open ends in the order north, east, south, west."""
    return "".join(letter for bit, letter in enumerate(LETTERS) if ends & (1 << bit))


def read_ends(name: str) -> int:
    """The set of ends that letters name, in any order."""
    return sum(1 << LETTERS.index(letter) for letter in set(name))
