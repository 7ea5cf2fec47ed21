"""Cadena: a maxⁿ search by whole turns, each turn solved exactly (see ../README.md).

A turn ends in a few dozen ways: a disc stands with k dice, or the chain fails with k. Each is
searched one turn less deep; leaves are valued by the race; and the tables of chains give the best
turn from the values of its ends.
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import Array, Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.bot.evaluation import evaluate
from ludoteca.rulebooks.cadena.bot.turns.chains import (
    foresee,
    weigh_chains,
    weigh_extension,
    weigh_rolls,
)
from ludoteca.rulebooks.cadena.bot.turns.leaf import HURRY, judge
from ludoteca.rulebooks.cadena.bot.turns.race import Race
from ludoteca.rulebooks.cadena.rules import (
    DISCS,
    FACES,
    KEEPING,
    MAX_CHAIN,
    MOST_EQUAL,
    returns,
)

States = np.recarray[Any, np.dtype[Any]]

FAILED = DISCS  # the ways a turn ends: one of the discs has moved, or the chain failed
WAYS = DISCS + 1
STAND, FAIL, KEEP, STOOD, FELL = range(5)
# How to value leaves: by the race; by the evaluation, which needs no tables; or by a fixed share, 0
# or more, for the seat to move at the root, which makes bounds.
RACE, GLANCE = -1.0, -2.0


def copies(state: State, count: int) -> States:
    """Return `count` copies of a state."""
    states = np.empty(count, state.dtype).view(np.recarray)
    states[:] = state
    return states


@kernel
def presume(state: State, thinker: int, leaf: float, share: Floats) -> None:
    """Fill share with a fixed one for the seat at the root; opponents prefer its worst.

    With three or more, and a share of 1, they prefer its best: a bound, whatever they do.
    """
    for seat in range(state.players):
        share[seat] = 1.0 - leaf if state.players == 2 or leaf == 0.0 else leaf
    share[thinker] = leaf


@kernel
def glance(state: State, share: Floats) -> None:
    """Fill share with the evaluation of each seat, made to sum to 1."""
    total = 0.0
    for seat in range(state.players):
        share[seat] = evaluate(state, seat)
        total += share[seat]
    for seat in range(state.players):
        share[seat] /= total


@kernel
def begin_level(state: State, level: int, most: int, worth: Floats, cursor: Integers) -> None:
    """Set a level to the first end of its turn."""
    dice = int(state.hand[state.seat]) + int(state.bank) + 1
    cursor[level, 0] = WAYS * max(1, int(state.rolled))
    cursor[level, 1] = WAYS * (min(dice, most) + 1)
    worth[level] = -1.0


@kernel
def both_off(state: State, seat: int) -> bool:
    """Return whether both discs of a seat are off the board, so that either move is the same."""
    first, second = state.square[DISCS * seat], state.square[DISCS * seat + 1]
    both: bool = first == 0 and second == 0
    return both


@kernel
def like_failed(state: State, size: int) -> int:
    """Return the least number of dice that, failed, leaves as many in hand as `size` dice do."""
    return size - 1 + size % 2 if state.black_loss else size - size % 2


@kernel
def end_turn_so(state: State, after: State, way: int, size: int) -> bool:
    """End the turn in `way` with `size` dice, in `after`; return False if it cannot end so."""
    seat = int(state.seat)
    if way == FAILED and size != like_failed(state, size):
        return False
    if way != FAILED and (state.stuck[DISCS * seat + way] or (way > 0 and both_off(state, seat))):
        return False
    dice = int(state.hand[seat]) + int(state.bank)
    after.hand[seat] = size - 1
    after.bank = dice - size + 1
    after.rolled = size
    if way == FAILED:
        rules.fail(after)
    else:
        rules.stand(after, way)
    return True


@kernel
def best_way(worth: Floats, size: int, seat: int) -> int:
    """Return the disc with which a seat stands best."""
    return 1 if worth[1, size, seat] > worth[0, size, seat] else 0


@kernel
def weigh_turn(
    state: State, first: int, most: int, worth: Floats, value: Floats, rows: Floats
) -> None:
    """Fill the rows STAND, FAIL and KEEP and the values of all chains from a turn's ends."""
    seat = int(state.seat)
    for size in range(first, most + 1):
        rows[STAND, size] = worth[best_way(worth, size, seat), size, seat]
    for size in range(first, most + 2):
        rows[FAIL, size] = worth[FAILED, like_failed(state, size), seat]
    weigh_chains(rows[STAND], rows[FAIL], first, most, value)
    if state.phase == KEEPING:
        weigh_rolls(rows[FAIL], min(int(state.hand[seat]) + 1, most), value, rows[KEEP])


@kernel
def share_turn(
    state: State, most: int, worth: Floats, value: Floats, mass: Floats, rows: Floats, share: Floats
) -> None:
    """Fill share with each seat's value of the best turn."""
    seat, players = int(state.seat), int(state.players)
    weigh_turn(state, 1, most, worth, value, rows)
    kept = int(np.argmax(rows[KEEP, : min(int(state.hand[seat]) + 1, most)]))
    if players == 2:
        share[seat] = rows[KEEP, kept]
        share[1 - seat] = 1.0 - rows[KEEP, kept]
        return
    foresee(kept, rows[STAND], rows[FAIL], most, value, mass, rows[STOOD], rows[FELL])
    for other in range(players):
        share[other] = 0.0
        for size in range(1, most + 1):
            share[other] += rows[STOOD, size] * worth[best_way(worth, size, seat), size, other]
            share[other] += rows[FELL, size] * worth[FAILED, like_failed(state, size), other]


@kernel
def look(
    states: State,
    depth: int,
    leaf: float,
    inner: int,
    limit: int,
    tables: Race,
    work: tuple[Array, ...],
    progress: Integers,
    stop: Array,
) -> bool:
    """Search on, `depth` turns deep from states[0]; return whether the worth of its ends is known.

    After `limit` more turns the search pauses; the next call continues it. `progress` holds its
    level and the turns searched.
    """
    worth, cursor, shares, value, mass, rows, curves = work
    thinker = int(states[0].seat)
    hurry = HURRY if leaf == RACE else 0.0
    level, pause = progress[0], progress[1] + limit
    while progress[1] < pause and not stop[0]:
        state, share = states[level], shares[level]
        if cursor[level, 0] == cursor[level, 1]:
            if level == 0:
                return True
            share_turn(state, cursor[level, 1] // WAYS - 1, worth[level], value, mass, rows, share)
            progress[1] += state.players - 1
            for seat in range(state.players):
                share[seat] += hurry * (1.0 / state.players - share[seat])
            level -= 1
        else:
            size, way = cursor[level, 0] // WAYS, cursor[level, 0] % WAYS
            states[level + 1] = state
            after, share = states[level + 1], shares[level + 1]
            if not end_turn_so(state, after, way, size):
                cursor[level, 0] += 1
                continue
            if after.to_move != OVER and level + 1 < depth:
                level += 1
                begin_level(after, level, inner, worth, cursor)
                continue
            if after.to_move == OVER:
                returns(after, share)
            elif leaf == RACE:
                judge(after, tables, curves, share)
            elif leaf == GLANCE:
                glance(after, share)
            else:
                presume(after, thinker, leaf, share)
        size, way = cursor[level, 0] // WAYS, cursor[level, 0] % WAYS
        for seat in range(states[level].players):
            worth[level, way, size, seat] = share[seat]
        cursor[level, 0] += 1
        progress[0] = level
    progress[0] = level
    return False


@kernel
def chain_of(state: State) -> int:
    """Return the number of the chain on the table."""
    chain = 0
    for face in range(FACES):
        chain = chain * (MOST_EQUAL + 1) + int(state.counts[face])
    return chain


@kernel
def most_dice(state: State) -> int:
    """Return the dice of the longest chain that the current turn can reach."""
    return min(int(state.hand[state.seat]) + int(state.bank) + 1, MAX_CHAIN)


@kernel
def value_moves(
    state: State, worth: Floats, value: Floats, rows: Floats, out: Integers, values: Floats
) -> int:
    """Fill values with the worth of each legal move, once its turn is weighed."""
    seat, size, chain = int(state.seat), int(state.rolled), chain_of(state)
    count = rules.legal(state, out)
    for i in range(count):
        if state.phase == KEEPING:
            values[i] = rows[KEEP, out[i]]
        elif out[i] < rules.EXTEND:
            way = 0 if both_off(state, seat) else out[i] - rules.STAND
            values[i] = worth[way, size, seat]
        else:
            end = out[i] - rules.EXTEND
            values[i] = weigh_extension(chain, end // 2, end % 2, rows[FAIL, size + 1], value)
    return count


@kernel
def weigh_moves(
    state: State, worth: Floats, value: Floats, rows: Floats, out: Integers, values: Floats
) -> int:
    """Weigh a turn whose ends are known, and fill values with the worth of each legal move."""
    weigh_turn(state, max(1, int(state.rolled)), most_dice(state), worth, value, rows)
    return value_moves(state, worth, value, rows, out, values)
