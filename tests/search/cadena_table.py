"""Positions of Cadena to think on."""

import ludoteca
from ludoteca.core.arrays import State
from ludoteca.core.chance import Chance
from ludoteca.core.game import Game
from ludoteca.core.position import Position

GAME = ludoteca.load("cadena")


def position(
    squares: list[int], *, hand: tuple[int, ...] = (1, 1), seat: int = 0, game: Game = GAME
) -> Position:
    """A turn that begins, discs on squares of their own, after one that failed."""
    state = game.state()
    state.square[:4] = squares
    state.stuck[:] = state.square == state.length
    state.hand[:2], state.bank = hand, 14 - sum(hand)
    state.seat = state.to_move = seat
    state.turn = 40 + seat
    _note_failed_turn(state, hand[1 - seat])
    at = Position(game, state, Chance(seed=bytes(32)))
    assert game.parse(at.text()) == at
    return at


def _note_failed_turn(state: State, left: int) -> None:
    """Dice that form no chain, half of which are lost; a die alone fails when it is extended."""
    dice = [3, *[2] * left, *[4] * (left + 1)]
    state.previous[: len(dice)] = dice
    state.previous_first = len(dice) if left else 1
    state.lost = len(dice) // 2
