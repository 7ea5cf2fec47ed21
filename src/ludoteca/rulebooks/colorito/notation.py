"""Colorito: moves as text and as paths of choices."""

import re

import numpy as np

from ludoteca.core.definition import Refusal, State, refusal
from ludoteca.core.errors import InvalidNotation
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import NAME, read_square, square_name

_PASS = "pass"
BUTTONS = (_PASS,)
_MOVE = re.compile(f"({NAME})-({NAME})")


def write(state: State, action: int) -> str:
    """A move as text."""
    return "-".join(path(state, action))


def read(state: State, text: str) -> int:
    """The action of a text, legal or not; InvalidNotation if it is no move."""
    if text == _PASS:
        return rules.PASS
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidNotation("bad_move", owner="colorito", move=text[:40])
    return read_square(match[1]) * rules.SQUARES + read_square(match[2])


def path(state: State, action: int) -> tuple[str, ...]:
    """A piece by its square, then the square where it goes."""
    if action == rules.PASS:
        return (_PASS,)
    origin, target = divmod(action, rules.SQUARES)
    return square_name(origin), square_name(target)


def refuse(state: State, action: int) -> Refusal:
    """Why a well-formed move is not legal."""
    if action == rules.PASS:
        return refusal("must_move")
    origin, target = divmod(action, rules.SQUARES)
    piece = int(state.board[origin])
    if piece == 0 or (piece > rules.PIECES) != (state.to_move == 1):
        return refusal("not_your_piece", square=square_name(origin))
    if target == origin:
        return refusal("same_square", square=square_name(origin))
    if state.board[target]:
        return refusal("occupied", square=square_name(target))
    if not np.any(state.resting[rules.colour_of(piece)] & rules.ALONE[target]):
        return refusal("wrong_colour", square=square_name(target))
    reason = "strict_step" if _possible_unless_strict(state, action) else "no_way"
    return refusal(reason, square=square_name(origin), target=square_name(target))


def _possible_unless_strict(state: State, action: int) -> bool:
    """Whether only variant `strict` stands in the way of a move."""
    relaxed = copy_state(state)
    relaxed.variant = rules.PLAIN
    out = np.empty(rules.CAPACITY, np.int64)
    return action in out[: rules.legal(relaxed, out)]
