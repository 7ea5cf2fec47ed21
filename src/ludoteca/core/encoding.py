"""How a game looks to an agent: the parts of an observation and the numbers of the actions."""

from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import encoding_kernels, registry
from ludoteca.core.arrays import Bytes, State
from ludoteca.core.encoding_kernels import EncodingKernels
from ludoteca.core.errors import UnknownGame
from ludoteca.core.game import Game

_ADDED: dict[str, str] = {}


@dataclass(frozen=True, kw_only=True)
class Field:
    """One part of an observation: numbers from 0 to `most`, in an array of some shape.

    The numbers of a `category` are names, such as colours; else they count something.
    """

    name: str
    shape: tuple[int, ...] = ()
    most: int
    category: bool = False

    @property
    def size(self) -> int:
        """Return how many numbers there are."""
        return int(np.prod(self.shape, dtype=int))


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """The observations and actions of one game, the same for all its options.

    actions   how many indices there are
    outcomes  one more than the highest number that a draw of chance can have; 0 without chance
    longest   no game has more decisions than this
    """

    fields: tuple[Field, ...]
    actions: int
    outcomes: int = 0
    longest: int
    kernels: EncodingKernels

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """Return the record of an observation: one byte for each number, field after field."""
        return np.dtype((np.record, [(field.name, np.int8, field.shape) for field in self.fields]))

    @cached_property
    def size(self) -> int:
        """Return how many numbers an observation has."""
        return sum(field.size for field in self.fields)

    @cached_property
    def most(self) -> Bytes:
        """Return the largest value of each number of an observation; the least is 0."""
        return np.concatenate([np.full(field.size, field.most, np.int8) for field in self.fields])

    def split(self, observation: NDArray[Any]) -> dict[str, Bytes]:
        """Return the parts of one observation by their names, or of many, one a row."""
        parts, start = {}, 0
        for field in self.fields:
            part = observation[..., start : start + field.size]
            parts[field.name] = part.reshape((*observation.shape[:-1], *field.shape))
            start += field.size
        return parts

    @cached_property
    def expanded_size(self) -> int:
        """Return how many numbers an expanded observation has."""
        return sum(field.size * (field.most + 1 if field.category else 1) for field in self.fields)

    def expand(self, observation: NDArray[Any]) -> NDArray[np.float32]:
        """Return an observation, or many, one a row, as numbers from 0 to 1 for a neural network.

        A category becomes a 1 among zeros, a count its share of the most there can be.
        """
        observation = np.asarray(observation)
        shape, parts, start = observation.shape[:-1], [], 0
        for field in self.fields:
            part = observation[..., start : start + field.size]
            start += field.size
            if field.category:
                part = (part[..., None] == np.arange(field.most + 1)).reshape(*shape, -1)
            parts.append(part.astype(np.float32) / (1 if field.category else field.most))
        return np.concatenate(parts, axis=-1)

    def observe(self, state: State, seat: int) -> Bytes:
        """Return what a seat sees and remembers of a state, as one row of numbers."""
        rows = np.zeros(1, self.dtype)
        self.kernels.observe(state, seat, rows[0])
        return rows.view(np.int8)

    def indices(self, game: Game, state: State) -> NDArray[np.int64]:
        """Return the indices of the legal actions of the seat to move, in any order.

        None if none is.
        """
        # By its name as text: for a record that takes a third of the time.
        if state["to_move"] < 0:
            return np.empty(0, np.int64)
        actions = np.empty(game.definition.capacity, np.int64)
        count = int(game.definition.kernels.legal(state, actions))
        self.kernels.indices(state, actions, count)
        return actions[:count]

    def legal(self, game: Game, state: State) -> list[int]:
        """Return the indices of the legal actions of the seat to move, sorted; none if none is."""
        return sorted(self.indices(game, state).tolist())

    def mask(self, game: Game, state: State) -> Bytes:
        """Return a 1 for each legal action of the seat to move."""
        found = np.zeros(self.actions, np.int8)
        found[self.indices(game, state)] = 1
        return found

    def action_of(self, state: State, index: int) -> int:
        """Return the action id of the rules that a legal index stands for."""
        return int(self.kernels.action_of(state, index))


def add_encoding(name: str, module: str) -> None:
    """Add an encoding, a module that has an ENCODING, to a game whose definition names none."""
    _ADDED[name] = module
    _encoding_of.cache_clear()


def encoded_games() -> tuple[str, ...]:
    """Return the names of the games that have an encoding."""
    return tuple(name for name in registry.games() if _has_encoding(name))


def _has_encoding(name: str) -> bool:
    return name in _ADDED or registry.definition(name).agent is not None


@cache
def _encoding_of(name: str) -> Encoding:
    module = import_module(_ADDED[name]) if name in _ADDED else registry.part(name, "agent")
    found: Encoding = module.ENCODING
    encoding_kernels.register(registry.definition(name).dtype, found.kernels)
    return found


def encoding(name: str) -> Encoding:
    """Return the encoding of a game, its module imported on first use; UnknownGame without one."""
    if not _has_encoding(name):
        raise UnknownGame("no_encoding", name=name, games=", ".join(encoded_games()))
    return _encoding_of(name)


def rewards(shares: NDArray[np.float64]) -> list[float]:
    """Share of the win as rewards: 1 for the winner, 0 for a draw, the losers share -1."""
    seats = len(shares)
    return [(seats * share - 1) / (seats - 1) for share in shares.tolist()]
