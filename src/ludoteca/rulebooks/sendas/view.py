"""Sendas: what a seat sees, which is everything."""

from typing import Any

import numpy as np

from ludoteca.core.definition import Ending, State, View
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.verbs import OVER
from ludoteca.rulebooks.sendas import rules
from ludoteca.rulebooks.sendas.squares import ends_name, square_name

REASONS = ("playing", "exit", "both_passed", "repetition", "too_long")


def pieces(state: State) -> list[dict[str, Any]]:
    """Every piece with its square, seat and open ends."""
    return [
        {
            "square": square_name(square),
            "seat": 1 if held & rules.BLACK else 0,
            "ends": ends_name(held & rules.CROSS),
        }
        for square, held in enumerate(state.board.tolist())
        if held
    ]


def reveal(state: State) -> View:
    """The whole position."""
    return {"pieces": pieces(state), "ply": int(state.ply), "passes": int(state.passes)}


def view(state: State, seat: int | None, memory: bool) -> View:
    """What anybody sees."""
    return reveal(state) | {"occurrences": int(rules.occurrences(state))}


def ending(state: State) -> Ending:
    """Why the game ended."""
    return Ending(reason=REASONS[state.reason])


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPosition(reason, owner="sendas")


def check(state: State, base: State) -> None:
    """InvalidPosition for a state that cannot come from this set-up."""
    _require(bool(np.all((state.board >= 0) & (state.board < 2 * rules.BLACK))), "bad_content")
    _require(not np.any(state.board == rules.BLACK), "bad_content")
    _require(state.reason in range(5) and state.winner in (-1, 0, 1), "bad_end")
    _require((state.to_move == OVER) == (state.reason != rules.PLAYING), "bad_end")
    for seat in range(2):
        out = state.reason == rules.EXITED and state.winner == seat
        _check_pieces(state, base, seat, rules.PIECES - out)
    _check_counters(state)


def _shapes(state: State, seat: int) -> list[int]:
    """How many pieces of each shape a seat has, by the smallest set of ends the shape can show."""
    count = [0] * 16
    for held in state.board.tolist():
        if held and (held >= rules.BLACK) == (seat == 1):
            count[rules.rotations(held & rules.CROSS)[0]] += 1
    return count


def _check_pieces(state: State, base: State, seat: int, expected: int) -> None:
    now, before = _shapes(state, seat), _shapes(base, seat)
    _require(sum(now) == expected, "piece_count_position")
    _require(all(now[shape] <= before[shape] for shape in range(rules.CROSS)), "wrong_shapes")
    _require(bool(rules.connected(state, seat)) or expected < rules.PIECES, "disconnected")


def _check_counters(state: State) -> None:
    ply, since = int(state.ply), int(state.since)
    _require(0 <= since <= ply <= rules.MAX_PLIES and 0 <= state.passes <= 2, "bad_counters")
    _require(not state.history[:since].any() and not state.history[ply + 1 :].any(), "bad_history")
    seat = ply % 2
    _require(state.to_move in (seat, OVER), "bad_turn")
    key = rules.BLACK_TO_MOVE if seat else 0
    for square, held in enumerate(state.board.tolist()):
        key ^= int(rules.KEYS[square, held])
    exited = state.reason == rules.EXITED
    _require(exited or (key == state.key and state.history[ply] == key), "bad_history")
    _require((state.reason == rules.BOTH_PASSED) == (state.passes == 2), "bad_end")
    _require(state.reason != rules.TOO_LONG or ply == rules.MAX_PLIES, "bad_end")
    _require((state.winner >= 0) == exited, "bad_end")
    _require((state.reason == rules.REPEATED) <= (rules.occurrences(state) >= 3), "bad_end")
    playing = state.passes < 2 and ply < rules.MAX_PLIES and rules.occurrences(state) < 3
    _require(state.reason != rules.PLAYING or playing, "bad_end")
