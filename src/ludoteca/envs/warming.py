"""Compilation for agents, announced before it starts."""

from collections.abc import Callable

import numpy as np

from ludoteca.core import native, registry
from ludoteca.core.encoding import encoding
from ludoteca.core.game import Game
from ludoteca.core.sources import sources_of
from ludoteca.envs import stepping


def once(game: Game, part: str, work: Callable[[], object], *, quiet: bool = False) -> None:
    """Make a game native and do the first work of a part, announced if it has to be compiled."""
    digest = sources_of(str(stepping.__file__)).digest
    native.require(game.name, f"{part}-{str(digest)[:16]}", work, quiet=quiet)


def warm_encoding(game: Game, *, quiet: bool = False) -> None:
    """Compile the encoding of a game."""

    def work() -> None:
        found, state = encoding(game.name), game.start(seed=0).state()
        found.observe(state, 0)
        found.kernels.indices(state, np.zeros(1, np.int64), 0)
        found.action_of(state, 0)

    once(game, "encoding", work, quiet=quiet)


def warm(name: str) -> None:
    """Compile all that agents run of a game, saying so once."""
    from ludoteca.envs.vector import VectorEnv

    game = registry.load(name)
    VectorEnv(game, 1)
    warm_encoding(game, quiet=True)
