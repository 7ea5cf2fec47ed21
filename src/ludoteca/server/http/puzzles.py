"""Puzzles over HTTP: the list with the daily one, a puzzle, answers, hints and solutions."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from ludoteca.puzzling import collection
from ludoteca.puzzling.model import Puzzle
from ludoteca.server import puzzles
from ludoteca.server.endpoint import Endpoints
from ludoteca.server.http.catalog import require_game
from ludoteca.server.request import RequestContext
from ludoteca.server.scheduler import SECOND
from ludoteca.server.wire.puzzles import (
    AnswerMessage,
    Answers,
    PuzzleHint,
    PuzzleList,
    PuzzleMessage,
    PuzzleName,
    PuzzleSolution,
    TriedAnswers,
)
from ludoteca.server.wire.requests import GameName
from ludoteca.server.wire.responses import Previews

PUZZLE = "/api/games/{game}/puzzles/{puzzle}"
T = TypeVar("T")
endpoints = Endpoints()


async def _drawn(call: RequestContext, work: Callable[[], T]) -> T:
    """Return what one of the few threads that draw makes, in its turn."""
    return await call.rooms.drawing_pool.run(work, priority=SECOND)


def _found(game: str, name: str) -> Puzzle:
    """Return the puzzle that a path names; raise NoPuzzle if there is none."""
    require_game(game)
    return collection.find(game, name)


@endpoints.add("GET", "/api/puzzles")
async def list_puzzles(call: RequestContext) -> PuzzleList:
    """List the puzzles of all games, and the one of today."""
    return await asyncio.to_thread(puzzles.listing, call.lang)


@endpoints.add("GET", PUZZLE, work=1)
async def show_puzzle(call: RequestContext, game: GameName, puzzle: PuzzleName) -> PuzzleMessage:
    """Send a puzzle as its seat sees it."""
    return await _drawn(call, lambda: puzzles.shown(_found(game, puzzle), call.lang))


@endpoints.add("POST", f"{PUZZLE}/answers", work=1)
async def answer_puzzle(
    call: RequestContext, game: GameName, puzzle: PuzzleName, body: Answers
) -> AnswerMessage:
    """Judge the last of some answers, and say why."""
    found = _found(game, puzzle)
    return await _drawn(call, lambda: puzzles.answered(found, body.answers, call.lang))


@endpoints.add("POST", f"{PUZZLE}/hints", work=1)
async def give_hint(
    call: RequestContext, game: GameName, puzzle: PuzzleName, body: Answers
) -> PuzzleHint:
    """Give a hint for the answer that is next."""
    found = _found(game, puzzle)
    return await _drawn(call, lambda: puzzles.hinted(found, body.answers, call.lang))


@endpoints.add("POST", f"{PUZZLE}/previews", work=1)
async def preview_answers(
    call: RequestContext, game: GameName, puzzle: PuzzleName, body: TriedAnswers
) -> Previews:
    """Return the table after each of some moves, as far as it can be known before."""
    steps = puzzles.previewed(_found(game, puzzle), body.answers, body.moves, call.lang)
    return await call.rooms.drawing_pool.run_steps(steps, priority=SECOND)


@endpoints.add("GET", f"{PUZZLE}/solution", work=1)
async def show_solution(call: RequestContext, game: GameName, puzzle: PuzzleName) -> PuzzleSolution:
    """Send the solution of a puzzle, and why it is one."""
    return await _drawn(call, lambda: puzzles.solved(_found(game, puzzle), call.lang))
