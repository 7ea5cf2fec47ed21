"""The terms of each event of a log: expectation, luck, decision and the rest.

The expectation of a seat is V. Where nothing is hidden, V is the value of the analysis of whoever
is to move, the others sharing what is left. Where something is, each seat has its own: V follows
the seat's own analyses, taken when it is to move, and in between changes only by luck and its own
decisions. At the end V is the result. For every event and seat

    V(after) - V(before) = luck + decision + unknown

where luck is that of `luck.py`, decision (≤ 0, 0 for the other seats) is the value of the move
played minus that of the best move in the analysis of what its seat saw, and unknown is the rest.
"""

from dataclasses import dataclass, field

import numpy as np

from ludoteca.core.arrays import Floats
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.match import Event, Match
from ludoteca.match.match import RESIGN
from ludoteca.reviewing import luck as chance
from ludoteca.reviewing.judgement import judge, loss
from ludoteca.reviewing.model import ReviewRow, Shares, Terms, Why, vector_on_grid
from ludoteca.search.api import Analysis, Candidate
from ludoteca.search.calibration import calibrated, knots

HIDDEN_TEXT = "…"


def share_of(game: Game, candidate: Candidate) -> float:
    """Return the calibrated share of the win that a move promises; 0 and 1 stay what they are."""
    if candidate.exact:
        return candidate.value
    known = knots(game.name, game.seats)
    return (
        calibrated([(0.0, 0.0), *known, (1.0, 1.0)], candidate.value)
        if known
        else (candidate.value)
    )


@dataclass
class Decision:
    """One decision: its analysis, the move played in it, and what the move cost."""

    game: Game
    analysis: Analysis
    played: str

    def __post_init__(self) -> None:
        self.best = self.analysis.best
        found = [one for one in self.analysis.candidates if one.move == self.played]
        self.chosen = found[0] if found else self.best

    @property
    def forced(self) -> bool:
        """Return whether there was no other move."""
        return len(self.analysis.candidates) == 1

    @property
    def first(self) -> bool:
        """Return whether the move played is the best."""
        return self.chosen.move == self.best.move

    @property
    def cost(self) -> float:
        """Return the value of the best move minus that of the move played, 0 or more."""
        lost = share_of(self.game, self.best) - share_of(self.game, self.chosen)
        return 0.0 if self.first or self.forced else max(0.0, lost)

    @property
    def cost_in_points(self) -> float:
        """Return the same in points of lead."""
        best, chosen = self.best.margin, self.chosen.margin
        return 0.0 if best is None or chosen is None or self.first else max(0.0, best - chosen)

    @property
    def loss(self) -> float:
        """Return what the move lost beyond the tolerance, 0 or more."""
        return 0.0 if self.first or self.forced else loss(self.cost, self.confidence)

    @property
    def judgement(self) -> str:
        """Return the name of the judgement."""
        return judge(self.loss, first=self.first, forced=self.forced)

    @property
    def confidence(self) -> float:
        """Return the larger of the confidences of both moves; 0 where both are exact."""
        compared = (self.best, self.chosen)
        return max(0.0 if one.exact else one.confidence for one in compared)


@dataclass
class Timeline:
    """The expectation of every seat along a log, event by event; see the module's header.

    `own` is the seat whose view a review of a running match is confined to.
    """

    match: Match
    own: int | None = None
    value: Shares = ()
    points: Shares | None = None
    start: Shares = ()
    start_points: Shares | None = None
    _seed: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        self.game = self.match.game
        self._seed = self.match.commitment
        self.hidden = self.game.definition.hidden
        self.counts = chance.counts_points(self.game)

    def begin(self, position: Position, analysis: Analysis | None) -> None:
        """Set the expectation at the start: of the analysis, or the mean over all deals."""
        before = chance.expectation_at_start(self.game)
        if analysis is not None and position.to_move is not None:
            before = self._seen(before, position, analysis, before)
        self.value = self.start = vector_on_grid(before[0])
        if self.counts:
            self.points = self.start_points = vector_on_grid(before[1])

    def row(
        self,
        ply: int,
        before: Position,
        event: Event,
        after: Position,
        *,
        analysis: Analysis | None,
        following: Analysis | None,
        why: Why | None = None,
    ) -> ReviewRow:
        """Return the row of an event, given the analyses of the decisions before and after it."""
        made = None if analysis is None else Decision(self.game, analysis, event.text)
        luck = self._luck(ply, before, event, after)
        decision, gift = self._decided(event, made)
        last = ply == len(self.match.events) and self.match.outcome is not None
        now = np.array([self.value, self.points or self.value]) + luck + decision
        if not self.hidden:
            now = now + gift
        if last:
            now = self._result(now)
        elif following is not None:
            now = self._seen(now, after, following, chance.static_values(self.game, after.state()))
        shares = _terms(self.value, now[0], luck[0], decision[0])
        points = self.points
        if points is not None:
            points_row = _terms(points, now[1], luck[1], decision[1])
        row = ReviewRow(
            ply=ply,
            seat=event.who,
            text=self._text(event),
            best=None if made is None else made.best.move,
            line=() if made is None else made.best.line,
            judgement="" if made is None else made.judgement,
            loss=0.0 if made is None else round(made.loss, 6),
            confidence=0.0 if made is None else round(made.confidence, 6),
            value=shares.value,
            luck=shares.luck,
            decision=shares.decision,
            unknown=shares.unknown,
            gift=vector_on_grid(gift[0]),
            why=why,
            points=None if points is None else points_row,
        )
        self.value = row.value
        self.points = None if row.points is None else row.points.value
        return row

    def _text(self, event: Event) -> str:
        """Return what the reader may see of an event: no deal of hidden cards while they count."""
        secret = self.hidden and self.match.outcome is None and event.who == CHANCE
        return HIDDEN_TEXT if secret else event.text

    def _luck(self, ply: int, before: Position, event: Event, after: Position) -> Floats:
        """Return the luck of an event for all seats, in shares and in points."""
        nothing = np.zeros((2, self.game.seats))
        if not event.is_step:
            return nothing
        rng, state = new_rng("luck", self._seed, ply), before.state()
        if self.hidden and self.own is not None and self.match.outcome is None:
            return self._own_luck(ply, before, event, after)
        if event.who == CHANCE:
            return chance.luck_of_event(self.game, state, after.state(), rng)
        if not self.hidden:
            return nothing
        action = self.game.definition.read(state, event.text)
        return chance.luck_of_draw(self.game, state, action, after.state(), rng)

    def _own_luck(self, ply: int, before: Position, event: Event, after: Position) -> Floats:
        """Return the luck that the one seat can know of: its own draws, and what it was dealt."""
        nothing = np.zeros((2, self.game.seats))
        seat, rng = self.own or 0, new_rng("own luck", ply)
        if event.who == CHANCE:
            mean = chance.mean_of_event(self.game, before.state(), rng)
            return chance.believed(self.game, after.state(), seat, rng) - mean
        if event.who != seat or after.to_move == CHANCE:
            return nothing
        state = before.state()
        action = self.game.definition.read(state, event.text)
        return chance.believed(self.game, after.state(), seat, rng) - chance.believed(
            self.game, state, seat, rng, action
        )

    def _decided(self, event: Event, made: Decision | None) -> tuple[Floats, Floats]:
        """Return what a decision cost its seat, and what it gave the others."""
        decision, gift = np.zeros((2, self.game.seats)), np.zeros((2, self.game.seats))
        who = event.who
        if who is None or who < 0:
            return decision, gift
        if event.text == RESIGN:
            decision[0, who] = -self.value[who]
        elif made is not None:
            decision[0, who], decision[1, who] = -made.cost, -made.cost_in_points
        others = [seat for seat in range(self.game.seats) if seat != who]
        rest = sum(self.value[seat] for seat in others)
        for seat in others:
            part = self.value[seat] / rest if rest > 0 else 1 / len(others)
            gift[:, seat] = -decision[:, who] * part
        if len(others) > 1:
            gift[1] = 0.0
        return decision, gift

    def _result(self, now: Floats) -> Floats:
        """Return the shares and leads that a match ended with."""
        outcome = self.match.outcome
        assert outcome is not None
        ended = now.copy()
        ended[0] = outcome.returns
        if outcome.scores is not None:
            leads = [chance.final_lead(outcome.scores, s) for s in range(self.game.seats)]
            ended[1] = leads
        return ended

    def _seen(self, now: Floats, position: Position, analysis: Analysis, static: Floats) -> Floats:
        """Return the expectations once the seat to move has analysed what it sees."""
        seat, seen = position.to_move, now.copy()
        assert seat is not None
        best = analysis.best
        seen[0, seat] = share_of(self.game, best)
        if best.margin is not None:
            seen[1, seat] = best.margin
        others = [other for other in range(self.game.seats) if other != seat]
        if self.hidden and self.own is None:
            return seen
        # What the true state says of the others is no part of one seat's view.
        rest = 0.0 if self.hidden else sum(static[0, other] for other in others)
        for other in others:
            part = static[0, other] / rest if rest > 0 else 1 / len(others)
            seen[0, other] = (1.0 - seen[0, seat]) * part
        if len(others) == 1:
            seen[1, others[0]] = -seen[1, seat]
        return seen


def _terms(before: Shares, now: Floats, luck: Floats, decision: Floats) -> Terms:
    """Return the terms of one event; `unknown` is what the others leave, exactly."""
    value, lucky, decided = (vector_on_grid(part.tolist()) for part in (now, luck, decision))
    unknown = tuple(
        after - was - chance_term - own_term
        for after, was, chance_term, own_term in zip(value, before, lucky, decided, strict=True)
    )
    return Terms(value=value, luck=lucky, decision=decided, unknown=unknown)
