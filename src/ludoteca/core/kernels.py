"""The verbs every game gives, resolved by the record type of the state.

Generic kernels (playouts, searches) call these names; compiled, each call goes straight to the
kernel of the game whose record it is given; from the interpreter, the game is looked up by dtype.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import jit

CHANCE = -1
OVER = -2


@jit.kernel
def even_chances(state: Any, seat: int) -> float:
    """The estimate of a game that nobody has described: all is open."""
    return 0.5


@jit.kernel
def no_points(state: Any, seat: int) -> float:
    """The lead in a game without points."""
    return 0.0


@jit.kernel
def no_key(state: Any) -> int:
    """The key of a game that gives none: searches keep no table of its positions."""
    return 0


@dataclass(frozen=True, kw_only=True)
class Kernels:
    """What a game's rules consist of. Every record has a field `to_move`: a seat, CHANCE or OVER.

    legal(state, out) -> n          writes the legal actions of the seat to move, sorted, each once
    apply(state, action)            plays a legal action (or chance outcome) in place, unchecked
    outcomes(state, out, weight)    -> n: what the next single draw can be, sorted, with weights
    returns(state, out)             writes each seat's share of the win of a finished game
    imagine(state, seat, rng)       replaces all that the seat cannot know by a random guess
    evaluate(state, seat)           an estimate of the seat's share of the win of a game that goes
                                    on, 0 to 1; exactly 0 or 1 only where that is certain
    lead(state, seat)               an estimate of the seat's lead in points at the end
    key(state)                      a number that equal positions share and hardly any others, or 0
    """

    legal: Callable[..., Any]
    apply: Callable[..., Any]
    outcomes: Callable[..., Any]
    returns: Callable[..., Any]
    imagine: Callable[..., Any]
    evaluate: Callable[..., Any] = even_chances
    lead: Callable[..., Any] = no_points
    key: Callable[..., Any] = no_key


_BY_DTYPE: dict[np.dtype[Any], Kernels] = {}


def register(dtype: np.dtype[Any], kernels: Kernels) -> None:
    """Ties a record type to its kernels; no two games may share one."""
    for name in dtype.names or ():
        if hasattr(np.record, name):
            raise TypeError(f"a field may not be called {name}: NumPy's records have that already")
    if _BY_DTYPE.get(dtype, kernels) != kernels:
        raise TypeError(f"two games share the record type {dtype}")
    _BY_DTYPE[dtype] = kernels
    jit.tie(dtype, kernels.legal)


def legal(state: Any, out: NDArray[np.int64]) -> int:
    found: int = _BY_DTYPE[state.dtype].legal(state, out)
    return found


def apply(state: Any, action: int) -> None:
    _BY_DTYPE[state.dtype].apply(state, action)


def outcomes(state: Any, out: NDArray[np.int64], weight: NDArray[np.int64]) -> int:
    found: int = _BY_DTYPE[state.dtype].outcomes(state, out, weight)
    return found


def returns(state: Any, out: NDArray[np.float64]) -> None:
    _BY_DTYPE[state.dtype].returns(state, out)


def imagine(state: Any, seat: int, rng: NDArray[np.int64]) -> None:
    _BY_DTYPE[state.dtype].imagine(state, seat, rng)


def evaluate(state: Any, seat: int) -> float:
    found: float = _BY_DTYPE[state.dtype].evaluate(state, seat)
    return found


def lead(state: Any, seat: int) -> float:
    found: float = _BY_DTYPE[state.dtype].lead(state, seat)
    return found


def key(state: Any) -> int:
    found: int = _BY_DTYPE[state.dtype].key(state)
    return found


def _of_type(kind: Hashable) -> Kernels:
    """Return the kernels of the game whose record compiled code is given."""
    return next(found for dtype, found in _BY_DTYPE.items() if jit.record_type(dtype) == kind)


# Numba wants the resolvers' signatures equal to those of the lambdas: no annotations.
def _one(verb):
    def resolve(state):
        kernel = getattr(_of_type(state), verb.__name__)
        return lambda state: kernel(state)

    return resolve


def _two(verb):
    def resolve(state, argument):
        kernel = getattr(_of_type(state), verb.__name__)
        return lambda state, argument: kernel(state, argument)

    return resolve


def _three(verb):
    def resolve(state, first, second):
        kernel = getattr(_of_type(state), verb.__name__)
        return lambda state, first, second: kernel(state, first, second)

    return resolve


@jit.kernel
def winner_takes_all(state: Any, out: NDArray[np.float64]) -> None:
    """The returns of two seats where the record names the winner, or -1 for a draw."""
    for seat in range(2):
        out[seat] = 1.0 if state.winner == seat else 0.0
        if state.winner < 0:
            out[seat] = 0.5


@jit.kernel
def no_outcomes(state: Any, out: NDArray[np.int64], weight: NDArray[np.int64]) -> int:
    """The outcomes of chance in a game without any."""
    return 0


@jit.kernel
def imagine_nothing(state: Any, seat: int, rng: NDArray[np.int64]) -> None:
    """What is hidden in a game of perfect information."""


_OF_ONE: tuple[Callable[..., Any], ...] = (key,)
_OF_TWO: tuple[Callable[..., Any], ...] = (legal, apply, returns, evaluate, lead)
_OF_THREE: tuple[Callable[..., Any], ...] = (outcomes, imagine)
for _verb in _OF_ONE:
    jit.implement(_verb, _one(_verb))
for _verb in _OF_TWO:
    jit.implement(_verb, _two(_verb))
for _verb in _OF_THREE:
    jit.implement(_verb, _three(_verb))
_VERBS = _OF_ONE + _OF_TWO + _OF_THREE
assert {field.name for field in fields(Kernels)} == {verb.__name__ for verb in _VERBS}
