"""Sendas: states and moves.

A seat plays a side: side 0 is white, side 1 black. Seat 0 begins with white; after a `swap` seat 0
has black and seat 1 white. `to_move` and `winner` are seats.
"""

import numpy as np

from ludoteca.core.arrays import Integers, State
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
    PIECES,
    SIDE,
    SQUARES,
    colour_set,
    colours_joined,
    find_crowded,
    find_faces,
    find_links,
    find_openings,
    find_pieces,
    find_places,
    lift,
    openings,
    parts_to_join,
    put_back,
    slide,
    spread,
    ways_out,
)

MAX_PLIES = 400
OCCURRENCES_TO_DRAW = 3

EXIT = SQUARES
WILDCARD = EXIT + SIDE
TARGETS = WILDCARD + 1
PASS = SQUARES * TARGETS * 16
SWAP = PASS + 1
# 6 pieces, each to at most 81 - 12 + 1 squares in 4 rotations, out on 9 files, a wildcard; a pass
# and a swap.
CAPACITY = PIECES * (4 * (SQUARES - 2 * PIECES + 1) + SIDE + 1) + 2

PLAYING, EXITED, BOTH_PASSED, REPEATED, TOO_LONG = range(5)

STATE = np.dtype(
    (
        np.record,
        [
            ("history", np.int64, (MAX_PLIES + 1,)),  # the key of the position before each ply
            ("key", np.int64),
            ("ply", np.int16),
            ("since", np.int16),  # no position from before this ply can come again
            ("board", np.int8, (SQUARES,)),
            ("outside", np.int16),  # of the piece that has left: 16 * its file + its ends
            ("to_move", np.int8),
            ("passes", np.int8),
            ("reason", np.int8),
            ("winner", np.int8),
            ("edge_exit", np.int8),  # option: a piece leaves from the far rank itself
            ("go_on", np.int8),  # option: two passes in a row end nothing
            ("may_swap", np.int8),  # option: seat 1 may take over the other side
            ("swapped", np.int8),  # whether it did
        ],
    )
)


def rotations(ends: int) -> list[int]:
    """Return the sets of ends that a piece can be turned to show; the first names its shape."""
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
def write_turns(origin: int, ends: int, square: int, fits: int, out: Integers, n: int) -> int:
    """Write the moves of a piece to a square, turned to any of the fitting sets of ends."""
    # Where it stood the result must differ from before.
    fits &= ~(int(square == origin) << ends)
    move = (origin * TARGETS + square) * 16
    for turn in range(4):
        out[n] = move + ROTATIONS[ends, turn]
        n += fits >> ROTATIONS[ends, turn] & 1
    return n


@kernel
def moves_to_one(
    origin: int,
    ends: int,
    places: Integers,
    place_count: int,
    opened: Integers,
    out: Integers,
    n: int,
) -> int:
    """Write every move and rotation of a piece that has one part to join."""
    for place in range(place_count):
        square = places[place]
        n = write_turns(origin, ends, square, MEETING[opened[square]], out, n)
    return n


@kernel
def moves_to_all(
    origin: int,
    ends: int,
    places: Integers,
    place_count: int,
    faces: Integers,
    parts: Integers,
    part_count: int,
    out: Integers,
    n: int,
) -> int:
    """Write every move and rotation of a piece that joins each of the parts."""
    for place in range(place_count):
        square = places[place]
        fits = MEETING[openings(faces[square], parts[0])]
        for part in range(1, part_count):
            fits &= MEETING[openings(faces[square], parts[part])]
        n = write_turns(origin, ends, square, fits, out, n)
    return n


@kernel
def write_moves(
    origin: int,
    ends: int,
    rest: int,
    part_count: int,
    room: Integers,
    place_count: int,
    crowded_count: int,
    out: Integers,
    n: int,
) -> int:
    """Write every move and rotation of a lifted piece; `room` is the one of `legal`."""
    parts, faces, places, crowded, opened = room[2], room[3], room[4], room[5], room[6]
    if part_count > 1:
        return moves_to_all(origin, ends, crowded, crowded_count, faces, parts, part_count, out, n)
    if parts[0] != rest:
        return moves_to_all(origin, ends, places, place_count, faces, parts, 1, out, n)
    taken = lift(origin, ends, opened)
    opened[origin] = openings(faces[origin], rest)
    n = moves_to_one(origin, ends, places, place_count, opened, out, n)
    opened[origin] = 0
    put_back(origin, taken, opened)
    return n


@kernel
def exits(origin: int, square_of: Integers, ways: int, out: Integers, n: int) -> int:
    """Write every file on which a piece can leave the board beside one of the ways out.

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
def exit_straight(origin: int, side: int, out: Integers, n: int) -> int:
    """Write the exit of a piece that stands on its far rank, for the option `exit=edge`."""
    if origin // SIDE == (0 if side else SIDE - 1):
        out[n] = (origin * TARGETS + EXIT + origin % SIDE) * 16
        n += 1
    return n


@kernel
def side_of(state: State, seat: int) -> int:
    """Return the side that a seat plays."""
    side: int = seat ^ int(state.swapped)
    return side


@kernel
def legal(state: State, out: Integers) -> int:
    """Write the legal moves of the seat to move and return their number.

    The rule: lift an own piece and put it on any empty square, turned in any way, or back where it
    was, turned. The move is legal if afterwards each colour is connected, through pieces of either
    colour. It may leave the board beside a piece on the far rank with an end outwards (`exits`);
    with `exit=edge`, straight from there if both colours are connected without it
    (`exit_straight`). If the colours were directly joined, a piece may become a cross instead. A
    pass is always legal. With `swap=yes`, seat 1 may take over the other side in place of its first
    move.

    To make it fast, connection is tested per lifted piece and not per move. `parts_to_join` lists
    the parts into which the rest falls and which the piece must join; most often it is one. A
    square then serves if for each part an end of the piece meets an open end of the part. Only
    squares that open ends face are tried, and only those faced from two sides for several parts.
    """
    side = side_of(state, int(state.to_move))
    # One room for all: to ask for memory takes longer than most of what is done with it.
    room = np.empty((7, SQUARES + 1), np.int64)
    square_of, linked, parts, faces = room[0], room[1], room[2], room[3]
    places, crowded, opened = room[4], room[5], room[6]
    count = find_pieces(state, square_of)
    find_faces(state, square_of, count, faces)
    find_links(state, square_of, count, faces, linked)
    own = colour_set(state, square_of, count, side)
    other = ((1 << count) - 1) & ~own
    path = spread(linked, own & -own, own | other)
    place_count = find_places(state, faces, places)
    crowded_count = find_crowded(places, place_count, faces, crowded)
    find_openings(places, place_count, faces, path, opened)
    ways = ways_out(state, square_of, count, side)
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
            n = write_moves(
                origin, ends, rest, part_count, room, place_count, crowded_count, out, n
            )
            if part_count == 1 and state.edge_exit:
                n = exit_straight(origin, side, out, n)
            elif part_count == 1 and ways & parts[0]:
                n = exits(origin, square_of, ways & parts[0], out, n)
            if wildcards and ends != CROSS:
                out[n] = (origin * TARGETS + WILDCARD) * 16
                n += 1
    out[n] = PASS
    # After the first move of seat 0, seat 1 may once take over that side.
    if state.may_swap and state.ply == 1:
        n += 1
        out[n] = SWAP
    return n + 1


@kernel
def put(state: State, square: int, content: int) -> None:
    """Change what a square holds, and the position's key with it."""
    state.key ^= KEYS[square, state.board[square]] ^ KEYS[square, content]
    state.board[square] = content


@kernel
def forget_history(state: State) -> None:
    """Clear the history after a wildcard or swap: no position from before can come again."""
    for ply in range(state.since, state.ply + 1):
        state.history[ply] = 0
    state.since = state.ply + 1


@kernel
def occurrences(state: State) -> int:
    """Return how often the present position has stood, itself included."""
    found = 0
    for ply in range(state.ply, state.since - 1, -2):
        found += state.history[ply] == state.key
    return found


@kernel
def key(state: State) -> int:
    """Return the position's key, mixed with all else on which the rest of the game depends."""
    # Near the end by length, the same squares at another ply are another position.
    ply = max(0, int(state.ply) - MAX_PLIES + 50)
    rest = int(state.passes) + 4 * int(occurrences(state)) + 16 * ply
    # So is one from where a swap is still to come, or after it.
    swap = 2 * int(state.swapped) + int(state.may_swap and state.ply < 2)
    mixed: int = state.key ^ rest * 0x9E3779B9 ^ swap * 0x2545F4914F6C1
    return mixed


@kernel
def finish(state: State, reason: int, winner: int) -> None:
    """End the game."""
    state.to_move = OVER
    state.reason = reason
    state.winner = winner


@kernel
def pass_turn(state: State) -> None:
    """Pass the turn and end a game that is drawn."""
    state.ply += 1
    state.to_move = 1 - state.to_move
    state.key ^= BLACK_TO_MOVE
    state.history[state.ply] = state.key
    if state.passes == 2 and not state.go_on:
        finish(state, BOTH_PASSED, -1)
    elif occurrences(state) >= OCCURRENCES_TO_DRAW:
        finish(state, REPEATED, -1)
    elif state.ply >= MAX_PLIES:
        finish(state, TOO_LONG, -1)


@kernel
def swap(state: State) -> None:
    """Let the seats change sides; the position stays, with the same side to move."""
    state.swapped = 1
    state.passes = 0
    forget_history(state)
    state.ply += 1
    state.to_move = 1 - state.to_move
    state.history[state.ply] = state.key


@kernel
def apply(state: State, action: int) -> None:
    """Play a legal move."""
    if action == SWAP:
        swap(state)
        return
    seat = int(state.to_move)
    state.passes = min(state.passes + 1, 2) if action == PASS else 0
    if action != PASS:
        origin = action // (TARGETS * 16)
        target = action // 16 % TARGETS
        if target == WILDCARD:
            put(state, origin, state.board[origin] | CROSS)
            forget_history(state)
        elif target >= EXIT:
            state.outside = 16 * (target - EXIT) + (int(state.board[origin]) & CROSS)
            put(state, origin, 0)
            state.ply += 1
            finish(state, EXITED, seat)
            return
        else:
            put(state, origin, 0)
            put(state, target, action % 16 | BLACK * side_of(state, seat))
    pass_turn(state)


KERNELS = Kernels(
    legal=legal,
    apply=apply,
    outcomes=no_outcomes,
    returns=winner_takes_all,
    imagine=imagine_nothing,
)
