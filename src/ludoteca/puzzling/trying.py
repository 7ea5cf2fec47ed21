"""What bots make of a position: whether its best move is clear, stable and not obvious.

A move is clearly the best if its share of the win, calibrated, exceeds that of every other move by
LEAST and by more than the doubt, NEAR + SHARED · c, where c is the larger of their confidences:
two moves of one position share most of what an evaluation gets wrong. It is stable if an analysis
of ten times the budget finds the same move, and finds it clear. It is not obvious if the greedy
player misses it, and level 2, which errs at random, does not find it reliably.

Alpha-beta gives the moves behind the best only bounds. There the value of each move is that of an
analysis of the position after it.
"""

from dataclasses import dataclass, field

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.puzzling.model import RELIABLE, TRIES
from ludoteca.reviewing.judgement import NEAR
from ludoteca.reviewing.timeline import share_of
from ludoteca.search.api import Analysis, Budget, Candidate
from ludoteca.search.players import analyse, levels, player

GLANCE_LEVEL = 6
BASE_LEVEL, STABLE = 8, 10
"""The level whose budget an analysis has, and how many times that it must be stable at."""
LEAST, SHARED = 0.02, 0.5
OBVIOUS = (2,)
"""The levels that must miss the move, at least in two of TRIES; the greedy player must, too."""

PRECHECK, FEW = 6, 5
"""A first check uses this part of the nodes and considers one move less than that number."""

Values = dict[str, float]
Clear = tuple[Candidate, Values, Analysis]


@dataclass
class Tries:
    """The analyses of one position, each made once."""

    _glance: dict[Position, Analysis] = field(default_factory=dict)

    def glance(self, position: Position) -> Analysis:
        """Return a small analysis of a position, by which most are put aside."""
        if position not in self._glance:
            nodes = levels(position.game.name)[GLANCE_LEVEL].nodes
            self._glance = {position: analysed(position, 1, nodes)}
        return self._glance[position]

    def tempting(self, position: Position, *right: str) -> str:
        """Return the move that the greedy player or level 2 makes in place of the right ones."""
        moves = [chosen(position, "greedy", 0), *(chosen(position, "2", n) for n in range(TRIES))]
        return next(move for move in moves if move not in right)


def analysed(position: Position, times: int, nodes: int | None = None) -> Analysis:
    """Return the analysis of what the seat to move sees, with some times the usual budget."""
    usual = levels(position.game.name)[BASE_LEVEL].nodes if nodes is None else nodes
    view = position.view(position.to_move, memory=True)
    return analyse(view, budget=Budget(usual * times), seed=times)


def chosen(position: Position, name: str, seed: int) -> str:
    """Return the move that a player makes for the seat to move."""
    view = position.view(position.to_move, memory=True)
    return player(name).choose(position.game, view, seed=seed)


def misses(position: Position, right: tuple[str, ...]) -> bool:
    """Return whether the greedy player misses the right moves, and level 2 does too often."""
    if chosen(position, "greedy", 0) in right:
        return False
    for level in OBVIOUS:
        hits = sum(chosen(position, str(level), seed) in right for seed in range(TRIES))
        if hits >= RELIABLE:
            return False
    return True


def clear_best(position: Position, tries: Tries) -> Clear | None:
    """Return the clear and stable best move of a position, the values of all and the analysis.

    None if there is no such move, or if it is obvious.
    """
    if tries.glance(position).best.move == chosen(position, "greedy", 0):
        return None
    return stable_best(position, obvious=False)


def stable_best(position: Position, *, obvious: bool) -> Clear | None:
    """Return the clear and stable best move, or None; `obvious` says that it may be obvious."""
    game = position.game
    first = analysed(position, 1)
    if first.extra.get("planned") or not (_in_question(first.best)):
        return None
    bounded = is_bounded(game)
    if not bounded and not _clear(game, first):
        return None
    if not obvious and not misses(position, (first.best.move,)):
        return None
    if bounded and _values_after(position, first, part=PRECHECK, most=FEW) is None:
        return None
    deep = analysed(position, STABLE)
    if deep.best.move != first.best.move or not _in_question(deep.best):
        return None
    if bounded:
        values = _values_after(position, deep)
        return None if values is None else (deep.best, values, deep)
    if not _clear(game, deep):
        return None
    return deep.best, {one.move: share_of(game, one) for one in deep.candidates}, deep


def needed(confidence: float) -> float:
    """Return by how much a move must exceed another to be clearly better."""
    return max(LEAST, NEAR + SHARED * confidence)


def is_bounded(game: Game) -> bool:
    """Return whether an analysis gives the moves behind the best only bounds."""
    definition = game.definition
    return not definition.hidden and not definition.chance and game.seats == 2


def _in_question(best: Candidate) -> bool:
    """Return whether a position is neither lost nor won so easily that it does not matter."""
    return best.value > 0.03


def _clear(game: Game, analysis: Analysis) -> bool:
    """Return whether the best move exceeds every other by more than the doubt."""
    best, *others = analysis.candidates
    return bool(others) and all(_exceeds(game, best, other) for other in others)


def _exceeds(game: Game, best: Candidate, other: Candidate) -> bool:
    """Return whether one move is better than another beyond the doubt of either value."""
    doubt = max(0.0 if one.exact else one.confidence for one in (best, other))
    return share_of(game, best) - share_of(game, other) > needed(doubt)


def _values_after(
    position: Position, deep: Analysis, *, part: int = 1, most: int | None = None
) -> Values | None:
    """Return the value of every move by an analysis after it; None unless the best is clear.

    The nearest moves are searched first, so that most positions cost little; a first check looks
    at the nearest few only, with a part of the nodes.
    """
    game, best = position.game, deep.best
    nodes = levels(game.name)[BASE_LEVEL].nodes // part
    values = {best.move: share_of(game, best)}
    for other in deep.candidates[1:most]:
        after = position.step(other.move)
        if other.exact or after.to_move is None:
            value, doubt = other.value, 0.0
        else:
            reply = analysed(after, 1, nodes).best
            value = 1.0 - share_of(game, reply)
            doubt = 0.0 if reply.exact else reply.confidence
        doubt = max(doubt, 0.0 if best.exact else best.confidence)
        if values[best.move] - value <= needed(doubt):
            return None
        values[other.move] = value
    return values
