"""Sendas: an estimate of who will leave the board first.

What counts changes when the colours meet. Apart, it is a race: how few pieces it takes from the
open ends of a path to the far rank, and how far the others have come along. Joined, either may
build on the other's path, and what counts most is how many pieces one can still lift: a piece that
somebody's connection hangs on is stuck.

A game that drags on stands still by such counts: the side behind passes, the side ahead looks for
nothing new. So they count less and less after PATIENT plies and nothing after WEARY ones, where
only forced wins and losses are left to look for.

The weights were checked by `python -m tools tuning sendas`: it finds none clearly better.
"""

import math

import numpy as np

from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.bits import count_bits, first_bit
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.sendas.paths import (
    CROSS,
    NEIGHBOURS,
    NORTH,
    PIECES,
    SIDE,
    SOUTH,
    SQUARES,
    colour_set,
    find_faces,
    find_links,
    find_pieces,
    parts_to_join,
    spread,
)
from ludoteca.rulebooks.sendas.rules import side_of

NAMES = (
    "turn, apart",  # being to move
    "nearness, apart",  # 6 / (pieces missing to the far rank + 2)
    "advance, apart",  # ranks that the own pieces have behind them, together
    "crosses, apart",
    "turn, joined",
    "nearness, joined",
    "free slender pieces, joined",  # straights and elbows that can be lifted
    "free wide pieces, joined",  # Ts and crosses; their ends are hooks for the other
    "crosses, joined",
    "threats",  # ways out, up to two, that the seat that is not to move would have
)
WEIGHTS = np.array([0.207, 1.99, 0.175, 0.202, 0.107, 1.247, 0.642, 0.242, -0.1, -0.889])
CERTAIN = 50.0
PATIENT, WEARY = 60, 160

FEATURES = 6
AWAY, EXITS, ADVANCE, CROSSES, SLENDER, WIDE = range(FEATURES)
FARTHEST = 12

# A set of squares is two words: the five ranks of white's side, and the other four.
LOW = 5 * SIDE
LOW_WORD, HIGH_WORD = (1 << LOW) - 1, (1 << SQUARES - LOW) - 1
FIRST_RANK, LAST_RANK = (1 << SIDE) - 1, HIGH_WORD & ~(HIGH_WORD >> SIDE)
_FILE = sum(1 << square for square in range(0, LOW, SIDE))
EAST_OF_A, WEST_OF_I = LOW_WORD & ~_FILE, LOW_WORD & ~(_FILE << SIDE - 1)

# What is noted of each piece during a walk along a path.
ORDER, LOWEST, PARENT, BELOW, CUT_OFF, OWN_PARTS, OTHER_PARTS = range(7)


@kernel
def turn_back(linked: Integers, piece: int, own: int, other: int, notes: Integers) -> None:
    """End the walk below a piece: what has no link past its parent is cut off without that."""
    parent = notes[PARENT, piece]
    if parent < 0:
        return
    lowest = notes[LOWEST, piece]
    near = linked[piece] & ~(1 << parent)
    while near:
        lowest = min(lowest, notes[ORDER, first_bit(near)])
        near &= near - 1
    below = notes[BELOW, piece]
    if lowest >= notes[ORDER, parent]:
        notes[CUT_OFF, parent] |= below
        notes[OWN_PARTS, parent] += below & own != 0
        notes[OTHER_PARTS, parent] += below & other != 0
    notes[BELOW, parent] |= below
    notes[LOWEST, parent] = min(notes[LOWEST, parent], lowest)


@kernel
def enter(notes: Integers, piece: int, parent: int, order: int) -> None:
    """Begin the notes of a piece."""
    notes[ORDER, piece] = order
    notes[LOWEST, piece] = order
    notes[PARENT, piece] = parent
    notes[BELOW, piece] = 1 << piece
    notes[CUT_OFF, piece] = 0
    notes[OWN_PARTS, piece] = 0
    notes[OTHER_PARTS, piece] = 0


@kernel
def find_free(linked: Integers, path: int, own: int, other: int, notes: Integers) -> int:
    """Return the pieces of a path without which each colour in it stays connected.

    One walk depth first finds them all (Tarjan's algorithm for articulation points).
    """
    piece = first_bit(path)
    seen = path & -path
    order = 0
    enter(notes, piece, -1, order)
    while piece >= 0:
        ahead = linked[piece] & ~seen
        if ahead:
            order += 1
            seen |= ahead & -ahead
            child = first_bit(ahead)
            enter(notes, child, piece, order)
            piece = child
        else:
            turn_back(linked, piece, own, other, notes)
            piece = notes[PARENT, piece]
    free = 0
    while seen:
        piece = first_bit(seen)
        seen &= seen - 1
        rest = path & ~(notes[CUT_OFF, piece] | 1 << piece)
        own_parts = notes[OWN_PARTS, piece] + (rest & own != 0)
        other_parts = notes[OTHER_PARTS, piece] + (rest & other != 0)
        if own_parts <= 1 and other_parts <= 1:
            free |= 1 << piece
    return free


@kernel
def find_front(state: State, square_of: Integers, count: int, path: int, front: Integers) -> None:
    """Write the set of the empty squares that the open ends of a path face."""
    front[0] = front[1] = 0
    for i in range(count):
        if path >> i & 1:
            ends = int(state.board[square_of[i]])
            for direction in range(4):
                beside = NEIGHBOURS[square_of[i], direction]
                if ends >> direction & 1 and beside < SQUARES and state.board[beside] == 0:
                    front[beside // LOW] |= 1 << beside % LOW


@kernel
def find_empty(square_of: Integers, count: int, empty: Integers) -> None:
    """Write the set of the empty squares."""
    empty[0], empty[1] = LOW_WORD, HIGH_WORD
    for i in range(count):
        empty[square_of[i] // LOW] ^= 1 << square_of[i] % LOW


@kernel
def pieces_missing(front: Integers, empty: Integers, seat: int) -> int:
    """Return how many pieces in a row it takes from a front to the far rank, by empty squares."""
    low = empty[0] & FIRST_RANK if seat else 0
    high = 0 if seat else empty[1] & LAST_RANK
    missing = 1
    while (low & front[0]) | (high & front[1]) == 0 and missing < FARTHEST:
        beside = ((low << 1) & EAST_OF_A) | ((low >> 1) & WEST_OF_I)
        across = (low << SIDE) | (low >> SIDE) | ((high & FIRST_RANK) << LOW - SIDE)
        beside_high = ((high << 1) & EAST_OF_A) | ((high >> 1) & WEST_OF_I)
        across_high = (high << SIDE) | (high >> SIDE) | (low >> LOW - SIDE)
        low |= (beside | across) & empty[0]
        high |= (beside_high | across_high) & empty[1]
        missing += 1
    return missing


@kernel
def way_out(fronts: Integers, empty: Integers, seat: int, joined: bool) -> int:
    """Return the pieces missing to the far rank, by the own path or by way of the other's.

    Where open ends of both paths face the same square, one piece there makes them one path.
    """
    missing = pieces_missing(fronts[seat], empty, seat)
    touching = (fronts[0, 0] & fronts[1, 0]) | (fronts[0, 1] & fronts[1, 1])
    if touching and not joined:
        missing = min(missing, 1 + pieces_missing(fronts[1 - seat], empty, seat))
    return missing


@kernel
def find_doors(
    state: State, square_of: Integers, count: int, path: int, own: int, seat: int
) -> int:
    """Return the pieces of a path on the far rank of a seat that have an end outwards.

    With the option `exit=edge`, the own pieces there, which leave by themselves.
    """
    doors = 0
    for i in range(count):
        far = square_of[i] < SIDE if seat else square_of[i] >= SQUARES - SIDE
        if state.edge_exit:
            doors |= int(far) << i & own
        elif far and path >> i & 1 and state.board[square_of[i]] & (SOUTH if seat else NORTH):
            doors |= 1 << i
    return doors


@kernel
def count_exits(linked: Integers, own: int, other: int, free: int, doors: int) -> int:
    """Return in how many ways a seat can leave: free pieces times the doors that stay joined."""
    parts = np.empty(2 * PIECES, np.int64)
    found = 0
    for i in range(2 * PIECES):
        if doors and free & own & (1 << i):
            parts_to_join(linked, 1 << i, own, other, parts)
            found += count_bits(parts[0] & doors)
    return found


@kernel
def count_pieces(
    state: State, square_of: Integers, count: int, own: int, free: int, seat: int, row: Integers
) -> None:
    """Write what is counted piece by piece."""
    row[ADVANCE] = row[CROSSES] = row[SLENDER] = row[WIDE] = 0
    for i in range(count):
        if own >> i & 1:
            rank = square_of[i] // SIDE
            ends = state.board[square_of[i]] & CROSS
            row[ADVANCE] += SIDE - 1 - rank if seat else rank
            row[CROSSES] += ends == CROSS
            wide = count_bits(ends) > 2
            row[WIDE] += (free >> i & 1) & wide
            row[SLENDER] += (free >> i & 1) & (not wide)


@kernel
def describe(state: State, rows: Integers) -> bool:
    """Write the features of both seats, one a row; return whether the colours are joined."""
    square_of = np.empty(2 * PIECES + 1, np.int64)
    linked = np.empty(2 * PIECES, np.int64)
    faces = np.empty(SQUARES + 1, np.int64)
    notes = np.empty((7, 2 * PIECES), np.int64)
    empty, fronts = np.empty(2, np.int64), np.empty((2, 2), np.int64)
    count = find_pieces(state, square_of)
    find_faces(state, square_of, count, faces)
    find_links(state, square_of, count, faces, linked)
    find_empty(square_of, count, empty)
    white = colour_set(state, square_of, count, 0)
    black = ((1 << count) - 1) & ~white
    path = spread(linked, white & -white, white | black)
    joined = path & black != 0
    for seat in range(2):
        path = path if joined else (black if seat else white)
        find_front(state, square_of, count, path, fronts[seat])
    for seat in range(2):
        own, other = (black, white) if seat else (white, black)
        path = path if joined else own
        free = find_free(linked, path, own, other, notes)
        doors = find_doors(state, square_of, count, path, own, seat)
        row = rows[seat]
        count_pieces(state, square_of, count, own, free, seat, row)
        if state.edge_exit:
            row[EXITS] = count_bits(free & doors)
        else:
            row[EXITS] = count_exits(linked, own, other, free, doors)
        row[AWAY] = 1 if doors else 1 + way_out(fronts, empty, seat, joined)
        row[AWAY] = 0 if row[EXITS] else row[AWAY]
    return joined


@kernel
def nearness(away: int) -> float:
    """Return a number that grows the faster the nearer the way out is."""
    return 6.0 / (away + 2.0)


@kernel
def weigh(state: State, seat: int, weights: Floats) -> float:
    """Return the log-odds of a seat's win by the weights of the features."""
    rows = np.empty((2, FEATURES), np.int64)
    joined = describe(state, rows)
    mover, sign = side_of(state, int(state.to_move)), 1.0 if state.to_move == seat else -1.0
    own, other = rows[mover], rows[1 - mover]
    if own[EXITS]:
        return sign * CERTAIN
    near = nearness(own[AWAY]) - nearness(other[AWAY])
    odds: float = weights[9] * min(other[EXITS], 2)
    if joined:
        odds += weights[4] + weights[5] * near
        odds += weights[6] * (own[SLENDER] - other[SLENDER])
        odds += weights[7] * (own[WIDE] - other[WIDE])
        odds += weights[8] * (own[CROSSES] - other[CROSSES])
    else:
        odds += weights[0] + weights[1] * near
        odds += weights[2] * (own[ADVANCE] - other[ADVANCE])
        odds += weights[3] * (own[CROSSES] - other[CROSSES])
    return sign * odds


@kernel
def patience(ply: int) -> float:
    """Return how much the counts are still worth, from 1 to 0."""
    return min(1.0, max(0.0, (WEARY - ply) / (WEARY - PATIENT)))


@kernel
def evaluate(state: State, seat: int) -> float:
    """Return an estimate of a seat's share of the win; 1 or 0 where the seat to move can leave."""
    odds = weigh(state, seat, WEIGHTS)
    if abs(odds) >= CERTAIN:
        return 1.0 if odds > 0 else 0.0
    return 1.0 / (1.0 + math.exp(-odds * patience(int(state.ply))))
