"""Monte Carlo tree search: what it promises, in every game that it is for."""

import threading
import time
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.errors import CannotThink
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.search.api import Analysis, Budget, Search, Stop
from ludoteca.search.mcts import driver, simulate, tree
from ludoteca.search.mcts.driver import ismcts, uct
from tests.rulebooks.phoenix.phoenix_table import ONE_TURN, after, table
from tests.rulebooks.rainbow.rainbow_table import deal, play
from tests.search.cadena_table import position

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="bots are too slow interpreted")
HIDDEN = ("phoenix", "rainbow")
BOTH = [(search, name) for search in (ismcts, uct) for name in HIDDEN]
FOREVER = 1 << 40


def start(name: str, **options: Any) -> Position:
    """The first decision of a game."""
    return ludoteca.load(name, **options).start(seed=3)


def think(
    search: Search,
    at: Position,
    nodes: int = 300,
    *,
    seed: int = 1,
    stop: Stop | None = None,
    **more: Any,
) -> Analysis:
    """What a search makes of the view of the seat to move."""
    view = at.view(at.to_move, memory=True)
    return search(at.game, view, Budget(nodes, **more), seed, stop or Stop())


@pytest.mark.parametrize(("search", "name"), BOTH)
def test_every_legal_move_is_a_candidate(search: Search, name: str) -> None:
    at = start(name)
    analysis = think(search, at)
    assert sorted(found.move for found in analysis.candidates) == sorted(at.moves())
    assert all(0 <= found.value <= 1 and found.confidence > 0 for found in analysis.candidates)
    assert all(found.margin is not None for found in analysis.candidates)
    assert analysis.nodes == 300


@pytest.mark.parametrize(("search", "name"), BOTH)
def test_no_candidate_is_better_than_the_first(search: Search, name: str) -> None:
    values = [found.value for found in think(search, start(name)).candidates]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(("search", "name"), BOTH)
def test_the_same_view_budget_and_seed_give_the_same_answer(
    search: Search, name: str, workers: int
) -> None:
    at = start(name)
    assert think(search, at, workers=workers) == think(search, at, workers=workers)
    assert think(search, at, workers=workers) != think(search, at, workers=workers, seed=2)


def test_several_workers_grow_different_trees_and_put_them_together() -> None:
    at = start("rainbow")
    alone, together = think(ismcts, at), think(ismcts, at, workers=3)
    assert together.nodes == 3 * alone.nodes
    assert together.best.confidence < alone.best.confidence


@pytest.mark.parametrize(("search", "name"), BOTH)
def test_a_full_tree_goes_on_working(
    search: Search, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = start(name)
    monkeypatch.setattr(driver, "MAX_NODES", 2 * at.game.definition.capacity)
    analysis = think(search, at, 3000)
    assert analysis.nodes == 3000
    assert 0.2 < analysis.best.value < 0.8


@pytest.mark.parametrize(("search", "name"), BOTH)
def test_a_search_stopped_before_it_began_still_answers(search: Search, name: str) -> None:
    stop = Stop()
    stop.now()
    at = start(name)
    assert think(search, at, FOREVER, stop=stop).best.move in at.moves()


@pytest.mark.parametrize("more", [{}, {"seconds": 60.0}, {"workers": 2}])
def test_a_stop_ends_the_thinking_at_once(more: dict[str, Any]) -> None:
    stop = Stop()
    threading.Timer(0.1, stop.now).start()
    began = time.perf_counter()
    think(ismcts, start("rainbow"), FOREVER, stop=stop, **more)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("search", [ismcts, uct])
def test_time_ends_the_thinking(search: Search) -> None:
    began = time.perf_counter()
    assert think(search, start("rainbow"), FOREVER, seconds=0.05).nodes > 0
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("search", [ismcts, uct])
def test_a_line_is_put_in_order_by_the_last_card_of_a_game(search: Search) -> None:
    lines = ("OROOYYGGBP", "PBGYORPBGY")
    at = table(lines=lines, top="P1 X X R R P2 P2 P3 P3 P4")
    assert think(search, at, 1000).best.move == "P1 1x2"


def test_a_hand_of_one_turn_is_looked_through_to_its_end() -> None:
    at = table(deck=ONE_TURN, lines=("PPPOROYYBB", "RRYGGGGBBO"), top="X R R R R P1 P1 P1 P1 P1")
    best = think(ismcts, at, 400).best
    assert after(at, best.move).view(None)["points"][0][0]["runs"] >= 2


@pytest.mark.parametrize("search", [ismcts, uct])
def test_a_rainbow_is_completed(search: Search) -> None:
    at = play(deal("RO YO BO", "OR GR IR"), "1 end 1 end 1 end 1 end 1 end")
    best = think(search, at, 1000).best
    assert best.move == "1"
    assert best.margin is not None
    assert best.margin > 3


def test_a_view_without_memory_is_enough() -> None:
    at = play(deal("RO OY YG GB", "BI IV VR RW"), "1 end 1 end")
    view = at.view(at.to_move)
    assert ismcts(at.game, view, Budget(100), 1, Stop()).best.move in at.moves()


def test_a_line_expected_is_a_line_of_moves() -> None:
    line = think(ismcts, start("rainbow"), 2000).best.line
    assert len(line) > 1
    assert line[0] in start("rainbow").moves()


@pytest.mark.parametrize("search", [ismcts, uct])
def test_a_view_that_gives_nothing_to_decide_is_refused(search: Search) -> None:
    at = start("rainbow")
    for view in (at.view(1), at.view(None), at.view(0) | {"game": "x"}):
        with pytest.raises(CannotThink):
            search(at.game, view, Budget(1), 1, Stop())


@pytest.mark.parametrize("name", ["colorito", "sendas"])
def test_the_textbook_plays_what_is_open(name: str) -> None:
    at = start(name)
    analysis = think(uct, at, 30)
    assert analysis.best.move in at.moves()
    assert (analysis.best.margin is None) == (name == "sendas")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_textbook_shares_the_win_of_cadena_among_all(players: int) -> None:
    best = think(uct, start("cadena", players=players), 3000).best
    assert 0.6 / players < best.value < 2.2 / players


def test_the_textbook_stands_where_that_wins() -> None:
    at = position([49, 47, 30, 5]).play("keep 1").play("roll 2 3")
    best = think(uct, at, 1000).best
    assert best.move == "stand 2"
    assert best.value > 0.95


def test_dice_are_nodes_of_their_own() -> None:
    at = start("cadena")
    root = at.state()
    work = driver.new_workspace(at.game, root, Budget(500), driver.UCT, Stop(), (1, 0))
    simulate.simulate_plain(work, root, 0, 500)
    nodes = work.tree[: work.used[0]]
    rolls = nodes[nodes["key"] >> tree.ACTION_BITS == tree.key_of(CHANCE, 0) >> tree.ACTION_BITS]
    assert len(rolls) > 6
    assert not rolls["total"].any()


def test_siblings_are_sorted_and_each_once() -> None:
    at = start("phoenix")
    root = at.game.imagine(at.view(at.to_move), new_rng(1))
    work = driver.new_workspace(at.game, root, Budget(500), driver.ISMCTS, Stop(), (1, 0))
    simulate.simulate(work, root, 1, 500)
    nodes = work.tree[: work.used[0]]
    linked = 1
    for node in nodes[nodes["child"] != tree.NONE]:
        keys, child = [], node["child"]
        while child != tree.NONE:
            keys.append(int(nodes[child]["key"]))
            child = nodes[child]["sibling"]
        assert keys == sorted(set(keys))
        linked += len(keys)
    assert linked == len(nodes)
    assert nodes[0]["visits"] == np.sum(nodes[1 : 1 + len(at.actions())]["visits"]) == 500
