"""Everything that follows from a record's dtype: new states, copies, bytes and text."""

import copyreg
import re
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import State
from ludoteca.core.errors import InvalidPosition

States = NDArray[Any]
_RUN = re.compile(r"(-?\d{1,20})(?:\*(\d{1,6}))?", re.ASCII)


def copy_state(state: State) -> State:
    """Return a state of its own with the same content."""
    states: States = np.empty(1, state.dtype)
    states[0] = state
    return states[0]


def new_state(dtype: np.dtype[Any]) -> State:
    """Return a zeroed state."""
    return np.zeros(1, dtype)[0]


def state_of_bytes(raw: bytes, dtype: np.dtype[Any]) -> State:
    """Return the state whose `tobytes` gave `raw`."""
    states: States = np.frombuffer(bytearray(raw), dtype)
    return states[0]


class _QuickKind(type):
    """A type of records that was made for one plain dtype and can be pickled."""

    _plain: np.dtype[Any]


@cache
def quick_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the same record with fields that Python reads six times as fast.

    np.record looks for a field only after everything else, in Python; here each is a property.
    """
    members: dict[str, Any] = {
        name: getattr(np.void, name) for name in ("__getattribute__", "__setattr__", "__getitem__")
    }
    members |= {name: _quick_field(name) for name in dtype.names or ()}
    members |= {"_plain": dtype, "__reduce__": _reduced}
    return np.dtype((_QuickKind("QuickRecord", (np.record,), members), dtype))


def _quick_kind(plain: np.dtype[Any]) -> _QuickKind:
    """Return the type of quick records for a dtype."""
    kind: Any = quick_type(plain).type
    assert isinstance(kind, _QuickKind)
    return kind


copyreg.pickle(_QuickKind, lambda kind: (_quick_kind, (kind._plain,)))


def _reduced(state: State) -> tuple[Any, ...]:
    """Store a quick record as its bytes."""
    return state_of_bytes, (state.tobytes(), state.dtype)


def _quick_field(name: str) -> property:
    put = np.void.__setitem__
    return property(itemgetter(name), lambda state, value: put(state, name, value))


def write_field(values: NDArray[Any]) -> str:
    """Return the numbers of one field, runs of equal ones written once: 0*5,1,2."""
    flat = values.ravel().tolist()
    runs: list[str] = []
    start = 0
    for i in range(1, len(flat) + 1):
        if i == len(flat) or flat[i] != flat[start]:
            length = i - start
            runs.append(str(int(flat[start])) + (f"*{length}" if length > 1 else ""))
            start = i
    return ",".join(runs)


def read_field(text: str, size: int, name: str) -> list[int]:
    """Return the numbers that write_field wrote, exactly `size` of them."""
    values: list[int] = []
    for run in text.split(","):
        match = _RUN.fullmatch(run)
        if match is None:
            raise InvalidPosition("field_malformed", field=name, text=run[:40])
        values += [int(match[1])] * min(int(match[2] or 1), size + 1)
        if len(values) > size:
            break
    if len(values) != size:
        raise InvalidPosition("field_length", field=name, size=size)
    return values


def write_state(state: State, base: State) -> str:
    """Return the fields of a state that differ from a base, as name=numbers separated by spaces."""
    parts = []
    for name in state.dtype.names:
        value, before = np.asarray(state[name]), np.asarray(base[name])
        if not np.array_equal(value, before):
            parts.append(f"{name}={write_field(value)}")
    return " ".join(parts)


def read_state(parts: list[str], base: State) -> State:
    """Return the state that write_state wrote against the same base."""
    state = copy_state(base)
    seen = set()
    for part in parts:
        name, equals, text = part.partition("=")
        if not equals or name not in state.dtype.names or name in seen:
            raise InvalidPosition("field_unknown", field=name[:40])
        seen.add(name)
        kind, shape = state.dtype[name].base, state.dtype[name].shape
        values = read_field(text, int(np.prod(shape, dtype=int)), name)
        try:
            state[name] = np.array(values, kind).reshape(shape)
        except (OverflowError, ValueError):
            raise InvalidPosition("field_range", field=name) from None
    return state
