"""Sessions for the tests of the terminal, and moves for them."""

import random
from collections.abc import Callable

import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.search.api import Stop
from ludoteca.terminal.journal import Journal
from ludoteca.terminal.session import Session, new_match

Mover = Callable[[Position], str]

compiled_only = pytest.mark.skipif(
    jit.MODE != "on", reason="the screen is the same in every mode of the kernels"
)


def session_of(
    name: str,
    bots: dict[int, str] | None = None,
    *,
    seed: int = 5,
    kept: bool = False,
    **options: object,
) -> Session:
    """A session of a game, its chance decided by a seed."""
    match = new_match(ludoteca.load(name, **options), bots or {}, seed)
    return Session(match, bots=bots or {}, journal=Journal() if kept else None)


def hurried(seed: int) -> Mover:
    """A mover that ends games soon: it passes where it may, else moves at random."""
    source = random.Random(seed)

    def move(position: Position) -> str:
        moves = position.moves()
        return "pass" if "pass" in moves and source.random() < 0.2 else source.choice(moves)

    return move


def after(name: str, count: int, *, seed: int = 3, **options: object) -> Position:
    """A position in the midst of a random game, a player to move."""
    source, position = random.Random(seed), ludoteca.load(name, **options).start(seed)
    while position.to_move is not None and (count > 0 or position.to_move == CHANCE):
        if position.to_move == CHANCE:
            position = position.roll()
        else:
            position, count = position.play(source.choice(position.moves())), count - 1
    return position


# For each game: seed, and how many events are played before the table is opened.
ALMOST_OVER = {
    "phoenix": (0, 116),
    "rainbow": (12, 86),
    "cadena": (26, 4),
    "colorito": (5, 592),
    "sendas": (2, 2),
}


def near_the_end(name: str) -> Session:
    """A kept game against a random mover, shortly before its end."""
    seed, stage = ALMOST_OVER[name]
    session, mover = session_of(name, {1: "random"}, seed=seed), hurried(seed)
    while session.stage < stage:
        position = session.match.position
        if position.to_move == CHANCE:
            session.roll()
        else:
            session.play(mover(position) if position.to_move == 0 else session.think(Stop()))
    return Session(session.match, bots=session.bots, journal=Journal())
