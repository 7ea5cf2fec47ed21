"""Colorito: when a seat runs home, and that running brings it there."""

from random import Random

import numpy as np
import pytest

from ludoteca.core.arrays import State
from ludoteca.core.jit import COMPILED
from ludoteca.core.kernels import OVER
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot import plan, running
from tests.rulebooks.colorito.colorito_table import game

NODES = 10_000
long_plans = pytest.mark.skipif(not COMPILED, reason="too slow interpreted")


def moves_of(state: State, seat: int) -> list[int]:
    out = np.empty(rules.CAPACITY, np.int64)
    found: list[int] = out[: rules.moves_of(state, seat, out)].tolist()
    return found


def wandered(plies: int, seed: int) -> State:
    """A position after random moves."""
    state, chance = game().state(), Random(seed)
    for _ in range(plies):
        rules.apply(state, chance.choice(moves_of(state, int(state.to_move))))
    return state


def test_nobody_runs_at_the_start() -> None:
    assert running.run(game().state(), NODES) is None


def test_who_is_one_move_from_home_goes_there() -> None:
    state = plan.nearly_home()
    state.to_move = 1
    action = running.run(state, NODES)
    assert action is not None
    rules.apply(state, action)
    assert state.winner == 1


def test_a_search_whose_time_has_ended_finds_no_plan() -> None:
    state = plan.nearly_home()
    state.to_move = 1
    assert running.run(state, NODES, lambda: True) is None


def test_looking_for_a_run_changes_nothing() -> None:
    state = wandered(80, seed=3)
    before = state.tobytes()
    running.run(state, NODES)
    assert state.tobytes() == before


@long_plans
@pytest.mark.parametrize("seed", range(6))
def test_running_moves_are_legal(seed: int) -> None:
    state = wandered(60 + 20 * seed, seed)
    action = running.run(state, NODES)
    assert action is None or action in moves_of(state, int(state.to_move))


@long_plans
@pytest.mark.parametrize("seat", range(2))
def test_who_runs_comes_home_past_a_player_who_moves_at_random(seat: int) -> None:
    state, chance = wandered(60, seed=seat), Random(seat)
    while state.to_move != OVER:
        moves = moves_of(state, int(state.to_move))
        action = running.run(state, NODES) if state.to_move == seat else None
        rules.apply(state, chance.choice(moves) if action is None else action)
    assert (state.reason, state.winner) == (rules.HOME, seat)


@long_plans
def test_a_plan_works_in_its_own_order_and_not_in_any() -> None:
    state = running.without_visitors(game().state(), 0)
    found = running.find(state, 0, 16, running.PULL, plan.MOST_MOVES)
    assert found is not None
    actions = np.array(found)
    orders = [running.works(copy_state(state), 0, actions, place) for place in range(len(found))]
    assert orders[0]
    assert not all(orders)


@long_plans
def test_the_rearmost_pieces_go_first() -> None:
    state = running.without_visitors(game().state(), 0)
    found = running.find(state, 0, 16, running.PULL, plan.MOST_MOVES)
    assert found is not None
    ranks = [
        action // rules.SQUARES // rules.SIDE
        for place, action in enumerate(found)
        if action in moves_of(state, 0)
        and running.works(copy_state(state), 0, np.array(found), place)
    ]
    action = running.first_move(state, state, 0, found)
    assert action is not None
    assert action // rules.SQUARES // rules.SIDE == min(ranks)


def test_without_visitors_only_enemies_on_goals_are_gone() -> None:
    state = game().state()
    emptied = running.without_visitors(state, 0)
    assert emptied.board[:80].tolist() == state.board[:80].tolist()
    assert not emptied.board[80:].any()
