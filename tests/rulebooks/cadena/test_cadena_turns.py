"""Cadena: the exact turn against naive counts over the rules, the race, and the estimate."""

from itertools import product

import numpy as np
import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.verbs import CHANCE, OVER
from ludoteca.rulebooks.cadena import evaluation, rules, turn_judge, turn_race, turns

compiled_only = pytest.mark.skipif(not jit.COMPILED, reason="thousands of chains, interpreted")


def new_state(**options):
    return ludoteca.load("cadena", **options).state()


def place(state, squares, hand=(1, 1), seat=0):
    """Discs on squares of their own, those in the centre stuck; the turn of a seat begins."""
    state.square[: len(squares)] = squares
    state.stuck[:] = state.square == state.length
    state.hand[: len(hand)] = hand
    state.bank = 7 * int(state.players) - sum(hand)
    state.seat = state.to_move = state.turn = seat
    return state


def some_rows(seed):
    """What a turn's ends are worth, in no order."""
    return np.random.default_rng(seed).random((2, rules.MAX_DICE + 1))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_first_roll_holds_as_often_as_counting_says(size):
    holding = 0
    for dice in product(range(6), repeat=size):
        index = sum(int(turns.ONE_DIE[face]) for face in dice)
        most = max(dice.count(face) for face in dice)
        holding += most <= 3 and rules.CHAIN_ENDS[dice[0], index] != 0
    assert turns.HOLDS[size] == pytest.approx(holding / 6**size)


def naive_worth(state, turn, stand, fail):
    """The best worth of a turn under way, by the rules alone."""
    if state.turn != turn or state.to_move == OVER:
        rolled = int((state.previous > 0).sum())
        return (fail if state.moved == rules.NOBODY else stand)[rolled]
    out, weight = np.empty((2, rules.CAPACITY), np.int64)
    if state.to_move == CHANCE:
        actions = out[: rules.outcomes(state, out, weight)].copy()
        return np.mean([naive_worth(played(state, a), turn, stand, fail) for a in actions])
    actions = out[: rules.legal(state, out)].copy()
    return max(naive_worth(played(state, a), turn, stand, fail) for a in actions)


def played(state, action):
    after = np.array([state]).view(np.recarray)
    rules.apply(after[0], action)
    return after[0]


@pytest.mark.parametrize("seed", range(3))
def test_keeping_is_worth_what_the_rules_say(seed):
    stand, fail = some_rows(seed)
    state = place(new_state(), [0, 0, 0, 0], hand=(1, 1))
    state.bank = 1  # three dice at most, as if the rest were in other hands
    value, keep = np.zeros((turns.CHAINS, turns.TIPS)), np.zeros(3)
    turns.weigh_chains(stand, fail, 1, 3, value)
    turns.weigh_rolls(fail, 2, value, keep)
    for kept in (0, 1):
        assert keep[kept] == pytest.approx(naive_worth(played(state, kept), 0, stand, fail))


@compiled_only
@pytest.mark.parametrize("seed", range(5))
def test_what_is_foreseen_is_worth_what_keeping_is_worth(seed):
    stand, fail = some_rows(seed)
    value, mass = np.zeros((2, turns.CHAINS, turns.TIPS))
    keep, stood, failed = np.zeros((3, rules.MAX_DICE + 1))
    turns.weigh_chains(stand, fail, 1, 10, value)
    turns.weigh_rolls(fail, 10, value, keep)
    for kept in range(10):
        turns.foresee(kept, stand, fail, 10, value, mass, stood, failed)
        assert stood.sum() + failed.sum() == pytest.approx(1)
        assert stood @ stand + failed @ fail == pytest.approx(keep[kept])
    assert not mass.any()


@compiled_only
def test_no_aim_beats_the_exact_turn():
    columns, begins = turn_race.aims()
    value, keep = np.zeros((turns.CHAINS, turns.TIPS)), np.zeros(rules.MAX_DICE + 1)
    for seed in range(5):
        stand, fail = some_rows(seed)
        turns.weigh_chains(stand, fail, 1, turn_race.MOST, value)
        turns.weigh_rolls(fail, turn_race.HANDS, value, keep)
        ends = np.concatenate([stand[: turn_race.MOST + 1], fail[: turn_race.MOST + 1]])
        best = np.maximum.reduceat(ends @ columns, begins)
        assert (best <= keep[: turn_race.HANDS] + 1e-6).all()


def test_an_aim_ends_somehow():
    columns, begins = turn_race.aims()
    assert columns.sum(axis=0) == pytest.approx(1, abs=1e-6)
    assert columns.shape[1] > begins[-1]


@pytest.mark.parametrize("pin", ["covered", "for-good"])
def test_the_race_never_gets_worse_with_time_or_dice(pin):
    free = turn_race.race(new_state(pin=pin)).free
    assert (np.diff(free, axis=3) >= -1e-5).all()
    assert (np.diff(free, axis=2) >= -1e-6).all()
    assert free[49, 49].min() == 1.0
    assert free[49, 48, 0, 1] == pytest.approx(1)
    assert free[0, 0, 1, -1] > 0.999


def test_joining_a_disc_pins_it_for_good():
    square, hand, turn = 20, 0, 1
    covered = turn_race.race(new_state()).free
    pinned = turn_race.race(new_state(pin="for-good")).free
    assert covered[49, square, hand, turn] == pinned[49, square, hand, turn]
    assert pinned[48, 47, 0, 2] > covered[48, 47, 0, 2]


def test_a_player_wins_whose_discs_are_in_the_centre():
    state = place(new_state(), [49, 49, 3, 4], seat=1)
    assert turn_judge.has_won(state, 0)
    assert not turn_judge.has_won(state, 1)


@pytest.mark.parametrize(("players", "freed"), [(2, True), (3, False)])
def test_a_covered_disc_may_be_freed_by_who_moves_before_its_owner(players, freed):
    state = place(new_state(players=players), [49, 20, 20, 4][: 2 * players], hand=(1,) * players)
    state.cover[1], state.stuck[1] = 2, 1
    state.seat = state.to_move = state.turn = 1 if players == 2 else 2
    assert turn_judge.has_won(state, 0) is not freed


def test_the_estimate_knows_how_often_rolls_hold():
    assert evaluation.HOLDS[1:] == pytest.approx(turns.HOLDS[1:], abs=6e-4)


@pytest.mark.parametrize("pin", ["covered", "for-good"])
def test_the_estimate_prefers_to_be_nearer_and_to_have_dice(pin):
    def share(squares, hand):
        return evaluation.evaluate(place(new_state(pin=pin), squares, hand), 0)

    assert share([20, 10, 20, 10], (3, 3)) > 0.5  # it is to move
    assert share([30, 10, 20, 11], (3, 3)) > share([20, 10, 20, 11], (3, 3))
    assert share([20, 10, 20, 11], (4, 3)) > share([20, 10, 20, 11], (3, 3))
