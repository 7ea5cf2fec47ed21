"""Rainbow Duel: a random deal that agrees with everything a seat has seen.

The places of the cards that the seat does not know in full are sorted into bins: one for each face,
of the places where the seat knows just that face of the card, and FREE, where it knows none. A card
fits the bins of its two faces, and FREE. All deals are equally likely, and every way to sort the
unknown cards into the bins, each copy counted as a card of its own, stands for the same number of
deals; so all these ways must be equally likely. Counting them is too slow. Instead the cards are
sorted one by one, which is quick but leans to one side, and then a Markov chain that is at rest
only when all ways are equally likely runs until nothing of that is left.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import State
from ludoteca.core.jit import kernel
from ludoteca.core.rng import Rng, below, pick
from ludoteca.rulebooks.rainbow.rules import CODES, FACES, MOST_CARDS, own_end

Numbers = NDArray[np.int64]

FREE = FACES
BINS = FACES + 1
LONGEST_TOUR = 256
# Measured on 40,000 guesses in positions of all stages: one tour per card in a bin already agrees
# with 60 in the faces of single cards and of pairs, as far as chance lets two samples agree.
TOURS_PER_CARD = 3
FEWEST_TOURS = 16


@kernel
def note(face: int, card: Numbers, needed: Numbers, pool: Numbers) -> None:
    """Count one place of a bin, and the card that is there, entered either way round."""
    needed[face] += 1
    pool[card[0], card[1]] += 1
    pool[card[1], card[0]] += 1


@kernel
def survey(state: State, seat: int, needed: Numbers, pool: Numbers) -> None:
    """Count the places of each bin for a seat, and the cards that it does not know in full."""
    for code in range(CODES):
        pool[code // FACES, code % FACES] = state.left[code]
    for owner in range(2):
        for i in range(state.held[owner]):
            note(state.hand[owner, i, seat], state.hand[owner, i], needed, pool)
    for position in range(state.length):
        if not state.seen[position] >> seat & 1:
            note(state.row[position, 0], state.row[position], needed, pool)
    for place in range(state.first, state.end):
        face = state.stack[place, seat] if place == own_end(state, seat) else FREE
        note(face, state.stack[place], needed, pool)
    for winner in range(2):
        for code in range(CODES):
            copies = state.gone[winner, 1 - seat, code]
            needed[code // FACES] += copies
            pool[code // FACES, code % FACES] += copies
            pool[code % FACES, code // FACES] += copies


@kernel
def count_free(pool: Numbers, face: int) -> int:
    """Return how many cards of a pool have a face."""
    total = 0
    for other in range(FACES):
        total += pool[face, other]
    return total


@kernel
def reserve(
    face: int, pool: Numbers, kept: Numbers, rng: Rng, queue: Numbers, parent: Numbers
) -> bool:
    """Give the bin of a face one more card; where none is free, the nearest bin hands one on.

    kept[a, b] counts the cards with faces a and b in the bin of face a. There is always a way
    where the true deal is one; else False.
    """
    parent[:] = -1
    parent[face] = face
    queue[0] = face
    head, tail = 0, 1
    while count_free(pool, queue[head]) == 0:
        for other in range(FACES):
            if parent[other] < 0 and kept[other, queue[head]]:
                parent[other] = queue[head]
                queue[tail] = other
                tail += 1
        head += 1
        if head == tail:
            return False
    giver = queue[head]
    other = pick(rng, pool[giver], FACES)
    pool[giver, other] -= 1
    pool[other, giver] -= 1
    kept[giver, other] += 1
    while giver != face:
        taker = parent[giver]
        kept[giver, taker] -= 1
        kept[taker, giver] += 1
        giver = taker
    return True


@kernel
def fill_slots(pool: Numbers, kept: Numbers, start: Numbers, slots: Numbers) -> None:
    """List the cards bin by bin; start holds the first slot of each bin, and the end."""
    n = 0
    for face in range(FACES):
        start[face] = n
        for other in range(FACES):
            for _ in range(kept[face, other]):
                slots[n] = face * FACES + other
                n += 1
    start[FREE] = n
    for face in range(FACES):
        for other in range(face):
            for _ in range(pool[face, other]):
                slots[n] = face * FACES + other
                n += 1
    start[BINS] = n


@kernel
def tour(start: Numbers, slots: Numbers, trail: Numbers, rng: Rng) -> None:
    """Lift a card, exchange it for one in a bin that it fits, and so on until one fits the gap.

    Any tour is as likely as the same tour backwards, so all ways to sort the cards stay equally
    likely. A tour that grows too long is undone, as it would be backwards.
    """
    hole = below(rng, start[FREE])
    home = 0
    while start[home + 1] <= hole:
        home += 1
    lifted = slots[hole]
    for step in range(LONGEST_TOUR):
        way = below(rng, 3)
        target = FREE
        if way < 2:
            target = int(lifted // FACES if way else lifted % FACES)
        if target == home:
            slots[hole] = lifted
            return
        trail[step] = hole
        width = start[target + 1] - start[target]
        if width:
            trail[step] = start[target] + below(rng, width)
            slots[trail[step]], lifted = lifted, slots[trail[step]]
    for step in range(LONGEST_TOUR - 1, -1, -1):
        if trail[step] != hole:
            slots[trail[step]], lifted = lifted, slots[trail[step]]


@kernel
def take_card(found: int, start: Numbers, rest: Numbers, slots: Numbers, rng: Rng) -> int:
    """Take a random card out of a bin."""
    slot = start[found] + below(rng, rest[found])
    rest[found] -= 1
    code = int(slots[slot])
    slots[slot] = slots[start[found] + rest[found]]
    return code


@kernel
def other_face(face: int, start: Numbers, rest: Numbers, slots: Numbers, rng: Rng) -> int:
    """Take a random card out of the bin of a face, and return its other face."""
    code: int = take_card(face, start, rest, slots, rng)
    return code // FACES + code % FACES - face


@kernel
def put_in_piles(
    state: State, seat: int, start: Numbers, rest: Numbers, slots: Numbers, rng: Rng
) -> None:
    """Give the cards that were won new lower faces where only the other seat has seen them."""
    for winner in range(2):
        pile = state.gone[winner, 1 - seat]
        for upper in range(FACES):
            count = 0
            for code in range(upper * FACES, (upper + 1) * FACES):
                count += pile[code]
                pile[code] = 0
            for _ in range(count):
                pile[upper * FACES + other_face(upper, start, rest, slots, rng)] += 1


@kernel
def put_in_stack(
    state: State, seat: int, start: Numbers, rest: Numbers, slots: Numbers, rng: Rng
) -> None:
    """Deal the stack again; what is left over was not dealt yet."""
    for place in range(state.first, state.end):
        card = state.stack[place]
        if place == own_end(state, seat):
            card[1 - seat] = other_face(card[seat], start, rest, slots, rng)
        else:
            code = take_card(FREE, start, rest, slots, rng)
            side = below(rng, 2)
            card[side] = code // FACES
            card[1 - side] = code % FACES
    state.left[:] = 0
    for slot in range(start[FREE], start[FREE] + rest[FREE]):
        code = slots[slot]
        state.left[code] += 1
        state.left[code % FACES * FACES + code // FACES] += 1


@kernel
def put_back(state: State, seat: int, start: Numbers, slots: Numbers, rng: Rng) -> None:
    """Deal the cards of each bin to its places at random."""
    rest = np.empty(BINS, np.int64)
    for i in range(BINS):
        rest[i] = start[i + 1] - start[i]
    for owner in range(2):
        for i in range(state.held[owner]):
            face = other_face(state.hand[owner, i, seat], start, rest, slots, rng)
            state.hand[owner, i, 1 - seat] = face
    for position in range(state.length):
        if not state.seen[position] >> seat & 1:
            face = other_face(state.row[position, 0], start, rest, slots, rng)
            state.row[position, 1] = face
    put_in_piles(state, seat, start, rest, slots, rng)
    put_in_stack(state, seat, start, rest, slots, rng)


@kernel
def guess(state: State, seat: int, needed: Numbers, pool: Numbers, rng: Rng) -> bool:
    """Fill the places that a seat does not know in full with the cards of a pool, if these fit."""
    kept = np.zeros((FACES, FACES), np.int64)
    queue = np.empty(FACES, np.int64)
    parent = np.empty(FACES, np.int64)
    for face in range(FACES):
        for _ in range(needed[face]):
            if not reserve(face, pool, kept, rng, queue, parent):
                return False
    start = np.empty(BINS + 1, np.int64)
    slots = np.empty(MOST_CARDS, np.int64)
    trail = np.empty(LONGEST_TOUR, np.int64)
    fill_slots(pool, kept, start, slots)
    if start[BINS] - start[FREE] < needed[FREE]:
        return False
    if start[FREE]:
        for _ in range(FEWEST_TOURS + TOURS_PER_CARD * start[FREE]):
            tour(start, slots, trail, rng)
    put_back(state, seat, start, slots, rng)
    return True


@kernel
def imagine(state: State, seat: int, rng: Rng) -> None:
    """Replace every face that a seat has never seen by a guess that fits all it has seen."""
    needed = np.zeros(BINS, np.int64)
    pool = np.empty((FACES, FACES), np.int64)
    survey(state, seat, needed, pool)
    guess(state, seat, needed, pool, rng)
