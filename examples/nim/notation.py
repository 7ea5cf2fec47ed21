"""Nim: moves as text and as paths of choices."""

import re

from ludoteca.core.arrays import State
from ludoteca.core.definition import Refusal, refusal
from ludoteca.core.errors import InvalidNotation

NAMES = "abc"
_MOVE = re.compile(r"([abc])([1-7])")


def write(state: State, action: int) -> str:
    """Return a move as text: the heap's letter and how many are taken."""
    return f"{NAMES[action // 8]}{action % 8}"


def read(state: State, text: str) -> int:
    """Return the action of a text, legal or not; raise InvalidNotation for any other text."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidNotation("bad_move", owner="nim", move=text[:20])
    return NAMES.index(match[1]) * 8 + int(match[2])


def path(state: State, action: int) -> tuple[str, ...]:
    """Return what one picks: the heap, then the match up to which one takes."""
    heap = NAMES[action // 8]
    return heap, f"{heap}:{action % 8}"


def refuse(state: State, action: int) -> Refusal:
    """Return why a well-formed move is not legal."""
    return refusal("too_many", heap=NAMES[action // 8], left=int(state.heaps[action // 8]))
