"""Random playouts, for one state and for ranges of many states.

A playout plays uniformly random legal moves, and chance outcomes by their weights, to the end of
the game. The range kernels serve `Batch`, one thread a range.
"""

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, legal, outcomes, returns
from ludoteca.core.rng import Rng, below, pick


@kernel
def settle(state: State, rng: Rng, out: Integers, weight: Integers) -> None:
    """Draw chance outcomes until a seat is to move or the game is over."""
    while state.to_move == CHANCE:
        apply(state, out[pick(rng, weight, outcomes(state, out, weight))])


@kernel
def play_out(state: State, rng: Rng, out: Integers, weight: Integers) -> int:
    """Play a state to its end with random moves; return the number of decisions."""
    decisions = 0
    settle(state, rng, out, weight)
    while state.to_move != OVER:
        apply(state, out[below(rng, legal(state, out))])
        decisions += 1
        settle(state, rng, out, weight)
    return decisions


@kernel
def play_out_range(
    states: State, first: int, last: int, rngs: Rng, decisions: Integers, buffers: Integers
) -> None:
    """Play states first..last-1 to their ends, each with the generator of its own row."""
    for index in range(first, last):
        decisions[index] = play_out(states[index], rngs[index], buffers[0], buffers[1])


@kernel
def settle_range(states: State, first: int, last: int, rngs: Rng, buffers: Integers) -> None:
    """Draw the pending chance outcomes in states first..last-1."""
    for index in range(first, last):
        settle(states[index], rngs[index], buffers[0], buffers[1])


@kernel
def step_range(
    states: State, first: int, last: int, actions: Integers, rngs: Rng, buffers: Integers
) -> None:
    """Play one action, and the chance after it, in each of states first..last-1 not over yet."""
    for index in range(first, last):
        if states[index].to_move != OVER:
            apply(states[index], actions[index])
            settle(states[index], rngs[index], buffers[0], buffers[1])


@kernel
def legal_range(states: State, first: int, last: int, actions: Integers, counts: Integers) -> None:
    """Write the legal actions of states first..last-1, one state a row, and their numbers."""
    for index in range(first, last):
        counts[index] = 0
        if states[index].to_move >= 0:
            counts[index] = legal(states[index], actions[index])


@kernel
def returns_range(states: State, first: int, last: int, shares: Floats) -> None:
    """Write the returns of those of states first..last-1 that are over, one state a row."""
    for index in range(first, last):
        if states[index].to_move == OVER:
            returns(states[index], shares[index])
