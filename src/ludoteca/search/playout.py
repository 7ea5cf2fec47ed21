"""Random play, one source for all games."""

from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, legal, outcomes, returns
from ludoteca.core.rng import below, pick


@kernel
def settle(state, rng, out, weight):
    """Draws all that chance decides now, until a seat is to move or the game is over."""
    while state.to_move == CHANCE:
        apply(state, out[pick(rng, weight, outcomes(state, out, weight))])


@kernel
def play_out(state, rng, out, weight):
    """Plays a state to its end with random moves; returns the number of decisions."""
    decisions = 0
    settle(state, rng, out, weight)
    while state.to_move != OVER:
        apply(state, out[below(rng, legal(state, out))])
        decisions += 1
        settle(state, rng, out, weight)
    return decisions


@kernel
def play_out_range(states, first, last, rngs, decisions, buffers):
    """Plays states first..last-1 to their ends, each with the generator of its own row."""
    for index in range(first, last):
        decisions[index] = play_out(states[index], rngs[index], buffers[0], buffers[1])


@kernel
def settle_range(states, first, last, rngs, buffers):
    """Draws all that chance decides now in states first..last-1."""
    for index in range(first, last):
        settle(states[index], rngs[index], buffers[0], buffers[1])


@kernel
def step_range(states, first, last, actions, rngs, buffers):
    """Plays one action, and the chance after it, in each state first..last-1 that goes on."""
    for index in range(first, last):
        if states[index].to_move != OVER:
            apply(states[index], actions[index])
            settle(states[index], rngs[index], buffers[0], buffers[1])


@kernel
def legal_range(states, first, last, actions, counts):
    """Writes the legal actions of states first..last-1, one state a row, and how many they are."""
    for index in range(first, last):
        counts[index] = 0
        if states[index].to_move >= 0:
            counts[index] = legal(states[index], actions[index])


@kernel
def returns_range(states, first, last, shares):
    """Writes the returns of the states first..last-1 that are over, one state a row."""
    for index in range(first, last):
        if states[index].to_move == OVER:
            returns(states[index], shares[index])
