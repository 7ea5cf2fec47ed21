"""Cadena: what must hold after every move and every die, checked in a way of its own."""

from ludoteca.core.arrays import State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.rulebooks.cadena.rules import DECIDING, EXTENDING, FINISHED, KEEPING, ROLLING


@kernel
def _dice_are_whole(state: State) -> bool:
    """Whether no black die is lost or made, and the dice on the table are those counted."""
    total = int(state.bank)
    for seat in range(4):
        total += state.hand[seat]
        if state.hand[seat] < 0 or state.hand[seat] > 18:
            return False
        if seat >= state.players and state.hand[seat] != 0:
            return False
    if total != 7 * state.players or state.bank < 0:
        return False
    for place in range(19):
        if (state.dice[place] > 0) != (place < state.rolled) or state.dice[place] > 6:
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
def _discs_lie_well(state: State) -> bool:
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
        if above >= 0 and (square == 0 or square == state.length):
            return False
        held = above >= 0 or square == state.length
        if state.stuck[disc] != held and not (state.for_good and state.stuck[disc] and square):
            return False
    return True


@kernel
def _stacks_end(state: State) -> bool:
    """Whether going up from any disc comes to a top one, never round in a circle."""
    for disc in range(2 * state.players):
        top = int(disc)
        steps = 0
        while state.cover[top] >= 0 and steps < 8:
            top = int(state.cover[top])
            steps += 1
        if state.cover[top] >= 0:
            return False
    return True


@kernel
def _turn_fits_phase(state: State) -> bool:
    """Whether the one to move is the one the phase asks for, with a disc to move and a chain."""
    seat = state.seat
    all_stuck = state.stuck[2 * seat] and state.stuck[2 * seat + 1]
    if state.turn % state.players != seat:
        return False
    if state.phase == FINISHED:
        return bool(state.to_move == OVER and (state.winner == seat) == bool(all_stuck))
    if all_stuck or state.turn >= 1000 or state.winner != -1:
        return False
    if state.phase == ROLLING:
        kept = state.first == state.hand[seat] + 1
        return bool(state.to_move == CHANCE and kept and state.rolled < state.first)
    if state.phase == EXTENDING:
        return bool(state.to_move == CHANCE and state.rolled == state.hand[seat])
    if state.phase == DECIDING:
        return bool(state.to_move == seat and state.rolled == state.hand[seat] + 1)
    return bool(state.phase == KEEPING and state.to_move == seat and state.rolled == 0)


@kernel
def _ends_fit_dice(state: State) -> bool:
    """Whether every end of a chain is a die that lies there, both ways on a 1 and a 6."""
    if state.phase != DECIDING and state.phase != EXTENDING:
        return bool(state.ends == 0)
    if state.ends <= 0 or state.ends >= 1 << 12:
        return False
    for face in range(6):
        ways = int(state.ends) >> 2 * face & 3
        if ways and state.counts[face] == 0:
            return False
        # An extended chain ends with the die added last, any other with a black one if it has one.
        if ways and state.rolled > state.first and state.dice[state.rolled - 1] != face + 1:
            return False
        if ways and state.rolled > 1 and state.dice[0] == face + 1 and state.counts[face] == 1:
            return False
        if (face == 0 or face == 5) and state.phase == DECIDING and ways % 3 != 0:
            return False
    return True


@kernel
def _last_turn_came_true(state: State) -> bool:
    """Whether the turn before moved its disc as far as it had dice, or lost half of them."""
    if state.turn == 0:
        return bool(state.moved == -1 and state.lost == 0 and state.previous_first == 0)
    rolled = 0
    for place in range(19):
        rolled += state.previous[place] > 0
    seat = (int(state.turn) - 1) % int(state.players)
    moved = int(state.moved)
    if moved == -1:
        half = (rolled + 1) // 2
        if half > rolled - 1:
            half = rolled - 1
        return bool(state.lost == half and state.hand[seat] == rolled - 1 - half)
    goes = int(state.origin) + rolled
    if goes > state.length:
        goes = 2 * int(state.length) - goes
    rest = state.arrow[goes] if state.arrow[goes] > 0 else goes
    there = state.landed == goes and state.square[moved] == rest and state.cover[moved] == -1
    return there and moved // 2 == seat and state.lost == 0 and state.hand[seat] == rolled - 1


@kernel
def invariant(state: State) -> int:
    """0, or the number of what is wrong."""
    if not _dice_are_whole(state):
        return 2
    if not _discs_lie_well(state):
        return 3
    if not _stacks_end(state):
        return 4
    if not _turn_fits_phase(state):
        return 5
    if not _ends_fit_dice(state):
        return 6
    if not _last_turn_came_true(state):
        return 7
    return 8 if (state.to_move == OVER) != (state.reason != 0) else 0
