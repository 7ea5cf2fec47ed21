"""Cadena against a second program written naively from the rulebook."""

import random
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.rulebooks.cadena import rules, view
from ludoteca.rulebooks.cadena.notation import end_name
from tests.positions import outcome_of
from tests.rulebooks.cadena.cadena_reference import Reference, ends_by_order, ends_by_search

SHORT: dict[str, Any] = {
    "length": 18,
    "shape": [[column, 0] for column in range(18)],
    "arrows": [[3, 18], [5, 2], [2, 9], [9, 5], [16, 4], [17, 1]],
}
SPIRAL = {6: 11, 14: 10, 20: 27, 29: 24, 33: 38, 37: 31, 45: 40}


def names(ends: int) -> set[tuple[int, str]]:
    return {end_name(end) for end in range(rules.ENDS) if ends >> end & 1}


@pytest.mark.parametrize("size", range(5))
def test_chain_ends_are_those_of_all_orders(size: int) -> None:
    for coloured in range(1, 7):
        for black in combinations_with_replacement(range(1, 7), size):
            found = names(view.ends_of([coloured, *black]))
            assert found == ends_by_order(coloured, black), (coloured, black)


def test_chain_ends_of_long_rolls_are_those_of_a_search() -> None:
    generator = random.Random(7)
    for index in generator.sample(range(4**6), 150):
        counts = [index // 4 ** (5 - face) % 4 for face in range(6)]
        dice = [face + 1 for face in range(6) for _ in range(counts[face])]
        for coloured in sorted(set(dice)):
            black = list(dice)
            black.remove(coloured)
            found = names(int(rules.CHAIN_ENDS[coloured - 1, index]))
            assert found == ends_by_search(coloured, black), (coloured, black)


def test_no_chain_ends_where_the_coloured_die_is_not_counted() -> None:
    counts = np.indices((4,) * 6).reshape(6, -1)
    for face in range(6):
        assert not rules.CHAIN_ENDS[face, counts[face] == 0].any()


def compare(position: ludoteca.Position, reference: Reference) -> None:
    assert sorted(position.moves()) == sorted(reference.moves())
    assert position.reveal() == reference.reveal()
    assert position.view(None)["stacks"] == reference.stacks()


def pick(position: ludoteca.Position, generator: Random) -> str:
    """A random move; long hands and long chains more often than a blind choice would give."""
    if position.to_move == ludoteca.CHANCE:
        return position.chance_text()
    moves = position.moves()
    if moves[0] == "keep 0":
        return generator.choice(moves[len(moves) // 2 :])
    return generator.choice(moves)


@pytest.mark.parametrize("board", ["spiral", SHORT], ids=["spiral", "short"])
@pytest.mark.parametrize("pin", ["covered", "for-good"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_go_the_same_way(players: int, pin: str, board: dict[str, Any] | str) -> None:
    game = ludoteca.load("cadena", players=players, pin=pin, board=board)
    length, arrows = (49, SPIRAL) if board == "spiral" else (18, dict(SHORT["arrows"]))
    for seed in range(4):
        generator = random.Random(seed)
        position = game.start(seed=seed)
        reference = Reference(players=players, pin=pin, length=length, arrows=arrows)
        while position.to_move is not None:
            compare(position, reference)
            move = pick(position, generator)
            position = position.play(move)
            reference.play(move)
        compare(position, reference)
        returns = [float(seat == reference.winner) for seat in range(players)]
        assert outcome_of(position).returns == tuple(returns)
