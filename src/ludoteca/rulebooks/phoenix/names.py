"""Phoenix: names of colours and cards."""

from collections.abc import Iterable

COLOURS = "ROYGBP"
CARDS = ("M1", "M2", "M3", "M4", "P1", "P2", "P3", "P4", "R", "D1", "D2", "X")


def colours_name(colours: Iterable[int]) -> str:
    """Return the letters of a row of colours."""
    return "".join(COLOURS[colour] for colour in colours)


def read_colours(name: str) -> list[int]:
    """Return the colours of letters that are known to be colours."""
    return [COLOURS.index(letter) for letter in name]


def card_names(kinds: Iterable[int]) -> list[str]:
    """Return the names of a row of cards."""
    return [CARDS[kind] for kind in kinds]


def read_cards(names: Iterable[str]) -> list[int]:
    """Return the kinds of cards that are known to be cards."""
    return [CARDS.index(name) for name in names]
