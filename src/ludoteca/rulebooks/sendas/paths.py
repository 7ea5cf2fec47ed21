"""Sendas: the squares, which pieces on them are joined, and where open ends face.

Squares count 0..80 from a1 along the ranks. A square holds 0, or the open ends of its piece (a set
of NORTH, EAST, SOUTH, WEST), plus BLACK for seat 1. The ends tell the shape; a wildcard is a cross.
"""

import numpy as np

from ludoteca.core.arrays import Integers, State
from ludoteca.core.bits import first_bit
from ludoteca.core.jit import kernel

SIDE = 9
SQUARES = SIDE * SIDE
PIECES = 6
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
CROSS = NORTH | EAST | SOUTH | WEST
BLACK = 16


def _neighbours() -> np.ndarray:
    """Return each square's neighbours N, E, S and W; SQUARES stands for outside the board."""
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
def find_pieces(state: State, square_of: Integers) -> int:
    """List the squares of the pieces in order; a piece's number is its place in that list."""
    count = 0
    for square in range(SQUARES):
        square_of[count] = square
        count += state.board[square] != 0
    return count


@kernel
def find_faces(state: State, square_of: Integers, count: int, faces: Integers) -> None:
    """Write for each square the numbers, from 1, of the pieces with an open end towards it."""
    for square in range(SQUARES + 1):
        faces[square] = 0
    for i in range(count):
        ends = int(state.board[square_of[i]])
        for direction in range(4):
            open_end = ends >> direction & 1
            beside = NEIGHBOURS[square_of[i], direction]
            faces[beside] |= open_end * (i + 1) << 4 * (direction ^ 2)


@kernel
def find_links(
    state: State, square_of: Integers, count: int, faces: Integers, linked: Integers
) -> None:
    """Write for each piece the set of pieces joined to it: both have an open end to each other."""
    for i in range(2 * PIECES):
        linked[i] = 0
    for i in range(count):
        near = faces[square_of[i]] & PACKED[state.board[square_of[i]] & CROSS]
        numbered = (
            1 << (near & 15) | 1 << (near >> 4 & 15) | 1 << (near >> 8 & 15) | 1 << (near >> 12)
        )
        linked[i] = numbered >> 1


@kernel
def colour_set(state: State, square_of: Integers, count: int, seat: int) -> int:
    """Return the set of the pieces of one seat."""
    found = 0
    for i in range(count):
        found |= int((state.board[square_of[i]] >= BLACK) == seat) << i
    return found


@kernel
def spread(linked: Integers, start: int, within: int) -> int:
    """Return the pieces connected to those in `start`, moving only through the set `within`."""
    reached = start
    ahead = start
    while ahead:
        near = linked[first_bit(ahead)] & within & ~reached
        reached |= near
        ahead = ahead & (ahead - 1) | near
    return reached


@kernel
def parts_to_join(linked: Integers, lifted: int, own: int, other: int, parts: Integers) -> int:
    """List the parts that a lifted piece must join, as sets, and return their number.

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
def openings(face: int, part: int) -> int:
    """Return the directions in which a piece of the part faces a square."""
    numbered = part << 1
    return (
        (numbered >> (face & 15) & 1)
        | (numbered >> (face >> 4 & 15) & 1) << 1
        | (numbered >> (face >> 8 & 15) & 1) << 2
        | (numbered >> (face >> 12) & 1) << 3
    )


@kernel
def find_places(state: State, faces: Integers, places: Integers) -> int:
    """List the empty squares that some open end faces, after a slot for a piece's own square."""
    count = 1
    for square in range(SQUARES):
        # Written in any case and overwritten if it is none: faster than a branch.
        places[count] = square
        count += (faces[square] != 0) & (state.board[square] == 0)
    return count


@kernel
def find_crowded(places: Integers, place_count: int, faces: Integers, crowded: Integers) -> int:
    """List the places that open ends face from two sides or more, after such a slot."""
    count = 1
    for place in range(1, place_count):
        face = faces[places[place]]
        sides = (face | face >> 1 | face >> 2 | face >> 3) & 0x1111
        crowded[count] = places[place]
        count += sides & (sides - 1) != 0
    return count


@kernel
def slide(places: Integers, count: int, slot: int, origin: int) -> int:
    """Move the slot on to where a piece's own square belongs in the order, and write it there."""
    while slot + 1 < count and places[slot + 1] < origin:
        places[slot] = places[slot + 1]
        slot += 1
    places[slot] = origin
    return slot


@kernel
def find_openings(
    places: Integers, place_count: int, faces: Integers, path: int, opened: Integers
) -> None:
    """Write where the path faces each place; none for squares that are held."""
    for square in range(SQUARES + 1):
        opened[square] = 0
    for place in range(1, place_count):
        opened[places[place]] = openings(faces[places[place]], path)


@kernel
def lift(origin: int, ends: int, opened: Integers) -> int:
    """Take away the openings that a piece itself makes around it; return them, packed."""
    taken = 0
    for direction in range(4):
        beside = NEIGHBOURS[origin, direction]
        made = opened[beside] & (ends >> direction & 1) << (direction ^ 2)
        opened[beside] ^= made
        taken |= made << 4 * direction
    return taken


@kernel
def put_back(origin: int, taken: int, opened: Integers) -> None:
    """Give the openings back that lifting a piece took away."""
    for direction in range(4):
        opened[NEIGHBOURS[origin, direction]] |= taken >> 4 * direction & CROSS


@kernel
def ways_out(state: State, square_of: Integers, count: int, seat: int) -> int:
    """Return the pieces, of either colour, on a seat's far rank with an open end outwards."""
    far_rank = 0 if seat else SQUARES - SIDE
    outwards = SOUTH if seat else NORTH
    found = 0
    for i in range(count):
        there = far_rank <= square_of[i] < far_rank + SIDE
        found |= int(there and state.board[square_of[i]] & outwards != 0) << i
    return found


@kernel
def colours_joined(linked: Integers, count: int, own: int) -> bool:
    """Return whether some white and some black piece are directly joined."""
    for i in range(count):
        if own & (1 << i) and linked[i] & ~own:
            return True
    return False


@kernel
def connected(state: State, seat: int) -> bool:
    """Return whether all pieces of a seat are joined, through pieces of either colour."""
    square_of = np.empty(2 * PIECES + 1, np.int64)
    linked = np.empty(2 * PIECES, np.int64)
    faces = np.empty(SQUARES + 1, np.int64)
    count = find_pieces(state, square_of)
    find_faces(state, square_of, count, faces)
    find_links(state, square_of, count, faces, linked)
    own = colour_set(state, square_of, count, seat)
    return spread(linked, own & -own, (1 << count) - 1) & own == own
