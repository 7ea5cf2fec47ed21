"""The moves of Sendas against a second rulebook that tries everything (sendas_reference.py)."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

import ludoteca
from ludoteca import Position
from tests.rulebooks.sendas import sendas_reference as reference
from tests.rulebooks.sendas.sendas_reference import SETUPS, as_setup, random_tangle

Chooser = Callable[[random.Random, Position], str]
KINDS = ("stars", "wildcards", "exits")


def anything(rng: random.Random, position: Position) -> str:
    return rng.choice(sorted(position.moves()))


def forwards(rng: random.Random, position: Position) -> str:
    """Mostly goes on towards the far edge, and neither leaves nor passes while it can move."""
    staying = [move for move in sorted(position.moves()) if "[" in move] or ["pass"]
    forward = -1 if position.to_move else 1
    moving = [move for move in staying if move[2:3] == "-"]
    ahead = [move for move in moving if (int(move[4]) - int(move[1])) * forward > 0]
    return rng.choice(ahead if ahead and rng.random() < 0.8 else staying)


def meets(position: Position, move: str) -> bool:
    """Whether the colours are joined after a move that stays on the board."""
    board, seat = reference.board_of(position), position.to_move
    assert seat is not None
    return reference.colours_joined(reference.after(board, seat, move))


def wildcards(rng: random.Random, position: Position) -> str:
    """Seeks to join the other colour, and then often takes a wildcard."""
    moves = sorted(position.moves())
    stars = [move for move in moves if move.endswith("*")]
    if stars and rng.random() < 0.3:
        return rng.choice(stars)
    meeting = [move for move in moves if "[" in move and meets(position, move)]
    return rng.choice(meeting) if meeting else forwards(rng, position)


def compare(position: Position) -> Counter[str]:
    """Compares the moves here with the reference's; counts what kinds of positions were seen."""
    board, seat = reference.board_of(position), position.to_move
    assert seat is not None
    moves = position.moves()
    assert len(moves) == len(set(moves))
    assert position.actions() == sorted(position.actions())
    assert set(moves) == reference.moves(board, seat)
    crosses = sum(len(ends) == 4 for _, ends in board.values())
    return Counter(
        positions=1,
        stars=any(move.endswith("*") for move in moves),
        wildcards=crosses >= 4,
        exits=any(move.endswith("0") for move in moves),
    )


def walk(position: Position, chooser: Chooser, rng: random.Random, *, steps: int) -> Counter[str]:
    """Plays on, checking the board after every move and the moves of every third position."""
    seen: Counter[str] = Counter()
    for step in range(steps):
        if position.to_move is None:
            break
        if step % 3 == 0:
            seen.update(compare(position))
        move = chooser(rng, position)
        board = reference.board_of(position)
        following = position.play(move)
        if following.outcome is None or following.outcome.reason != "exit":
            expected = reference.after(board, position.to_move, move)
            assert reference.board_of(following) == expected
        position = following
    return seen


@pytest.mark.parametrize("setup", SETUPS)
def test_moves_of_games_are_those_of_the_reference(setup: str) -> None:
    seen: Counter[str] = Counter()
    for number, chooser in enumerate((anything, forwards, wildcards, wildcards)):
        rng = random.Random(f"{setup.removesuffix('-1')}-{number}")
        start = ludoteca.load("sendas", setup=setup).start(seed=0)
        seen.update(walk(start, chooser, rng, steps=60))
    assert min(seen[kind] for kind in KINDS) > 0, seen


def test_moves_of_tangles_are_those_of_the_reference() -> None:
    seen: Counter[str] = Counter()
    for number in range(100):
        rng = random.Random(number)
        start = ludoteca.load("sendas", setup=as_setup(random_tangle(rng))).start(seed=0)
        seen.update(walk(start, wildcards, rng, steps=4))
    assert min(seen[kind] for kind in KINDS) > 50, seen
