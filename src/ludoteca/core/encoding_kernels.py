"""The kernels of encodings, called by the record type of the state as those of the rules are."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.core import jit
from ludoteca.core.arrays import Integers, State
from ludoteca.core.jit import Function


@dataclass(frozen=True, kw_only=True)
class EncodingKernels:
    """How the states and actions of a game are turned into numbers for agents.

    observe(state, seat, out)         writes all that a seat sees and remembers into an observation
    indices(state, actions, count)    turns legal actions of the seat to move into their indices
    action_of(state, index)           the action that an index stands for; what it gives for an
                                      index that is not legal means nothing
    by_limit(state)                   whether a finished game was ended by a limit on its length
    """

    observe: Function
    indices: Function
    action_of: Function
    by_limit: Function = field(default_factory=lambda: never)


_BY_DTYPE: dict[np.dtype[Any], EncodingKernels] = {}


def register(dtype: np.dtype[Any], kernels: EncodingKernels) -> None:
    """Register the kernels of the encoding of a record type."""
    _BY_DTYPE[dtype] = kernels


def observe(state: State, seat: int, out: State) -> None:
    _BY_DTYPE[state.dtype].observe(state, seat, out)


def indices(state: State, actions: Integers, count: int) -> None:
    _BY_DTYPE[state.dtype].indices(state, actions, count)


def action_of(state: State, index: int) -> int:
    found: int = _BY_DTYPE[state.dtype].action_of(state, index)
    return found


def by_limit(state: State) -> bool:
    found: bool = _BY_DTYPE[state.dtype].by_limit(state)
    return found


for _verb in (observe, indices, action_of, by_limit):
    jit.implement(_verb, _BY_DTYPE)


@jit.kernel
def never(state: State) -> bool:
    """Return False: games of this kind have no limit on their length."""
    return False


@jit.kernel
def same_indices(state: State, actions: Integers, count: int) -> None:
    """Leave the actions as they are."""


@jit.kernel
def same_action(state: State, index: int) -> int:
    """Return the action of an index: the same number."""
    return index
