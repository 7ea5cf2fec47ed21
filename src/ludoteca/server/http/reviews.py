"""The HTTP API of reviews."""

from typing import Annotated

import msgspec
from starlette.responses import Response

from ludoteca.reviewing import ReviewRow
from ludoteca.server.endpoint import Endpoints
from ludoteca.server.errors import Refused
from ludoteca.server.http.matches import MATCH
from ludoteca.server.match import projection, review_messages
from ludoteca.server.match.reviews import Making
from ludoteca.server.match.room import Room
from ludoteca.server.match.story import Reader
from ludoteca.server.request import RequestContext
from ludoteca.server.scheduler import SECOND, current_client
from ludoteca.server.wire.requests import MatchId, Ply, SeatQuery, encode
from ludoteca.server.wire.reviews import (
    LineMessage,
    LineQuery,
    ReviewMessage,
    ReviewQuery,
)

WAIT_SECONDS = 5.0
"""How long an answer waits for something new."""
endpoints = Endpoints()


def _reader(call: RequestContext, room: Room, query: SeatQuery) -> Reader:
    """Return the one who reads a review: on a seat held, or another one of a finished match."""
    viewer = room.viewer(call.holder, look=query.seat, lang=call.lang)
    seat = projection.looked_through(room.state, viewer)
    return projection.present(room.state).reader(seat, call.lang)


@endpoints.add("GET", f"{MATCH}/review", work=1)
async def review(
    call: RequestContext, match: MatchId, query: ReviewQuery
) -> Annotated[Response, ReviewMessage]:
    """Return the review of a finished match as far as it is made; begin it if need be."""
    room = await call.rooms.room(match)
    making, level = await call.rooms.reviews.find(room.state, query.level)
    reader = _reader(call, room, query)
    await making.after(query.since, WAIT_SECONDS)
    if making.error is not None and making.count <= query.since:
        raise making.error
    key = ("review", match, level, query.since, making.count, making.ended, reader)
    told = await call.rooms.replays.run(
        current_client.get(),
        key,
        lambda: encode(_message(room, making, level, query.since, reader)),
        keep=False,
    )
    return call.json(msgspec.Raw(told))


def _message(room: Room, making: Making, level: int, since: int, reader: Reader) -> ReviewMessage:
    made, status = making.review, "running" if making.total else "waiting"
    if making.ended:
        status = "done" if making.error is None else "stopped"
    return ReviewMessage(
        status=status,  # type: ignore[arg-type]
        level=level,
        total=making.total,
        rows=[] if made is None else review_messages.rows_told(room.state, made, since, reader),
        seats=[] if made is None else review_messages.seats_told(made, reader.lang),
        moments=[] if made is None else review_messages.moments_told(made),
    )


@endpoints.add("GET", MATCH + "/review/{ply:int}", work=2)
async def line(call: RequestContext, match: MatchId, ply: Ply, query: LineQuery) -> LineMessage:
    """Return the better move at a ply of a reviewed match, and how play was expected to go on."""
    room = await call.rooms.room(match)
    making, _ = await call.rooms.reviews.find(room.state, query.level)
    reader = _reader(call, room, query)
    row = await _decided(making, ply)
    before = (await room.snapshot(ply - 1, current_client.get())).position
    told = review_messages.line_told(before, row, reader)
    return await call.rooms.drawing_pool.run_steps(told, priority=SECOND)


async def _decided(making: Making, ply: int) -> ReviewRow:
    """Return the row of a decision; raise Refused for a ply that was none."""
    await making.after(ply - 1, WAIT_SECONDS)
    rows = () if making.review is None else making.review.rows
    if not 0 < ply <= max(len(rows), making.total):
        raise making.error or Refused("not_found")
    if ply > len(rows):
        raise making.error or Refused("busy")
    if not rows[ply - 1].line:
        raise Refused("not_found")
    return rows[ply - 1]
