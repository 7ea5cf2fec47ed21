"""Ahead-of-time compilation, so that no player waits for the compiler unexpectedly."""

from collections.abc import Callable, Iterator

import numpy as np

from ludoteca.core import jit, native, registry
from ludoteca.core.game import Game
from ludoteca.core.rng import new_rng
from ludoteca.search.batch import Batch
from ludoteca.search.perft import perft
from ludoteca.search.players import PLAIN, play_a_little, strongest_search, think

MORE = "more"
Step = tuple[str, Callable[[], object]]


def steps(game: Game) -> Iterator[Step]:
    """Yield the compilation steps of a game; their names are keys of the texts."""
    yield "playing", lambda: play_a_little(game)
    yield "ending", game.definition.prepare
    yield "imagining", lambda: game.definition.kernels.imagine(game.start(1).state(), 0, new_rng(1))
    yield "thinking", lambda: think(game, strongest_search(game.definition))


def more_steps(game: Game) -> Iterator[Step]:
    """Yield what only measuring and training run."""
    yield "counting", lambda: perft(game.start(seed=1), 1)
    yield "batches", lambda: _batch(game)
    yield "thinking", lambda: _think_plainly(game)


def _think_plainly(game: Game) -> None:
    for search in PLAIN.values():
        think(game, search)


def _batch(game: Game) -> None:
    batch = Batch(game, 1, workers=1)
    actions, _ = batch.legal()
    batch.step(np.ascontiguousarray(actions[:, 0]), trusted=True)
    batch.play_random()
    batch.returns()


def warm(name: str, before: Callable[[str], None] = lambda step: None) -> None:
    """Compile everything that playing a game needs; `before` gets each step's name as it begins."""
    _compile(name, native.PLAY, steps, before)


def warm_more(name: str, before: Callable[[str], None] = lambda step: None) -> None:
    """Compile what measuring and training run beyond that."""
    _compile(name, MORE, more_steps, before)


def _compile(
    name: str, part: str, made_of: Callable[[Game], Iterator[Step]], before: Callable[[str], None]
) -> None:
    game = registry.load(name)

    def work() -> None:
        for step, run in made_of(game):
            before(step)
            run()

    native.compile_part(name, part, work)


def is_warm(name: str, part: str = native.PLAY) -> bool:
    """Return whether a part of a game is compiled already."""
    registry.definition(name)
    return not jit.COMPILED or native.is_complete(name, part)
