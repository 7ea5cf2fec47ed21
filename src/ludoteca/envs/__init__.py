"""The games for agents: encodings, a vector environment, PettingZoo and OpenSpiel.

env = ludoteca.envs.vector(GAME, n=4096)
env = ludoteca.envs.aec(GAME, option="value")
import ludoteca.envs.openspiel
"""

from typing import TYPE_CHECKING

from ludoteca.core.encoding import Encoding, Field, add_encoding, encoded_games, encoding
from ludoteca.core.registry import load
from ludoteca.envs.errors import Closed, MissingPackage, NotReset
from ludoteca.envs.vector import Step, VectorEnv

if TYPE_CHECKING:
    from ludoteca.envs.pettingzoo import LudotecaAEC

__all__ = [
    "Closed",
    "Encoding",
    "Field",
    "MissingPackage",
    "NotReset",
    "Step",
    "VectorEnv",
    "add_encoding",
    "aec",
    "encoded_games",
    "encoding",
    "vector",
]


def vector(
    name: str, *, n: int, seed: int = 0, workers: int | None = None, **options: object
) -> VectorEnv:
    """Return `n` games of one kind stepped at once over all cores, each restarted when it ends."""
    return VectorEnv(load(name, **options), n, seed=seed, workers=workers)


def aec(name: str, *, render_mode: str | None = None, **options: object) -> "LudotecaAEC":
    """Return a PettingZoo environment of a game with its options; needs the extra `envs`."""
    from ludoteca.envs.pettingzoo import LudotecaAEC

    return LudotecaAEC(load(name, **options), render_mode=render_mode)
