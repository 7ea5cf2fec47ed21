"""The HTTP API of matches."""

import asyncio
from contextlib import suppress

import msgspec
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ludoteca.match import write_match
from ludoteca.server import tokens
from ludoteca.server.errors import Refused
from ludoteca.server.match import listing as match_list
from ludoteca.server.match import projection, record_import
from ludoteca.server.match import proof as proofs
from ludoteca.server.match import rematch as rematches
from ludoteca.server.match.commands import Action
from ludoteca.server.match.projection import Message, Viewer
from ludoteca.server.match.room import Room
from ludoteca.server.request import Endpoint, RequestContext, endpoint, until_gone
from ludoteca.server.scheduler import current_client
from ludoteca.server.subscription import Subscription
from ludoteca.server.wire.requests import (
    AnswerAction,
    ContributeAction,
    JoinRequest,
    MoveAction,
    NewMatchRequest,
    OfferAction,
    RematchAction,
    ResignAction,
)

MOST_LISTED = 100


async def _room(call: RequestContext) -> Room:
    return await call.rooms.room(call.request.path_params["match"])


def _viewer(call: RequestContext, room: Room) -> Viewer:
    return room.viewer(
        call.holder,
        look=call.number("seat", 0, 9),
        lang=call.lang,
        scenes=call.flag("scenes"),
        memory=call.flag("memory"),
        states=call.request.query_params.get("states") != "0",
    )


def _match(call: RequestContext, room: Room) -> Message:
    viewer = room.viewer(call.holder, lang=call.lang)
    return projection.match_message(
        room.state, viewer, key=call.rooms.store.key, online=room.online
    )


async def new_token(call: RequestContext) -> Response:
    """A token for a program."""
    return call.json({"token": tokens.new_token(call.rooms.store.key)}, 201)


async def create(call: RequestContext) -> Response:
    """Opens a match."""
    request = await call.body(NewMatchRequest)
    room = await call.rooms.create(request, await call.must_hold())
    return call.json(_match(call, room), 201)


async def listing(call: RequestContext) -> Response:
    """List the caller's matches, the last updated first."""
    limit = call.number("limit", 1, MOST_LISTED) or 50
    before = call.number("before", 0, 1 << 50)
    if call.holder is None:
        return call.json({"matches": []})
    start = None if before is None else (before, "")
    if cursor := call.request.query_params.get("cursor"):
        start = match_list.read_cursor(cursor)
    page = await match_list.page(call.rooms, call.holder, call.lang, limit=limit, before=start)
    return call.json(page)


async def raw_log(call: RequestContext) -> Response:
    """Return the stored events of a match, for its holders."""
    match = call.request.path_params["match"]
    text = await match_list.raw_log(call.rooms, match, call.holder)
    headers = {
        "content-disposition": f'attachment; filename="ludoteca-{match}.jsonl"',
        "cache-control": "no-store",
    }
    return Response(text, 200, headers, "application/x-ndjson")


async def one(call: RequestContext) -> Response:
    """All about a match but its position."""
    return call.json(_match(call, await _room(call)))


async def state(call: RequestContext) -> Response:
    """The present state of a table."""
    room = await _room(call)
    return call.json(await room.project(_viewer(call, room)))


async def position(call: RequestContext) -> Response:
    """The state of a table after so many plies."""
    room = await _room(call)
    ply = call.request.path_params["ply"]
    now = await room.snapshot(ply, current_client.get())
    return call.json(await room.project(_viewer(call, room), now))


async def moves(call: RequestContext) -> Response:
    """The moves that stand."""
    room = await _room(call)
    key = ("moves", room.state.id, room.state.seq)
    told = await call.rooms.replays.run(current_client.get(), key, room.moves_told(), keep=False)
    return call.json({"moves": msgspec.Raw(told)})


def acting(kind: type[Action]) -> Endpoint:
    """An endpoint that carries out an action."""

    async def act(call: RequestContext) -> Response:
        room = await _room(call)
        action: Action = await call.body(kind)
        return call.json(await room.act(call.holder, action))

    act.__doc__ = kind.__doc__
    return act


async def answer(call: RequestContext) -> Response:
    """Answer the open offer."""
    room = await _room(call)
    action = await call.body(AnswerAction)
    return call.json(await rematches.act(room, call.holder, action))


async def rematch(call: RequestContext) -> Response:
    """Offer a rematch, the sides swapped, or accept the offer of one."""
    room = await _room(call)
    action = await call.body(RematchAction)
    return call.json(await rematches.ask(room, call.holder, action))


async def hint(call: RequestContext) -> Response:
    """A good move for the seat to move."""
    room = await _room(call)
    return call.json(await room.help.hint(call.holder, call.number("seat", 0, 9), call.lang))


async def evaluation(call: RequestContext) -> Response:
    """What the seat to move may expect, now or after so many plies."""
    room = await _room(call)
    ply = call.number("ply")
    ply = room.state.ply if ply is None else ply
    seat = call.number("seat", 0, 9)
    return call.json(await room.help.value(ply, call.holder, seat, current_client.get()))


async def record(call: RequestContext) -> Response:
    """The record as a file."""
    room = await _room(call)
    if room.state.sealed:
        raise Refused("hidden")
    name = f"ludoteca-{room.state.game.name}-{room.state.id}.txt"
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }
    key, record = ("record", room.state.id, room.state.seq), room.state.record()
    text = await call.rooms.replays.run(
        current_client.get(), key, lambda: write_match(record), keep=False
    )
    return Response(text, 200, headers, "text/plain; charset=utf-8")


async def proof(call: RequestContext) -> Response:
    """The promise of the seed, the seed after the end, and whether all chance follows from it."""
    state = (await _room(call)).state
    checked: bool | None = None
    if proofs.can_be_checked(state):
        record, key = state.record(), ("proof", state.id, state.seq)
        checked = await call.rooms.replays.run(
            current_client.get(), key, lambda: proofs.is_sound(write_match(record))
        )
    return call.json(proofs.message(state, checked, call.lang))


async def invite(call: RequestContext) -> Response:
    """What an invite is for."""
    room, seat = await _invited(call)
    state = room.state
    inviters = [state.names[other] for other in state.held_by(state.creator)]
    message = {
        "match": state.id,
        "game": state.game.name,
        "title": state.game.title(call.lang),
        "seat": seat,
        "from": inviters[0] if inviters else "",
        "used": seat not in state.open_seats,
        "yours": seat in state.held_by(call.holder),
        "commitment": state.created.commitment,
    }
    return call.json(message)


async def join(call: RequestContext) -> Response:
    """Takes the seat of an invite."""
    room, seat = await _invited(call)
    request = await call.body(JoinRequest)
    await room.join(await call.must_hold(), seat, request)
    return call.json(_match(call, room))


async def _invited(call: RequestContext) -> tuple[Room, int]:
    found = tokens.read_invite(call.rooms.store.key, call.request.path_params["invite"])
    if found is None:
        raise Refused("not_found")
    match, seat = found
    return await call.rooms.room(match), seat


async def import_record(call: RequestContext) -> Response:
    """Opens a match from a record."""
    raw = await call.raw("text/plain", call.rooms.settings.record_bytes)
    created, following, seed = await call.rooms.replays.run(
        current_client.get(), object(), lambda: record_import.read(raw), keep=False
    )
    room = await call.rooms.found_record(created, following, seed, await call.must_hold())
    return call.json(_match(call, room), 201)


async def stream(call: RequestContext) -> Response:
    """Everything that happens in a match, one message a line."""
    room = await _room(call)
    since = call.number("since", -1)
    viewer = _viewer(call, room)
    projection.looked_through(room.state, viewer)
    subscription = Subscription(room, viewer, -1 if since is None else since)
    subscription.open()
    return Lines(subscription)


class Lines(Response):
    """An answer that goes on until one of both hangs up, one message a line."""

    def __init__(self, subscription: Subscription) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(None, 200, headers, "application/x-ndjson")
        del self.headers["content-length"]
        self.subscription, self.rooms = subscription, subscription.room.rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tells everything; who does not read in time, or is gone, is told no more."""
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


_COSTLY: tuple[Endpoint, ...] = (
    *(listing, position, moves, hint, evaluation),
    *(record, raw_log, proof, stream),
)
WORK = dict.fromkeys(_COSTLY, 1) | {create: 2, rematch: 2, import_record: 4}
"""What endpoints that compute or store much cost of a client's credits for work."""


def routes() -> list[Route]:
    """The paths of this API."""
    match = "/api/matches/{match}"
    gets: dict[str, Endpoint] = {
        "/api/matches": listing,
        match: one,
        f"{match}/state": state,
        match + "/positions/{ply:int}": position,
        f"{match}/moves": moves,
        f"{match}/hint": hint,
        f"{match}/evaluation": evaluation,
        f"{match}/record": record,
        f"{match}/log": raw_log,
        f"{match}/proof": proof,
        f"{match}/events": stream,
        "/api/invites/{invite}": invite,
    }
    posts: dict[str, Endpoint] = {
        "/api/tokens": new_token,
        "/api/matches": create,
        f"{match}/moves": acting(MoveAction),
        f"{match}/resign": acting(ResignAction),
        f"{match}/contributions": acting(ContributeAction),
        f"{match}/offers": acting(OfferAction),
        f"{match}/answers": answer,
        f"{match}/rematch": rematch,
        "/api/invites/{invite}": join,
        "/api/records": import_record,
    }
    return [
        *(
            Route(path, endpoint(function, work=WORK.get(function, 0)), methods=[method])
            for method, functions in (("GET", gets), ("POST", posts))
            for path, function in functions.items()
        ),
    ]
