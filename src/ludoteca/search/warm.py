"""Compiling everything ahead, so that nobody waits for the compiler without being told."""

from collections.abc import Callable, Iterator

import numpy as np

from ludoteca.core import jit, registry
from ludoteca.core.game import Game
from ludoteca.core.rng import new_rng
from ludoteca.search.api import Budget, Stop
from ludoteca.search.batch import Batch
from ludoteca.search.perft import perft
from ludoteca.search.players import PLAIN, strongest_search

Step = tuple[str, Callable[[], object]]


def steps(game: Game) -> Iterator[Step]:
    """What is compiled for a game, piece by piece; names are keys of the texts."""
    yield "playing", lambda: game.start(seed=1).moves()
    yield "ending", game.definition.prepare
    yield "imagining", lambda: game.definition.kernels.imagine(game.start(1).state(), 0, new_rng(1))
    yield "counting", lambda: perft(game.start(seed=1), 1)
    yield "batches", lambda: _batch(game)
    yield "thinking", lambda: _think(game)


def _batch(game: Game) -> None:
    batch = Batch(game, 1, workers=1)
    actions, _ = batch.legal()
    batch.step(np.ascontiguousarray(actions[:, 0]), trusted=True)
    batch.play_random()
    batch.returns()


def _think(game: Game) -> None:
    """Has every search look at the first decision for a moment."""
    position = game.start(seed=1)
    view = position.view(position.to_move, memory=True)
    for search in {strongest_search(game.definition), *PLAIN.values()}:
        search(game, view, Budget(2), 1, Stop())


def warm(name: str, before: Callable[[str], None] = lambda step: None) -> None:
    """Compiles all kernels of a game; `before` is told each step's name as it begins."""
    for step, run in steps(registry.load(name)):
        before(step)
        run()
    jit.mark_warm(f"all-{name}")


def is_warm(name: str) -> bool:
    """Whether all kernels of a game are compiled already."""
    return jit.is_warm(f"all-{name}")
