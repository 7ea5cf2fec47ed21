"""Sequential halving: what it promises."""

import time
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.errors import CannotThink
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.search import sequential_halving as module
from ludoteca.search.api import Analysis, Budget, Stop
from ludoteca.search.one_ply import greedy
from ludoteca.search.players import strongest_search
from ludoteca.search.sequential_halving import sequential_halving
from tests.rulebooks.phoenix.phoenix_table import ONE_TURN, after, table

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="bots are too slow interpreted")
NODES = 36


def start(name: str = "phoenix", **options: Any) -> Position:
    """The first decision of a game."""
    return ludoteca.load(name, **options).start(seed=3)


def think(
    at: Position, nodes: int = NODES, *, seed: int = 1, stop: Stop | None = None, **more: Any
) -> Analysis:
    """What the search makes of the view of the seat to move."""
    view = at.view(at.to_move, memory=True)
    return sequential_halving(at.game, view, Budget(nodes, **more), seed, stop or Stop())


def test_it_is_the_search_of_phoenix() -> None:
    assert strongest_search(start().game.definition) is sequential_halving


@pytest.mark.parametrize("name", ["phoenix", "rainbow"])
def test_every_legal_move_is_a_candidate_and_none_is_better_than_those_before(name: str) -> None:
    at = start(name)
    analysis = think(at)
    assert sorted(found.move for found in analysis.candidates) == sorted(at.moves())
    values = [found.value for found in analysis.candidates]
    assert values == sorted(values, reverse=True)
    assert all(0 <= found.value <= 1 and found.confidence > 0 for found in analysis.candidates)


def test_each_round_plays_on_half_of_the_moves_in_twice_as_many_worlds() -> None:
    assert think(start(), 36).nodes == 12 * 1 + 6 * 2 + 3 * 4
    assert think(start(), 72).nodes == 12 * 2 + 6 * 4 + 3 * 8


def test_without_a_budget_for_playouts_the_first_look_decides() -> None:
    at = start()
    view = at.view(at.to_move)
    looked = greedy(at.game, view, Budget(1 << 40), 1, Stop())
    analysis = think(at, 1)
    assert (analysis.nodes, analysis.depth) == (0, 1)
    assert [found.move for found in analysis.candidates] == [
        found.move for found in looked.candidates
    ]


def test_the_same_view_budget_and_seed_give_the_same_answer() -> None:
    at = start()
    assert think(at) == think(at)
    assert think(at) != think(at, seed=2)


def test_what_the_seat_cannot_know_changes_nothing() -> None:
    at = start()
    state = at.state()
    at.game.definition.kernels.imagine(state, at.to_move, new_rng(5))
    other = Position(at.game, state, at._chance)
    assert other != at
    assert think(other) == think(at)


def test_several_workers_imagine_worlds_of_their_own() -> None:
    at = start()
    alone, together = think(at), think(at, workers=2)
    assert together.nodes == 2 * alone.nodes
    assert together == think(at, workers=2)


def test_moves_are_compared_in_the_same_worlds() -> None:
    at = start()
    root = at.state()
    work = module.PlayoutWorkspace.of(at.game, root, Stop(), 1)
    moves = np.array([at.actions()[0]] * 3)
    worlds, sums = work.sample(moves, 4, None)
    assert worlds == 4
    assert np.ptp(sums, axis=1) == pytest.approx(0)


def test_a_stop_ends_the_playouts() -> None:
    stop = Stop()
    stop.now()
    at = start()
    analysis = think(at, 1 << 40, stop=stop)
    assert analysis.nodes == 0
    assert analysis.best.move in at.moves()


def test_time_ends_the_playouts() -> None:
    think(start())
    began = time.perf_counter()
    assert think(start(), 1 << 40, seconds=0.3).nodes > 0
    assert time.perf_counter() - began < 10


def test_a_line_is_put_in_order_by_the_last_card_of_a_game() -> None:
    at = table(lines=("OROOYYGGBP", "PBGYORPBGY"), top="P1 X X R R P2 P2 P3 P3 P4")
    best = think(at).best
    assert best.move == best.line[0] == "P1 1x2"


def test_a_hand_of_one_turn_is_looked_through_to_its_end() -> None:
    at = table(deck=ONE_TURN, lines=("PPPOROYYBB", "RRYGGGGBBO"), top="X R R R R P1 P1 P1 P1 P1")
    best = think(at).best
    assert after(at, best.move).view(None)["points"][0][0]["runs"] >= 2


def test_a_line_expected_is_a_line_of_moves() -> None:
    at = start()
    line = think(at).best.line
    assert len(line) == 1 + module.PLIES
    assert line[0] in at.moves()


def test_a_view_that_gives_nothing_to_decide_is_refused() -> None:
    at = start()
    assert at.to_move is not None
    for view in (at.view(1 - at.to_move), at.view(None), at.view(0) | {"game": "x"}):
        with pytest.raises(CannotThink):
            sequential_halving(at.game, view, Budget(1), 1, Stop())
