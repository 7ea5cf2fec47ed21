"""Colorito: the loser's plan home, its bounds, and the score made of it."""

from random import Random

import numpy as np
import pytest

import ludoteca
from ludoteca.core.arrays import State
from ludoteca.core.jit import COMPILED
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.colorito import rules, view
from ludoteca.rulebooks.colorito.bot import beam, plan, survey
from ludoteca.rulebooks.colorito.bot.home import way_home
from ludoteca.rulebooks.colorito.names import read_square
from tests.rulebooks.colorito.colorito_table import at_home, code, game, position

long_plans = pytest.mark.skipif(not COMPILED, reason="too slow interpreted")


def near_home(variant: str | None = None, **away: str) -> State:
    """Seat 1 at home but for some pieces."""
    return position(at_home(1, but=away), to_move=1, variant=variant).state()


def moves_of(state: State, seat: int) -> list[int]:
    out = np.empty(rules.CAPACITY, np.int64)
    found: list[int] = out[: rules.moves_of(state, seat, out)].tolist()
    return found


def after(state: State, action: int) -> State:
    moved = copy_state(state)
    rules.put(moved, rules.lift(moved, action // 100), action % 100)
    return moved


def follow(state: State, seat: int, moves: list[int]) -> State:
    """The state after the moves of one seat, each of them a move that it has."""
    for action in moves:
        assert not rules.is_home(state, seat)
        assert action in moves_of(state, seat)
        state = after(state, action)
    return state


def checked_plan(state: State, seat: int) -> list[int]:
    """A plan that was followed to its end."""
    before = state.tobytes()
    found = plan.plan(state, seat)
    assert found is not None
    assert rules.is_home(follow(state, seat, found), seat)
    assert len(found) >= plan.lower_bound(state, seat)
    assert state.tobytes() == before
    return found


def test_the_way_home_is_told_in_moves_with_a_bound_that_none_undercuts() -> None:
    home = position(at_home(1, but={"D1": "a3"}), to_move=1)
    found = way_home(home, 1)
    assert found.fewest == 1
    assert found.moves == ("a3-a1",)
    with pytest.raises(ludoteca.InvalidSeat):
        way_home(home, 2)
    with pytest.raises(ludoteca.UnknownGame):
        way_home(ludoteca.load("sendas").start(seed=1), 0)


def test_a_player_at_home_needs_no_moves() -> None:
    state = near_home()
    assert plan.plan(state, 1) == []
    assert plan.lower_bound(state, 1) == 0


@pytest.mark.parametrize("variant", [None, "strict", "colours"])
def test_a_plan_leads_home_by_moves_of_the_one_player(variant: str | None) -> None:
    state = near_home(variant, L11="b3", L12="f3")
    assert plan.lower_bound(state, 1) == 2
    assert 2 <= len(checked_plan(state, 1)) <= 6


def test_the_same_position_gives_the_same_plan() -> None:
    state = near_home(L11="b3", D4="d3")
    assert plan.plan(state, 1) == plan.plan(copy_state(state), 1)


def test_pieces_on_each_others_goals_need_a_move_more() -> None:
    state = near_home(D1="b1", D2="a1")
    assert plan.lower_bound(state, 1) == 3
    assert len(checked_plan(state, 1)) == 3
    circles = near_home(D1="b1", D2="c1", D3="a1", L19="j2", L20="i2")
    assert plan.lower_bound(circles, 1) == 7
    chain = near_home(D1="b1", D2="f3")
    assert plan.lower_bound(chain, 1) == 2


def test_by_colours_any_piece_of_the_colour_will_do() -> None:
    assert plan.plan(near_home("colours", D1="b1", D2="a1"), 1) == []
    # D1 has the goal b1 for its own now: nearer than a1, which waits for D2.
    state = near_home("colours", D1="d3", D2="a1")
    assert plan.lower_bound(state, 1) == 1
    assert plan.goals_of(state, 1)[code("D1")] == read_square("b1")
    assert len(checked_plan(state, 1)) == 1


def test_by_colours_a_piece_on_the_other_colours_goal_must_leave() -> None:
    pieces = at_home(1, but={"D1": "a2", "L11": "e6"}) | {"R1": "a1"}
    state = position(pieces, to_move=1, variant="colours").state()
    assert plan.lower_bound(state, 1) == 2
    assert plan.goals_of(state, 1)[code("D1")] == survey.NO_GOAL


def test_a_piece_whose_goal_an_enemy_holds_has_none_and_need_not_move() -> None:
    state = position(at_home(1, but={"D1": "e8", "L11": "b3"}) | {"R1": "a1"}, to_move=1).state()
    assert plan.goals_of(state, 1)[code("D1")] == survey.NO_GOAL
    assert plan.lower_bound(state, 1) == 1
    assert [action // 100 for action in checked_plan(state, 1)] == [read_square("b3")]


def test_a_piece_without_a_goal_must_leave_the_goals_of_others() -> None:
    state = position(at_home(1, but={"D1": "d2", "L14": "f3"}) | {"R1": "a1"}, to_move=1).state()
    assert plan.lower_bound(state, 1) == 2
    if COMPILED:
        moves = checked_plan(state, 1)
        assert read_square("d2") in [action // 100 for action in moves]


def test_no_plan_without_a_goal_to_fill() -> None:
    squares = list(at_home(1).values())
    taken = dict(zip(at_home(0), squares, strict=True))
    state = position(taken, to_move=1).state()
    assert plan.plan(state, 1) is None


def test_no_plan_past_a_wall_of_enemy_pieces() -> None:
    wall = dict(zip(at_home(0), ("a2", "b1", "b2", "a3", "c1", "c3"), strict=False))
    held = ("D2", "D3", "L11", "L12")
    far = dict(zip(held, ("f8", "h8", "b8", "d8"), strict=True))
    pieces = at_home(1, but={"D1": "d3", **far}) | wall
    state = position(pieces, to_move=1).state()
    assert survey.sealed(state, 1, read_square("d3"), read_square("a1"))
    assert plan.plan(state, 1) is None
    gap = rules.lift(state, read_square("c3"))
    rules.put(state, gap, int(np.flatnonzero(state.board == 0)[-1]))
    assert not survey.sealed(state, 1, read_square("d3"), read_square("a1"))


def test_a_search_gives_up_after_the_moves_it_was_given() -> None:
    state = near_home(D1="b1", D2="a1")
    goals = plan.goals_of(state, 1)
    assert beam.search(state, 1, goals, width=3, pool=10, pull=3, most_moves=2) is None


def nearest(state: State, seat: int, most: int) -> int:
    """How many moves home takes, by trying all; most + 1 if it takes more."""
    layer = {state.tobytes(): state}
    for count in range(most + 1):
        if any(rules.is_home(node, seat) for node in layer.values()):
            return count
        if count < most:
            following = [after(node, a) for node in layer.values() for a in moves_of(node, seat)]
            layer = {node.tobytes(): node for node in following}
    return most + 1


@long_plans
@pytest.mark.parametrize("variant", [None, "strict", "colours"])
def test_the_lower_bound_is_never_too_high(variant: str | None) -> None:
    source = Random(5)
    for _ in range(12):
        state = near_home(variant)
        for _ in range(source.randrange(1, 4)):
            state = after(state, source.choice(moves_of(state, 1)))
        exact = nearest(state, 1, 2)
        assert plan.lower_bound(state, 1) <= exact or exact == 3
        found = plan.plan(state, 1)
        assert found is not None
        assert len(found) >= exact
        if exact <= 2:
            assert len(found) == exact


def untouched(variant: str | None, source: Random) -> State:
    """Seat 0 where it began, the pieces of seat 1 anywhere between the white ranks."""
    state = game(variant).state()
    for square in range(80, 100):
        piece = rules.lift(state, square)
        resting = state.resting[rules.colour_of(piece)]
        places = [s for s in range(20, 80) if state.board[s] == 0 and any(resting & rules.ALONE[s])]
        rules.put(state, piece, source.choice(places))
    return state


@long_plans
@pytest.mark.parametrize("variant", [None, "colours"])
def test_plans_from_the_middle_of_games_and_for_a_whole_crossing(variant: str | None) -> None:
    for seed in range(3):
        source = Random(seed)
        state = game(variant).state()
        for ply in range(200):
            state = after(state, source.choice(moves_of(state, ply % 2)))
        checked_plan(state, 1)
    for seed in range(2):
        crossing = untouched(variant, Random(seed))
        assert plan.lower_bound(crossing, 0) == 20
        assert 20 <= len(checked_plan(crossing, 0)) <= 45


def test_the_score_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def plan(state: State, seat: int) -> list[int]:
        asked.append(seat)
        return [1, 2, 3]

    monkeypatch.setattr(view, "plan", plan)
    monkeypatch.setattr(view, "lower_bound", lambda state, seat: 2)
    view._ending.cache_clear()
    done = position(at_home(1, but={"L11": "b3"}), to_move=1).play("b3-a2")
    outcome = done.outcome
    assert outcome is not None
    assert outcome.scores == (-3, 0)
    assert done.view(0)["outcome"]["scores"] == [-3, 0]
    assert asked == [0]
    assert done.reason("en").endswith("Moves that the other player still needed: 2–3.")
    assert done.reason("es").endswith("Movimientos que le faltaban al otro: 2–3.")
    view._ending.cache_clear()


def test_without_a_plan_there_is_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "plan", lambda state, seat: None)
    view._ending.cache_clear()
    done = position(at_home(1, but={"L11": "b3"}), to_move=1).play("b3-a2")
    outcome = done.outcome
    assert isinstance(outcome, ludoteca.Outcome)
    assert (outcome.returns, outcome.scores) == ((0.0, 1.0), None)
    view._ending.cache_clear()
