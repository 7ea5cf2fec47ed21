"""Cadena: the exact turn against naive counts over the rules, the race, and the estimate."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.arrays import Array, Floats, State
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.bot import evaluation
from ludoteca.rulebooks.cadena.bot.turns import aims, chains, leaf, race
from ludoteca.rulebooks.cadena.bot.turns.aims import MOST

compiled_only = pytest.mark.skipif(not jit.COMPILED, reason="thousands of chains, interpreted")


def new_state(**options: Any) -> State:
    return ludoteca.load("cadena", **options).state()


def place(state: State, squares: list[int], hand: tuple[int, ...] = (1, 1), seat: int = 0) -> State:
    """Discs on squares of their own, those in the centre stuck; the turn of a seat begins."""
    state.square[: len(squares)] = squares
    state.stuck[:] = state.square == state.length
    state.hand[: len(hand)] = hand
    state.bank = 7 * int(state.players) - sum(hand)
    state.seat = state.to_move = state.turn = seat
    return state


def some_rows(seed: int) -> Floats:
    """What a turn's ends are worth, in no order."""
    return np.random.default_rng(seed).random((2, rules.MAX_DICE + 1))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_first_roll_holds_as_often_as_counting_says(size: int) -> None:
    holding = 0
    for dice in product(range(6), repeat=size):
        index = sum(int(chains.ONE_DIE[face]) for face in dice)
        most = max(dice.count(face) for face in dice)
        holding += most <= 3 and rules.CHAIN_ENDS[dice[0], index] != 0
    assert chains.HOLDS[size] == pytest.approx(holding / 6**size)


def naive_worth(state: State, turn: int, stand: Floats, fail: Floats) -> float:
    """The best worth of a turn under way, by the rules alone."""
    if state.turn != turn or state.to_move == OVER:
        rolled = int((state.previous > 0).sum())
        return float((fail if state.moved == rules.NOBODY else stand)[rolled])
    out, weight = np.empty((2, rules.CAPACITY), np.int64)
    if state.to_move == CHANCE:
        actions = out[: rules.outcomes(state, out, weight)].copy()
        return float(np.mean([naive_worth(played(state, a), turn, stand, fail) for a in actions]))
    actions = out[: rules.legal(state, out)].copy()
    return max(naive_worth(played(state, a), turn, stand, fail) for a in actions)


def played(state: State, action: int) -> State:
    after = np.array([state]).view(np.recarray)
    rules.apply(after[0], action)
    return after[0]


@pytest.mark.parametrize("seed", range(3))
def test_keeping_is_worth_what_the_rules_say(seed: int) -> None:
    stand, fail = some_rows(seed)
    state = place(new_state(), [0, 0, 0, 0], hand=(1, 1))
    state.bank = 1  # three dice at most, as if the rest were in other hands
    value, keep = np.zeros((chains.CHAINS, chains.TIPS)), np.zeros(3)
    chains.weigh_chains(stand, fail, 1, 3, value)
    chains.weigh_rolls(fail, 2, value, keep)
    for kept in (0, 1):
        assert keep[kept] == pytest.approx(naive_worth(played(state, kept), 0, stand, fail))


@compiled_only
@pytest.mark.parametrize("seed", range(5))
def test_what_is_foreseen_is_worth_what_keeping_is_worth(seed: int) -> None:
    stand, fail = some_rows(seed)
    value, mass = np.zeros((2, chains.CHAINS, chains.TIPS))
    keep, stood, failed = np.zeros((3, rules.MAX_DICE + 1))
    chains.weigh_chains(stand, fail, 1, 10, value)
    chains.weigh_rolls(fail, 10, value, keep)
    for kept in range(10):
        chains.foresee(kept, stand, fail, 10, value, mass, stood, failed)
        assert stood.sum() + failed.sum() == pytest.approx(1)
        assert stood @ stand + failed @ fail == pytest.approx(keep[kept])
    assert not mass.any()


@compiled_only
def test_no_aim_beats_the_exact_turn() -> None:
    rows = np.array([some_rows(seed) for seed in range(5)])
    stand, fail = rows[:, :, : MOST + 1].transpose(1, 2, 0).astype(np.float32)
    work, best = np.zeros((3, 5), np.float32), np.zeros((aims.HANDS, 5), np.float32)
    aims.weigh_aims(aims.aims(), stand, fail, work, best)
    value, keep = np.zeros((chains.CHAINS, chains.TIPS)), np.zeros(rules.MAX_DICE + 1)
    for seed in range(5):
        chains.weigh_chains(*rows[seed], 1, MOST, value)
        chains.weigh_rolls(rows[seed, 1], aims.HANDS, value, keep)
        exact = np.maximum.accumulate(keep[: aims.HANDS])
        assert (best[:, seed] <= exact + 1e-6).all()
        assert best[:, seed] == pytest.approx(exact, abs=0.25)


def test_an_aim_ends_somehow() -> None:
    bold, careful = aims.aims()
    for kept in range(aims.HANDS):
        assert_all_is_told(bold[kept, kept:], 1.0)
        for since in range(kept + 1, MOST):
            for care in range(len(aims.SAFE)):
                left = bold[kept, since - 1, aims.REST]
                assert_all_is_told(careful[kept, since, care, since:], left)


def assert_all_is_told(steps: Array, left: float) -> None:
    """What was left before each step stands, fails or is left after it."""
    for stood, fell, rest in steps:
        assert min(stood, fell, rest) >= -1e-6
        assert stood + fell + rest == pytest.approx(left, abs=1e-6)
        left = rest


LINE = {"length": 18, "shape": [[i, 0] for i in range(18)], "arrows": [[3, 8], [12, 9]]}
BOARDS = pytest.mark.parametrize(
    "board", [LINE, pytest.param("spiral", marks=compiled_only)], ids=["line", "spiral"]
)


def chances(state: State) -> Floats:
    """The race as chance[high square, low square, turn, hand], not a number elsewhere."""
    found, length = race.race(state), int(state.length)
    table = np.full((length + 1, length + 1, *found.free.shape[:2]), np.nan)
    table[np.tril_indices(length + 1)] = found.free[:, :, found.place[:-1]].transpose(2, 0, 1)
    return table


@BOARDS
@pytest.mark.parametrize("pin", ["covered", "for-good"])
def test_the_race_never_gets_worse_with_time_or_dice(pin: str, board: dict[str, Any] | str) -> None:
    table = chances(new_state(pin=pin, board=board))
    end = len(table) - 1
    assert np.nanmin(np.diff(table, axis=2)) >= -1e-5
    assert np.nanmin(np.diff(table, axis=3)) >= -1e-6
    assert table[end, end].min() == 1.0
    assert table[end, end - 1, 1, 0] == pytest.approx(1)
    assert table[0, 0, -1, 1] > 0.999


@BOARDS
def test_joining_a_disc_pins_it_for_good(board: dict[str, Any] | str) -> None:
    covered = chances(new_state(board=board))
    pinned = chances(new_state(pin="for-good", board=board))
    end = len(covered) - 1
    assert covered[end, 11, 1, 0] == pinned[end, 11, 1, 0]
    assert pinned[end - 1, end - 2, 2, 0] > covered[end - 1, end - 2, 2, 0]


def naive_race(state: State, turns_left: int, square: int, other: int, hand: int) -> float:
    """The chance of the aims to have two discs stuck in time, aim by aim."""
    length = int(state.length)
    if square == other == length:
        return 1.0
    if turns_left == 0:
        return 0.0

    def stood(size: int) -> float:
        left = min(size - 1, aims.HANDS - 1)
        to = [
            (int(rules.arrived(state, rules.walk(length, moving, size))), rest)
            for moving, rest in ((square, other), (other, square))
            if moving < length
        ]
        return max(naive_race(state, turns_left - 1, one, two, left) for one, two in to)

    def failed(size: int) -> float:
        left = size - 1 - rules.lost_dice(state, size)
        return naive_race(state, turns_left - 1, square, other, left)

    worth = np.zeros((2, MOST + 1, 1), np.float32)
    for size in range(1, MOST + 1):
        worth[:, size, 0] = stood(size), failed(size)
    best = np.zeros((aims.HANDS, 1), np.float32)
    aims.weigh_aims(aims.aims(), worth[0], worth[1], np.zeros((3, 1), np.float32), best)
    return float(best[hand, 0])


@compiled_only
@pytest.mark.parametrize("pair", [(18, 12), (16, 13), (17, 9)])
def test_the_race_is_what_turn_after_turn_makes_of_it(pair: tuple[int, int]) -> None:
    state = new_state(board=LINE)
    for left in (1, 2):
        expected = naive_race(state, left, *pair, 3)
        assert chances(state)[*pair, left, 3] == pytest.approx(expected, abs=1e-5)


def test_boards_used_last_are_kept() -> None:
    shelf, table = race.Shelf(), race.NO_RACE
    states = [new_state(board=LINE | {"arrows": [[1, 2 + i]]}) for i in range(race.KEPT + 1)]
    for state in states[:-1]:
        shelf.put(state, table)
    assert shelf.find(states[0]) is table
    shelf.put(states[-1], table)
    assert shelf.find(states[0]) is table
    assert shelf.find(states[1]) is None
    assert shelf.find(new_state(board=LINE, pin="for-good")) is None


def test_a_player_wins_whose_discs_are_in_the_centre() -> None:
    state = place(new_state(), [49, 49, 3, 4], seat=1)
    assert leaf.has_won(state, 0)
    assert not leaf.has_won(state, 1)


@pytest.mark.parametrize(("players", "freed"), [(2, True), (3, False)])
def test_a_covered_disc_may_be_freed_by_who_moves_before_its_owner(
    players: int, freed: bool
) -> None:
    state = place(new_state(players=players), [49, 20, 20, 4][: 2 * players], hand=(1,) * players)
    state.cover[1], state.stuck[1] = 2, 1
    state.seat = state.to_move = state.turn = 1 if players == 2 else 2
    assert leaf.has_won(state, 0) is not freed


def test_the_estimate_knows_how_often_rolls_hold() -> None:
    assert evaluation.HOLDS[1:] == pytest.approx(chains.HOLDS[1:], abs=6e-4)


@pytest.mark.parametrize("pin", ["covered", "for-good"])
def test_the_estimate_prefers_to_be_nearer_and_to_have_dice(pin: str) -> None:
    def share(squares: list[int], hand: tuple[int, ...]) -> float:
        return evaluation.evaluate(place(new_state(pin=pin), squares, hand), 0)

    assert share([20, 10, 20, 10], (3, 3)) > 0.5  # it is to move
    assert share([30, 10, 20, 11], (3, 3)) > share([20, 10, 20, 11], (3, 3))
    assert share([20, 10, 20, 11], (4, 3)) > share([20, 10, 20, 11], (3, 3))
