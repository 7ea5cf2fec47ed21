"""The plain players: one ply on the evaluation, and none."""

import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.errors import CannotThink
from ludoteca.core.position import Position
from ludoteca.search.api import Analysis, Budget, Search, Stop
from ludoteca.search.one_ply import WORLDS, greedy, random_moves
from tests.rulebooks.phoenix.phoenix_table import table

GAMES = ("cadena", "colorito", "phoenix", "rainbow", "sendas")
compiled = pytest.mark.skipif(not jit.COMPILED, reason="too slow interpreted")


def think(
    search: Search, at: Position, nodes: int = 2000, seed: int = 1, stop: Stop | None = None
) -> Analysis:
    view = at.view(at.to_move, memory=True)
    return search(at.game, view, Budget(nodes), seed, stop or Stop())


def start(name: str) -> Position:
    return ludoteca.load(name).start(seed=3)


@compiled
@pytest.mark.parametrize("search", [greedy, random_moves])
@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_is_a_candidate_and_equal_seeds_agree(search: Search, name: str) -> None:
    at = start(name)
    analysis = think(search, at)
    assert sorted(found.move for found in analysis.candidates) == sorted(at.moves())
    assert think(search, at) == analysis


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_greedy_puts_the_best_first(name: str) -> None:
    values = [found.value for found in think(greedy, start(name)).candidates]
    assert values == sorted(values, reverse=True)


def test_greedy_finishes_a_line() -> None:
    at = table(lines=("OROOYYGGBP", "PBGYORPBGY"), top="P1 X X R R P2 P2 P3 P3 P4")
    best = think(greedy, at).best
    assert best.move == "P1 1x2"
    assert best.margin is not None
    assert best.margin > 0


@compiled
def test_greedy_keeps_to_its_nodes_and_to_its_worlds() -> None:
    at = start("rainbow")
    count = len(at.moves())
    assert think(greedy, at, 1).nodes == count
    assert think(greedy, at, 3 * count).nodes == 3 * count
    assert think(greedy, at, 1 << 40).nodes == WORLDS * count
    assert think(greedy, start("sendas"), 1 << 40).nodes == len(start("sendas").moves())


@compiled
def test_greedy_answers_when_it_is_stopped() -> None:
    stop = Stop()
    stop.now()
    at = start("rainbow")
    assert think(greedy, at, stop=stop).nodes == len(at.moves())


def test_random_moves_are_all_played_some_time() -> None:
    at = start("rainbow")
    best = {think(random_moves, at, seed=seed).best.move for seed in range(60)}
    assert best == set(at.moves())


@pytest.mark.parametrize("search", [greedy, random_moves])
def test_a_view_that_gives_nothing_to_decide_is_refused(search: Search) -> None:
    at = start("rainbow")
    with pytest.raises(CannotThink):
        search(at.game, at.view(1), Budget(1), 1, Stop())
