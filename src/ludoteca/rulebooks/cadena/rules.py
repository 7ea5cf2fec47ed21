"""Cadena: states and moves.

Dice show 1..6. An end of a chain is a last link and a direction, numbered 2 * (link - 1) +
direction, and a set of ends has one bit for each. Disc d of a seat (0 or 1) is disc 2 * seat + d;
squares count from 1 to the centre, 0 is off the board. Actions: 0..17, the number of
black dice kept; STAND + d, EXTEND + end; the outcome of a draw is the number on the die.
"""

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, Kernels, imagine_nothing

MAX_PLAYERS = 4
DISCS = 2
ALL_DISCS = DISCS * MAX_PLAYERS
DICE_IN_BANK = 6
DICE_IN_HAND = 1
FACES = 6
MOST_EQUAL = 3
MAX_TURNS = 1000

# A chain holds each of six values at most three times: 18 dice, one of them coloured. A turn rolls
# at most one more, the die that fails.
MAX_CHAIN = FACES * MOST_EQUAL
MAX_HAND = MAX_CHAIN - 1
MAX_DICE = MAX_CHAIN + 1

# A free disc stands at length - 1 at most, so 18 dice walk it back to length - 17 at least: with 18
# squares or more no walk ends below square 1. Up to 120 squares, a square's number fits a byte.
MIN_LENGTH, MAX_LENGTH = MAX_CHAIN, 120

UP, DOWN = range(2)
ENDS = 2 * FACES
STAND = MAX_HAND + 1
EXTEND = STAND + DISCS
ACTIONS = EXTEND + ENDS
# A chain that stood leaves at most 17 black dice in hand, a turn that failed at most 8 (19 rolled,
# 10 lost); so `keep` offers 0..17. Deciding offers at most 2 discs and 12 ends, a draw 6 faces.
CAPACITY = MAX_HAND + 1

NOBODY = -1
NO_END = -1
KEEPING, ROLLING, DECIDING, EXTENDING, FINISHED = range(5)
PLAYING, ALL_STUCK, TOO_LONG = range(3)

STATE = np.dtype(
    (
        np.record,
        [
            ("turn", np.int16),  # turns completed
            ("ends", np.int16),  # of the chain while deciding; the declared one while extending
            ("arrow", np.int8, (MAX_LENGTH + 1,)),  # where each square's arrow leads, 0 for none
            ("carried", np.int8, (MAX_LENGTH + 1,)),  # where it carries a disc in the end, or 0
            ("dice", np.int8, (MAX_DICE,)),  # coloured, black ones of the first roll sorted, added
            ("previous", np.int8, (MAX_DICE,)),  # the dice of the turn before
            ("counts", np.int8, (FACES,)),  # how often each value lies in `dice`
            ("square", np.int8, (ALL_DISCS,)),
            ("cover", np.int8, (ALL_DISCS,)),  # the disc right on top of each, or NOBODY
            ("stuck", np.int8, (ALL_DISCS,)),
            ("hand", np.int8, (MAX_PLAYERS,)),  # black dice, those rolled this turn included
            ("bank", np.int8),
            ("length", np.int8),
            ("players", np.int8),
            ("for_good", np.int8),
            ("black_loss", np.int8),  # option: only black dice count for what a failed turn loses
            ("to_move", np.int8),
            ("seat", np.int8),  # whose turn it is
            ("phase", np.int8),
            ("first", np.int8),  # dice of the first roll
            ("rolled", np.int8),
            ("joint", np.int8),  # the end of the first roll at which the chain was extended
            ("previous_first", np.int8),
            ("lost", np.int8),  # dice lost in the turn before
            ("moved", np.int8),  # the disc moved in the turn before, or NOBODY
            ("origin", np.int8),  # where it came from
            ("landed", np.int8),  # where its walk ended, before any arrow
            ("reason", np.int8),
            ("winner", np.int8),
        ],
    )
)


def _after() -> np.ndarray:
    """Return the ends, by value and set of ends, with a die of that value added where it fits."""
    table = np.zeros((FACES, 1 << ENDS), np.int16)
    sets = np.arange(1 << ENDS)
    for face in range(FACES):
        # Each next link is as high as the last or higher going up, as low or lower going down.
        rising = sets & sum(1 << 2 * last + UP for last in range(face + 1)) != 0
        falling = sets & sum(1 << 2 * last + DOWN for last in range(face, FACES)) != 0
        # The direction may change where the last link is a 1 or a 6.
        if face in (0, FACES - 1):
            rising = falling = rising | falling
        table[face] = (rising << UP | falling << DOWN) << 2 * face
    return table


def _chain_ends(after: np.ndarray) -> np.ndarray:
    """Return the ends of chains by coloured die and the counts 0..3 of all dice (base 4).

    A chain of n dice is one of n - 1 dice and a last one, so the table grows die by die.
    """
    counts = np.indices((MOST_EQUAL + 1,) * FACES).reshape(FACES, -1)
    one_die = (MOST_EQUAL + 1) ** np.arange(FACES - 1, -1, -1)
    table = np.zeros((FACES, counts.shape[1]), np.int16)
    # The coloured die is the first link, and the direction is free at the start.
    table[np.arange(FACES), one_die] = [(1 << UP | 1 << DOWN) << 2 * face for face in range(FACES)]
    for size in range(2, MAX_CHAIN + 1):
        of_size = np.flatnonzero(counts.sum(axis=0) == size)
        for face in range(FACES):
            chains = of_size[counts[face, of_size] > 0]
            table[:, chains] |= after[face, table[:, chains - one_die[face]]]
    return table


AFTER = _after()
CHAIN_ENDS = _chain_ends(AFTER)


@kernel
def chain_ends(state: State) -> int:
    """Return the ends of the chains that use all dice of the first roll; none if no order works."""
    index = 0
    for face in range(FACES):
        # No value four times, the coloured die counted.
        if state.counts[face] > MOST_EQUAL:
            return 0
        index = index * (MOST_EQUAL + 1) + int(state.counts[face])
    ends: int = CHAIN_ENDS[state.dice[0] - 1, index]
    return ends


@kernel
def legal(state: State, out: Integers) -> int:
    """Write the legal moves of the seat to move and return their number."""
    seat = state.to_move
    if state.phase == KEEPING:
        choices: int = state.hand[seat] + 1
        for count in range(choices):
            out[count] = count
        return choices
    n = 0
    # One disc at least is free: with all stuck the seat would have won as its turn began, and no
    # disc has moved since.
    for disc in range(DISCS):
        if not state.stuck[DISCS * seat + disc]:
            out[n] = STAND + disc
            n += 1
    # With an empty bank one can only stand.
    if state.bank > 0:
        for end in range(ENDS):
            if state.ends >> end & 1:
                out[n] = EXTEND + end
                n += 1
    return n


@kernel
def outcomes(state: State, out: Integers, weight: Integers) -> int:
    """Write the faces of the next die, all equally likely, and return their number."""
    for face in range(FACES):
        out[face] = face + 1
        weight[face] = 1
    return FACES


@kernel
def keep(state: State, count: int) -> None:
    """Put the black dice that are not kept back into the bank and take up the rest to roll."""
    state.bank += state.hand[state.seat] - count
    state.hand[state.seat] = count
    state.first = count + 1
    state.phase = ROLLING
    state.to_move = CHANCE


@kernel
def roll(state: State, value: int) -> None:
    """Lay down a die of the first roll: the coloured one first, the black ones sorted."""
    place = int(state.rolled)
    while place > 1 and state.dice[place - 1] > value:
        state.dice[place] = state.dice[place - 1]
        place -= 1
    state.dice[place] = value
    state.counts[value - 1] += 1
    state.rolled += 1
    if state.rolled == state.first:
        decide(state, chain_ends(state))


@kernel
def extend(state: State, end: int) -> None:
    """Declare the end at which the chain goes on, and take a die from the bank."""
    if state.rolled == state.first:
        state.joint = end
    state.ends = 1 << end
    state.bank -= 1
    state.hand[state.seat] += 1
    state.phase = EXTENDING
    state.to_move = CHANCE


@kernel
def add(state: State, value: int) -> None:
    """Add the die rolled to the declared end, if it fits there as the next link."""
    state.dice[state.rolled] = value
    state.counts[value - 1] += 1
    state.rolled += 1
    fits = state.counts[value - 1] <= MOST_EQUAL
    decide(state, AFTER[value - 1, state.ends] if fits else 0)


@kernel
def decide(state: State, ends: int) -> None:
    """Let the player decide about a chain that holds; without one the turn fails by itself."""
    if ends:
        state.ends = ends
        state.phase = DECIDING
        state.to_move = state.seat
    else:
        fail(state)


@kernel
def lost_dice(state: State, rolled: int) -> int:
    """Return the dice that a failed turn loses, taken from the black ones as far as there are any.

    Half of all dice rolled, or half of the black ones with `loss=black`, rounded up.
    """
    if state.black_loss:
        return rolled // 2
    return min((rolled + 1) // 2, rolled - 1)


@kernel
def fail(state: State) -> None:
    """End a turn without a move: part of the dice rolled are lost."""
    lost = lost_dice(state, int(state.rolled))
    state.hand[state.seat] -= lost
    state.bank += lost
    end_turn(state, lost, NOBODY, 0, 0)


@kernel
def walk(length: int, origin: int, steps: int) -> int:
    """Return the square after `steps` steps from `origin`; beyond the centre they lead back."""
    square = int(origin) + int(steps)
    return 2 * int(length) - square if square > length else square


@kernel
def arrived(state: State, landed: int) -> int:
    """Return where a disc comes to rest after its walk: an arrow at the end carries it on.

    Once, or with `arrows=chained` while the square reached has an arrow (`data.carry`).
    """
    return state.carried[landed] if state.carried[landed] else landed


@kernel
def lift(state: State, moving: int) -> None:
    """Take a disc up; the one beneath is free again, unless discs are pinned for good."""
    for disc in range(DISCS * state.players):
        if state.cover[disc] == moving:
            state.cover[disc] = NOBODY
            state.stuck[disc] = state.for_good


@kernel
def put(state: State, moving: int, square: int) -> None:
    """Put a lifted disc on a square, on top of what lies there."""
    state.square[moving] = square
    # The centre fixes a disc; nothing is stacked there.
    if square == state.length:
        state.stuck[moving] = 1
        return
    for disc in range(DISCS * state.players):
        if disc != moving and state.square[disc] == square and state.cover[disc] == NOBODY:
            state.cover[disc] = moving
            state.stuck[disc] = 1


@kernel
def stand(state: State, disc: int) -> None:
    """Move a disc as many squares as the chain has dice; its dice stay in hand."""
    moving = DISCS * state.seat + disc
    origin = state.square[moving]
    landed = walk(state.length, origin, state.rolled)
    lift(state, moving)
    put(state, moving, arrived(state, landed))
    end_turn(state, 0, moving, origin, landed)


@kernel
def end_turn(state: State, lost: int, moved: int, origin: int, landed: int) -> None:
    """Record how the turn ended, clear the dice and pass the turn to the next seat."""
    state.previous_first = state.first
    state.lost = lost
    state.moved = moved
    state.origin = origin
    state.landed = landed
    for place in range(MAX_DICE):
        state.previous[place] = state.dice[place]
        state.dice[place] = 0
    for face in range(FACES):
        state.counts[face] = 0
    state.first = 0
    state.rolled = 0
    state.ends = 0
    state.joint = NO_END
    state.turn += 1
    begin_turn(state)


@kernel
def begin_turn(state: State) -> None:
    """Give the turn to the next seat, which wins at once if all its discs are stuck."""
    seat = state.seat + 1 if state.seat + 1 < state.players else 0
    state.seat = seat
    state.to_move = seat
    state.phase = KEEPING
    if state.stuck[DISCS * seat] and state.stuck[DISCS * seat + 1]:
        finish(state, ALL_STUCK, seat)
    elif state.turn >= MAX_TURNS:
        finish(state, TOO_LONG, NOBODY)


@kernel
def finish(state: State, reason: int, winner: int) -> None:
    """End the game."""
    state.to_move = OVER
    state.phase = FINISHED
    state.reason = reason
    state.winner = winner


@kernel
def apply(state: State, action: int) -> None:
    """Play a legal move, or the outcome of a draw."""
    if state.phase == KEEPING:
        keep(state, action)
    elif state.phase == ROLLING:
        roll(state, action)
    elif state.phase == EXTENDING:
        add(state, action)
    elif action < EXTEND:
        stand(state, action - STAND)
    else:
        extend(state, action - EXTEND)


@kernel
def returns(state: State, out: Floats) -> None:
    """Write each seat's share of the win."""
    for seat in range(state.players):
        out[seat] = 1.0 if state.winner == seat else 0.0
        if state.winner == NOBODY:
            out[seat] = 1.0 / state.players


KERNELS = Kernels(
    legal=legal, apply=apply, outcomes=outcomes, returns=returns, imagine=imagine_nothing
)
