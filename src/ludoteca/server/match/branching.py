"""Branches: a new match that begins with the first plies of a finished one.

Its chance is fresh from there on, so its record does not reveal a seed: the earlier rolls and deals
follow from the seed of the match that it comes from.
"""

import secrets

from ludoteca.core.chance import commitment
from ludoteca.match import Match
from ludoteca.search.defaults import DEFAULT_LEVEL
from ludoteca.server.errors import Refused
from ludoteca.server.match import projection
from ludoteca.server.match.commands import chances
from ludoteca.server.match.plies import standing_plies
from ludoteca.server.match.room import Room
from ludoteca.server.match.state import OVER, MatchState, now_ms
from ludoteca.server.scheduler import current_client
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent, Created, SeatPlan
from ludoteca.server.wire.requests import BranchRequest


async def branch(room: Room, holder: bytes, request: BranchRequest) -> Room:
    """Open a match that goes on from a ply of a finished one, against bots."""
    state = room.state
    if state.status != OVER:
        raise Refused("not_over")
    projection.require_past(state, request.ply)
    seat = _seat(state, holder, request.seat)
    seed = secrets.token_bytes(32)
    created = Created(
        at=now_ms(),
        game=state.game.name,
        options=state.game.options,
        rules=state.created.rules,
        commitment=commitment(seed),
        seats=_plans(state, seat),
        memory=state.created.memory,
        imported=True,
        branch_of=state.id,
        branch_ply=request.ply,
    )
    following = await room.rooms.replays.run(
        current_client.get(),
        object(),
        lambda: _first_events(state, seed, request.ply, created.at),
        keep=False,
    )
    return await room.rooms.open_new(
        created, seed, holder, {seat: holder}, following=following, imported=True
    )


def _seat(state: MatchState, holder: bytes, wished: int | None) -> int:
    """Return the seat to play: the one asked for, else the first held, else seat 0."""
    held = state.held_by(holder)
    seat = wished if wished is not None else next(iter(held), 0)
    if seat >= state.game.seats:
        raise Refused("bad_request")
    return seat


def _plans(state: MatchState, mine: int) -> tuple[SeatPlan, ...]:
    """Return the seats: the same bots, and bots in the places of other people."""
    return tuple(
        SeatPlan(kind="person", name=state.names[seat] if plan.kind == "person" else "")
        if seat == mine
        else SeatPlan(kind="bot", level=plan.level or DEFAULT_LEVEL)
        for seat, plan in enumerate(state.created.seats)
    )


def _first_events(state: MatchState, seed: bytes, ply: int, at: int) -> list[AnyEvent]:
    """Return the start, the plies that are kept, and the rolls and deals that are due then."""
    kept = [state.log[seq] for seq in standing_plies(state.log)[:ply]]
    match = Match.sealed(state.game, commitment(seed), contributions=b"", tags={})
    for event in kept:
        assert isinstance(event, events.Play)
        match.add(events.recorded(event))
    if match.outcome is not None:
        raise Refused("over")
    match.unseal(seed)
    due, _ = chances(match.position, ply=ply, at=at)
    plies = [events.moved_to(event, at) for event in kept if isinstance(event, events.Play)]
    return [events.Started(at=at), *plies, *due]
