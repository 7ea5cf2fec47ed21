"""Nim for agents: the heaps, and 24 actions, heap * 8 + number taken."""

from typing import Any

from ludoteca.core.arrays import State
from ludoteca.core.encoding import Encoding, Field
from ludoteca.core.encoding_kernels import EncodingKernels, same_action, same_indices
from ludoteca.core.jit import kernel
from nim.rules import HEAPS, MOST

FIELDS = (
    Field(name="heaps", shape=(HEAPS,), most=MOST),
    Field(name="to_move", most=1),
)


@kernel
def observe(state: State, seat: int, out: Any) -> None:
    """Write what a seat sees."""
    for heap in range(HEAPS):
        out.heaps[heap] = state.heaps[heap]
    out.to_move = state.to_move == seat


ENCODING = Encoding(
    fields=FIELDS,
    actions=HEAPS * 8,
    longest=HEAPS * MOST,
    kernels=EncodingKernels(observe=observe, indices=same_indices, action_of=same_action),
)
