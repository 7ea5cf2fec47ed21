"""A review for its reader: its rows in words, its sums, and the better moves on the board."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from ludoteca.core import texts
from ludoteca.core.errors import LudotecaError
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.drawing.scene import Scene
from ludoteca.match.match import AGREE, RESIGN
from ludoteca.reviewing import Account, Review, ReviewRow, SeatReview, Why
from ludoteca.server.match import last_move, narration, story
from ludoteca.server.match.elements import scene_message
from ludoteca.server.match.state import MatchState
from ludoteca.server.match.story import Reader, Story
from ludoteca.server.scheduler import Steps, all_at_once
from ludoteca.server.wire.reviews import (
    AccountMessage,
    LineMessage,
    LineStep,
    MomentMessage,
    ReviewRowMessage,
    SeatReviewMessage,
)

MOST_STEPS = 6


def rows_told(
    state: MatchState, review: Review, since: int, reader: Reader
) -> list[ReviewRowMessage]:
    """Return the rows after the first `since` of them, each with what happened in words."""
    rows = review.rows[since:]
    said = _said(state, since, since + len(rows), reader)
    return [_row_message(review.game, row, said[row.ply], reader.lang) for row in rows]


def _said(state: MatchState, since: int, ply: int, reader: Reader) -> dict[int, str]:
    """Return what happened at each ply after `since`, in words."""
    kept, start = state.history.nearest(since)
    plies = tuple(state.match.events[kept:ply])
    told = Story(ply=kept, start=start, events=plies, first=since + 1)
    said: defaultdict[int, list[str]] = defaultdict(list)
    for beat in all_at_once(told.messages(reader, drawn=False)):
        said[beat.ply] += [beat.text] if beat.text else []
    return defaultdict(str, {number: " ".join(parts) for number, parts in said.items()})


def _kind(row: ReviewRow) -> str:
    if row.seat == CHANCE:
        return "chance"
    return {RESIGN: "resign", AGREE: "draw"}.get(row.text, "move")


def _row_message(game: str, row: ReviewRow, said: str, lang: str) -> ReviewRowMessage:
    seat = row.seat if row.seat is not None and row.seat >= 0 else None
    return ReviewRowMessage(
        ply=row.ply,
        kind=_kind(row),  # type: ignore[arg-type]
        seat=seat,
        text=row.text,
        said=said,
        judgement=row.judgement,  # type: ignore[arg-type]
        best=row.best,
        cost=0.0 if seat is None else -row.decision[seat],
        why="" if row.why is None else why_told(game, row.why, lang),
        value=row.value,
        luck=row.luck,
        decision=row.decision,
        unknown=row.unknown,
        gift=row.gift,
    )


def why_told(game: str, why: Why, lang: str) -> str:
    """Return why a move is better, the two moves named by what they are, not by notation."""
    names = {"played": "review.played", "best": "review.better"}
    named = {name: texts.say("server", key, lang) for name, key in names.items()}
    text = Why(key=why.key, values={**why.values, **named}).text(game, lang)
    return text[:1].upper() + text[1:]


def seats_told(review: Review, lang: str) -> list[SeatReviewMessage]:
    """Return the sums of all seats, each with its sentence."""
    return [
        SeatReviewMessage(
            **_account(one),
            seat=one.seat,
            gifts=one.gifts,
            accuracy=one.accuracy,
            judged=one.judged,
            points=None if one.points is None else AccountMessage(**_account(one.points)),
            text=review.text(one.seat, lang),
        )
        for one in review.seats
    ]


def _account(one: SeatReview | Account) -> dict[str, float]:
    names = ("start", "result", "luck", "decisions", "unknown")
    return {name: getattr(one, name) for name in names}


def moments_told(review: Review) -> list[MomentMessage]:
    """Return the plies that mattered most."""
    return [
        MomentMessage(ply=one.ply, kind=one.kind, seat=one.seat, amount=one.amount)  # type: ignore[arg-type]
        for one in review.moments
    ]


@dataclass(frozen=True, kw_only=True)
class Step:
    """A move or roll of a line: before and after it."""

    before: Position
    text: str
    after: Position


def steps(position: Position, line: tuple[str, ...]) -> Iterator[Step]:
    """Yield the steps of a line as far as it can be played on the table as it was.

    What is expected of hidden cards may not be possible with those that lay there.
    """
    for text in line[:MOST_STEPS]:
        if position.to_move == CHANCE and position.game.definition.deals_itself:
            return
        try:
            after = position.step(text)
        except LudotecaError:
            return
        yield Step(before=position, text=text, after=after)
        position = after


def line_told(before: Position, row: ReviewRow, reader: Reader) -> Steps[LineMessage]:
    """Return the line of a decision drawn; yield after each picture, so that others can go on."""
    assert row.seat is not None
    scene, told = scene_message(scene_of(before, reader)), list[LineStep]()
    for step in steps(before, row.line):
        yield
        told.append(step_message(step, reader))
    return LineMessage(ply=row.ply, seat=row.seat, scene=scene, steps=told)


def scene_of(position: Position, reader: Reader) -> Scene:
    """Draw a position for a reader."""
    return cast(Scene, position.game.definition.scene(reader.view(position), reader.lang))


def step_message(step: Step, reader: Reader) -> LineStep:
    """Return a step in words, with the table after it."""
    mover, scene = step.before.to_move, scene_of(step.after, reader)
    seat = mover if mover is not None and mover != CHANCE else None
    if seat is None:
        said = narration.sentence(step.before.game.name, step.text, reader.lang) or step.text
    else:
        said = last_move.intended(step.before, step.text, seat, reader.lang)
    there = {element.id: element for element in scene.ordered()}
    return LineStep(
        seat=seat,
        text=step.text,
        said=said,
        scene=scene_message(scene),
        trail=story.trail(step.before, step.text, reader.seat, there),
    )
