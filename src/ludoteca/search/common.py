"""Pieces that several searches share: types, position values, legal actions, a timeout.

A value is a share of the win, 0 to 1; the shares of all seats sum to 1. A finished game has the
shares that its rules give; any other position has those of the game's `evaluate`.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.game import Game
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER, evaluate, returns

Z_95 = 1.96
"""Standard deviations to either side of a 95 % interval of a normal distribution."""


@kernel
def seat_value(state: State, seat: int, shares: Floats) -> float:
    """Return one seat's share of the win: the result, or the evaluation; `shares` is scratch."""
    if state.to_move == OVER:
        returns(state, shares)
        share: float = shares[seat]
        return share
    return evaluate(state, seat)


@kernel
def seat_values(state: State, shares: Floats) -> None:
    """Write every seat's share of the win: the result, or the evaluation made to sum to 1.

    Two seats need one evaluation, since the shares are complementary. With more seats each is
    evaluated, and the estimates are divided by their sum.
    """
    seats = len(shares)
    if state.to_move == OVER:
        returns(state, shares)
        return
    if seats == 2:
        shares[1] = evaluate(state, 1)
        shares[0] = 1.0 - shares[1]
        return
    total = 0.0
    for seat in range(seats):
        shares[seat] = evaluate(state, seat)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] = shares[seat] / total if total > 0.0 else 1.0 / seats


def legal_actions(game: Game, state: State) -> Integers:
    """Return the legal actions of a state in which a seat is to move, sorted."""
    out = np.empty(game.definition.capacity, np.int64)
    count = int(game.definition.kernels.legal(state, out))
    return out[:count].copy()


@contextmanager
def timeout(seconds: float | None, flag: Integers) -> Iterator[None]:
    """Set a flag once a number of seconds has passed, for kernels that poll it."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, flag.fill, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
