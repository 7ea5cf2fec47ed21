"""Pieces that the searches share: values that sum to 1, and keys that tell movers apart."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.search.common import legal_actions, seat_value, seat_values
from ludoteca.search.mcts import tree

pytestmark = pytest.mark.kernels


@dataclass
class Case:
    """A game and the seats that share its win."""

    name: str
    seats: int


CASES = [Case("sendas", 2), Case("rainbow", 2), Case("cadena", 2), Case("cadena", 4)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.seats}")
def test_the_shares_of_all_seats_sum_to_1(case: Case) -> None:
    options = {"players": case.seats} if case.name == "cadena" else {}
    state = ludoteca.load(case.name, **options).start(seed=1).state()
    shares, scratch = np.zeros(case.seats), np.zeros(case.seats)
    seat_values(state, shares)
    assert shares.sum() == pytest.approx(1)
    if case.seats == 2:
        assert shares[1] == seat_value(state, 1, scratch)


def test_legal_actions_are_those_of_the_position() -> None:
    position = ludoteca.load("sendas").start(seed=1)
    assert legal_actions(position.game, position.state()).tolist() == list(position.actions())


@pytest.mark.parametrize("mover", [-1, 0, 1, 3])
def test_a_key_has_the_mover_and_the_action(mover: int) -> None:
    narrow: Any = np.int8(mover)
    wide: Any = np.int64(73_770)
    key = tree.key_of(narrow, wide)
    assert tree.action_of(key) == 73_770
    assert key >> tree.ACTION_BITS == mover + 2
    assert tree.key_of(narrow, 73_770) == key
