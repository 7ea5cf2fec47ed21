"""Colorito: when a seat had better run home than search, and by which move.

A search of a few plies finds good moves while the pieces meet, but says nothing of a way home
that takes dozens of moves. A plan does. Of its moves those of the rearmost pieces come first, as
far as the plan allows: who stays behind is shut in by arriving enemies.
"""

from collections.abc import Callable, Iterator

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.jit import COMPILED, kernel
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot import plan as planning
from ludoteca.rulebooks.colorito.bot.beam import never, search
from ludoteca.rulebooks.colorito.bot.survey import Numbers
from ludoteca.rulebooks.colorito.rules import CAPACITY, SIDE, SQUARES

FEW_AT_START = 4
LONGEST = min(60, planning.MOST_MOVES)
NEAR, CLOSE = 4, 12
LATE, LONG, SPELL = 60, 150, 50
# The searches for a plan: from which ply, for whom (by nodes), how wide; what the first one pulls.
SEARCHES = ((0, 0, 16), (110, 0, 64), (150, 10_000, 150)) if COMPILED else ((0, 0, 3),)
WIDTH = SEARCHES[0][2]
PULL = 3
REAR_RANKS = 3
MOST_TRIED = 8


Ended = Callable[[], bool]


def run(state: State, nodes: int, ended: Ended = never) -> int | None:
    """Return the move with which the seat to move runs home, or None while it is not time to run.

    It is time when most pieces have left their start, or late. Who may look at many nodes plans
    more carefully. A search that `ended` cuts short finds no plan; what was found before counts.
    """
    seat = int(rules.side_of(state, int(state.to_move)))
    if state.visitors[1 - seat] > FEW_AT_START and state.ply < LATE:
        return None
    move = None
    if state.visitors[seat] and not _tries_again(state):
        move = past_visitors(state, seat, ended)
    if move is None:
        plan = best_plan(state, seat, nodes, ended)
        move = None if plan is None else first_move(state, state, seat, plan)
    return move


def _tries_again(state: State) -> bool:
    """Return whether a long game is in a spell of the other way, in case this one leads nowhere."""
    return int(state.ply) >= LONG and int(state.ply) // SPELL % 2 == 1


def past_visitors(state: State, seat: int, ended: Ended = never) -> int | None:
    """Return a legal move of a plan for the day when all enemies have left the goals.

    Goals that hold enemies count as filled, but each enemy that leaves one undoes a plan that
    counted on it. So that is done last, when the pieces stand close by and home is near.
    """
    emptied = without_visitors(state, seat)
    plan = find(emptied, seat, WIDTH, PULL, planning.MOST_MOVES, ended)
    if plan is None:
        return None
    home = find(state, seat, WIDTH, PULL, NEAR, ended) if len(plan) <= CLOSE else None
    return first_move(state, emptied, seat, plan) if home is None else home[0]


def find(
    state: State, seat: int, width: int, pull: int, most: int, ended: Ended = never
) -> list[int] | None:
    """Return a plan of at most `most_moves` moves, or None if a search of a width meets none."""
    goals = planning.goals_of(state, seat)
    if rules.is_home(state, seat) or not planning.possible(state, seat, goals):
        return None
    sizes = {"width": width, "pool": 4 * width, "pull": pull, "most_moves": most}
    return search(state, seat, goals, **sizes, ended=ended)


def best_plan(state: State, seat: int, nodes: int, ended: Ended = never) -> list[int] | None:
    """Return the shortest plan that the searches of this ply find; a wider one helps where one
    fails.

    Wide ones pull differently from turn to turn, lest two plans undo each other for ever.
    """
    best, most = None, LONGEST
    for place, (since, least, width) in enumerate(SEARCHES):
        if nodes < least or (state.ply < since and (best is not None or place > 1)):
            break
        pull = 1 + int(state.ply) // 2 % 3 if place else PULL
        plan = find(state, seat, width, pull, most, ended)
        if plan is not None:
            best, most = plan, len(plan) - 1
    return best


def without_visitors(state: State, seat: int) -> State:
    """Return the position as if all enemy pieces had left the seat's goals."""
    emptied = copy_state(state)
    for square in range(SQUARES):
        piece = emptied.board[square]
        if piece and rules.is_goal(square, seat) and (piece > rules.PIECES) != bool(seat):
            rules.lift(emptied, square)
    return emptied


def first_move(state: State, planned: State, seat: int, plan: list[int]) -> int | None:
    """Return the move of a plan to play now: of the rearmost piece for which the plan still works.

    The plan was made for `planned`; the move must be legal in the true state.
    """
    out = np.empty(CAPACITY, np.int64)
    legal = set(out[: rules.moves_of(state, seat, out)].tolist())
    actions = np.array(plan)
    places = sorted(_movable(plan, legal), key=lambda place: (_rank(plan[place], seat), place))
    for place in places[:MOST_TRIED]:
        rear = _rank(plan[place], seat) < REAR_RANKS
        if place == 0 or (rear and works(copy_state(planned), seat, actions, place)):
            return plan[place]
    if plan[0] in legal:
        return plan[0]
    return plan[places[0]] if places else None


def _rank(action: int, seat: int) -> int:
    """Return how far from the seat's edge a move begins, beyond its own ranks all alike."""
    rank = action // SQUARES // SIDE
    return min(SIDE - 1 - rank if seat else rank, REAR_RANKS)


def _movable(plan: list[int], legal: set[int]) -> Iterator[int]:
    """Yield the places in a plan of legal moves by pieces that have not moved before in it."""
    touched: set[int] = set()
    for place, action in enumerate(plan):
        origin, target = divmod(action, SQUARES)
        if action in legal and origin not in touched:
            yield place
        touched |= {origin, target}


@kernel
def works(state: State, seat: int, plan: Numbers, first: int) -> bool:
    """Return whether a plan leads home also if the move at a place is played first.

    The plan is played out.
    """
    out = np.empty(CAPACITY, np.int64)
    for turn in range(len(plan)):
        place = first if turn == 0 else turn - 1 if turn <= first else turn
        action = plan[place]
        count = rules.moves_of(state, seat, out)
        at = np.searchsorted(out[:count], action)
        if at == count or out[at] != action:
            return False
        piece = rules.lift(state, action // SQUARES)
        rules.put(state, piece, action % SQUARES)
    return bool(rules.is_home(state, seat))


def prepare() -> None:
    """Have the searches for a plan compiled, and what orders its moves."""
    state = planning.nearly_home()
    plan = planning.plan(state, 1)
    works(state, 1, np.array(plan), 0)
