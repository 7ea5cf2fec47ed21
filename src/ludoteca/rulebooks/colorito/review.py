"""Colorito: what a review needs beyond the rules."""

from ludoteca.core.arrays import State
from ludoteca.core.definition import Prompt, ask
from ludoteca.core.position import Position
from ludoteca.core.thought import Facts
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.bot.plan import goals_of
from ludoteca.rulebooks.colorito.bot.survey import NO_GOAL, distance

POINTS = False  # the lead counts pieces, the end the moves that the loser still needed


def why(world: Position, played: str, best: str, facts: tuple[Facts, Facts]) -> Prompt | None:
    """Return what the best move does better: pieces nearer home, or fewer jumps for the rival."""
    seat = world.to_move or 0
    mine, better = (world.step(move) for move in (played, best))
    values: dict[str, object] = {"played": played, "best": best}
    home = [int(one.state().right[rules.side_of(one.state(), seat)]) for one in (mine, better)]
    if home[1] > home[0]:
        return ask("leaves_home" if _was_home(world, seat) > home[0] else "home", **values)
    way = [_way(one.state(), seat) for one in (mine, better)]
    if way[0] > way[1]:
        return ask("farther", **values, count=way[0] - way[1])
    if mine.to_move is None or better.to_move is None:
        return None
    jumps = [_longest(one, 1 - seat) for one in (mine, better)]
    return ask("bridge", **values, count=jumps[0]) if jumps[0] > jumps[1] else None


def _was_home(world: Position, seat: int) -> int:
    """Return how many pieces of a seat are home."""
    return int(world.state().right[rules.side_of(world.state(), seat)])


def _way(state: State, seat: int) -> int:
    """Return the steps that all pieces of a seat are from home, those without a goal left out."""
    goals = goals_of(state, int(rules.side_of(state, seat)))
    squares = {int(piece): square for square, piece in enumerate(state.board) if piece}
    aimed = [piece for piece in range(1, len(goals)) if int(goals[piece]) != NO_GOAL]
    return sum(int(distance(squares[piece], int(goals[piece]))) for piece in aimed)


def _longest(position: Position, seat: int) -> int:
    """Return the most steps that one move brings a seat nearer home."""
    now = _way(position.state(), seat)
    return max(now - _way(position.step(move).state(), seat) for move in position.moves())
