"""Sendas for agents: the board from the seat's own side, and 2,006 actions.

Black sees the board turned by half: it moves away from itself, as white does. A square seen so is
80 minus its number, a file 8 minus its number, and the open ends are turned with the board. The own
pieces are numbered 0..5 in the order of the squares on which the seat sees them.
"""

import numpy as np

from ludoteca.core.arrays import Bytes, Integers, Observation, State
from ludoteca.core.encoding import Encoding, Field
from ludoteca.core.encoding_kernels import EncodingKernels
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.sendas import rules
from ludoteca.rulebooks.sendas.paths import BLACK, CROSS, PIECES, SIDE, SQUARES
from ludoteca.rulebooks.sendas.rules import EXIT, KEYS, TARGETS

TURNS = 4
EXITS = TURNS * SQUARES
WILDCARD = EXITS + SIDE
OF_A_PIECE = WILDCARD + 1
PASS = PIECES * OF_A_PIECE
SWAP = PASS + 1
HUNDRED = 100
AGAIN = 8  # moves back to an earlier position that are listed
PASS_AGAIN = PIECES + 1

FIELDS = (
    Field(name="board", shape=(SIDE, SIDE), most=2 * BLACK - 1, category=True),
    Field(name="pieces", shape=(PIECES,), most=SQUARES, category=True),
    Field(name="passes", most=2),
    Field(name="occurrences", most=rules.OCCURRENCES_TO_DRAW),
    Field(name="again_piece", shape=(AGAIN,), most=PASS_AGAIN, category=True),
    Field(name="again_square", shape=(AGAIN,), most=SQUARES, category=True),
    Field(name="again_turn", shape=(AGAIN,), most=TURNS - 1, category=True),
    Field(name="again_times", shape=(AGAIN,), most=rules.OCCURRENCES_TO_DRAW - 1),
    Field(name="plies", shape=(2,), most=HUNDRED - 1),
    Field(name="to_move", most=1),
)


def _turned(ends: int, turn: int) -> int:
    """Return a set of ends after `turn` quarter turns clockwise."""
    return (ends << turn | ends >> (TURNS - turn)) & CROSS


def _turns_between() -> np.ndarray:
    """Return for each two sets of ends the fewest quarter turns from the one to the other."""
    table = np.zeros((CROSS + 1, CROSS + 1), np.int64)
    for ends in range(CROSS + 1):
        for turn in reversed(range(TURNS)):
            table[ends, _turned(ends, turn)] = turn
    return table


def _seen(held: int, seat: int) -> int:
    """Return what a square holds as a seat sees it, turned with the board; BLACK is the other's."""
    if held & CROSS == 0:
        return 0
    theirs = BLACK * ((held >= BLACK) != (seat == 1))
    return theirs | (_turned(held & CROSS, 2) if seat else held & CROSS)


SEEN = np.array([[_seen(held, seat) for held in range(2 * BLACK)] for seat in range(2)])
TURNED = np.array([[_turned(ends, turn) for turn in range(TURNS)] for ends in range(CROSS + 1)])
TURNS_BETWEEN = _turns_between()
WORDS = 2048
HIGHER = 32


def _sieve(shift: int) -> np.ndarray:
    """Return for each seat a set of bits, those that 17 bits of the keys of its pieces name."""
    sieve = np.zeros((2, WORDS), np.uint64)
    for seat in range(2):
        for key in KEYS[:, BLACK * seat + 1 : BLACK * seat + CROSS + 1].ravel().tolist():
            part = key >> shift
            sieve[seat, part >> 6 & WORDS - 1] |= np.uint64(1 << (part & 63))
    return sieve.view(np.int64)


COARSE, FINE = _sieve(0), _sieve(HIGHER)


@kernel
def turn_square(square: int, seat: int) -> int:
    """Return a square as seen from a seat, and back."""
    return SQUARES - 1 - square if seat else square


@kernel
def sifted(sieve: Integers, part: int, seat: int) -> int:
    """Return an odd number if part of a key may belong to a piece of a seat on some square."""
    bits: int = sieve[seat, part >> 6 & (WORDS - 1)] >> (part & 63)
    return bits


@kernel
def own_key(state: State, seat: int, seen: int) -> int:
    """Return the key of an own piece where it stands."""
    square = turn_square(seen - 1, seat)
    key: int = KEYS[square, state.board[square]]
    return key


@kernel
def find_key(key: int, seat: int) -> int:
    """Return 16 * square + ends of the piece of a seat that has a key, or -1."""
    for square in range(SQUARES):
        for ends in range(1, CROSS + 1):
            if KEYS[square, BLACK * seat + ends] == key:
                return 16 * square + ends
    return -1


@kernel
def times_before(state: State, ply: int) -> int:
    """Return how often the position at a ply had stood by then, or 0 if it has stood since."""
    found = 0
    for other in range(state.ply - 1, state.since - 1, -2):
        same = state.history[other] == state.history[ply]
        if same and other > ply:
            return 0
        found += same
    return found


@kernel
def write_entry(
    out: Observation, place: int, piece: int, square: int, turn: int, times: int
) -> None:
    """Write a move back to an earlier position."""
    out.again_piece[place] = piece
    out.again_square[place] = square
    out.again_turn[place] = turn
    out.again_times[place] = times


@kernel
def move_room(out: Observation, place: int, free: int) -> None:
    """Move the entry at a place to one that is free, if there is one."""
    if free < AGAIN:
        write_entry(
            out,
            free,
            out.again_piece[place],
            out.again_square[place],
            out.again_turn[place],
            out.again_times[place],
        )


@kernel
def move_back(state: State, seat: int, change: int, pieces: Bytes) -> tuple[int, int]:
    """Return the piece, from 1, and the index part that change the key by `change`, or 0, 0.

    A pass changes no piece: PASS_AGAIN.
    """
    if change == 0:
        return PASS_AGAIN, 0
    for piece in range(PIECES):
        rest = change ^ own_key(state, seat, pieces[piece])
        may_be = sifted(COARSE, rest, seat) & sifted(FINE, rest >> HIGHER, seat) & 1
        found = find_key(rest, seat) if may_be else -1
        if found >= 0:
            ends = state.board[turn_square(pieces[piece] - 1, seat)] & CROSS
            turn = TURNS_BETWEEN[ends, found & 15]
            return piece + 1, TURNS * turn_square(found >> 4, seat) + turn
    return 0, 0


@kernel
def write_again(state: State, seat: int, out: Observation) -> None:
    """Write the own moves that lead back to earlier positions, first those of the third time."""
    count = seconds = 0
    goal = state.key ^ rules.BLACK_TO_MOVE
    # Most earlier positions differ in more than one own piece; a coarse test shows it.
    key_0, key_1 = own_key(state, seat, out.pieces[0]), own_key(state, seat, out.pieces[1])
    key_2, key_3 = own_key(state, seat, out.pieces[2]), own_key(state, seat, out.pieces[3])
    key_4, key_5 = own_key(state, seat, out.pieces[4]), own_key(state, seat, out.pieces[5])
    for ply in range(state.ply - 1, state.since - 1, -2):
        change = state.history[ply] ^ goal
        near = sifted(COARSE, change ^ key_0, seat) | sifted(COARSE, change ^ key_1, seat)
        near |= sifted(COARSE, change ^ key_2, seat) | sifted(COARSE, change ^ key_3, seat)
        near |= sifted(COARSE, change ^ key_4, seat) | sifted(COARSE, change ^ key_5, seat)
        if near & 1 == 0 and change:
            continue
        piece, part = move_back(state, seat, change, out.pieces)
        times = times_before(state, ply) if piece else 0
        if times:
            place = count
            if times == rules.OCCURRENCES_TO_DRAW - 1:
                move_room(out, seconds, count)
                place = seconds
                seconds += 1
            if place < AGAIN:
                square = part // TURNS + 1 if piece <= PIECES else 0
                write_entry(out, place, piece, square, part % TURNS, times)
            count += 1


@kernel
def observe(state: State, seat: int, out: Observation) -> None:
    """Write what a seat sees."""
    side = rules.side_of(state, seat)
    count = 0
    for piece in range(PIECES):
        out.pieces[piece] = 0
    for rank in range(SIDE):
        for file in range(SIDE):
            seen = SIDE * rank + file
            held = SEEN[side, state.board[turn_square(seen, side)]]
            out.board[rank, file] = held
            if 0 < held < BLACK:
                out.pieces[count] = seen + 1
                count += 1
    out.passes = state.passes
    out.occurrences = rules.occurrences(state)
    for place in range(AGAIN):
        write_entry(out, place, 0, 0, 0, 0)
    if state.to_move == seat:
        write_again(state, side, out)
    out.plies[0] = state.ply // HUNDRED
    out.plies[1] = state.ply % HUNDRED
    out.to_move = state.to_move == seat


@kernel
def find_own(state: State, seat: int, squares: Integers) -> None:
    """Write the squares of the own pieces in the order of their numbers; one place to spare."""
    count = 0
    for seen in range(SQUARES):
        square = turn_square(seen, seat)
        # Written in any case and overwritten if it is not one of them: faster than a branch.
        squares[count] = square
        count += 0 < SEEN[seat, state.board[square]] < BLACK


@kernel
def part_of(state: State, origin: int, target: int, ends: int, seat: int) -> int:
    """Return the part of an index that says where a piece goes and how it is turned."""
    if target == rules.WILDCARD:
        return WILDCARD
    if target >= EXIT:
        file = target - EXIT
        return EXITS + (SIDE - 1 - file if seat else file)
    turn: int = TURNS_BETWEEN[state.board[origin] & CROSS, ends]
    return TURNS * turn_square(target, seat) + turn


@kernel
def indices(state: State, actions: Integers, count: int) -> None:
    """Turn actions into indices: the own piece, and where it goes and how it is turned."""
    side = rules.side_of(state, int(state.to_move))
    room = np.empty((2, SQUARES), np.int64)
    squares, number = room[0], room[1]
    find_own(state, side, squares)
    for piece in range(PIECES):
        number[squares[piece]] = piece
    for i in range(count):
        action = actions[i]
        if action >= rules.PASS:
            actions[i] = PASS + action - rules.PASS
        else:
            origin = (action >> 4) // TARGETS
            target = (action >> 4) - origin * TARGETS
            part = part_of(state, origin, target, action & 15, side)
            actions[i] = number[origin] * OF_A_PIECE + part


@kernel
def action_of(state: State, index: int) -> int:
    """Return the action of an index."""
    if index >= PASS:
        return rules.PASS + index - PASS
    side = rules.side_of(state, int(state.to_move))
    squares = np.empty(PIECES + 1, np.int64)
    find_own(state, side, squares)
    origin: int = squares[index // OF_A_PIECE]
    part = index % OF_A_PIECE
    if part == WILDCARD:
        return (origin * TARGETS + rules.WILDCARD) * 16
    if part >= EXITS:
        file = part - EXITS
        return (origin * TARGETS + EXIT + (SIDE - 1 - file if side else file)) * 16
    target = turn_square(part // TURNS, side)
    ends: int = TURNED[state.board[origin] & CROSS, part % TURNS]
    return (origin * TARGETS + target) * 16 + ends


@kernel
def by_limit(state: State) -> bool:
    """Return whether the limit on plies ended the game."""
    return bool(state.reason == rules.TOO_LONG)


ENCODING = Encoding(
    fields=FIELDS,
    actions=SWAP + 1,
    longest=rules.MAX_PLIES,
    kernels=EncodingKernels(
        observe=observe, indices=indices, action_of=action_of, by_limit=by_limit
    ),
)
