"""Cadena: the odds of a turn against naive counts over the rules, and the line expected."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.arrays import Floats, State
from ludoteca.core.chance import Chance
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.bot.turns.details import Turn

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="thousands of chains, interpreted")
GAME = ludoteca.load("cadena")
FAILED = 0


def small_turn(kept: int | None = None, dice: Sequence[int] = ()) -> State:
    """A turn with two black dice in hand and one in the bank: four dice at most."""
    state = GAME.state()
    state.square[:4] = 20, 10, 30, 5
    state.hand[:2], state.bank = (2, 11), 1
    state.turn = 40
    for action in () if kept is None else (kept, *dice):
        rules.apply(state, action)
    return state


def some_worth(seed: int) -> Floats:
    """What the ends of a turn are worth, in no order, the same for both discs."""
    worth = np.random.default_rng(seed).random((3, rules.MAX_DICE + 1, rules.MAX_PLAYERS))
    worth[1] = worth[0]
    return worth


def played(state: State, action: int) -> State:
    after = np.array([state]).view(np.recarray)
    rules.apply(after[0], action)
    return after[0]


def naive(state: State, worth: Floats) -> tuple[float, dict[int, float]]:
    """What the best play of a turn is worth, and the chances of its ends, by the rules alone."""
    if state.turn != 40:
        rolled = int((state.previous > 0).sum())
        stood = state.moved != rules.NOBODY
        row = worth[0, rolled] if stood else worth[2, rolled - rolled % 2]
        return row[0], {rolled if stood else FAILED: 1.0}
    out, weight = np.empty((2, rules.CAPACITY), np.int64)
    if state.to_move == CHANCE:
        actions = out[: rules.outcomes(state, out, weight)].copy()
        found = [naive(played(state, action), worth) for action in actions]
        odds: defaultdict[int, float] = defaultdict(float)
        for _, one in found:
            for end, chance in one.items():
                odds[end] += chance / len(found)
        return float(np.mean([value for value, _ in found])), odds
    actions = out[: rules.legal(state, out)].copy()
    return max((naive(played(state, a), worth) for a in actions), key=lambda pair: pair[0])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "state",
    [small_turn(), small_turn(1, (6, 2)), small_turn(2, (2, 2, 3))],
    ids=["beginning", "two dice", "three dice"],
)
def test_the_odds_of_a_turn_are_what_counting_says(state: State, seed: int) -> None:
    worth = some_worth(seed)
    turn, out = Turn(state, worth), np.empty(rules.CAPACITY, np.int64)
    for action in out[: rules.legal(state, out)].tolist():
        expected = naive(played(state, action), worth)[1]
        odds = turn.odds(action)
        assert odds.fails == pytest.approx(expected.pop(FAILED, 0.0))
        assert dict(odds.stands) == pytest.approx(expected)


def position(state: State) -> Position:
    return Position(GAME, state, Chance(seed=bytes(32)))


@pytest.mark.parametrize("kept", range(8))
def test_a_line_can_be_played_up_to_the_end_of_the_turn(kept: int) -> None:
    state = GAME.state()
    state.square[:4], state.hand[:2], state.bank, state.turn = (20, 10, 30, 5), (7, 2), 5, 40
    at = position(state)
    line = Turn(state, some_worth(kept)).line(kept)
    assert line[0] == f"keep {kept}"
    for move in line:
        at = at.play(move)
    assert at.state().turn == 41


def test_a_roll_of_median_luck_is_no_better_than_half_of_all() -> None:
    state = small_turn(0, (3,))
    worth = np.zeros((3, rules.MAX_DICE + 1, rules.MAX_PLAYERS))
    worth[:2, 2], worth[2] = 1.0, 0.5
    assert Turn(state, worth).line(rules.EXTEND + 5)[:2] == ("extend 3 down", "roll 1")
    assert Turn(state, worth).line(rules.EXTEND + 4)[:2] == ("extend 3 up", "roll 3")
    hard = small_turn(0, (5,))
    assert Turn(hard, worth).line(rules.EXTEND + 8) == ("extend 5 up", "roll 1")


@pytest.mark.searches
def test_an_analysis_tells_the_odds_and_the_line_as_plain_data() -> None:
    analysis = ludoteca.analyse(GAME.start(seed=1).view(0), budget=1)
    for candidate in json.loads(json.dumps(asdict(analysis)))["candidates"]:
        turn = candidate["extra"]["turn"]
        assert sum(chance for _, chance in turn["stands"]) + turn["fails"] == pytest.approx(1)
        assert candidate["line"][0] == candidate["move"]
        assert len(candidate["line"]) >= 3


@pytest.mark.searches
def test_standing_is_certain() -> None:
    at = GAME.start(seed=1).play("keep 1").play("roll 6 2")
    found = {c.move: c for c in ludoteca.analyse(at.view(0), budget=1).candidates}
    assert found["stand 1"].turn.stands == ((2, 1.0),)
    assert found["stand 1"].turn.fails == 0.0
    assert found["stand 1"].line == ("stand 1",)
