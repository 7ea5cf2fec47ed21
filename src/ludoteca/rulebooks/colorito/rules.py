"""Colorito: states and moves.

A seat plays a side: side 0 is red and yellow, side 1 dark and light blue. Seat 0 begins with side
0; after a `swap` seat 0 has side 1. `to_move` and `winner` are seats, all else counts by side.
Squares count 0..99 from a1 along the ranks. A square holds 0 or a piece: red 1..10 and yellow
11..20 of seat 0, dark blue 21..30 and light blue 31..40 of seat 1. An action is origin * 100 +
target, or PASS. A set of squares is two words of 50 bits, word 0 for the ranks 1, 3, 5, 7, 9 and
word 1 for the ranks 2, 4, 6, 8, 10: a hop stays within its word, and a shift makes it.
"""

import numpy as np

from ludoteca.core.arrays import Bytes, Integers, State
from ludoteca.core.bits import first_bit
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import (
    OVER,
    Kernels,
    imagine_nothing,
    no_outcomes,
    winner_takes_all,
)

SIDE = 10
SQUARES = SIDE * SIDE
PIECES = 20
COLOUR_PIECES = 10
RED, YELLOW, DARK, LIGHT = range(4)
MAX_PLIES = 600

PASS = SQUARES * SQUARES
SWAP = PASS + 1
# 20 pieces, each to at most all of the 60 squares without a piece, and a swap; a pass stands for
# all moves of pieces.
CAPACITY = PIECES * (SQUARES - 2 * PIECES) + 1

PLAIN, STRICT, COLOURS = range(3)
PLAYING, HOME, BOTH_HOME, TOO_LONG = range(4)

STATE = np.dtype(
    (
        np.record,
        [
            ("occupied", np.int64, (2, 2)),  # the set of squares with pieces of each seat
            ("resting", np.int64, (4, 2)),  # where a piece of each colour may end: its own or white
            ("ply", np.int16),
            ("board", np.int8, (SQUARES,)),
            ("variant", np.int8),
            ("to_move", np.int8),
            ("right", np.int8, (2,)),  # how many pieces of each seat stand on a goal that they fit
            ("visitors", np.int8, (2,)),  # how many goals of each seat hold an enemy piece
            ("extra_turn", np.int8),  # whether seat 0 came home by its own move
            ("reason", np.int8),
            ("winner", np.int8),
            ("goal", np.int8, (2 * PIECES + 1,)),  # where each piece belongs
            ("hue", np.int8, (SQUARES,)),  # 1 + the colour of the piece that belongs there, or 0
            ("one_hop", np.int8),  # option: exactly one hop follows a step
            ("may_swap", np.int8),  # option: seat 1 may take over the other side
            ("swapped", np.int8),  # whether it did
        ],
    )
)

WORD = (1 << SQUARES // 2) - 1
FIRST_RANK = (1 << SIDE) - 1
SECOND_RANK = FIRST_RANK << SIDE
THIRD_RANK = SECOND_RANK << SIDE
EAST, WEST, NORTH, SOUTH, NORTHEAST, SOUTHWEST, NORTHWEST, SOUTHEAST = range(8)

STRIDE = np.array([1, -1, SIDE, -SIDE, SIDE + 1, -SIDE - 1, SIDE - 1, 1 - SIDE])
SOUTH_FIRST = np.argsort(STRIDE)


def words_of(squares: list[int]) -> list[int]:
    """Return the two words of a set of squares."""
    words = [0, 0]
    for square in squares:
        words[square // SIDE % 2] |= 1 << (square // (2 * SIDE) * SIDE + square % SIDE)
    return words


def _neighbours(square: int) -> list[int]:
    """Return the squares around one."""
    rank, file = divmod(square, SIDE)
    around = [(rank + up, file + right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]
    return [r * SIDE + f for r, f in around if 0 <= r < SIDE and 0 <= f < SIDE]


ALONE = np.array([words_of([square]) for square in range(SQUARES)])
AROUND = np.array([words_of(_neighbours(square)) for square in range(SQUARES)])
# The files from which a hop east, or west, stays on the board.
ROOM_EAST = words_of([square for square in range(SQUARES) if square % SIDE < SIDE - 2])[0]
ROOM_WEST = words_of([square for square in range(SQUARES) if square % SIDE >= 2])[0]


@kernel
def rank_order(odd: int, even: int) -> tuple[int, int]:
    """Return a set of squares as two words in the order of squares: ranks 1 to 5, ranks 6 to 10."""
    low = (odd & FIRST_RANK) | ((odd & SECOND_RANK) << SIDE) | ((odd & THIRD_RANK) << (2 * SIDE))
    low |= ((even & FIRST_RANK) << SIDE) | ((even & SECOND_RANK) << (2 * SIDE))
    odd >>= 3 * SIDE
    even >>= 2 * SIDE
    high = ((odd & FIRST_RANK) << SIDE) | ((odd & SECOND_RANK) << (2 * SIDE))
    high |= (even & FIRST_RANK) | ((even & SECOND_RANK) << SIDE)
    return low, high | ((even & THIRD_RANK) << (2 * SIDE))


@kernel
def find_hops(odd_full: int, even_full: int, hops: Integers) -> None:
    """Write for each direction from where a hop leads over a piece to a free square."""
    for word in range(2):
        full = even_full if word else odd_full
        above = odd_full >> SIDE if word else even_full
        below = odd_full if word else even_full << SIDE
        free = ~full & WORD
        hops[word, EAST] = (full >> 1) & (free >> 2) & ROOM_EAST
        hops[word, WEST] = (full << 1) & (free << 2) & ROOM_WEST
        hops[word, NORTH] = above & (free >> SIDE)
        hops[word, SOUTH] = below & (free << SIDE)
        hops[word, NORTHEAST] = (above >> 1) & (free >> (SIDE + 2)) & ROOM_EAST
        hops[word, SOUTHWEST] = (below << 1) & (free << (SIDE + 2)) & ROOM_WEST
        hops[word, NORTHWEST] = (above << 1) & (free >> (SIDE - 2)) & ROOM_WEST
        hops[word, SOUTHEAST] = (below >> 1) & (free << (SIDE - 2)) & ROOM_EAST


@kernel
def spread(hops: Integers, lifted: Integers, reached: Integers) -> None:
    """Add to what each piece has reached the squares that any number of hops lead to from there.

    A jump is one or more hops over adjacent pieces, straight, to the free square behind; hops may
    touch any colour. The moving piece is lifted and cannot be hopped over. All pieces go side by
    side, so that the inner loop becomes vectors.
    """
    for word in range(2):
        east, west = hops[word, EAST], hops[word, WEST]
        north, south = hops[word, NORTH], hops[word, SOUTH]
        northeast, southwest = hops[word, NORTHEAST], hops[word, SOUTHWEST]
        northwest, southeast = hops[word, NORTHWEST], hops[word, SOUTHEAST]
        growth = 1
        while growth:
            growth = 0
            for piece in range(PIECES):
                beside = lifted[word, piece]
                above = lifted[1 - word, piece] >> (SIDE * word)
                below = lifted[1 - word, piece] << (SIDE * (1 - word))
                before = reached[word, piece]
                after = before
                after |= (after & east & ~(beside >> 1)) << 2
                after |= (after & west & ~(beside << 1)) >> 2
                after |= (after & north & ~above) << SIDE
                after |= (after & south & ~below) >> SIDE
                after |= (after & northeast & ~(above >> 1)) << (SIDE + 2)
                after |= (after & southwest & ~(below << 1)) >> (SIDE + 2)
                after |= (after & northwest & ~(above << 1)) << (SIDE - 2)
                after |= (after & southeast & ~(below >> 1)) >> (SIDE - 2)
                growth |= after ^ before
                reached[word, piece] = after


@kernel
def hop_once(hops: Integers, lifted: Integers, stepped: Integers, reached: Integers) -> None:
    """Add to what each piece has reached the squares of a step, and of one hop after it."""
    for word in range(2):
        for piece in range(PIECES):
            beside = lifted[word, piece]
            above = lifted[1 - word, piece] >> (SIDE * word)
            below = lifted[1 - word, piece] << (SIDE * (1 - word))
            start = stepped[word, piece]
            after = start | (start & hops[word, EAST] & ~(beside >> 1)) << 2
            after |= (start & hops[word, WEST] & ~(beside << 1)) >> 2
            after |= (start & hops[word, NORTH] & ~above) << SIDE
            after |= (start & hops[word, SOUTH] & ~below) >> SIDE
            after |= (start & hops[word, NORTHEAST] & ~(above >> 1)) << (SIDE + 2)
            after |= (start & hops[word, SOUTHWEST] & ~(below << 1)) >> (SIDE + 2)
            after |= (start & hops[word, NORTHWEST] & ~(above << 1)) << (SIDE - 2)
            after |= (start & hops[word, SOUTHEAST] & ~(below >> 1)) >> (SIDE - 2)
            reached[word, piece] |= after


@kernel
def colour_of(piece: int) -> int:
    """Return the colour of a piece."""
    return (piece - 1) // COLOUR_PIECES


@kernel
def write_squares(word: int, first: int, out: Integers, count: int) -> int:
    """Add first + place of each bit of a word to a list of `count` numbers; return its length."""
    while word:
        out[count] = first + first_bit(word)
        count += 1
        word &= word - 1
    return count


@kernel
def find_pieces(state: State, seat: int, origins: Integers) -> None:
    """List the squares of a seat's pieces, sorted."""
    low, high = rank_order(state.occupied[seat, 0], state.occupied[seat, 1])
    count = write_squares(low, 0, origins, 0)
    write_squares(high, SQUARES // 2, origins, count)


@kernel
def steps_from(state: State, origin: int, colour: int, word: int, full: int) -> int:
    """Return, in one word, the squares of the step that a move may begin with.

    A step goes to a free square around; in variant `strict`, only to the own colour or white.
    """
    steps: int = AROUND[origin, word] & ~full
    if state.variant == STRICT:
        steps &= state.resting[colour, word]
    return steps


@kernel
def find_reach(
    state: State, seat: int, origins: Integers, lifted: Integers, reached: Integers
) -> None:
    """List the squares of a seat's pieces, sorted, also as sets, and all that each can touch."""
    hops, stepped = np.empty((2, 8), np.int64), np.empty((2, PIECES), np.int64)
    odd_full = state.occupied[0, 0] | state.occupied[1, 0]
    even_full = state.occupied[0, 1] | state.occupied[1, 1]
    find_hops(odd_full, even_full, hops)
    find_pieces(state, seat, origins)
    for i in range(PIECES):
        origin = origins[i]
        colour = colour_of(state.board[origin])
        for word in range(2):
            steps = steps_from(state, origin, colour, word, even_full if word else odd_full)
            lifted[word, i] = ALONE[origin, word]
            stepped[word, i] = steps
            # With `after_step=one-hop` the squares of a step are no start of a longer jump.
            reached[word, i] = ALONE[origin, word] | (0 if state.one_hop else steps)
    spread(hops, lifted, reached)
    if state.one_hop:
        hop_once(hops, lifted, stepped, reached)


@kernel
def moves_of(state: State, seat: int, out: Integers) -> int:
    """Write the moves of a seat, whoever is to move, sorted; return their number, maybe 0."""
    origins = np.empty(PIECES, np.int64)
    lifted, reached = np.empty((2, PIECES), np.int64), np.empty((2, PIECES), np.int64)
    find_reach(state, seat, origins, lifted, reached)
    odd_free = ~(state.occupied[0, 0] | state.occupied[1, 0])
    even_free = ~(state.occupied[0, 1] | state.occupied[1, 1])
    count = 0
    for i in range(PIECES):
        # A step alone or the last hop ends on the own colour or white, not where it began.
        colour = colour_of(state.board[origins[i]])
        odd = reached[0, i] & odd_free & state.resting[colour, 0]
        even = reached[1, i] & even_free & state.resting[colour, 1]
        low, high = rank_order(odd, even)
        count = write_squares(low, origins[i] * SQUARES, out, count)
        count = write_squares(high, origins[i] * SQUARES + SQUARES // 2, out, count)
    return count


@kernel
def side_of(state: State, seat: int) -> int:
    """Return the side that a seat plays, and the seat that plays a side."""
    side: int = seat ^ int(state.swapped)
    return side


@kernel
def legal(state: State, out: Integers) -> int:
    """Write the legal moves of the seat to move and return their number."""
    count = moves_of(state, side_of(state, int(state.to_move)), out)
    # A player with no legal move has the single move `pass`.
    if count == 0:
        out[0] = PASS
        count = 1
    # After the first move of seat 0, seat 1 may once take over that side.
    if state.may_swap and state.ply == 1:
        out[count] = SWAP
        count += 1
    return count


@kernel
def goal_of(piece: int) -> int:
    """Return the square where a piece belongs on our boards: the half-turn image of its start."""
    return SQUARES - piece if piece <= PIECES else piece - PIECES - 1


@kernel
def fits(state: State, piece: int, square: int) -> bool:
    """Return whether a square is a goal of a piece; in variant `colours`, of its colour."""
    if state.variant == COLOURS:
        right: bool = state.hue[square] == colour_of(piece) + 1
    else:
        right = state.goal[piece] == square
    return right


@kernel
def is_goal(square: int, seat: int) -> bool:
    """Return whether a square is a goal of some piece of a seat."""
    return square < PIECES if seat else square >= SQUARES - PIECES


@kernel
def tally(state: State, piece: int, square: int, change: int) -> None:
    """Update the sets and counts when a piece comes to a square (1) or leaves it (-1)."""
    seat = 0 if piece <= PIECES else 1
    state.occupied[seat, 0] ^= ALONE[square, 0]
    state.occupied[seat, 1] ^= ALONE[square, 1]
    if fits(state, piece, square):
        state.right[seat] += change
    if is_goal(square, 1 - seat):
        state.visitors[1 - seat] += change


@kernel
def put(state: State, piece: int, square: int) -> None:
    """Put a piece on a free square."""
    state.board[square] = piece
    tally(state, piece, square, 1)


@kernel
def put_all(state: State, board: Bytes) -> None:
    """Put all pieces of a board on an empty one."""
    for square in range(SQUARES):
        if board[square]:
            put(state, int(board[square]), square)


@kernel
def lift(state: State, square: int) -> int:
    """Take the piece off a square and return it."""
    piece: int = state.board[square]
    state.board[square] = 0
    tally(state, piece, square, -1)
    return piece


@kernel
def is_home(state: State, seat: int) -> bool:
    """Return whether every goal of a seat holds a right own piece or an enemy one.

    Goals that hold enemies alone do not count as home.
    """
    home: bool = state.right[seat] > 0 and state.right[seat] + state.visitors[seat] == PIECES
    return home


@kernel
def finish(state: State, reason: int, winner: int) -> None:
    """End the game."""
    state.to_move = OVER
    state.reason = reason
    state.winner = winner


@kernel
def end_turn(state: State, seat: int) -> None:
    """Pass the turn and end a game that is decided; both sides are tested, whoever moved."""
    state.ply += 1
    state.to_move = 1 - seat
    if state.extra_turn:
        # Side 0 stays home whatever the extra turn did; side 1 draws by being home after it.
        if is_home(state, 1):
            finish(state, BOTH_HOME, -1)
        else:
            finish(state, HOME, side_of(state, 0))
    elif is_home(state, 0):
        # Side 0 began: when it comes home by its own move, side 1 has one more turn.
        if side_of(state, seat) == 0:
            state.extra_turn = 1
        else:
            finish(state, HOME, side_of(state, 0))
    elif is_home(state, 1):
        finish(state, HOME, side_of(state, 1))
    elif state.ply >= MAX_PLIES:
        finish(state, TOO_LONG, -1)


@kernel
def apply(state: State, action: int) -> None:
    """Play a legal move; after a swap the pieces stand as they did, with the same side to move."""
    if action == SWAP:
        state.swapped = 1
    elif action != PASS:
        put(state, lift(state, action // SQUARES), action % SQUARES)
    end_turn(state, int(state.to_move))


KERNELS = Kernels(
    legal=legal,
    apply=apply,
    outcomes=no_outcomes,
    returns=winner_takes_all,
    imagine=imagine_nothing,
)
