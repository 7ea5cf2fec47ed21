"""Colorito for agents: the board from the seat's own side, and 2,002 actions.

Blue sees the board turned by half: its own pieces begin on the ranks next to it, as those of red
and yellow do, and move away from it. A square seen so is 99 minus its number.
"""

from ludoteca.core.arrays import Bytes, Integers, Observation, State
from ludoteca.core.encoding import Encoding, Field
from ludoteca.core.encoding_kernels import EncodingKernels
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.rules import PIECES, SIDE, SQUARES

PASS = PIECES * SQUARES
SWAP = PASS + 1
HUNDRED = 100

FIELDS = (
    Field(name="board", shape=(SIDE, SIDE), most=2 * PIECES, category=True),
    Field(name="right", shape=(2,), most=PIECES),
    Field(name="visitors", shape=(2,), most=PIECES),
    Field(name="plies", shape=(2,), most=HUNDRED - 1),
    Field(name="extra_turn", most=1),
    Field(name="to_move", most=1),
)


@kernel
def turn_square(square: int, seat: int) -> int:
    """Return a square as seen from a seat, and back."""
    return SQUARES - 1 - square if seat else square


@kernel
def write_board(state: State, seat: int, board: Bytes) -> None:
    """Write the pieces as a seat sees them: 1..20 are its own, 21..40 the other's."""
    for square in range(SQUARES):
        piece = int(state.board[turn_square(square, seat)])
        if seat and piece:
            piece = piece - PIECES if piece > PIECES else piece + PIECES
        board[square // SIDE, square % SIDE] = piece


@kernel
def observe(state: State, seat: int, out: Observation) -> None:
    """Write what a seat sees."""
    own = rules.side_of(state, seat)
    write_board(state, own, out.board)
    for side in range(2):
        out.right[side] = state.right[own ^ side]
        out.visitors[side] = state.visitors[own ^ side]
    out.plies[0] = state.ply // HUNDRED
    out.plies[1] = state.ply % HUNDRED
    out.extra_turn = state.extra_turn
    out.to_move = state.to_move == seat


@kernel
def indices(state: State, actions: Integers, count: int) -> None:
    """Turn actions into indices: 100 for each own piece before this one, and the target seen."""
    seat = rules.side_of(state, int(state.to_move))
    for i in range(count):
        if actions[i] >= rules.PASS:
            actions[i] = PASS + actions[i] - rules.PASS
        else:
            piece = int(state.board[actions[i] // SQUARES]) - 1 - PIECES * seat
            target = turn_square(actions[i] % SQUARES, seat)
            actions[i] = piece * SQUARES + target


@kernel
def action_of(state: State, index: int) -> int:
    """Return the action of an index; the piece is searched on the board."""
    if index >= PASS:
        return rules.PASS + index - PASS
    seat = rules.side_of(state, int(state.to_move))
    piece = index // SQUARES + 1 + PIECES * seat
    origin = 0
    for square in range(SQUARES):
        if state.board[square] == piece:
            origin = square
    return origin * SQUARES + turn_square(index % SQUARES, seat)


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
