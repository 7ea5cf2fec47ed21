"""Sendas: states and moves."""

import numpy as np

from ludoteca.core.bits import first_bit
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import (
    OVER,
    Kernels,
    imagine_nothing,
    no_outcomes,
    winner_takes_all,
)
from ludoteca.rulebooks.sendas.paths import (
    BLACK,
    CROSS,
    NEIGHBOURS,
    PIECES,
    SIDE,
    SQUARES,
    colour_set,
    colours_joined,
    find_faces,
    find_links,
    find_pieces,
    openings,
    parts_to_join,
    spread,
    ways_out,
)

MAX_PLIES = 400
OCCURRENCES_TO_DRAW = 3

EXIT = SQUARES
WILDCARD = EXIT + SIDE
TARGETS = WILDCARD + 1
PASS = SQUARES * TARGETS * 16
# 6 pieces, each to at most 81 - 12 + 1 squares in 4 rotations, out on 9 files, a wildcard; a pass.
CAPACITY = PIECES * (4 * (SQUARES - 2 * PIECES + 1) + SIDE + 1) + 1

PLAYING, EXITED, BOTH_PASSED, REPEATED, TOO_LONG = range(5)

STATE = np.dtype(
    (
        np.record,
        [
            ("history", np.int64, (MAX_PLIES + 1,)),  # the key of the position before each ply
            ("key", np.int64),
            ("ply", np.int16),
            (
                "since",
                np.int16,
            ),  # the ply after which no position can come again (the last wildcard)
            ("board", np.int8, (SQUARES,)),
            ("to_move", np.int8),
            ("passes", np.int8),
            ("reason", np.int8),
            ("winner", np.int8),
        ],
    )
)


def rotations(ends: int) -> list[int]:
    """The sets of ends that a piece can be turned to show; the first names its shape."""
    return sorted({(ends << turn | ends >> (4 - turn)) & CROSS for turn in range(4)})


# For each set of ends those it can be turned into, NOTHING, which is open to none, for the rest.
NOTHING = 16
ROTATIONS = np.array([(rotations(ends) + [NOTHING] * 3)[:4] for ends in range(16)])
# For each set of ends those that share an end with it, a bit each.
MEETING = np.array([sum(1 << other for other in range(16) if ends & other) for ends in range(16)])
# One random number for each square and its content, and one for the player to move.
KEYS = np.random.default_rng(1892).integers(1, 1 << 62, (SQUARES, 2 * BLACK), dtype=np.int64)
KEYS[:, 0] = 0
BLACK_TO_MOVE = 0x2545F4914F6CDD1D


@kernel
def find_places(state, faces, places):
    """Lists the empty squares that some open end faces, after a slot for a piece's own square."""
    count = 1
    for square in range(SQUARES):
        # Written in any case and overwritten if it is none: faster than a branch.
        places[count] = square
        count += (faces[square] != 0) & (state.board[square] == 0)
    return count


@kernel
def find_crowded(places, place_count, faces, crowded):
    """Lists the places that open ends face from two sides or more, after such a slot."""
    count = 1
    for place in range(1, place_count):
        face = faces[places[place]]
        sides = (face | face >> 1 | face >> 2 | face >> 3) & 0x1111
        crowded[count] = places[place]
        count += sides & (sides - 1) != 0
    return count


@kernel
def slide(places, count, slot, origin):
    """Moves the slot on to where a piece's own square belongs in the order, and writes it there."""
    while slot + 1 < count and places[slot + 1] < origin:
        places[slot] = places[slot + 1]
        slot += 1
    places[slot] = origin
    return slot


@kernel
def find_openings(places, place_count, faces, path, opened):
    """Writes where the path faces each place; none for squares that are held."""
    for square in range(SQUARES + 1):
        opened[square] = 0
    for place in range(1, place_count):
        opened[places[place]] = openings(faces[places[place]], path)


@kernel
def lift(origin, ends, opened):
    """Takes away the openings that a piece itself makes around it; they are returned, packed."""
    taken = 0
    for direction in range(4):
        beside = NEIGHBOURS[origin, direction]
        made = opened[beside] & (ends >> direction & 1) << (direction ^ 2)
        opened[beside] ^= made
        taken |= made << 4 * direction
    return taken


@kernel
def put_back(origin, taken, opened):
    """Gives the openings back that lifting a piece took away."""
    for direction in range(4):
        opened[NEIGHBOURS[origin, direction]] |= taken >> 4 * direction & CROSS


@kernel
def write_turns(origin, ends, square, fits, out, n):
    """Writes the moves of a piece to a square, turned to any of the fitting sets of ends."""
    # Where it stood the result must differ from before.
    fits &= ~(int(square == origin) << ends)
    move = (origin * TARGETS + square) * 16
    for turn in range(4):
        out[n] = move + ROTATIONS[ends, turn]
        n += fits >> ROTATIONS[ends, turn] & 1
    return n


@kernel
def moves_to_one(origin, ends, places, place_count, opened, out, n):
    """Writes every move and rotation of a piece that has one part to join."""
    for place in range(place_count):
        square = places[place]
        n = write_turns(origin, ends, square, MEETING[opened[square]], out, n)
    return n


@kernel
def moves_to_all(origin, ends, places, place_count, faces, parts, part_count, out, n):
    """Writes every move and rotation of a piece that joins each of the parts."""
    for place in range(place_count):
        square = places[place]
        fits = MEETING[openings(faces[square], parts[0])]
        for part in range(1, part_count):
            fits &= MEETING[openings(faces[square], parts[part])]
        n = write_turns(origin, ends, square, fits, out, n)
    return n


@kernel
def exits(origin, square_of, ways, out, n):
    """Writes every file on which a piece can leave the board beside one of the ways out.

    Outside it is joined to one piece alone, so that piece's part has to be the only one it must
    join.
    """
    while ways:
        file = square_of[first_bit(ways)] % SIDE
        out[n] = (origin * TARGETS + EXIT + file) * 16
        ways &= ways - 1
        n += 1
    return n


@kernel
def legal(state, out):
    """Writes the legal moves of the seat to move and returns their number."""
    seat = state.to_move
    # One room for all: to ask for memory takes longer than most of what is done with it.
    room = np.empty((7, SQUARES + 1), np.int64)
    square_of, linked, parts, faces = room[0], room[1], room[2], room[3]
    places, crowded, opened = room[4], room[5], room[6]
    count = find_pieces(state, square_of)
    find_faces(state, square_of, count, faces)
    find_links(state, square_of, count, faces, linked)
    own = colour_set(state, square_of, count, seat)
    other = ((1 << count) - 1) & ~own
    path = spread(linked, own & -own, own | other)
    place_count = find_places(state, faces, places)
    crowded_count = find_crowded(places, place_count, faces, crowded)
    find_openings(places, place_count, faces, path, opened)
    ways = ways_out(state, square_of, count, seat)
    wildcards = colours_joined(linked, count, own)
    n = slot = narrow_slot = 0
    for lifted in range(count):
        if own & (1 << lifted):
            origin = square_of[lifted]
            ends = int(state.board[origin]) & CROSS
            rest = path & ~(1 << lifted)
            parts[0] = rest
            part_count = 1
            # Without a piece at the tip of a path the rest stays as connected as it was.
            if linked[lifted] & (linked[lifted] - 1):
                part_count = parts_to_join(linked, 1 << lifted, own, other, parts)
            slot = slide(places, place_count, slot, origin)
            if part_count > 1:
                narrow_slot = slide(crowded, crowded_count, narrow_slot, origin)
                n = moves_to_all(
                    origin, ends, crowded, crowded_count, faces, parts, part_count, out, n
                )
            elif parts[0] != rest:
                n = moves_to_all(origin, ends, places, place_count, faces, parts, 1, out, n)
            else:
                taken = lift(origin, ends, opened)
                opened[origin] = openings(faces[origin], rest)
                n = moves_to_one(origin, ends, places, place_count, opened, out, n)
                opened[origin] = 0
                put_back(origin, taken, opened)
            if part_count == 1 and ways & parts[0]:
                n = exits(origin, square_of, ways & parts[0], out, n)
            if wildcards and ends != CROSS:
                out[n] = (origin * TARGETS + WILDCARD) * 16
                n += 1
    out[n] = PASS
    return n + 1


@kernel
def put(state, square, content):
    """Changes what a square holds, and the position's key with it."""
    state.key ^= KEYS[square, state.board[square]] ^ KEYS[square, content]
    state.board[square] = content


@kernel
def forget_history(state):
    """A wildcard is for good: no position from before it can come again."""
    for ply in range(state.since, state.ply + 1):
        state.history[ply] = 0
    state.since = state.ply + 1


@kernel
def occurrences(state):
    """How often the present position has stood, itself included."""
    found = 0
    for ply in range(state.ply, state.since - 1, -2):
        found += state.history[ply] == state.key
    return found


@kernel
def key(state):
    """The position's key, mixed with all else on which the rest of the game depends."""
    # Near the end by length, the same squares at another ply are another position.
    ply = max(0, int(state.ply) - MAX_PLIES + 50)
    return state.key ^ (int(state.passes) + 4 * int(occurrences(state)) + 16 * ply) * 0x9E3779B9


@kernel
def finish(state, reason, winner):
    """Ends the game."""
    state.to_move = OVER
    state.reason = reason
    state.winner = winner


@kernel
def pass_turn(state):
    """Hands the turn over and ends a game that is drawn."""
    state.ply += 1
    state.to_move = 1 - state.to_move
    state.key ^= BLACK_TO_MOVE
    state.history[state.ply] = state.key
    if state.passes == 2:
        finish(state, BOTH_PASSED, -1)
    elif occurrences(state) >= OCCURRENCES_TO_DRAW:
        finish(state, REPEATED, -1)
    elif state.ply >= MAX_PLIES:
        finish(state, TOO_LONG, -1)


@kernel
def apply(state, action):
    """Plays a legal move."""
    seat = state.to_move
    state.passes = state.passes + 1 if action == PASS else 0
    if action != PASS:
        origin = action // (TARGETS * 16)
        target = action // 16 % TARGETS
        if target == WILDCARD:
            put(state, origin, state.board[origin] | CROSS)
            forget_history(state)
        elif target >= EXIT:
            put(state, origin, 0)
            state.ply += 1
            finish(state, EXITED, seat)
            return
        else:
            put(state, origin, 0)
            put(state, target, action % 16 | BLACK * seat)
    pass_turn(state)


KERNELS = Kernels(
    legal=legal,
    apply=apply,
    outcomes=no_outcomes,
    returns=winner_takes_all,
    imagine=imagine_nothing,
)
