"""The verbs of encodings, resolved by the record type of the state as those of the rules are."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core import jit


@dataclass(frozen=True, kw_only=True)
class EncodingKernels:
    """How the states and actions of a game are turned into numbers for agents.

    observe(state, seat, out)         writes all that a seat sees and remembers into an observation
    indices(state, actions, count)    turns legal actions of the seat to move into their indices
    action_of(state, index)           the action that an index stands for; what it gives for an
                                      index that is not legal means nothing
    """

    observe: Callable[..., Any]
    indices: Callable[..., Any]
    action_of: Callable[..., Any]


_BY_DTYPE: dict[np.dtype[Any], EncodingKernels] = {}


def register(dtype: np.dtype[Any], kernels: EncodingKernels) -> None:
    """Ties the record type of a game to the kernels of its encoding."""
    _BY_DTYPE[dtype] = kernels


def observe(state, seat, out):
    return _BY_DTYPE[state.dtype].observe(state, seat, out)


def indices(state, actions, count):
    return _BY_DTYPE[state.dtype].indices(state, actions, count)


def action_of(state, index):
    return _BY_DTYPE[state.dtype].action_of(state, index)


def _of_type(kind: Hashable) -> EncodingKernels:
    """Return the kernels of the encoding of the record that compiled code is given."""
    return next(found for dtype, found in _BY_DTYPE.items() if jit.record_type(dtype) == kind)


def _resolve_observe(state, seat, out):
    kernel = _of_type(state).observe
    return lambda state, seat, out: kernel(state, seat, out)


def _resolve_indices(state, actions, count):
    kernel = _of_type(state).indices
    return lambda state, actions, count: kernel(state, actions, count)


def _resolve_action_of(state, index):
    kernel = _of_type(state).action_of
    return lambda state, index: kernel(state, index)


jit.implement(observe, _resolve_observe)
jit.implement(indices, _resolve_indices)
jit.implement(action_of, _resolve_action_of)


@jit.kernel
def same_indices(state, actions, count):
    """Leaves the actions as they are."""


@jit.kernel
def same_action(state, index):
    """The action of an index: the same number."""
    return index
