"""Self-play between one-ply players on the weights of an evaluation that is being tuned.

The sampled states are a reservoir sample of each game, for the fit in `tuning`.
"""

from collections.abc import Callable

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER, apply, imagine, legal, returns
from ludoteca.core.rng import Rng, below
from ludoteca.search.playout import settle

Weigh = Callable[[State, int, Floats], float]

WON = 50.0  # log-odds of what is certain
SAMPLES = 12  # states kept of a game
LONGEST = 2000  # plies until a game is left as a draw


@kernel
def log_odds(weigh: Weigh, state: State, seat: int, weights: Floats, shares: Floats) -> float:
    """Return the log-odds of a seat's win; certain once the game is over."""
    if state.to_move == OVER:
        returns(state, shares)
        certain: float = WON * (2.0 * shares[seat] - 1.0)
        return certain
    return weigh(state, seat, weights)


@kernel
def choose(
    weigh: Weigh, states: State, weights: Floats, rng: Rng, out: Integers, shares: Floats
) -> int:
    """Return the best move one ply ahead of states[0] on the weights, in one determinization."""
    seat = states[0].to_move
    states[1] = states[0]
    imagine(states[1], seat, rng)
    best = -np.inf
    chosen = 0
    for i in range(legal(states[0], out)):
        states[2] = states[1]
        apply(states[2], out[i])
        odds = log_odds(weigh, states[2], seat, weights, shares)
        if odds > best:
            best = odds
            chosen = out[i]
    return chosen


@kernel
def play(
    weigh: Weigh,
    states: State,
    weights: Floats,
    slip: int,
    rng: Rng,
    buffers: Integers,
    shares: Floats,
    seen: State,
) -> int:
    """Play states[0] to its end and return the plies; seen keeps an even sample of its states.

    weights has one row a seat; one move in `slip` is random (0 for none). A game of LONGEST plies
    is left as a draw.
    """
    state = states[0]
    out = buffers[0]
    settle(state, rng, out, buffers[1])
    plies = 0
    while state.to_move != OVER and plies < LONGEST:
        place = plies if plies < len(seen) else below(rng, plies + 1)
        if place < len(seen):
            seen[place] = state
        if slip and below(rng, slip) == 0:
            action = out[below(rng, legal(state, out))]
        else:
            action = choose(weigh, states, weights[state.to_move], rng, out, shares)
        apply(state, action)
        settle(state, rng, out, buffers[1])
        plies += 1
    shares[:] = 0.5
    if state.to_move == OVER:
        returns(state, shares)
    return plies


@kernel
def play_many(
    weigh: Weigh,
    base: State,
    states: State,
    weights: Floats,
    slip: int,
    rng: Rng,
    buffers: Integers,
    shares: Floats,
    seen: State,
    results: Floats,
    ends: Floats,
) -> int:
    """Play a game for each of `ends` and write its result for seat 0 there.

    Write the sampled states with the result of their games, and return how many.
    """
    count = 0
    for game in range(len(ends)):
        states[0] = base
        kept = seen[count : count + SAMPLES]
        plies = play(weigh, states, weights, slip, rng, buffers, shares, kept)
        for _sample in range(min(plies, SAMPLES)):
            results[count] = shares[0]
            count += 1
        ends[game] = shares[0]
    return count


@kernel
def weigh_many(weigh: Weigh, states: State, weights: Floats, odds: Floats) -> None:
    """Write the log-odds of seat 0 in each state."""
    for i in range(len(states)):
        odds[i] = weigh(states[i], 0, weights)
