"""The review of a match: what was luck, what was decided, and what nobody could know."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path

from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.match import Match, read_match
from ludoteca.match.replay import positions
from ludoteca.match.seats import seat_names
from ludoteca.reviewing.errors import CannotReview
from ludoteca.reviewing.explaining import explain
from ludoteca.reviewing.judgement import BAD, accuracy
from ludoteca.reviewing.model import Account, Moment, Review, ReviewRow, SeatReview, Why
from ludoteca.reviewing.timeline import Decision, Timeline
from ludoteca.search.api import Analysis, Budget, Stop
from ludoteca.search.defaults import REVIEW_LEVEL
from ludoteca.search.players import analyse, read_budget

Source = Match | str | PathLike[str]
Progress = Callable[[int, int], None]
"""progress(rows made, rows in all)"""
RECORD_BEGINS = "ludoteca-record"
MOMENTS, LUCKY = 8, 0.08


def as_match(source: Source) -> Match:
    """Return the match that is meant: itself, a record's text, or the path of one.

    Raise InvalidRecord or CannotReview for what is none.
    """
    if isinstance(source, Match):
        return source
    if isinstance(source, str) and (source.startswith(RECORD_BEGINS) or "\n" in source):
        return read_match(source)
    if not isinstance(source, str | PathLike):
        raise CannotReview("not_a_match")
    try:
        text = Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise CannotReview("unreadable", file=str(source)[:80], why=why[:80]) from None
    return read_match(text)


@dataclass
class ReviewRun:
    """A review being made: iterate over it for the rows, ask it for the review at any time.

    seat     whose view it keeps to, needed while a match with hidden information goes on
    workers  analyses that run at once; the result does not depend on them
    stop     ends it; `review()` then has the rows made so far, marked partial
    """

    match: Match
    budget: Budget
    seat: int | None = None
    workers: int = 1
    stop: Stop = field(default_factory=Stop)

    def __post_init__(self) -> None:
        game = self.match.game
        if self.seat is not None:
            game.check_seat(self.seat)
        if not self.match.events:
            raise CannotReview("empty")
        self.running = self.match.outcome is None
        self.confined = self.running and game.definition.hidden
        if self.confined and self.seat is None:
            raise CannotReview("hidden_running")
        replace(self.budget, workers=self.workers)  # raises InvalidOption for a bad number
        self.events = tuple(self.match.events)
        self.positions = list(positions(self.match))
        self.rows: list[ReviewRow] = []
        self.timeline = Timeline(self.match, self.seat if self.confined else None)
        self._answers: dict[int, Future[Analysis]] = {}
        self._at_once = False

    @property
    def total(self) -> int:
        """Return how many rows the whole review has."""
        return len(self.events)

    def __iter__(self) -> Iterator[ReviewRow]:
        """Yield the rows as they are made, in the order of the log."""
        with ThreadPoolExecutor(self.workers) as pool:
            for index in range(len(self.positions)):
                if self._is_analysed(index):
                    self._answers[index] = pool.submit(self._analyse, index)
            try:
                yield from self._rows()
            finally:
                for answer in self._answers.values():
                    answer.cancel()

    def one_by_one(self) -> Iterator[ReviewRow]:
        """Yield the same rows, each analysed in the caller's thread when it is asked for."""
        self._at_once = True
        return self._rows()

    def _is_analysed(self, index: int) -> bool:
        """Return whether the decision in a position is analysed: one that the reader may see."""
        seat = self.positions[index].to_move
        if seat is None or seat == CHANCE or (self.confined and seat != self.seat):
            return False
        over = index == len(self.events) and not self.running
        return not over

    def _analyse(self, index: int) -> Analysis:
        """Return the analysis of what the seat to move saw in a position."""
        position = self.positions[index]
        view = position.view(position.to_move, memory=True)
        return analyse(view, budget=self.budget, stop=self.stop)

    def _answer(self, index: int) -> Analysis | None:
        """Return the analysis of a position once it is there; None where there is none."""
        if self._at_once and index not in self._answers and self._is_analysed(index):
            self._answers[index] = Future()
            self._answers[index].set_result(self._analyse(index))
        return self._answers[index].result() if index in self._answers else None

    def _rows(self) -> Iterator[ReviewRow]:
        """Yield the rows until the end or a stop."""
        first = self._answer(0)
        if self.stop.asked:
            return
        self.timeline.begin(self.positions[0], first)
        for index, event in enumerate(self.events):
            before, after = self.positions[index : index + 2]
            made = self._answer(index) if event.is_move else None
            following = self._answer(index + 1)
            if self.stop.asked:
                return
            row = self.timeline.row(
                index + 1,
                before,
                event,
                after,
                analysis=made,
                following=following,
                why=self._why(before, event.text, made),
            )
            self.rows.append(row)
            yield row

    def _why(self, before: Position, played: str, made: Analysis | None) -> Why | None:
        """Return why the best move is better than the one played, if that was a mistake."""
        if made is None:
            return None
        decision = Decision(self.match.game, made, played)
        if decision.judgement not in BAD:
            return None
        return explain(before, decision.chosen, decision.best)

    def review(self) -> Review:
        """Return the review with the rows made so far."""
        game, timeline = self.match.game, self.timeline
        seats = range(game.seats) if timeline.value else ()
        return Review(
            game=game.name,
            options=dict(game.options),
            names=tuple(seat_names(self.match.tags, game.seats)),
            budget=self.budget.nodes,
            seconds=self.budget.seconds,
            seats=tuple(_seat_review(seat, self.rows, timeline) for seat in seats),
            rows=tuple(self.rows),
            moments=_moments(self.rows),
            partial=self.running or len(self.rows) < len(self.events),
            seat=self.seat if self.confined else None,
        )


def start_review(
    source: Source,
    budget: int | float | str | Budget = REVIEW_LEVEL,
    *,
    seat: int | None = None,
    workers: int = 1,
    stop: Stop | None = None,
) -> ReviewRun:
    """Return a review that is made while one iterates over it."""
    match = as_match(source)
    given = read_budget(match.game, budget)
    return ReviewRun(match, given, seat=seat, workers=workers, stop=stop or Stop())


def review(
    match: Source,
    budget: int | float | str | Budget = REVIEW_LEVEL,
    *,
    seat: int | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Review:
    """Return the review of a match, given as a Match, a record's text or its path.

    `budget` is a level 1 to 8, a number of nodes or a time for each analysis, as in `analyse`.
    `seat` confines it to what one seat may know, which a running match with hidden cards requires.
    """
    run = start_review(match, budget, seat=seat, workers=workers, stop=stop)
    for row in run:
        if progress is not None:
            progress(row.ply, run.total)
    return run.review()


def _seat_review(seat: int, rows: list[ReviewRow], timeline: Timeline) -> SeatReview:
    """Return the sums of one seat over the rows."""
    decided = [row for row in rows if row.seat == seat and row.judgement]
    judged: dict[str, int] = {}
    for row in decided:
        judged[row.judgement] = judged.get(row.judgement, 0) + 1
    points = None
    if timeline.points is not None and timeline.start_points is not None:
        counted = [row.points for row in rows if row.points is not None]
        points = Account(
            start=timeline.start_points[seat],
            result=timeline.points[seat],
            luck=sum(row.luck[seat] for row in counted),
            decisions=sum(row.decision[seat] for row in counted),
            unknown=sum(row.unknown[seat] for row in counted),
        )
    return SeatReview(
        seat=seat,
        start=timeline.start[seat],
        result=timeline.value[seat],
        luck=sum((row.luck[seat] for row in rows), 0.0),
        decisions=sum((row.decision[seat] for row in rows), 0.0),
        unknown=sum((row.unknown[seat] for row in rows), 0.0),
        gifts=sum((row.gift[seat] for row in rows), 0.0),
        accuracy=accuracy(row.loss for row in decided if row.judgement != "forced"),
        judged=judged,
        points=points,
    )


def _moments(rows: list[ReviewRow]) -> tuple[Moment, ...]:
    """Return the rows that mattered most, in the order of the log."""
    found: list[Moment] = []
    for row in rows:
        seats = range(len(row.luck))
        lucky = max(seats, key=lambda seat: row.luck[seat])
        if row.luck[lucky] >= LUCKY:
            found.append(Moment(ply=row.ply, kind="luck", seat=lucky, amount=row.luck[lucky]))
        if row.judgement in BAD[1:] and row.seat is not None:
            lost = row.decision[row.seat]
            found.append(Moment(ply=row.ply, kind="decision", seat=row.seat, amount=lost))
    most = sorted(found, key=lambda one: (-abs(one.amount), one.ply))[:MOMENTS]
    return tuple(sorted(most, key=lambda one: one.ply))
