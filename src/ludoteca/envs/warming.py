"""Compiling what agents run, so that nobody waits for the compiler without being told."""

from collections.abc import Callable

import numpy as np

from ludoteca.core import jit, registry
from ludoteca.core.game import Game
from ludoteca.envs.encodings.compiling import cache_name
from ludoteca.envs.encodings.encoding import encoding


def once(game: Game, part: str, work: Callable[[], object]) -> None:
    """Does the first work of a part, and says so before if it means to compile."""
    mark = f"{cache_name()}-{part}-{game.name}"
    if not jit.is_warm(mark):
        registry.announce(game.name)
        work()
        jit.mark_warm(mark)


def warm_encoding(game: Game) -> None:
    """Compiles the encoding of a game."""

    def work() -> None:
        found, state = encoding(game.name), game.start(seed=0).state()
        found.observe(state, 0)
        found.kernels.indices(state, np.zeros(1, np.int64), 0)
        found.action_of(state, 0)

    once(game, "encoding", work)


def warm(name: str) -> None:
    """Compiles all that agents run of a game."""
    from ludoteca.envs.vector import VectorEnv

    game = registry.load(name)
    warm_encoding(game)
    VectorEnv(game, 1)
