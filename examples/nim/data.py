"""Nim: the heaps that a game may begin with."""

from ludoteca.core.arrays import State
from ludoteca.core.definition import Options

HEAPS = ("3-5-7", "1-2-3")


def setup(state: State, options: Options) -> None:
    """Lay out the heaps."""
    for heap, matches in enumerate(options["heaps"].split("-")):
        state.heaps[heap] = int(matches)
    state.winner = -1
