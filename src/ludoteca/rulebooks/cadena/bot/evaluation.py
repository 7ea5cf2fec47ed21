"""Cadena: an estimate of the game at a glance, for any board.

Each player's turns to go are estimated: some for a disc that is not stuck yet, more for each square
before the centre, and some for each black die missing in hand. Where discs are pinned for good, one
only has to be joined by the other. A turn under way counts as what it will most likely come to. The
log-odds of a win are the lead in turns over the best opponent, in proportion to the luck still to
come. Bots look ahead instead, see turn_search.

The weights were checked by `python -m tools tuning cadena`, also with `--pin for-good`
and `--evolve`: it finds none clearly better.
"""

import numpy as np

from ludoteca.core.jit import kernel
from ludoteca.rulebooks.cadena.rules import (
    AFTER,
    DECIDING,
    DISCS,
    FACES,
    KEEPING,
    MOST_EQUAL,
    ROLLING,
    arrived,
    walk,
)

NAMES = ("disc", "square", "die", "join", "luck", "scale")
WEIGHTS = np.array([1.0, 0.14, 0.45, 2.5, 1.0, 2.0])
DISC, SQUARE, DIE, JOIN, LUCK, SCALE = range(6)
FULL_HAND = 5  # more dice than these are seldom rolled at once
HALF_TURN = 0.5
# The chance that a first roll of 0, 1, 2, ... dice holds; turns.HOLDS has it in full.
HOLDS = np.array(
    [
        *(1.0, 1.0, 1.0, 0.963, 0.949, 0.939, 0.918, 0.876, 0.807, 0.711),
        *(0.595, 0.467, 0.34, 0.225, 0.132, 0.067, 0.027, 0.008, 0.001),
    ]
)


@kernel
def turns_of_discs(state, first, second, weights):
    """The turns that two discs on these squares need, with a full hand; the centre is for stuck
    ones.
    """
    length = int(state.length)
    if state.for_good and first < length and second < length:
        ahead = max(first, second)
        return weights[JOIN] + weights[DISC] + weights[SQUARE] * (length - ahead)
    turns = 0.0
    if first < length:
        turns += weights[DISC] + weights[SQUARE] * (length - first)
    if second < length:
        turns += weights[DISC] + weights[SQUARE] * (length - second)
    return turns


@kernel
def square_of(state, disc):
    """A disc's square; the centre for one that is stuck for good."""
    return int(state.length) if state.for_good and state.stuck[disc] else int(state.square[disc])


@kernel
def turns_after(state, seat, steps, hand, weights):
    """The turns to go of a seat once its best free disc has gone so many steps, with so many dice
    left.
    """
    first, second = square_of(state, DISCS * seat), square_of(state, DISCS * seat + 1)
    best = turns_of_discs(state, first, second, weights)
    if steps:
        best = np.inf
        if not state.stuck[DISCS * seat]:
            to = int(arrived(state, walk(state.length, first, steps)))
            best = turns_of_discs(state, to, second, weights)
        if not state.stuck[DISCS * seat + 1]:
            to = int(arrived(state, walk(state.length, second, steps)))
            best = min(best, turns_of_discs(state, first, to, weights))
    return best + weights[DIE] * max(0, FULL_HAND - hand)


@kernel
def chance_to_hold(state):
    """The chance that the dice about to be rolled leave a chain."""
    if state.phase == ROLLING:
        return HOLDS[state.first]
    fits = 0
    for face in range(FACES):
        if AFTER[face, state.ends] and state.counts[face] < MOST_EQUAL:
            fits += 1
    return fits / FACES


@kernel
def turns_to_go(state, seat, weights):
    """The turns to go of a seat, half a turn less for one whose turn begins and more for one whose
    turn ends.
    """
    if seat != state.seat:
        return turns_after(state, seat, 0, int(state.hand[seat]), weights)
    if state.phase == KEEPING:
        return turns_after(state, seat, 0, int(state.hand[seat]), weights) - HALF_TURN
    dice = int(state.rolled)
    if state.phase == DECIDING:
        return turns_after(state, seat, dice, dice - 1, weights) + HALF_TURN
    dice = int(state.first) if state.phase == ROLLING else dice + 1
    chance = chance_to_hold(state)
    stood = turns_after(state, seat, dice, dice - 1, weights)
    failed = turns_after(state, seat, 0, dice - 1 - min((dice + 1) // 2, dice - 1), weights)
    return chance * stood + (1.0 - chance) * failed + HALF_TURN


@kernel
def weigh(state, seat, weights):
    """The log-odds of a seat's win."""
    own = turns_to_go(state, seat, weights)
    best = np.inf
    for other in range(state.players):
        if other != seat:
            best = min(best, turns_to_go(state, other, weights))
    luck = np.sqrt(max(abs(weights[LUCK]) + own + best, 0.1))
    return weights[SCALE] * (best - own) / luck - np.log(state.players - 1)


@kernel
def evaluate(state, seat):
    """The seat's share of the win at a glance."""
    return 1.0 / (1.0 + np.exp(-weigh(state, seat, WEIGHTS)))
