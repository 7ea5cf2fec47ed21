"""Phoenix: a random deal that agrees with everything a seat has seen."""

import numpy as np

from ludoteca.core.arrays import Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.rng import Rng, shuffle
from ludoteca.rulebooks.phoenix.rules import KINDS, MOST_DECK


@kernel
def unseen_cards(state: State, seat: int, pool: Integers) -> int:
    """Write the cards that a seat has not seen, sorted by kind, and return their number."""
    count = 0
    for kind in range(KINDS):
        unseen = state.counts[kind] - state.hands[seat, kind]
        for card in range(state.turn):
            unseen -= state.discard[card] == kind
        for _ in range(unseen):
            pool[count] = kind
            count += 1
    return count


@kernel
def imagine(state: State, seat: int, rng: Rng) -> None:
    """Redistribute at random the cards a seat has not seen, between the other hand and the deck.

    Before the first deal nothing is hidden; a deal is one event, and no view shows part of one.
    """
    if state.hand == 0 or state.dealt:
        return
    pool = np.empty(MOST_DECK, np.int64)
    count = unseen_cards(state, seat, pool)
    shuffle(rng, pool, count)
    in_deck = state.cards - state.drawn
    for card in range(in_deck):
        state.deck[state.drawn + card] = pool[card]
    for kind in range(KINDS):
        state.hands[1 - seat, kind] = 0
    for card in range(in_deck, count):
        state.hands[1 - seat, pool[card]] += 1
