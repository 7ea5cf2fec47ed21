"""Sendas: moves as text and as paths of choices."""

import re

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.definition import Refusal, refusal
from ludoteca.core.errors import InvalidNotation
from ludoteca.rulebooks.sendas import paths, rules
from ludoteca.rulebooks.sendas.names import ends_name, read_ends, read_square, square_name

_PASS, _STAR, _SWAP = "pass", "*", "swap"
BUTTONS = (_PASS, _SWAP, _STAR, *(ends_name(ends) for ends in range(1, 16)))
_MOVE = re.compile(
    r"(?P<origin>[a-i][1-9])"
    r"(?:(?P<star>\*)|-(?P<file>[a-i])(?P<edge>0|10)|(?:-(?P<target>[a-i][1-9]))?\[(?P<ends>N?E?S?W?)\])"
)


def parts(action: int) -> tuple[int, int, int]:
    """Return the origin, target and ends of an action that is not a pass."""
    origin, rest = divmod(action, rules.TARGETS * 16)
    target, ends = divmod(rest, 16)
    return origin, target, ends


def _is_black(state: State) -> bool:
    """Return whether the side to move is black."""
    return bool(rules.side_of(state, int(state.to_move)) == 1)


def _exit_name(state: State, target: int) -> str:
    return f"{chr(ord('a') + target - rules.EXIT)}{0 if _is_black(state) else 10}"


def write(state: State, action: int) -> str:
    """Return a move as text."""
    if action == rules.PASS:
        return _PASS
    if action == rules.SWAP:
        return _SWAP
    origin, target, ends = parts(action)
    if target == rules.WILDCARD:
        return square_name(origin) + _STAR
    if target >= rules.EXIT:
        return f"{square_name(origin)}-{_exit_name(state, target)}"
    moved = "" if target == origin else f"-{square_name(target)}"
    return f"{square_name(origin)}{moved}[{ends_name(ends)}]"


def read(state: State, text: str) -> int:
    """Return the action of a text, legal or not; InvalidNotation if it is no move."""
    if text in (_PASS, _SWAP):
        return rules.PASS if text == _PASS else rules.SWAP
    match = _MOVE.fullmatch(text)
    if match is None or match["ends"] == "":
        raise InvalidNotation("bad_move", owner="sendas", move=text[:40])
    origin = read_square(match["origin"])
    target, ends = origin, 0
    if match["star"]:
        target = rules.WILDCARD
    elif match["file"]:
        if (match["edge"] == "0") != _is_black(state):
            raise InvalidNotation("wrong_edge", owner="sendas", move=text)
        target = rules.EXIT + ord(match["file"]) - ord("a")
    else:
        ends = read_ends(match["ends"])
        target = read_square(match["target"]) if match["target"] else origin
        if match["target"] and target == origin:
            raise InvalidNotation("bad_move", owner="sendas", move=text)
    return (origin * rules.TARGETS + target) * 16 + ends


def path(state: State, action: int) -> tuple[str, ...]:
    """Return a piece by its square, then a square and the ends, or the place outside,
    or the star.
    """
    if action in (rules.PASS, rules.SWAP):
        return (write(state, action),)
    origin, target, ends = parts(action)
    if target == rules.WILDCARD:
        return square_name(origin), _STAR
    if target >= rules.EXIT:
        return square_name(origin), _exit_name(state, target)
    return square_name(origin), square_name(target), ends_name(ends)


def refuse(state: State, action: int) -> Refusal:
    """Return why a well-formed move is not legal."""
    if action == rules.SWAP:
        return refusal("late_swap" if state.may_swap else "no_swap")
    origin, target, ends = parts(action)
    held = int(state.board[origin])
    square = square_name(origin)
    if held == 0 or (held & paths.BLACK != 0) != _is_black(state):
        return refusal("not_your_piece", square=square)
    if target == rules.WILDCARD:
        cross = held & paths.CROSS == paths.CROSS
        return refusal("already_cross" if cross else "colours_apart", square=square)
    if target >= rules.EXIT:
        return _refuse_exit(state, origin, target)
    if target != origin and state.board[target]:
        return refusal("occupied", square=square_name(target))
    if ends not in rules.rotations(held & paths.CROSS):
        return refusal("wrong_shape", square=square, ends=ends_name(ends))
    if target == origin and ends == held & paths.CROSS:
        return refusal("nothing_changes", square=square)
    return _refuse_broken(state, origin, target, ends | held & paths.BLACK)


def _refuse_exit(state: State, origin: int, target: int) -> Refusal:
    far_rank = 0 if _is_black(state) else paths.SQUARES - paths.SIDE
    outwards = paths.SOUTH if _is_black(state) else paths.NORTH
    square = far_rank + target - rules.EXIT
    if state.edge_exit:
        reason = "exit_breaks" if square == origin else "not_straight"
        return refusal(reason, square=square_name(origin), place=_exit_name(state, target))
    if square == origin or not state.board[square] & outwards:
        return refusal("no_way_out", place=_exit_name(state, target))
    return refusal("exit_breaks", square=square_name(origin))


def _refuse_broken(state: State, origin: int, target: int, content: int) -> Refusal:
    """Return whose path the move would break: the mover's own, or the other's."""
    side = rules.side_of(state, int(state.to_move))
    after = np.array([state])[0]
    after.board[origin] = 0
    after.board[target] = content
    whose = "own" if not paths.connected(after, side) else "other"
    return refusal(f"breaks_{whose}", square=square_name(target))
