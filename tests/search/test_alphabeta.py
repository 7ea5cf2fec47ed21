"""Alpha-beta: the same as plain minimax, proofs that hold, and running that does not lose."""

import math
from random import Random
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core.jit import COMPILED
from ludoteca.core.kernels import OVER
from ludoteca.core.position import Position
from ludoteca.search.alphabeta import kernels as search
from ludoteca.search.alphabeta.driver import (
    RootMove,
    RootMoves,
    is_sound,
    new_workspace,
    search_depth,
)
from ludoteca.search.alphabeta.scores import WIN, draw_score
from ludoteca.search.api import Budget, Stop
from tests.cases import effort, random_positions

PLENTY = Budget(1 << 40)
OPEN = ("colorito", "sendas")


def positions(name: str, count: int, *, every: int = 9) -> list[Position]:
    """Positions of random games in which somebody moves, from early and from late."""
    game, source, found = ludoteca.load(name), Random(5), list[Position]()
    while len(found) < 4 * count:
        seen = random_positions(game, source.randrange(1 << 30), every=every)
        found += [position for position in seen if position.to_move is not None]
    return source.sample(found, count)


def minimax(work: search.AlphaBetaWorkspace, ply: int, depth: int, game: ludoteca.Game) -> int:
    """The value of a row for its seat by looking at everything, as the search values it."""
    state, kernels = work.states[ply], game.definition.kernels
    if state.to_move == OVER:
        return int(search.terminal_score(work, ply))
    work.keys[ply] = kernels.key(state)
    if search.is_repetition(work, ply):
        return int(draw_score(ply))
    if depth == 0:
        return int(search.static_eval(work, ply))
    best, out = -math.inf, np.empty(game.definition.capacity, np.int64)
    for action in out[: kernels.legal(state, out)].tolist():
        search.make_move(work, ply, action)
        best = max(best, -minimax(work, ply + 1, depth - 1, game))
    return int(best)


def workspace_of(position: Position) -> tuple[search.AlphaBetaWorkspace, RootMoves]:
    """A workspace with plenty of room, and the moves to look at."""
    state, late = position.state(), np.zeros(1, np.int64)
    work = new_workspace(position.game, state, PLENTY, 7, Stop(), late)
    return work, RootMoves.of(position.game, state)


@pytest.mark.parametrize("name", OPEN)
def test_two_plies_are_those_of_minimax(name: str) -> None:
    for position in positions(name, effort(12, interpreted=2)):
        work, root = workspace_of(position)
        for depth in (1, 2):
            search_depth(work, root, depth)
        for action, value in zip(root.moves.tolist(), root.scores.tolist(), strict=True):
            search.make_move(work, 0, action)
            assert value == -minimax(work, 1, 1, position.game)


def wins(position: Position, seat: int, plies: int) -> bool:
    """Whether a seat can force a win within so many plies, by looking at everything."""
    outcome = position.outcome
    if outcome is not None:
        return outcome.returns[seat] == 1
    if plies == 0:
        return False
    after = (wins(position.play(move), seat, plies - 1) for move in position.moves())
    return any(after) if position.to_move == seat else all(after)


def proofs(count: int) -> list[tuple[Position, Any]]:
    """Positions of Sendas that the search calls won or lost at two plies at most, and its word."""
    found: list[tuple[Position, Any]] = []
    for position in positions("sendas", 200, every=3):
        analysis = ludoteca.analyse(position.view(position.to_move, memory=True), budget=2000)
        if analysis.best.exact and analysis.depth <= 2:
            found.append((position, analysis))
        if len(found) == count:
            break
    return found


@pytest.mark.skipif(not COMPILED, reason="too slow interpreted")
def test_what_is_called_proved_is_so() -> None:
    count = effort(12)
    found = proofs(count)
    assert len(found) == count
    for position, analysis in found:
        seat, best = position.to_move, analysis.best
        assert seat is not None
        assert best.confidence == 0
        # The evaluation sees an exit that cannot be kept from happening a ply or two ahead.
        if best.value == 1:
            assert wins(position.play(best.move), seat, 2)
        elif best.value == 0:
            assert all(wins(position.play(move), 1 - seat, 3) for move in position.moves())


def test_a_move_that_ends_the_game_is_known_for_what_it_is() -> None:
    position = ludoteca.load("sendas").start(seed=1).play("pass")
    analysis = ludoteca.analyse(position.view(1, memory=True), budget=effort(500, interpreted=40))
    second_pass = next(found for found in analysis.candidates if found.move == "pass")
    assert (second_pass.value, second_pass.exact, second_pass.confidence) == (0.5, True, 0.0)


def test_a_seat_does_not_run_past_a_proved_win_or_into_a_proved_loss() -> None:
    work, root = workspace_of(ludoteca.load("colorito").start(seed=1))
    win, (first, second) = WIN - 3, root.moves[:2].tolist()

    def found(*values: int) -> list[RootMove]:
        return [RootMove(value, row, work, root) for row, value in enumerate(values)]

    assert is_sound(found(50, 40), second)
    assert is_sound(found(50, 40), first)
    assert not is_sound(found(win, 40), second)
    assert not is_sound(found(50, -win), second)
