"""Many games stepped by one call: the kernels of the vector environment."""

from typing import Any, NamedTuple

from ludoteca.core.arrays import Integers
from ludoteca.core.encoding_kernels import action_of, by_limit, indices, observe
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, legal, returns
from ludoteca.core.rng import below
from ludoteca.search.playout import settle

BEGIN = -1  # in place of an action: the game is reset
BLOCK = 64  # games whose states stay near the processor from being played to being shown


class Table(NamedTuple):
    """All games side by side, one a row in each array."""

    start: Any  # the state at the very beginning, the same for all
    states: Any
    rngs: Any  # the chance of each game
    pickers: Any  # what draws sampled actions, apart from the chance of the games
    observations: Any  # records of the encoding
    masks: Any
    choices: Any  # the indices of the legal actions
    counts: Any  # how many of them there are
    seats: Any  # the seat to move
    shares: Any
    rewards: Any
    ended: Any
    truncated: Any  # ended by a limit on its length


@kernel
def show_range(table: Table, first: int, last: int, actions: Integers) -> None:
    """Write what the seats to move see and may do in games first..last-1."""
    for game in range(first, last):
        for i in range(table.counts[game]):
            table.masks[game, table.choices[game, i]] = 0
        state = table.states[game]
        count = legal(state, actions)
        indices(state, actions, count)
        for i in range(count):
            table.choices[game, i] = actions[i]
            table.masks[game, actions[i]] = 1
        table.counts[game] = count
        table.seats[game] = state.to_move
        observe(state, state.to_move, table.observations[game])


@kernel
def begin(table: Table, game: int, buffers: Integers) -> None:
    """Reset a game and play the draws of chance at its beginning."""
    table.states[game] = table.start[0]
    settle(table.states[game], table.rngs[game], buffers[0], buffers[1])


@kernel
def pay(table: Table, game: int) -> None:
    """Write the rewards of a finished game: 1 for the winner, the losers share -1."""
    shares = table.shares[game]
    returns(table.states[game], shares)
    seats = len(shares)
    for seat in range(seats):
        table.rewards[game, seat] = (seats * shares[seat] - 1) / (seats - 1)


@kernel
def play_range(table: Table, chosen: Integers, first: int, last: int, buffers: Integers) -> None:
    """Play the chosen legal action in games first..last-1, or reset a game for BEGIN.

    A game that ends is reset at once.
    """
    for game in range(first, last):
        state = table.states[game]
        over = cut = False
        for seat in range(table.rewards.shape[1]):
            table.rewards[game, seat] = 0
        if chosen[game] == BEGIN:
            begin(table, game, buffers)
        else:
            apply(state, action_of(state, chosen[game]))
            if state.to_move == CHANCE:
                settle(state, table.rngs[game], buffers[0], buffers[1])
            if state.to_move == OVER:
                over = True
                cut = by_limit(state)
                pay(table, game)
                begin(table, game, buffers)
        table.ended[game] = over
        table.truncated[game] = cut


@kernel
def step_range(table: Table, chosen: Integers, first: int, last: int, buffers: Integers) -> None:
    """Play in games first..last-1 and write how they stand, some games at a time."""
    for start in range(first, last, BLOCK):
        end = min(start + BLOCK, last)
        play_range(table, chosen, start, end, buffers)
        show_range(table, start, end, buffers[0])


@kernel
def is_legal(choices: Integers, count: int, index: int) -> bool:
    """Return whether an index is among the legal ones."""
    found = False
    # To the end in any case: without a way out in the middle many are compared at once.
    for i in range(count):
        found |= choices[i] == index
    return found


@kernel
def first_illegal(table: Table, chosen: Integers, first: int, last: int) -> int:
    """Return the first of the games first..last-1 in which the chosen action is not legal, or -1.

    The masks are not used: callers may have changed them.
    """
    for game in range(first, last):
        if not is_legal(table.choices[game], table.counts[game], chosen[game]):
            return game
    return -1


@kernel
def sample_range(table: Table, first: int, last: int, out: Integers) -> None:
    """Draw a legal action for each of the games first..last-1."""
    for game in range(first, last):
        out[game] = table.choices[game, below(table.pickers[game], table.counts[game])]
