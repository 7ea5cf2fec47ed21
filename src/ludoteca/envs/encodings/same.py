"""The kernels of encodings whose action ids are small enough to be indices themselves."""

from ludoteca.core.jit import kernel


@kernel
def same_indices(state, actions, count):
    """Leaves the actions as they are."""


@kernel
def same_action(state, index):
    """The action of an index: the same number."""
    return index
