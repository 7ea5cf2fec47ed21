"""The HTTP API of matches."""

import asyncio
from contextlib import suppress
from typing import Annotated

import msgspec
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from ludoteca.match import write_match
from ludoteca.server import tokens
from ludoteca.server.endpoint import Endpoints, JsonLines
from ludoteca.server.errors import Refused
from ludoteca.server.match import branching, projection, record_import, story
from ludoteca.server.match import listing as match_list
from ludoteca.server.match import proof as proofs
from ludoteca.server.match import rematch as rematches
from ludoteca.server.match.projection import Viewer
from ludoteca.server.match.room import Room
from ludoteca.server.request import RequestContext, until_gone
from ludoteca.server.scheduler import current_client
from ludoteca.server.subscription import Subscription
from ludoteca.server.wire.requests import (
    AnswerAction,
    BranchRequest,
    ContributeAction,
    EvaluationQuery,
    FollowQuery,
    InviteId,
    JoinRequest,
    ListQuery,
    MatchId,
    MoveAction,
    NewMatchRequest,
    OfferAction,
    Ply,
    RematchAction,
    ResignAction,
    SeatQuery,
    StateQuery,
    ViewQuery,
)
from ludoteca.server.wire.responses import (
    Done,
    Evaluation,
    Hint,
    InviteFacts,
    Matches,
    MatchMessage,
    Moves,
    NextMatch,
    Proof,
    StateMessage,
    Token,
)

MATCH = "/api/matches/{match}"
endpoints = Endpoints()


def _viewer(call: RequestContext, room: Room, query: ViewQuery) -> Viewer:
    return room.viewer(
        call.holder,
        look=query.seat,
        lang=call.lang,
        scenes=query.scenes == "1",
        memory=query.memory == "1",
        states=not isinstance(query, FollowQuery) or query.states != "0",
    )


def _match(call: RequestContext, room: Room) -> MatchMessage:
    viewer = room.viewer(call.holder, lang=call.lang)
    return projection.match_message(
        room.state, viewer, key=call.rooms.store.key, online=room.online
    )


def _file(name: str) -> dict[str, str]:
    """Return the headers of an answer that is kept as a file."""
    return {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }


@endpoints.add("POST", "/api/tokens", status=201)
async def new_token(call: RequestContext) -> Token:
    """Return a token for a program."""
    return Token(tokens.new_token(call.rooms.store.key))


@endpoints.add("GET", "/api/matches", work=1)
async def listing(call: RequestContext, query: ListQuery) -> Matches:
    """List the caller's matches, the last updated first."""
    if call.holder is None:
        return Matches([])
    start = None if query.before is None else (query.before, "")
    if query.cursor:
        start = match_list.read_cursor(query.cursor)
    return await match_list.page(
        call.rooms, call.holder, call.lang, limit=query.limit, before=start
    )


@endpoints.add("POST", "/api/matches", work=2, status=201)
async def create(call: RequestContext, body: NewMatchRequest) -> MatchMessage:
    """Open a match."""
    return _match(call, await call.rooms.create(body, await call.must_hold()))


@endpoints.add("GET", MATCH, work=0.25)
async def one(call: RequestContext, match: MatchId) -> MatchMessage:
    """Return everything about a match except its position."""
    return _match(call, await call.rooms.room(match))


@endpoints.add("GET", f"{MATCH}/state", work=0.5)
async def state(call: RequestContext, match: MatchId, query: StateQuery) -> StateMessage:
    """Return the current state of a match."""
    room = await call.rooms.room(match)
    viewer = _viewer(call, room, query)
    first = story.first_unseen(room.state, query.since, viewer.held)
    now = room.with_story(projection.present(room.state), first, None)
    return await room.project(viewer, now)


@endpoints.add("GET", MATCH + "/positions/{ply:int}", work=1)
async def position(
    call: RequestContext, match: MatchId, ply: Ply, query: ViewQuery
) -> StateMessage:
    """Return the state of a match after a number of plies."""
    room = await call.rooms.room(match)
    now = room.with_story(await room.snapshot(ply, current_client.get()), ply, None)
    return await room.project(_viewer(call, room, query), now)


@endpoints.add("GET", f"{MATCH}/moves", work=1)
async def moves(call: RequestContext, match: MatchId) -> Annotated[Response, Moves]:
    """Return the moves that stand."""
    room = await call.rooms.room(match)
    key = ("moves", room.state.id, room.state.seq)
    told = await call.rooms.replays.run(current_client.get(), key, room.moves_told(), keep=False)
    return call.json(msgspec.Raw(told))


@endpoints.add("POST", f"{MATCH}/moves")
async def move(call: RequestContext, match: MatchId, body: MoveAction) -> Done:
    """Play a move."""
    return await (await call.rooms.room(match)).act(call.holder, body)


@endpoints.add("POST", f"{MATCH}/resign")
async def resign(call: RequestContext, match: MatchId, body: ResignAction) -> Done:
    """Resign, or cancel a match that has not started."""
    return await (await call.rooms.room(match)).act(call.holder, body)


@endpoints.add("POST", f"{MATCH}/contributions")
async def contribute(call: RequestContext, match: MatchId, body: ContributeAction) -> Done:
    """Add to the chance of a match whose commitment is known."""
    return await (await call.rooms.room(match)).act(call.holder, body)


@endpoints.add("POST", f"{MATCH}/offers")
async def offer(call: RequestContext, match: MatchId, body: OfferAction) -> Done:
    """Offer a draw, or ask for a takeback."""
    return await (await call.rooms.room(match)).act(call.holder, body)


@endpoints.add("POST", f"{MATCH}/answers")
async def answer(call: RequestContext, match: MatchId, body: AnswerAction) -> Done:
    """Answer the open offer."""
    return await rematches.take_answer(await call.rooms.room(match), call.holder, body)


@endpoints.add("POST", f"{MATCH}/rematch", work=2)
async def rematch(call: RequestContext, match: MatchId, body: RematchAction) -> NextMatch:
    """Offer a rematch, the sides swapped, or accept the offer of one."""
    return await rematches.ask(await call.rooms.room(match), call.holder, body)


@endpoints.add("POST", f"{MATCH}/branches", work=4, status=201)
async def try_again(call: RequestContext, match: MatchId, body: BranchRequest) -> MatchMessage:
    """Open a match against bots that continues from a ply of a finished one."""
    room = await call.rooms.room(match)
    return _match(call, await branching.branch(room, await call.must_hold(), body))


@endpoints.add("GET", f"{MATCH}/hint", work=1)
async def hint(call: RequestContext, match: MatchId, query: SeatQuery) -> Hint:
    """Return a good move for the seat to move."""
    room = await call.rooms.room(match)
    return await room.help.hint(call.holder, query.seat, call.lang)


@endpoints.add("GET", f"{MATCH}/evaluation", work=1)
async def evaluation(call: RequestContext, match: MatchId, query: EvaluationQuery) -> Evaluation:
    """Return the expected share of the seat to move, now or after a number of plies."""
    room = await call.rooms.room(match)
    ply = room.state.ply if query.ply is None else query.ply
    return await room.help.value(ply, call.holder, query.seat, current_client.get())


@endpoints.add("GET", f"{MATCH}/record", work=1)
async def record(call: RequestContext, match: MatchId) -> PlainTextResponse:
    """Send the record as a file."""
    state = (await call.rooms.room(match)).state
    if state.sealed:
        raise Refused("hidden")
    key, kept = ("record", state.id, state.seq), state.record()
    text = await call.rooms.replays.run(
        current_client.get(), key, lambda: write_match(kept), keep=False
    )
    return PlainTextResponse(text, headers=_file(f"ludoteca-{state.game.name}-{state.id}.txt"))


@endpoints.add("GET", f"{MATCH}/log", work=1)
async def raw_log(call: RequestContext, match: MatchId) -> JsonLines:
    """Send the stored events of a match as a file, for its holders."""
    text = await match_list.raw_log(call.rooms, match, call.holder)
    return JsonLines(text, headers=_file(f"ludoteca-{match}.jsonl"))


@endpoints.add("GET", f"{MATCH}/proof", work=1)
async def proof(call: RequestContext, match: MatchId) -> Proof:
    """Return the seed's commitment, the seed once the match is over, and whether it checks out."""
    state = (await call.rooms.room(match)).state
    checked: bool | None = None
    if proofs.can_be_checked(state):
        record, key = state.record(), ("proof", state.id, state.seq)
        checked = await call.rooms.replays.run(
            current_client.get(), key, lambda: proofs.is_sound(write_match(record))
        )
    return proofs.message(state, checked, call.lang)


@endpoints.add("GET", "/api/invites/{invite}", work=0.25)
async def invite(call: RequestContext, invite: InviteId) -> InviteFacts:
    """Return what an invite is for."""
    room, seat = await _invited(call, invite)
    state = room.state
    home = call.request.app.state.network.home(call.request)
    inviters = [state.names[other] for other in state.held_by(state.creator)]
    return InviteFacts(
        match=state.id,
        game=state.game.name,
        title=state.game.title(call.lang),
        seat=seat,
        inviter=inviters[0] if inviters else "",
        used=seat not in state.open_seats,
        yours=seat in state.held_by(call.holder),
        member=bool(state.held_by(call.holder)),
        home=None if home is None else f"{home}/m/{state.id}",
        commitment=state.created.commitment,
    )


@endpoints.add("POST", "/api/invites/{invite}")
async def join(call: RequestContext, invite: InviteId, body: JoinRequest) -> MatchMessage:
    """Take the seat of an invite."""
    room, seat = await _invited(call, invite)
    await room.join(await call.must_hold(), seat, body)
    return _match(call, room)


async def _invited(call: RequestContext, invite: str) -> tuple[Room, int]:
    found = tokens.read_invite(call.rooms.store.key, invite)
    if found is None:
        raise Refused("not_found")
    match, seat = found
    return await call.rooms.room(match), seat


@endpoints.add("POST", "/api/records", work=4, status=201, limit="record_bytes")
async def import_record(call: RequestContext, body: bytes) -> MatchMessage:
    """Open a match from a record."""
    created, following, seed = await call.rooms.replays.run(
        current_client.get(), object(), lambda: record_import.read(body), keep=False
    )
    room = await call.rooms.found_record(created, following, seed, await call.must_hold())
    return _match(call, room)


class Lines(JsonLines):
    """A streamed response, one message a line, until either side closes it."""

    def __init__(self, subscription: Subscription) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(None, 200, headers)
        del self.headers["content-length"]
        self.subscription, self.rooms = subscription, subscription.room.rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream the messages; drop a client that disconnects or does not read in time."""
        head = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        telling_all = asyncio.create_task(self._tell(send))
        leaving = asyncio.create_task(until_gone(receive))
        try:
            await send(head)
            await asyncio.wait([telling_all, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            telling_all.cancel()
            leaving.cancel()
            await asyncio.gather(telling_all, leaving, return_exceptions=True)
            self.subscription.close()

    async def _tell(self, send: Send) -> None:
        settings = self.rooms.settings
        while not self.subscription.replaced:
            messages = [b""]
            with suppress(TimeoutError):
                async with asyncio.timeout(settings.keepalive_seconds):
                    messages = await self.subscription.next()
            lines = b"".join(message + b"\n" for message in messages)
            async with asyncio.timeout(settings.send_seconds):
                await send({"type": "http.response.body", "body": lines, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


@endpoints.add("GET", f"{MATCH}/events", work=1)
async def stream(call: RequestContext, match: MatchId, query: FollowQuery) -> Lines:
    """Stream the match's messages, one JSON text a line, until the client disconnects."""
    room = await call.rooms.room(match)
    viewer = _viewer(call, room, query)
    projection.looked_through(room.state, viewer)
    subscription = Subscription(room, viewer, query.since)
    subscription.open()
    return Lines(subscription)
