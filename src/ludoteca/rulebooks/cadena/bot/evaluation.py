"""Cadena: a quick estimate of the game, for any board.

Each player's turns to go are estimated: some for a disc that is not stuck yet, more for each square
before the centre, and some for each black die missing in hand. Where discs are pinned for good, one
only has to be joined by the other. A turn under way counts as what it will most likely come to. The
log-odds of a win are the lead in turns over the best opponent, in proportion to the luck still to
come. Bots use it only until the tables of the race are built, see README.md.

The weights were checked by `python -m tools tuning cadena`, also with `--pin for-good`
and `--evolve`: it finds none clearly better.
"""

import numpy as np

from ludoteca.core.arrays import Floats, State
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
    lost_dice,
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
def turns_of_discs(state: State, first: int, second: int, weights: Floats) -> float:
    """Return the turns that two discs on these squares need with a full hand.

    A stuck disc counts as in the centre.
    """
    length = int(state.length)
    if state.for_good and first < length and second < length:
        ahead = max(first, second)
        joined: float = weights[JOIN] + weights[DISC] + weights[SQUARE] * (length - ahead)
        return joined
    turns = 0.0
    if first < length:
        turns += weights[DISC] + weights[SQUARE] * (length - first)
    if second < length:
        turns += weights[DISC] + weights[SQUARE] * (length - second)
    return turns


@kernel
def square_of(state: State, disc: int) -> int:
    """Return a disc's square; the centre for one that is stuck for good."""
    return int(state.length) if state.for_good and state.stuck[disc] else int(state.square[disc])


@kernel
def turns_after(state: State, seat: int, steps: int, hand: int, weights: Floats) -> float:
    """Return a seat's turns to go after its best free disc goes `steps`, with `hand` dice left."""
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
    missing: float = weights[DIE] * max(0, FULL_HAND - hand)
    return best + missing


@kernel
def chance_to_hold(state: State) -> float:
    """Return the chance that the dice about to be rolled leave a chain."""
    if state.phase == ROLLING:
        holds: float = HOLDS[state.first]
        return holds
    fits = 0
    for face in range(FACES):
        if AFTER[face, state.ends] and state.counts[face] < MOST_EQUAL:
            fits += 1
    return fits / FACES


@kernel
def turns_to_go(state: State, seat: int, weights: Floats) -> float:
    """Return the turns to go of a seat.

    Half a turn less for a seat whose turn begins, half a turn more for one whose turn ends.
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
    failed = turns_after(state, seat, 0, dice - 1 - lost_dice(state, dice), weights)
    return chance * stood + (1.0 - chance) * failed + HALF_TURN


@kernel
def weigh(state: State, seat: int, weights: Floats) -> float:
    """Return the log-odds of a seat's win."""
    own = turns_to_go(state, seat, weights)
    best = np.inf
    for other in range(state.players):
        if other != seat:
            best = min(best, turns_to_go(state, other, weights))
    luck = np.sqrt(max(abs(weights[LUCK]) + own + best, 0.1))
    odds: float = weights[SCALE] * (best - own) / luck - np.log(state.players - 1)
    return odds


@kernel
def evaluate(state: State, seat: int) -> float:
    """Return a quick estimate of the seat's share of the win."""
    share: float = 1.0 / (1.0 + np.exp(-weigh(state, seat, WEIGHTS)))
    return share
