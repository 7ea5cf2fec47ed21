"""Expectimax: what it promises, on the turns of Cadena and move by move."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.errors import CannotThink
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.rulebooks.cadena.bot.turns import deepening
from ludoteca.search.api import Analysis, Budget, Stop
from ludoteca.search.expectimax import expectimax
from ludoteca.search.players import strongest_search
from tests.search.cadena_table import GAME, position

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="bots are too slow interpreted")
BY_PLIES = Game(replace(GAME.definition, search=None), {})


def rolled(start: Position, *moves: str) -> Position:
    for move in moves:
        start = start.play(move)
    return start


def think(at: Position, nodes: int = 100, **more: Any) -> Analysis:
    view = at.view(at.to_move)
    search = strongest_search(at.game.definition)
    return search(at.game, view, Budget(nodes, **more), 1, Stop())


@pytest.mark.parametrize("game", [GAME, BY_PLIES], ids=["turns", "plies"])
def test_every_legal_move_is_valued_best_first(game: Game) -> None:
    at = rolled(position([21, 10, 30, 5], hand=(3, 2), game=game), "keep 3", "roll 2 2 3 6")
    analysis = think(at)
    assert sorted(c.move for c in analysis.candidates) == sorted(at.moves())
    values = [c.value for c in analysis.candidates]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)


@pytest.mark.parametrize("game", [GAME, BY_PLIES], ids=["turns", "plies"])
def test_the_same_view_and_nodes_give_the_same_answer(game: Game) -> None:
    at = position([21, 10, 30, 5], hand=(3, 2), game=game)
    assert think(at, 500) == think(at, 500)


def test_more_nodes_look_deeper() -> None:
    at = position([21, 10, 30, 5], hand=(3, 2))
    assert [think(at, nodes).depth for nodes in (1, 200, 3000)] == [1, 2, 3]


@pytest.mark.parametrize("game", [GAME, BY_PLIES], ids=["turns", "plies"])
def test_a_stopped_search_still_answers(game: Game) -> None:
    at, stop = position([21, 10, 30, 5], game=game), Stop()
    stop.now()
    search = strongest_search(game.definition)
    analysis = search(game, at.view(0), Budget(1 << 40), 1, stop)
    assert analysis.depth == 1


def test_time_ends_the_thinking() -> None:
    assert think(position([21, 10, 30, 5]), 1 << 40, seconds=1e-9).depth == 1


def test_standing_in_the_centre_with_the_last_disc_wins_for_certain() -> None:
    at = rolled(position([49, 47, 30, 5]), "keep 1", "roll 2 3")
    best = think(at).best
    assert (best.move, best.value, best.exact, best.confidence) == ("stand 2", 1.0, True, 0.0)


@pytest.mark.parametrize("game", [GAME, BY_PLIES], ids=["turns", "plies"])
def test_covering_the_last_free_disc_of_an_opponent_loses_for_certain(game: Game) -> None:
    at = rolled(position([21, 10, 49, 23], game=game), "keep 1", "roll 2 3")
    worst = think(at).candidates[-1]
    assert (worst.move, worst.value, worst.exact) == ("stand 1", 0.0, True)


def test_a_certain_win_is_not_put_off() -> None:
    at = position([49, 48, 2, 1], hand=(1, 0))
    assert think(at, 3000).best.move in ("keep 0", "keep 1")
    at = rolled(at, "keep 0", "roll 2")
    assert think(at, 3000).best.move == "stand 2"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("pin", ["covered", "for-good"])
def test_more_players_share_the_win(players: int, pin: str) -> None:
    at = ludoteca.load("cadena", players=players, pin=pin).start(1)
    assert think(at, 300).best.value == pytest.approx(1 / players, abs=0.12)


def test_a_view_that_gives_nothing_to_decide_is_refused() -> None:
    at = position([21, 10, 30, 5])
    for view in (at.view(1), at.view(None), at.play("keep 1").view(0), at.view(0) | {"game": "x"}):
        with pytest.raises(CannotThink):
            expectimax(GAME, view, Budget(1), 1, Stop())


def test_it_takes_boards_of_any_length() -> None:
    board = {"length": 18, "shape": [[i, 0] for i in range(18)], "arrows": [[3, 18]]}
    at = ludoteca.load("cadena", board=board).start(1)
    assert np.isfinite(think(at, 200).best.value)


LONG = {"length": 120, "shape": [[i % 12, i // 12] for i in range(120)], "arrows": [[3, 30]]}


def test_on_a_new_board_a_stopped_search_answers_at_a_glance() -> None:
    game, stop = ludoteca.load("cadena", board=LONG | {"arrows": [[4, 31]]}), Stop()
    stop.now()
    at = game.start(1)
    analysis = strongest_search(game.definition)(game, at.view(0), Budget(1), 1, stop)
    assert analysis.depth == 1
    assert {c.move for c in analysis.candidates} == set(at.moves())
    assert analysis.best.confidence > 0.1
    assert think(at, 1).best.confidence < 0.1


def test_on_a_new_board_a_stop_is_seen_while_tables_are_made() -> None:
    game, stop = ludoteca.load("cadena", board=LONG | {"arrows": [[5, 32]]}), np.zeros(1, np.int64)
    thoughts = deepening.think(game.state(), 1, stop, 1)
    for _ in range(5):
        next(thoughts)
    stop[0] = 1
    assert next(thoughts, None) is None


def test_on_a_new_board_time_ends_the_thinking_before_the_tables_are_made() -> None:
    game = ludoteca.load("cadena", board=LONG | {"arrows": [[6, 33]]})
    assert think(game.start(1), 1, seconds=1e-9).best.confidence > 0.1


def test_plies_tell_the_line_as_far_as_they_looked() -> None:
    at = position([21, 10, 30, 5], game=BY_PLIES)
    line = think(at, 3000).best.line
    assert len(line) >= 3
    for move in line:
        at = at.play(move)
