"""One game of a study, measured while it is played."""

from dataclasses import dataclass, field
from functools import partial

from ludoteca.core import registry
from ludoteca.core.kernels import even_chances
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.core.turns import Beginning, beginning_of
from ludoteca.lab.moves import Classifier, classifier_of
from ludoteca.lab.rows import MeasuredGame
from ludoteca.lab.tasks import Task
from ludoteca.match import Match, write_match
from ludoteca.match.openings import opening_move
from ludoteca.match.play import move_of, play_out
from ludoteca.match.seats import seat_tags
from ludoteca.search.players import player


@dataclass
class Notes:
    """The measurements of a game in progress.

    branching   the legal moves at each decision
    turns       the decision each turn begins with
    values      the evaluation of each seat there, with all hidden information known
    moves       the number of moves of each kind by each seat, by group and key
    begins      the seat that makes the first move of the game
    opening     that move
    """

    begins_turn: Beginning
    branching: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    values: list[list[float]] = field(default_factory=list)
    moves: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    begins: int | None = None
    opening: str = ""
    mover: int | None = None

    def before(self, position: Position, seat: int) -> None:
        """Record a position in which a seat is to decide."""
        if self.begins is None:
            self.begins = seat
        if self.begins_turn(position, self.mover):
            self.turns.append(len(self.branching))
            self.values.append(_shares(position))
        self.mover = seat
        self.branching.append(len(position.actions()))

    def after(self, classify: Classifier, before: Position, move: str, after: Position) -> None:
        """Count a move."""
        seat = before.to_move
        assert seat is not None
        self.opening = self.opening or move
        for group, key in classify(before, move, after):
            uses = self.moves.setdefault(group, {}).setdefault(key, [0] * before.game.seats)
            uses[seat] += 1


def _shares(position: Position) -> list[float]:
    """Return the estimated share of the win of each seat.

    Nothing where the game has no evaluation.
    """
    evaluate = position.game.definition.kernels.evaluate
    if evaluate is even_chances:
        return []
    state = position.state()
    values = [float(evaluate(state, seat)) for seat in range(position.game.seats)]
    return [round(value / (sum(values) or 1.0), 4) for value in values]


def play(task: Task) -> MeasuredGame:
    """Play one game and return all that was measured, with its record."""
    game = registry.load(task.game, **task.options)
    bots = {seat: task.players[index] for seat, index in enumerate(task.seated)}
    match = Match(game, task.chance(), tags=seat_tags(bots))
    notes, classify = Notes(beginning_of(game)), classifier_of(game)

    def choose(position: Position, seat: int, decision: int) -> str:
        notes.before(position, seat)
        return _choose(task, position, seat, decision)

    play_out(match, choose, partial(notes.after, classify))
    return _row(task, match, notes)


def _choose(task: Task, position: Position, seat: int, decision: int) -> str:
    """Return the move of the player at a seat.

    The first plies of an opening are drawn, equal for a deal.
    """
    if decision < task.opening:
        return opening_move(position, new_rng(task.seed, task.deal, "opening", decision))
    index = task.seated[seat]
    return move_of(player(task.players[index]), position, seed=task.whim(index, decision))


def _row(task: Task, match: Match, notes: Notes) -> MeasuredGame:
    outcome = match.outcome
    assert outcome is not None
    return MeasuredGame(
        number=task.number,
        returns=list(outcome.returns),
        scores=None if outcome.scores is None else list(outcome.scores),
        reason=outcome.reason,
        branching=notes.branching,
        turns=notes.turns,
        values=notes.values,
        moves=notes.moves,
        begins=notes.begins,
        opening=notes.opening,
        record=write_match(match),
    )
