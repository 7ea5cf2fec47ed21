"""Forced wins: which moves win within a number of own moves, however the other side plays.

Algorithm: depth-first proof of an AND/OR tree of bounded depth. A node where the attacker is to
move is proved if one child is, any other node if all children are; a leaf is proved if the game is
over and the attacker has the whole win. Nothing is estimated, so the answer is exact. At nodes of
the defender the reply that refuted last at that depth is tried first (the killer heuristic).

Assumes: two seats, perfect information, no chance. Memory: one state and one list of moves a ply.
"""

import numpy as np

from ludoteca.core import native
from ludoteca.core.arrays import Floats, Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import OVER, apply, legal, returns
from ludoteca.core.position import Position

COUNT, NEXT, TRIED = range(3)


@kernel
def proves(
    states: State,
    plies: int,
    attacker: int,
    moves: Integers,
    frames: Integers,
    killers: Integers,
    shares: Floats,
) -> bool:
    """Return whether the attacker surely wins from states[0] within a number of plies.

    The arrays hold one ply a row; a frame has the number of moves, how far they have been tried in
    order (-1: the killer comes first), and the place of the move that is tried now.
    """
    ply = 0
    entered = True
    proved = False
    while ply >= 0:
        state = states[ply]
        attacking = state.to_move == attacker
        if entered:
            entered = False
            if state.to_move == OVER or ply == plies:
                returns(state, shares)
                proved = state.to_move == OVER and shares[attacker] == 1.0
                ply -= 1
                continue
            count = legal(state, moves[ply])
            frames[ply, COUNT], frames[ply, NEXT], frames[ply, TRIED] = count, 0, 0
            for i in range(count):
                if moves[ply, i] == killers[ply]:
                    frames[ply, NEXT], frames[ply, TRIED] = -1, i
        elif proved == attacking:
            # One winning move is enough for the attacker, one refutation for the defender.
            killers[ply] = moves[ply, frames[ply, TRIED]]
            ply -= 1
            continue
        else:
            frames[ply, NEXT] += 1
            frames[ply, TRIED] = frames[ply, NEXT]
        if frames[ply, NEXT] >= frames[ply, COUNT]:
            proved = not attacking
            ply -= 1
            continue
        states[ply + 1] = states[ply]
        apply(states[ply + 1], moves[ply, frames[ply, TRIED]])
        ply += 1
        entered = True
    return proved


def _proves(position: Position, attacker: int, plies: int) -> bool:
    """Return whether a seat surely wins within a number of plies."""
    capacity, rows = position.game.definition.capacity, plies + 1
    states = np.array([position.state()] * rows)
    moves, frames = np.empty((rows, capacity), np.int64), np.zeros((rows, 3), np.int64)
    rest = (attacker, moves, frames, np.full(rows, -1), np.zeros(position.game.seats))
    native.require(position.game.name, "forced", lambda: proves(states, 1, *rest))
    return bool(proves(states, plies, *rest))


def wins_by_force(position: Position, moves: int, seat: int | None = None) -> bool:
    """Return whether a seat, by default the one to move, wins within `moves` of its own moves.

    The number of plies is one less than twice that where it is to move, else twice that.
    """
    attacker = position.to_move if seat is None else seat
    if attacker is None or position.to_move is None:
        outcome = position.outcome
        return outcome is not None and seat is not None and outcome.returns[seat] == 1.0
    own = position.to_move == attacker
    return _proves(position, attacker, 2 * moves - 1 if own else 2 * moves)


def winning_moves(position: Position, moves: int) -> tuple[str, ...]:
    """Return the moves of the seat to move that win within a number of its own moves."""
    seat = position.to_move
    assert seat is not None
    return tuple(
        move for move in position.moves() if wins_by_force(position.step(move), moves - 1, seat)
    )
