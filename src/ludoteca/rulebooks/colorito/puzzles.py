"""Colorito: its puzzles beside the best move: the shortest way home, and wins by force."""

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.chance import Chance, seed_bytes
from ludoteca.core.position import Position
from ludoteca.core.puzzles import BestMove, ForcedWin, ShortestWay
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot.plan import goals_of, plan, possible
from ludoteca.rulebooks.colorito.notation import write

FEWEST, MOST = 2, 4  # the moves of a way home that is worth asking for


def _moves(position: Position) -> list[str]:
    """Return the moves of pieces."""
    return [move for move in position.moves() if "-" in move]


def _step(position: Position, move: str) -> Position:
    """Return the position after a move, the other side standing still."""
    state, seat = position.state(), position.to_move
    action = position.game.definition.read(state, move)
    rules.put(state, rules.lift(state, action // rules.SQUARES), action % rules.SQUARES)
    state.to_move = seat
    return Position(position.game, state, Chance(seed=seed_bytes(0)))


def _done(position: Position, seat: int) -> bool:
    """Return whether a seat is home."""
    state = position.state()
    return bool(rules.is_home(state, int(rules.side_of(state, seat))))


def _missing(state: State, side: int) -> int:
    """Return how many goals still wait for a piece: each of them takes a move at least."""
    return int(rules.PIECES - state.right[side] - state.visitors[side])


def _moved(state: State, action: int) -> State:
    """Return the table after a move, the same seat to move."""
    after = copy_state(state)
    rules.put(after, rules.lift(after, action // rules.SQUARES), action % rules.SQUARES)
    return after


def _search(state: State, side: int, moves: int) -> list[int] | None:
    """Return a way home of at most `moves` moves; None if there is none: all are searched."""
    if rules.is_home(state, side):
        return []
    if moves == 0 or _missing(state, side) > moves:
        return None
    out = np.empty(rules.CAPACITY, np.int64)
    for action in out[: rules.legal(state, out)].tolist():
        if action in (rules.PASS, rules.SWAP):
            continue
        rest = _search(_moved(state, action), side, moves - 1)
        if rest is not None:
            return [action, *rest]
    return None


def _written(state: State, actions: list[int] | None) -> tuple[str, ...] | None:
    """Return the moves of a way; a move is written alike wherever it is played."""
    return None if actions is None else tuple(write(state, action) for action in actions)


def _way(position: Position, seat: int, moves: int) -> tuple[str, ...] | None:
    """Return a way home of at most `moves` moves; None if there is none: all are searched."""
    state = position.state()
    return _written(state, _search(state, int(rules.side_of(state, seat)), moves))


def _shortest(position: Position, seat: int) -> tuple[str, ...] | None:
    """Return a shortest way home; that no shorter one exists was searched in full."""
    state = position.state()
    side = int(rules.side_of(state, seat))
    if not 0 < _missing(state, side) <= MOST or _search(state, side, FEWEST - 1) is not None:
        return None
    for moves in range(FEWEST, MOST):
        found = _search(state, side, moves)
        if found is not None:
            return _written(state, found)
    actions = plan(state, side) if possible(state, side, goals_of(state, side)) else None
    return _written(state, actions) if actions is not None and len(actions) == MOST else None


KINDS = (
    BestMove(),
    ForcedWin(most=2),
    ShortestWay(name="home", moves=_moves, step=_step, done=_done, way=_way, shortest=_shortest),
)
