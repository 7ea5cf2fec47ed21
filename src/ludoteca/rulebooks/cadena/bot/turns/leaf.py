"""Cadena: what a position between turns is worth, by the race of all players.

Being covered counts twice: it may win at once, where nobody can leave before the owner's turn; and
it slows down, since the disc cannot move while an opponent lies on it, who leaves when it must.
"""

from ludoteca.core.arrays import Floats, State
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.cadena.bot.turns.aims import HANDS
from ludoteca.rulebooks.cadena.bot.turns.race import Race, pair_of
from ludoteca.rulebooks.cadena.rules import DISCS, NOBODY

# Each turn a share moves so much towards an equal one, so that what is won is won soon.
HURRY = 1e-4
HAND_AFTER = 2  # black dice left, as a rule, by the turn that brings a disc into the centre


@kernel
def is_held(state: State, disc: int) -> bool:
    """Return whether an opponent's disc lies somewhere on a disc."""
    top = int(state.cover[disc])
    while top != NOBODY:
        if top // DISCS != disc // DISCS:
            return True
        top = int(state.cover[top])
    return False


@kernel
def waits(state: State, seat: int) -> int:
    """Return how many turns of others come before the seat's next turn begins."""
    return (int(seat) - int(state.seat)) % int(state.players)


@kernel
def can_be_freed(state: State, disc: int) -> bool:
    """Return whether a covered disc's only cover may leave before its owner's turn begins."""
    top = int(state.cover[disc])
    if top == NOBODY or state.cover[top] != NOBODY:
        return False
    return waits(state, top // DISCS) < waits(state, disc // DISCS)


@kernel
def has_won(state: State, seat: int) -> bool:
    """Return whether a seat will begin its turn with all discs stuck, whatever is played before."""
    for disc in range(DISCS * seat, DISCS * (seat + 1)):
        if not state.stuck[disc]:
            return False
        for_good = state.for_good or state.square[disc] == state.length
        if not for_good and can_be_freed(state, disc):
            return False
    return True


@kernel
def goal_square(state: State, disc: int) -> int:
    """Return the square from which a disc still has to go; the centre if it is stuck for good."""
    if state.for_good and state.stuck[disc]:
        return int(state.length)
    return int(state.square[disc])


@kernel
def slow_down(weight: float, arrival: Floats, rest: Floats, curve: Floats) -> None:
    """Blend a curve with the one of bringing a disc into the centre and only then the other.

    arrival[t] and rest[t] are the chances of the first and the second to be there after t turns.
    """
    for turn in range(len(curve) - 1, -1, -1):
        slow = arrival[0] * rest[turn]
        for first in range(1, turn + 1):
            slow += (arrival[first] - arrival[first - 1]) * rest[turn - first]
        curve[turn] += weight * (slow - curve[turn])


@kernel
def draw_curve(state: State, seat: int, tables: Race, work: Floats, curve: Floats) -> None:
    """Fill curve[t], the chance that a seat's discs are all stuck after t more of its turns."""
    if has_won(state, seat):
        curve[:] = 1.0
        return
    free, place, grip = tables
    hand = min(int(state.hand[seat]), HANDS - 1)
    first, second = goal_square(state, DISCS * seat), goal_square(state, DISCS * seat + 1)
    curve[:] = free[:, hand, place[pair_of(first, second)]]
    if state.for_good:
        return
    first_held, second_held = is_held(state, DISCS * seat), is_held(state, DISCS * seat + 1)
    if first_held == second_held:
        return
    if first_held:
        first, second = second, first
    length = int(state.length)
    if first < length:
        work[0] = free[:, hand, place[pair_of(length, first)]]
        work[1] = free[:, HAND_AFTER, place[pair_of(length, second)]]
        slow_down(grip[min(waits(state, seat), 1), first, hand], work[0], work[1], curve)


@kernel
def judge(state: State, tables: Race, curves: Floats, share: Floats) -> None:
    """Fill share with each seat's part of the win by the race of all, as a turn begins.

    A seat wins at the beginning of the turn after the one that got it stuck, if nobody was sooner.
    curves has a row for each seat, and two more to work with.
    """
    players = int(state.players)
    for seat in range(players):
        draw_curve(state, seat, tables, curves[-2:], curves[seat])
    total = 0.0
    for seat in range(players):
        share[seat] = 0.0
        before = 0.0
        for turn in range(curves.shape[1]):
            chance = (curves[seat, turn] - before) * (1.0 - HURRY * turn)
            before = curves[seat, turn]
            for other in range(players):
                if waits(state, other) < waits(state, seat):
                    chance *= 1.0 - curves[other, turn]
                elif turn > 0 and other != seat:
                    chance *= 1.0 - curves[other, turn - 1]
            share[seat] += chance
            if before > 0.99999:
                break
        total += share[seat]
    for seat in range(players):
        share[seat] += (1.0 - total) / players
