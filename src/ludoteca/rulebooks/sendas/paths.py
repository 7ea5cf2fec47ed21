"""Sendas: the squares, and which pieces on them are joined.

Squares count 0..80 from a1 along the ranks. A square holds 0, or the open ends of its piece (a set
of NORTH, EAST, SOUTH, WEST), plus BLACK for seat 1. The ends tell the shape; a wildcard is a cross.
"""

import numpy as np

from ludoteca.core.bits import first_bit
from ludoteca.core.jit import kernel

SIDE = 9
SQUARES = SIDE * SIDE
PIECES = 6
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
CROSS = NORTH | EAST | SOUTH | WEST
BLACK = 16


def _neighbours() -> np.ndarray:
    """For each square its neighbours N, E, S and W; SQUARES stands for outside the board."""
    table = np.full((SQUARES, 4), SQUARES)
    for square in range(SQUARES):
        rank, file = divmod(square, SIDE)
        for direction, (up, right) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
            if 0 <= rank + up < SIDE and 0 <= file + right < SIDE:
                table[square, direction] = (rank + up) * SIDE + file + right
    return table


NEIGHBOURS = _neighbours()
# Four directions pack into one number, four bits each; this opens those of a set of ends.
PACKED = np.array([sum(15 << 4 * bit for bit in range(4) if ends >> bit & 1) for ends in range(16)])


@kernel
def find_pieces(state, square_of):
    """Lists the squares of the pieces in order; a piece's number is its place in that list."""
    count = 0
    for square in range(SQUARES):
        square_of[count] = square
        count += state.board[square] != 0
    return count


@kernel
def find_faces(state, square_of, count, faces):
    """Writes for each square the numbers, from 1, of the pieces with an open end towards it."""
    for square in range(SQUARES + 1):
        faces[square] = 0
    for i in range(count):
        ends = int(state.board[square_of[i]])
        for direction in range(4):
            open_end = ends >> direction & 1
            beside = NEIGHBOURS[square_of[i], direction]
            faces[beside] |= open_end * (i + 1) << 4 * (direction ^ 2)


@kernel
def find_links(state, square_of, count, faces, linked):
    """Writes for each piece the set of pieces joined to it: both have an open end to each other."""
    for i in range(2 * PIECES):
        linked[i] = 0
    for i in range(count):
        near = faces[square_of[i]] & PACKED[state.board[square_of[i]] & CROSS]
        numbered = (
            1 << (near & 15) | 1 << (near >> 4 & 15) | 1 << (near >> 8 & 15) | 1 << (near >> 12)
        )
        linked[i] = numbered >> 1


@kernel
def colour_set(state, square_of, count, seat):
    """The set of the pieces of one seat."""
    found = 0
    for i in range(count):
        found |= int((state.board[square_of[i]] >= BLACK) == seat) << i
    return found


@kernel
def spread(linked, start, within):
    """The pieces connected to those in `start`, moving only through the set `within`."""
    reached = start
    ahead = start
    while ahead:
        near = linked[first_bit(ahead)] & within & ~reached
        reached |= near
        ahead = ahead & (ahead - 1) | near
    return reached


@kernel
def parts_to_join(linked, lifted, own, other, parts):
    """Lists the parts that a lifted piece must join, as sets, and returns their number.

    At the end of each turn both colours must be connected: so all parts with pieces of its own
    colour, and all with pieces of the other colour where those are in several.
    """
    left = own & ~lifted
    within = left | other
    count = 0
    seen = 0
    while left:
        parts[count] = spread(linked, left & -left, within)
        seen |= parts[count]
        left &= ~seen
        count += 1
    left = other & ~seen
    if left and other & ~spread(linked, left & -left, within) == 0:
        return count
    while left:
        parts[count] = spread(linked, left & -left, within)
        left &= ~parts[count]
        count += 1
    return count


@kernel
def openings(face, part):
    """The directions in which a piece of the part faces a square."""
    numbered = part << 1
    return (
        (numbered >> (face & 15) & 1)
        | (numbered >> (face >> 4 & 15) & 1) << 1
        | (numbered >> (face >> 8 & 15) & 1) << 2
        | (numbered >> (face >> 12) & 1) << 3
    )


@kernel
def ways_out(state, square_of, count, seat):
    """The pieces, of either colour, on a seat's far rank with an open end outwards."""
    far_rank = 0 if seat else SQUARES - SIDE
    outwards = SOUTH if seat else NORTH
    found = 0
    for i in range(count):
        there = far_rank <= square_of[i] < far_rank + SIDE
        found |= int(there and state.board[square_of[i]] & outwards != 0) << i
    return found


@kernel
def colours_joined(linked, count, own):
    """Whether some white and some black piece are directly joined."""
    for i in range(count):
        if own & (1 << i) and linked[i] & ~own:
            return True
    return False


@kernel
def connected(state, seat):
    """Whether all pieces of a seat are joined, through pieces of either colour."""
    square_of = np.empty(2 * PIECES + 1, np.int64)
    linked = np.empty(2 * PIECES, np.int64)
    faces = np.empty(SQUARES + 1, np.int64)
    count = find_pieces(state, square_of)
    find_faces(state, square_of, count, faces)
    find_links(state, square_of, count, faces, linked)
    own = colour_set(state, square_of, count, seat)
    return spread(linked, own & -own, (1 << count) - 1) & own == own
