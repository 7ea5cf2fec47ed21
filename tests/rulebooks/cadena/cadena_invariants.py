"""Cadena: what must hold after every move and every die, checked in a way of its own."""

from ludoteca.core.jit import kernel
from ludoteca.core.verbs import CHANCE, OVER
from ludoteca.rulebooks.cadena.rules import DECIDING, EXTENDING, FINISHED, KEEPING, ROLLING


@kernel
def _dice_are_whole(state):  # type: ignore[no-untyped-def]
    """Whether no black die is lost or made, and the dice on the table are those counted."""
    total = int(state.bank)
    for seat in range(4):
        total += state.hand[seat]
        if state.hand[seat] < 0 or state.hand[seat] > 18:
            return False
    if total != 7 * state.players or state.bank < 0:
        return False
    for place in range(19):
        if (state.dice[place] > 0) != (place < state.rolled):
            return False
    whole = True
    for face in range(6):
        found = 0
        for place in range(19):
            found += state.dice[place] == face + 1
        whole = whole and found == state.counts[face]
        whole = whole and (state.phase != DECIDING or found <= 3)
    return whole


@kernel
def _discs_lie_well(state):  # type: ignore[no-untyped-def]
    """Whether every occupied square has one disc on top, and all others are under one on it."""
    for disc in range(2 * state.players):
        square = state.square[disc]
        if square < 0 or square > state.length:
            return False
        tops = 0
        under = 0
        for other in range(2 * state.players):
            if state.square[other] == square:
                tops += state.cover[other] == -1
            under += state.cover[other] == disc
        if (0 < square < state.length and tops != 1) or under > 1:
            return False
        above = state.cover[disc]
        if above >= 0 and (above == disc or state.square[above] != square):
            return False
        held = above >= 0 or square == state.length
        if state.stuck[disc] != held and not (state.for_good and state.stuck[disc] and square):
            return False
    return True


@kernel
def _turn_fits_phase(state):  # type: ignore[no-untyped-def]
    """Whether the one to move is the one the phase asks for, with a disc to move and a chain."""
    seat = state.seat
    all_stuck = state.stuck[2 * seat] and state.stuck[2 * seat + 1]
    if state.phase == FINISHED:
        return state.to_move == OVER and (state.winner == seat) == bool(all_stuck)
    if all_stuck or state.turn >= 1000 or state.turn % state.players != seat:
        return False
    if state.phase == ROLLING or state.phase == EXTENDING:
        return state.to_move == CHANCE
    if state.phase == DECIDING:
        return state.to_move == seat and state.ends != 0 and state.rolled == state.hand[seat] + 1
    return state.phase == KEEPING and state.to_move == seat and state.rolled == 0


@kernel
def invariant(state):  # type: ignore[no-untyped-def]
    """0, or the number of what is wrong."""
    if not _dice_are_whole(state):
        return 2
    if not _discs_lie_well(state):
        return 3
    if not _turn_fits_phase(state):
        return 4
    return 5 if (state.to_move == OVER) != (state.reason != 0) else 0
