"""Cadena: the invariants notice what is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

import ludoteca
from ludoteca.core.arrays import State
from tests.rulebooks.cadena.cadena_invariants import invariant
from tests.rulebooks.cadena.cadena_tables import play, roll, state_of, table, walk


def deciding() -> State:
    """Seat 0 has a chain 1 2 3; on square 5 a disc of seat 1 lies under one of seat 0."""
    piles = {5: [(1, 1), (0, 1)], 9: [(1, 2)]}
    return state_of(roll(table(ludoteca.load("cadena"), hand=2, piles=piles), 1, 2, 3))


def extended() -> State:
    return state_of(
        play(roll(table(ludoteca.load("cadena"), hand=2), 1, 2, 3), "extend 3 up", "roll 5")
    )


def moved() -> State:
    return state_of(walk(table(ludoteca.load("cadena"), hand=2, piles={3: [(0, 1)]}), 3))


@pytest.mark.parametrize("make", [deciding, extended, moved])
def test_good_states_have_no_fault(make: Callable[..., Any]) -> None:
    assert invariant(make()) == 0


SPOILED = [
    (deciding, "bank", None, 11, 2),  # a die too few
    (deciding, "dice", 3, 4, 2),  # a die that nobody rolled
    (deciding, "counts", 0, 2, 2),
    (deciding, "square", 2, 6, 3),  # covered from another square
    (deciding, "stuck", 2, 0, 3),
    (deciding, "cover", 3, 0, 3),
    (deciding, "cover", 0, 2, 3),  # each under the other, none on top
    (deciding, "to_move", None, 1, 5),
    (deciding, "turn", None, 21, 5),
    (deciding, "winner", None, 0, 5),
    (deciding, "ends", None, 0, 6),
    (deciding, "ends", None, 1 << 6, 6),  # on a 4, which does not lie there
    (deciding, "ends", None, 1 << 0, 6),  # on the coloured die, upwards only
    (extended, "ends", None, 1 << 4, 6),  # on the 3 that the 5 was added to
    (moved, "landed", None, 5, 7),
    (moved, "lost", None, 1, 7),
    (deciding, "lost", None, 1, 7),
    (deciding, "reason", None, 1, 8),
]


@pytest.mark.parametrize(("make", "field", "index", "value", "fault"), SPOILED)
def test_a_spoiled_state_has_its_fault(
    make: Callable[..., Any], field: str, index: int | None, value: int, fault: int
) -> None:
    state = make()
    if index is None:
        state[field] = value
    else:
        state[field][index] = value
    assert invariant(state) == fault


def test_discs_that_cover_each_other_in_a_circle_are_a_fault() -> None:
    state = deciding()
    state.square[:] = 5
    state.square[4:] = 0
    state.cover[:4] = [1, 0, -1, -1]
    state.square[3] = 0
    state.stuck[:4] = [1, 1, 0, 0]
    assert invariant(state) == 4
