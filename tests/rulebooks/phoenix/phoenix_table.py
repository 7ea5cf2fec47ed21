"""Hand-made tables of Phoenix: positions built from a deal written out as text."""

from collections import Counter
from typing import Any

import numpy as np

import ludoteca
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.core.registry import definition
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.phoenix import data, rules
from ludoteca.rulebooks.phoenix.names import CARDS

SPECTRUM = "ROYGBP"
LINES = ("PBGYORPBGY", "ORYGBPORYG")
"""Two lines far from any order."""
STANDARD = {
    "M2": 5,
    "M3": 3,
    "M4": 1,
    "P1": 10,
    "P2": 7,
    "P3": 4,
    "P4": 2,
    "R": 5,
    "D1": 2,
    "D2": 1,
}
STANDARD |= {"X": 10}
ORDERED = "RRRROOYYGB"
"""In the order ROYGBP, without purple: 3 points for the run of four."""
ONE_TURN = {"X": 1, "R": 4, "P1": 6}
"""A deck of 11: each hand lasts one turn."""


def deal_text(
    game: Game,
    *,
    starter: int = 0,
    spectrum: str = SPECTRUM,
    lines: tuple[str, str] = LINES,
    top: str = "",
) -> str:
    """A deal whose deck begins with the cards of `top`; the rest of it comes sorted."""
    left = Counter(data.read_deck(game.options["deck"]))
    left.subtract(top.split())
    assert min(left.values()) >= 0, f"the deck has no such cards: {left}"
    rest = [card for card in CARDS for _ in range(left[card])]
    return " ".join(["deal", str(starter), spectrum, *lines, *top.split(), *rest])


def table(
    *, deck: object = "standard", options: dict[str, str] | None = None, **deal: Any
) -> Position:
    """The position right after a deal."""
    game = ludoteca.load("phoenix", deck=deck, **(options or {}))
    return game.begin(seed=0).step(deal_text(game, **deal))


def after(position: Position, *moves: str) -> Position:
    """The position after moves, a deal that they call for still pending."""
    for move in moves:
        position = position.step(move)
    return position


def changed(position: Position, **fields: Any) -> Position:
    """The position with some fields of its record overwritten, unchecked."""
    state = copy_state(position._state)
    for name, value in fields.items():
        state[name] = value
    return Position(position.game, state, position._chance)


def imagined(position: Position, seat: int, rng: Any) -> Position:
    """The position as a seat could imagine it."""
    state = copy_state(position._state)
    definition("phoenix").kernels.imagine(state, seat, rng)
    return Position(position.game, state, position._chance)


def draws(position: Position) -> dict[int, int]:
    """The outcomes of the next single draw, with their weights."""
    out, weight = np.empty((2, rules.CAPACITY), np.int64)
    count = rules.outcomes(position._state, out, weight)
    assert out[:count].tolist() == sorted(set(out[:count].tolist()))
    return dict(zip(out[:count].tolist(), weight[:count].tolist(), strict=True))


def drawn(position: Position, *outcomes: int) -> Position:
    """The position in the midst of a deal."""
    return position._after(outcomes)
