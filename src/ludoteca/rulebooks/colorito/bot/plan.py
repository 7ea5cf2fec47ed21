"""Colorito: a plan to come home alone, the other's pieces standing where they are.

A plan is found, not proved shortest: its length is an upper bound of the moves needed.
"""

from functools import cache

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.jit import COMPILED
from ludoteca.core.storage import new_state
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot.beam import search
from ludoteca.rulebooks.colorito.bot.survey import NO_GOAL, Numbers, distance, sealed
from ludoteca.rulebooks.colorito.rules import COLOUR_PIECES, PIECES, SIDE

# Width, pool and pull of the searches: quick ones, then a thorough one.
BEAMS: tuple[tuple[int, int, int], ...] = ((16, 64, 3), (100, 400, 1), (400, 1600, 2))
MOST_MOVES = 120
if not COMPILED:
    # A thousand times slower, the search is only good for plans of a few moves.
    BEAMS = ((3, 10, 3),)
    MOST_MOVES = 8


def plan(state: State, seat: int) -> list[int] | None:
    """Return the actions by which a seat comes home alone, as few as found.

    None if no way was found.
    """
    if rules.is_home(state, seat):
        return []
    goals = goals_of(state, seat)
    if not possible(state, seat, goals):
        return None
    fewest, best, most = lower_bound(state, seat), None, MOST_MOVES
    for width, pool, pull in BEAMS:
        if fewest <= most:
            found = search(state, seat, goals, width=width, pool=pool, pull=pull, most_moves=most)
            if found is not None:
                best, most = found, len(found) - 1
    return best


def nearly_home() -> State:
    """Return a position in which seat 1 is one move from home."""
    state = new_state(rules.STATE)
    state.resting[:] = rules.WORD
    for piece in range(1, 2 * PIECES + 1):
        state.goal[piece] = rules.goal_of(piece)
    for piece in range(1, 2 * PIECES + 1):
        rules.put(state, piece, int(rules.goal_of(piece)) if piece > PIECES else 2 * SIDE + piece)
    rules.put(state, rules.lift(state, SIDE), 2 * SIDE)
    return state


def lower_bound(state: State, seat: int) -> int:
    """Return a number of moves with less than which the seat surely does not come home.

    A piece that must leave its square moves once; where pieces stand on each other's goals in a
    circle, the first of them to move has to move again.
    """
    if state.variant == rules.COLOURS:
        return sum(_fewest_of_colour(state, seat, pieces) for pieces in _colours(seat))
    goals = goals_of(state, seat)
    squares = _squares(state)
    wrong = {}
    for piece in (piece for pieces in _colours(seat) for piece in pieces):
        aimless = goals[piece] == NO_GOAL
        if rules.is_goal(squares[piece], seat) if aimless else squares[piece] != goals[piece]:
            wrong[squares[piece]] = int(goals[piece])
    return len(wrong) + _circles(wrong)


def _fewest_of_colour(state: State, seat: int, pieces: list[int]) -> int:
    """Return how many pieces of one colour must move at least, whatever their numbers."""
    squares, goals = _squares(state), _open_goals(state, seat, pieces)
    on_goals = [squares[piece] for piece in pieces if rules.is_goal(squares[piece], seat)]
    right = sum(square in goals for square in on_goals)
    # Goals that wait for a piece, and pieces that stand on goals of the other colour.
    return max(len(goals) - right, len(on_goals) - right)


def _circles(following: dict[int, int]) -> int:
    """Return how many closed circles there are in a table that leads from square to square."""
    circles = 0
    while following:
        start, square = following.popitem()
        while square in following:
            square = following.pop(square)
        circles += square == start
    return circles


def _colours(seat: int) -> list[list[int]]:
    """Return the pieces of a seat, colour by colour."""
    first = 1 + PIECES * seat
    return [list(range(start, start + COLOUR_PIECES)) for start in (first, first + COLOUR_PIECES)]


def _squares(state: State) -> dict[int, int]:
    """Return where each piece stands."""
    return {piece: square for square, piece in enumerate(state.board.tolist()) if piece}


def _open_goals(state: State, seat: int, pieces: list[int]) -> list[int]:
    """Return the goals of some pieces that no enemy piece holds."""
    goals = [int(state.goal[piece]) for piece in pieces]
    enemies = _colours(1 - seat)
    return [goal for goal in goals if not any(state.board[goal] in colour for colour in enemies)]


def goals_of(state: State, seat: int) -> Numbers:
    """Return the goal that each piece of a seat is to have, NO_GOAL for those that enemies leave
    none.
    """
    goals = np.full(2 * PIECES + 1, NO_GOAL, np.int64)
    squares = _squares(state)
    for pieces in _colours(seat):
        free = _open_goals(state, seat, pieces)
        if state.variant == rules.COLOURS:
            order = _match(tuple(squares[piece] for piece in pieces), tuple(free))
            goals[[pieces[place] for place in order]] = free
        else:
            for piece in pieces:
                goal = int(state.goal[piece])
                goals[piece] = goal if goal in free else NO_GOAL
    return goals


def _match(origins: tuple[int, ...], targets: tuple[int, ...]) -> tuple[int, ...]:
    """Return which origin is to go to each target, so that the distances together are smallest."""
    lengths = [[int(distance(origin, target)) for origin in origins] for target in targets]

    @cache
    def best(used: int) -> tuple[int, tuple[int, ...]]:
        count = used.bit_count()
        if count == len(targets):
            return 0, ()
        options = []
        for place, length in enumerate(lengths[count]):
            if not used >> place & 1:
                rest, order = best(used | 1 << place)
                options.append((rest + length, (place, *order)))
        return min(options)

    return best(0)[1]


def possible(state: State, seat: int, goals: Numbers) -> bool:
    """Return whether a goal is left to fill, and no piece is shut off from its own by
    enemy pieces.
    """
    squares = _squares(state)
    pieces = [piece for piece in squares if goals[piece] != NO_GOAL]
    shut = (sealed(state, seat, squares[piece], int(goals[piece])) for piece in pieces)
    return bool(pieces) and not any(shut)
