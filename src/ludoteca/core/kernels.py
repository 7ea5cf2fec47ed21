"""The kernels that every game gives, called by the record type of the state.

Generic kernels (playouts, searches) call these names; compiled, each call goes straight to the
kernel of the game whose record it is given; from the interpreter, the game is looked up by dtype.
"""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ludoteca.core import jit
from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.jit import Function

CHANCE = -1
OVER = -2


@jit.kernel
def even_chances(state: State, seat: int) -> float:
    """Return the evaluation of a game that gives none: even chances."""
    return 0.5


@jit.kernel
def no_points(state: State, seat: int) -> float:
    """Return the lead in a game without points."""
    return 0.0


@jit.kernel
def no_key(state: State) -> int:
    """Return the key of a game that gives none: searches keep no table of its positions."""
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

    legal: Function
    apply: Function
    outcomes: Function
    returns: Function
    imagine: Function
    evaluate: Function = even_chances
    lead: Function = no_points
    key: Function = no_key


_BY_DTYPE: dict[np.dtype[Any], Kernels] = {}


def register(dtype: np.dtype[Any], kernels: Kernels) -> None:
    """Register the kernels of a record type; no two games may share one."""
    for name in dtype.names or ():
        if hasattr(np.record, name):
            raise TypeError(f"a field may not be called {name}: NumPy's records have that already")
    if _BY_DTYPE.get(dtype, kernels) != kernels:
        raise TypeError(f"two games share the record type {dtype}")
    _BY_DTYPE[dtype] = kernels
    jit.tie(dtype, kernels.legal)


def legal(state: State, out: Integers) -> int:
    found: int = _BY_DTYPE[state.dtype].legal(state, out)
    return found


def apply(state: State, action: int) -> None:
    _BY_DTYPE[state.dtype].apply(state, action)


def outcomes(state: State, out: Integers, weight: Integers) -> int:
    found: int = _BY_DTYPE[state.dtype].outcomes(state, out, weight)
    return found


def returns(state: State, out: Floats) -> None:
    _BY_DTYPE[state.dtype].returns(state, out)


def imagine(state: State, seat: int, rng: Integers) -> None:
    _BY_DTYPE[state.dtype].imagine(state, seat, rng)


def evaluate(state: State, seat: int) -> float:
    found: float = _BY_DTYPE[state.dtype].evaluate(state, seat)
    return found


def lead(state: State, seat: int) -> float:
    found: float = _BY_DTYPE[state.dtype].lead(state, seat)
    return found


def key(state: State) -> int:
    found: int = _BY_DTYPE[state.dtype].key(state)
    return found


@jit.kernel
def winner_takes_all(state: State, out: Floats) -> None:
    """Write the returns of two seats where the record names the winner, or -1 for a draw."""
    for seat in range(2):
        out[seat] = 1.0 if state.winner == seat else 0.0
        if state.winner < 0:
            out[seat] = 0.5


@jit.kernel
def no_outcomes(state: State, out: Integers, weight: Integers) -> int:
    """Return the number of outcomes of chance in a game without any."""
    return 0


@jit.kernel
def imagine_nothing(state: State, seat: int, rng: Integers) -> None:
    """Leave a state of a game of perfect information as it is."""


_VERBS: tuple[Function, ...] = (
    legal,
    apply,
    outcomes,
    returns,
    imagine,
    evaluate,
    lead,
    key,
)
for _verb in _VERBS:
    jit.implement(_verb, _BY_DTYPE)
assert {field.name for field in fields(Kernels)} == {verb.__name__ for verb in _VERBS}
