"""Colorito: moves as text and as paths of choices."""

import re

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.definition import Refusal, refusal
from ludoteca.core.errors import InvalidNotation
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import NAME, read_square, square_name

_PASS, _SWAP = "pass", "swap"
BUTTONS = (_PASS, _SWAP)
_MOVE = re.compile(f"({NAME})-({NAME})")


def write(state: State, action: int) -> str:
    """Return a move as text."""
    return "-".join(path(state, action))


def read(state: State, text: str) -> int:
    """Return the action of a text, legal or not; raise InvalidNotation if it is no move."""
    if text in (_PASS, _SWAP):
        return rules.PASS if text == _PASS else rules.SWAP
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidNotation("bad_move", owner="colorito", move=text[:40])
    return read_square(match[1]) * rules.SQUARES + read_square(match[2])


def path(state: State, action: int) -> tuple[str, ...]:
    """Return a piece by its square, then the square where it goes."""
    if action >= rules.PASS:
        return (_PASS if action == rules.PASS else _SWAP,)
    origin, target = divmod(action, rules.SQUARES)
    return square_name(origin), square_name(target)


def refuse(state: State, action: int) -> Refusal:
    """Return why a well-formed move is not legal."""
    if action == rules.PASS:
        return refusal("must_move")
    if action == rules.SWAP:
        return refusal("late_swap" if state.may_swap else "no_swap")
    origin, target = divmod(action, rules.SQUARES)
    piece = int(state.board[origin])
    if piece == 0 or (piece > rules.PIECES) != (rules.side_of(state, int(state.to_move)) == 1):
        return refusal("not_your_piece", square=square_name(origin))
    if target == origin:
        return refusal("same_square", square=square_name(origin))
    if state.board[target]:
        return refusal("occupied", square=square_name(target))
    if not np.any(state.resting[rules.colour_of(piece)] & rules.ALONE[target]):
        return refusal("wrong_colour", square=square_name(target))
    reason = "no_way"
    if _possible(state, action, variant=rules.PLAIN):
        reason = "strict_step"
    elif _possible(state, action, variant=rules.PLAIN, one_hop=0):
        reason = "one_hop"
    return refusal(reason, square=square_name(origin), target=square_name(target))


def _possible(state: State, action: int, **options: int) -> bool:
    """Return whether only other options stand in the way of a move."""
    relaxed = copy_state(state)
    for name, value in options.items():
        relaxed[name] = value
    out = np.empty(rules.CAPACITY, np.int64)
    return action in out[: rules.legal(relaxed, out)]
