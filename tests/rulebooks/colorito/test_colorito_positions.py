"""Colorito: positions as text, there and back, at every kind of end."""

import pytest

from ludoteca import InvalidPosition
from ludoteca.core.position import Position
from ludoteca.rulebooks.colorito import rules
from tests.rulebooks.colorito.colorito_table import at_home, position

NEAR = at_home(0, but={"Y11": "i8"}) | at_home(1, but={"L11": "b3"})
"""Both seats need one more move: i8-j9 and b3-a2."""


def returns(table: Position) -> bool:
    """Whether a position comes back from its text."""
    return table.game.parse(table.text()) == table


def forged(table: Position, **fields: int) -> Position:
    state = table.state()
    for name, value in fields.items():
        state[name] = value
    return Position(table.game, state, table._chance)


def refused(table: Position, reason: str = "bad_end") -> None:
    with pytest.raises(InvalidPosition) as caught:
        table.game.parse(table.text())
    assert caught.value.reason == reason, str(caught.value)


def test_the_extra_turn_and_its_two_ends_come_back() -> None:
    extra = position(NEAR, ply=80).play("i8-j9")
    drawn = extra.play("b3-a2")
    won = extra.play(next(move for move in extra.moves() if move != "b3-a2"))
    assert [returns(table) for table in (extra, drawn, won)] == [True] * 3
    refused(forged(extra, extra_turn=0))
    refused(forged(extra, reason=rules.HOME, winner=0, to_move=-2))
    refused(forged(drawn, reason=rules.HOME, winner=0))
    refused(forged(drawn, extra_turn=0))
    refused(forged(won, reason=rules.BOTH_HOME, winner=-1))
    refused(forged(won, winner=1))
    refused(forged(won, to_move=0))


def test_a_win_of_seat_1_comes_back() -> None:
    done = position(NEAR, to_move=1, ply=81).play("b3-a2")
    assert returns(done)
    refused(forged(done, winner=0))
    refused(forged(done, extra_turn=1))
    refused(forged(done, to_move=0, reason=rules.PLAYING, winner=-1))


def test_a_win_of_seat_0_by_a_move_of_seat_1_comes_back() -> None:
    pieces = at_home(0, but={"Y11": "a4"}) | at_home(1, but={"L11": "j8"})
    done = position(pieces, to_move=1, ply=81).play("j8-j9")
    assert done.outcome is not None
    assert done.outcome.returns == (1.0, 0.0)
    assert returns(done)
    refused(forged(done, ply=81))
    refused(forged(done, winner=1))
    refused(forged(done, to_move=0, reason=rules.PLAYING, winner=-1))


def test_the_game_goes_on_until_600_plies() -> None:
    start = position(NEAR, ply=598)
    going_on = start.play(next(move for move in start.moves() if move != "i8-j9"))
    assert going_on.outcome is None
    assert returns(going_on)


def test_the_end_after_600_plies_comes_back() -> None:
    start = position(NEAR, to_move=1, ply=599)
    done = start.play(next(move for move in start.moves() if move != "b3-a2"))
    assert done.outcome is not None
    assert done.outcome.reason == "too_long"
    assert returns(done)
    refused(forged(done, ply=598))
    refused(forged(done, to_move=0, reason=rules.PLAYING))
    assert returns(start)


def test_an_extra_turn_needs_seat_0_at_home_and_seat_1_to_move() -> None:
    refused(forged(position(NEAR, to_move=1, ply=81), extra_turn=1))
    refused(forged(position(NEAR, ply=80), extra_turn=1))
    extra = position(NEAR, ply=80).play("i8-j9")
    assert (extra.to_move, bool(extra.state().extra_turn)) == (1, True)
    assert returns(extra)
