"""Sendas for agents: the board from the seat's own side, and 2,005 actions.

Seat 1 sees the board turned by half: it moves away from itself, as seat 0 does. A square seen so is
80 minus its number, a file 8 minus its number, and the open ends are turned with the board. The own
pieces are numbered 0..5 in the order of the squares on which the seat sees them.
"""

import numpy as np

from ludoteca.envs.encodings.compiling import kernel
from ludoteca.envs.encodings.encoding import Encoding, Field
from ludoteca.envs.encodings.verbs import EncodingKernels
from ludoteca.rulebooks.sendas import rules
from ludoteca.rulebooks.sendas.rules import BLACK, CROSS, EXIT, PIECES, SIDE, SQUARES, TARGETS

TURNS = 4
EXITS = TURNS * SQUARES
WILDCARD = EXITS + SIDE
OF_A_PIECE = WILDCARD + 1
PASS = PIECES * OF_A_PIECE
HUNDRED = 100

FIELDS = (
    Field(name="board", shape=(SIDE, SIDE), most=2 * BLACK - 1, category=True),
    Field(name="pieces", shape=(PIECES,), most=SQUARES, category=True),
    Field(name="passes", most=2),
    Field(name="occurrences", most=rules.OCCURRENCES_TO_DRAW),
    Field(name="plies", shape=(2,), most=HUNDRED - 1),
    Field(name="to_move", most=1),
)


def _turned(ends: int, turn: int) -> int:
    """A set of ends after so many quarter turns clockwise."""
    return (ends << turn | ends >> (TURNS - turn)) & CROSS


def _turns_between() -> np.ndarray:
    """For each two sets of ends the fewest quarter turns from the one to the other."""
    table = np.zeros((CROSS + 1, CROSS + 1), np.int64)
    for ends in range(CROSS + 1):
        for turn in reversed(range(TURNS)):
            table[ends, _turned(ends, turn)] = turn
    return table


def _seen(held: int, seat: int) -> int:
    """What a square holds as a seat sees it: the ends turned with the board, BLACK the other's."""
    if held & CROSS == 0:
        return 0
    theirs = BLACK * ((held >= BLACK) != (seat == 1))
    return theirs | (_turned(held & CROSS, 2) if seat else held & CROSS)


SEEN = np.array([[_seen(held, seat) for held in range(2 * BLACK)] for seat in range(2)])
TURNED = np.array([[_turned(ends, turn) for turn in range(TURNS)] for ends in range(CROSS + 1)])
TURNS_BETWEEN = _turns_between()


@kernel
def turn_square(square, seat):
    """A square as seen from a seat, and back."""
    return SQUARES - 1 - square if seat else square


@kernel
def observe(state, seat, out):
    """Writes what a seat sees."""
    count = 0
    for piece in range(PIECES):
        out.pieces[piece] = 0
    for rank in range(SIDE):
        for file in range(SIDE):
            seen = SIDE * rank + file
            held = SEEN[seat, state.board[turn_square(seen, seat)]]
            out.board[rank, file] = held
            if 0 < held < BLACK:
                out.pieces[count] = seen + 1
                count += 1
    out.passes = state.passes
    out.occurrences = rules.occurrences(state)
    out.plies[0] = state.ply // HUNDRED
    out.plies[1] = state.ply % HUNDRED
    out.to_move = state.to_move == seat


@kernel
def find_own(state, seat, squares):
    """Writes the squares of the own pieces in the order of their numbers; one place to spare."""
    count = 0
    for seen in range(SQUARES):
        square = turn_square(seen, seat)
        # Written in any case and overwritten if it is not one of them: faster than a branch.
        squares[count] = square
        count += 0 < SEEN[seat, state.board[square]] < BLACK


@kernel
def part_of(state, origin, target, ends, seat):
    """The part of an index that says where a piece goes and how it is turned."""
    if target == rules.WILDCARD:
        return WILDCARD
    if target >= EXIT:
        file = target - EXIT
        return EXITS + (SIDE - 1 - file if seat else file)
    turn = TURNS_BETWEEN[state.board[origin] & CROSS, ends]
    return TURNS * turn_square(target, seat) + turn


@kernel
def indices(state, actions, count):
    """Turns actions into indices: the own piece, and where it goes and how it is turned."""
    seat = int(state.to_move)
    room = np.empty((2, SQUARES), np.int64)
    squares, number = room[0], room[1]
    find_own(state, seat, squares)
    for piece in range(PIECES):
        number[squares[piece]] = piece
    for i in range(count):
        action = actions[i]
        if action == rules.PASS:
            actions[i] = PASS
        else:
            origin = (action >> 4) // TARGETS
            target = (action >> 4) - origin * TARGETS
            part = part_of(state, origin, target, action & 15, seat)
            actions[i] = number[origin] * OF_A_PIECE + part


@kernel
def action_of(state, index):
    """The action of an index."""
    if index == PASS:
        return rules.PASS
    seat = int(state.to_move)
    squares = np.empty(PIECES + 1, np.int64)
    find_own(state, seat, squares)
    origin = squares[index // OF_A_PIECE]
    part = index % OF_A_PIECE
    if part == WILDCARD:
        return (origin * TARGETS + rules.WILDCARD) * 16
    if part >= EXITS:
        file = part - EXITS
        return (origin * TARGETS + EXIT + (SIDE - 1 - file if seat else file)) * 16
    target = turn_square(part // TURNS, seat)
    ends = TURNED[state.board[origin] & CROSS, part % TURNS]
    return (origin * TARGETS + target) * 16 + ends


ENCODING = Encoding(
    fields=FIELDS,
    actions=PASS + 1,
    longest=rules.MAX_PLIES,
    kernels=EncodingKernels(observe=observe, indices=indices, action_of=action_of),
)
