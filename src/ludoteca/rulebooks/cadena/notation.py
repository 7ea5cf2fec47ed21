"""Cadena: moves and rolls as text, and moves as paths of choices."""

import re
from collections.abc import Sequence
from itertools import combinations_with_replacement

from ludoteca.core.arrays import State
from ludoteca.core.definition import Refusal, refusal
from ludoteca.core.errors import IllegalMove, InvalidNotation
from ludoteca.rulebooks.cadena import rules

DIRECTIONS = ("up", "down")
_MOVE = re.compile(
    r"keep (?P<kept>[0-9]|1[0-7])"
    r"|stand (?P<disc>[12])"
    r"|extend (?P<last>[1-6]) (?P<direction>up|down)"
)
_ROLL = re.compile(r"roll(?: [1-6])+")
_FACES = range(1, rules.FACES + 1)


def end_name(end: int) -> tuple[int, str]:
    """Return the last link and the direction of an end."""
    return end // 2 + 1, DIRECTIONS[end % 2]


def read_end(last: int, direction: str) -> int:
    """Return the end of a last link and a direction that are known to be one."""
    return 2 * (last - 1) + DIRECTIONS.index(direction)


def write(state: State, action: int) -> str:
    """Return a move as text."""
    if action < rules.STAND:
        return f"keep {action}"
    if action < rules.EXTEND:
        return f"stand {action - rules.STAND + 1}"
    last, direction = end_name(action - rules.EXTEND)
    return f"extend {last} {direction}"


def read(state: State, text: str) -> int:
    """Return the action of a text, legal or not; InvalidNotation if it is no move."""
    match = _MOVE.fullmatch(text)
    if match is None:
        if _ROLL.fullmatch(text):
            raise IllegalMove("no_chance", move=text)
        raise InvalidNotation("bad_move", owner="cadena", move=text[:40])
    if match["kept"]:
        return int(match["kept"])
    if match["disc"]:
        return rules.STAND + int(match["disc"]) - 1
    return rules.EXTEND + read_end(int(match["last"]), match["direction"])


def path(state: State, action: int) -> tuple[str, ...]:
    """Return the pile of dice to keep, the disc to move, or the end of the chain to extend."""
    if action < rules.STAND:
        return (f"keep:{action}",)
    if action < rules.EXTEND:
        return (f"disc:{action - rules.STAND + 1}",)
    last, direction = end_name(action - rules.EXTEND)
    return (f"end:{last}:{direction}",)


def refuse(state: State, action: int) -> Refusal:
    """Return why a well-formed move is not legal."""
    if state.phase == rules.KEEPING:
        if action >= rules.STAND:
            return refusal("not_rolled")
        return refusal("too_many_kept", hand=int(state.hand[state.seat]))
    if action < rules.STAND:
        return refusal("already_rolled")
    if action < rules.EXTEND:
        return _refuse_stand(state, action - rules.STAND)
    return refusal("no_such_end" if state.bank > 0 else "bank_empty")


def _refuse_stand(state: State, disc: int) -> Refusal:
    """Return what holds a disc that cannot move."""
    own = rules.DISCS * int(state.seat) + disc
    if state.square[own] == state.length:
        return refusal("in_centre", disc=disc + 1)
    covered = state.cover[own] != rules.NOBODY
    return refusal("covered" if covered else "pinned_for_good", disc=disc + 1)


def _write_roll(dice: Sequence[int]) -> str:
    """Return a roll with the coloured die first and the black ones sorted."""
    return " ".join(["roll", str(dice[0]), *(str(value) for value in sorted(dice[1:]))])


def _lying(state: State) -> list[int]:
    """Return the dice of the pending roll that lie on the table already."""
    rolling = state.phase == rules.ROLLING
    lying: list[int] = state.dice[: state.rolled].tolist() if rolling else []
    return lying


def _roll_size(state: State) -> int:
    """Return how many dice the pending roll has."""
    return int(state.first) if state.phase == rules.ROLLING else 1


def events(state: State) -> list[str]:
    """Return every roll that can come, each once."""
    lying = _lying(state)
    missing = _roll_size(state) - max(1, len(lying))
    return [
        _write_roll([coloured, *lying[1:], *black])
        for coloured in lying[:1] or _FACES
        for black in combinations_with_replacement(_FACES, missing)
    ]


def write_event(state: State, draws: Sequence[int]) -> str:
    """Return a whole roll as text."""
    return _write_roll([*_lying(state), *draws])


def read_event(state: State, text: str) -> list[int]:
    """Return the single dice of a roll.

    InvalidNotation if it is none, IllegalMove if it cannot come.
    """
    if _ROLL.fullmatch(text) is None:
        if _MOVE.fullmatch(text):
            raise IllegalMove("chance_decides", move=text)
        raise InvalidNotation("bad_roll", owner="cadena", move=text[:40])
    dice, size = [int(value) for value in text.split()[1:]], _roll_size(state)
    if len(dice) != size:
        raise IllegalMove("roll_size", owner="cadena", move=text, size=size, given=len(dice))
    if text != _write_roll(dice):
        raise InvalidNotation("roll_order", owner="cadena", move=text, sorted=_write_roll(dice))
    return _still_to_come(_lying(state), dice, text)


def _still_to_come(lying: list[int], dice: list[int], text: str) -> list[int]:
    """Return the dice of a roll without those that lie on the table already."""
    rest = dice[1:]
    for value in lying[1:]:
        if value in rest:
            rest.remove(value)
    if len(rest) != len(dice) - max(1, len(lying)) or lying[:1] not in ([], dice[:1]):
        raise IllegalMove("roll_differs", owner="cadena", move=text, lying=_write_roll(lying))
    return rest if lying else dice
