"""Rematches: an offer to the other people of a finished match, a match at once against bots."""

import secrets
from collections.abc import Sequence

from msgspec import UNSET

from ludoteca.core.chance import commitment
from ludoteca.server import tokens
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands
from ludoteca.server.match.commands import Decision
from ludoteca.server.match.room import Room, now_ms
from ludoteca.server.match.state import OVER, MatchState
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent, Created, SeatPlan
from ludoteca.server.wire.requests import AnswerAction, RematchAction
from ludoteca.server.wire.responses import Done, NextMatch


async def ask(room: Room, holder: bytes | None, action: RematchAction) -> NextMatch:
    """Offer a rematch, or accept the open offer of one; return the next match once it is open."""
    async with room.lock:
        state = room.state
        held = state.held_by(holder)
        if not held:
            raise Refused("no_seat")
        if state.status != OVER:
            raise Refused("not_over")
        if state.rematch is None and state.done_before(held, action.id) is None:
            await _advance(room, held, action)
        return NextMatch(seq=state.seq, match=state.rematch)


async def _advance(room: Room, held: Sequence[int], action: RematchAction) -> None:
    state, offer, seat = room.state, room.state.offer, held[0]
    if offer is not None and offer.seat in held:
        return
    if offer is not None:
        agreement = AnswerAction(id=action.id, accept=True, contribute=action.contribute)
        await _take_answer(room, held, agreement)
        return
    if (seat, commands.REMATCH) in state.declined:
        raise Refused("declined")
    if not state.others(seat):
        await _open(room, [], {seat} if action.contribute else set(), holder=state.holders[seat])
        return
    made = events.Offer(
        at=now_ms(), id=action.id, seat=seat, what=commands.REMATCH, contribute=action.contribute
    )
    await room.commit(Decision(events=[made]))


async def take_answer(room: Room, holder: bytes | None, action: AnswerAction) -> Done:
    """Carry out the answer to the open offer, which may be that of a rematch."""
    offer = room.state.offer
    over = room.state.status == OVER and (offer is not None or room.state.rematch is not None)
    return await (answer if over else Room.act)(room, holder, action)


async def answer(room: Room, holder: bytes | None, action: AnswerAction) -> Done:
    """Accept, decline or withdraw the open offer of a rematch; return as `Room.act` does."""
    async with room.lock:
        state = room.state
        held = state.held_by(holder)
        seq = state.done_before(held, action.id)
        if seq is None:
            if not held:
                raise Refused("no_seat")
            seq = state.seq + 1
            await _take_answer(room, held, action)
        return Done(seq=seq, agreed=state.rematch is not None, match=state.rematch or UNSET)


async def _take_answer(room: Room, held: Sequence[int], action: AnswerAction) -> None:
    """Store an answer; with the last consent store the next match too, in one transaction."""
    state = room.state
    decision = commands.answer_offer(state, held, action, at=now_ms())
    if not decision.agreed:
        await room.commit(decision)
        return
    assert state.offer is not None
    given = decision.events[0]
    assert isinstance(given, events.Answer)
    contributing = state.offer.contributing | ({given.seat} if given.contribute else set())
    await _open(room, [given], contributing, holder=state.holders[given.seat])


async def _open(
    room: Room, given: list[AnyEvent], contributing: set[int] | frozenset[int], *, holder: bytes
) -> None:
    """Store the next match and the events that lead to it, and open its room."""
    if not room.rooms.spend_rematch(holder):
        raise Refused("too_many")
    state, seed = room.state, secrets.token_bytes(32)
    seats = len(state.created.seats)
    order = [(seat + 1) % seats for seat in range(seats)]
    holders = {new: state.holders[old] for new, old in enumerate(order) if old in state.holders}
    people = {state.holders[old] for old in contributing}
    awaits = {min(new for new, known in holders.items() if known == one) for one in people}
    created = _created(state, order, seed, tuple(sorted(awaits)))
    match = tokens.new_match_id()
    added = [*given, events.Rematch(at=created.at, match=match)]
    more = tuple(
        (state.id, state.seq + 1 + index, events.encode(event)) for index, event in enumerate(added)
    )
    await room.rooms.open_new(created, seed, state.creator, holders, more=more, match=match)
    room.take_in(Decision(events=added))


def _created(
    state: MatchState, order: Sequence[int], seed: bytes, awaits: tuple[int, ...]
) -> Created:
    """Return the first event of the next match, everybody one seat further."""
    plans = tuple(
        SeatPlan(
            kind=state.created.seats[old].kind,
            name=state.names[old],
            level=state.created.seats[old].level,
        )
        for old in order
    )
    return Created(
        at=now_ms(),
        game=state.game.name,
        options=state.game.options,
        rules=state.game.definition.version,
        commitment=commitment(seed),
        seats=plans,
        help=state.created.help,
        memory=state.created.memory,
        awaits=awaits,
        rematch_of=state.id,
    )
