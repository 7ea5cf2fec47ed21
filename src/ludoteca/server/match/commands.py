"""Commands: decide which events an action leads to, or refuse it.

Nothing here changes a match. A decision is stored first; then the state takes its events in.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ludoteca.core.errors import IllegalMove
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.match import takeback
from ludoteca.server.errors import Refused
from ludoteca.server.match.state import CANCELLED, OVER, PLAYING, WAITING, MatchState, OpenOffer
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent
from ludoteca.server.wire.requests import (
    AnswerAction,
    ContributeAction,
    MoveAction,
    OfferAction,
    ResignAction,
)

Action = MoveAction | ResignAction | ContributeAction | OfferAction | AnswerAction
REMATCH: Final = "rematch"


@dataclass(frozen=True, kw_only=True)
class Decision:
    """Events to store, the position after them where it is known, and what to answer."""

    events: Sequence[AnyEvent]
    position: Position | None = None
    agreed: bool | None = None


def require_open(state: MatchState) -> None:
    """Refuse unless the match is being played."""
    if state.status != PLAYING:
        raise Refused({WAITING: "waiting", OVER: "over", CANCELLED: "cancelled"}[state.status])


def chosen_seat(state: MatchState, held: Sequence[int], seat: int | None) -> int:
    """Return the seat that acts: the one named, the one to move, or the lowest that is held."""
    if not held or (seat is not None and seat not in held):
        raise Refused("no_seat")
    if seat is not None:
        return seat
    to_move = state.to_move
    return to_move if to_move is not None and to_move in held else held[0]


def helped_seat(state: MatchState, held: Sequence[int], seat: int | None) -> int:
    """Return the seat to move, which must be held, for hints, previews and reasons.

    Where one person holds several hidden hands, the hand of that seat must lie open: its seat is
    named, as for a view of its cards. Otherwise help would tell of a hand behind the curtain.
    """
    if hands_are_covered(state, held) and seat is None:
        raise Refused("covered")
    chosen = chosen_seat(state, held, seat)
    if chosen != state.to_move:
        raise Refused("not_your_turn")
    return chosen


def hands_are_covered(state: MatchState, held: Sequence[int]) -> bool:
    """Return whether one person holds several hands that are hidden from each other."""
    return len(held) > 1 and state.sealed


def chances(position: Position, *, ply: int, at: int) -> tuple[list[AnyEvent], Position]:
    """Return the rolls and deals that are due, and the position after them."""
    due: list[AnyEvent] = []
    while position.to_move == CHANCE:
        text = position.chance_text()
        position = position.step(text)
        due.append(events.Chance(at=at, ply=ply + len(due) + 1, text=text))
    return due, position


def decide(state: MatchState, held: Sequence[int], action: Action, *, at: int) -> Decision:
    """Return the decision on an action of a person who holds seats."""
    if not held:
        raise Refused("no_seat")
    return _DECIDERS[type(action)](state, held, action, at)


def play(
    state: MatchState, seat: int, move: str, *, at: int, action: str | None = None
) -> Decision:
    """Return the decision on a move of the seat to move."""
    position = state.position.step(move)
    first = events.Move(at=at, id=action, ply=state.ply + 1, seat=seat, text=move)
    due, position = chances(position, ply=state.ply + 1, at=at)
    return Decision(events=[first, *due], position=position)


def _move(state: MatchState, held: Sequence[int], action: MoveAction, at: int) -> Decision:
    require_open(state)
    if not state.turn_seq <= action.seq <= state.seq:
        raise Refused("stale", seq=state.seq)
    seat = state.to_move
    if seat is None or seat not in held:
        raise Refused("not_your_turn")
    try:
        return play(state, seat, action.move, at=at, action=action.id)
    except IllegalMove:
        # The reason may name cards of the hand.
        if hands_are_covered(state, held) and action.seat != seat:
            raise Refused("covered") from None
        raise


def _resign(state: MatchState, held: Sequence[int], action: ResignAction, at: int) -> Decision:
    seat = chosen_seat(state, held, action.seat)
    if state.status == WAITING:
        return Decision(events=[events.Cancelled(at=at, id=action.id, seat=seat)])
    require_open(state)
    return Decision(events=[events.Resign(at=at, id=action.id, ply=state.ply + 1, seat=seat)])


def draws_make_sense(state: MatchState) -> bool:
    """Return whether a draw can be offered: bots do not answer."""
    return len(state.people) == len(state.created.seats) > 1


def takebacks_make_sense(state: MatchState) -> bool:
    """Return whether moves can be taken back: never after hidden cards were seen."""
    return takeback.allows_takebacks(state.game)


def plies_kept(state: MatchState, seat: int) -> int:
    """Return how many plies stay when a seat takes its last move back."""
    try:
        return takeback.events_kept(state.match, (seat,))
    except takeback.CannotTakeBack:
        raise Refused("no_takeback") from None


def _agreement(state: MatchState, offer: OpenOffer, at: int) -> AnyEvent:
    """Return the event that an accepted offer leads to."""
    if offer.what == "draw":
        return events.Draw(at=at, ply=state.ply + 1)
    return events.Takeback(at=at, seat=offer.seat, ply=plies_kept(state, offer.seat))


def _offer(state: MatchState, held: Sequence[int], action: OfferAction, at: int) -> Decision:
    require_open(state)
    seat = chosen_seat(state, held, action.seat)
    if action.what == "takeback" and action.seat is None:
        moved = takeback.last_mover(state.match, held)
        seat = seat if moved is None else moved
    if action.what == "draw" and not draws_make_sense(state):
        raise Refused("no_draw")
    if action.what == "takeback":
        plies_kept(state, seat)
    if state.offer is not None or (seat, action.what) in state.declined:
        raise Refused("again")
    made = events.Offer(at=at, id=action.id, seat=seat, what=action.what)
    if state.others(seat):
        return Decision(events=[made], agreed=False)
    agreement = _agreement(state, OpenOffer(seat, action.what), at)
    return Decision(events=[made, agreement], agreed=True)


def _answer(state: MatchState, held: Sequence[int], action: AnswerAction, at: int) -> Decision:
    require_open(state)
    decision = answer_offer(state, held, action, at=at)
    if not decision.agreed:
        return decision
    assert state.offer is not None
    agreement = _agreement(state, state.offer, at)
    return Decision(events=[*decision.events, agreement], agreed=True)


def answer_offer(
    state: MatchState, held: Sequence[int], action: AnswerAction, *, at: int
) -> Decision:
    """Return the answer to the open offer, and whether everybody has agreed with it."""
    offer = state.offer
    if offer is None:
        raise Refused("no_offer")
    own = offer.seat in held
    if own and action.accept:
        raise Refused("no_offer")
    seat = offer.seat if own else chosen_seat(state, held, action.seat)
    answer = events.Answer(
        at=at, id=action.id, seat=seat, accept=action.accept, contribute=action.contribute
    )
    agreed = {holder for each in offer.agreed | {seat} for holder in [state.holders.get(each)]}
    wanted = {state.holders.get(other) for other in state.others(offer.seat)}
    return Decision(events=[answer], agreed=action.accept and wanted <= agreed)


def _contribute(
    state: MatchState, held: Sequence[int], action: ContributeAction, at: int
) -> Decision:
    """Add to the chance of a match that waits; the last contribution awaited starts it."""
    seat = held[0]
    if state.status != WAITING or seat in state.contributed:
        raise Refused("settled")
    added = events.Contributed(at=at, id=action.id, seat=seat, contribution=action.contribution)
    if state.open_seats or state.awaited - {seat}:
        return Decision(events=[added])
    due, position = start(state, {seat: action.contribution}, at=at)
    return Decision(events=[added, *due], position=position)


_DECIDERS: dict[type, Callable[..., Decision]] = {
    MoveAction: _move,
    ResignAction: _resign,
    ContributeAction: _contribute,
    OfferAction: _offer,
    AnswerAction: _answer,
}


def start(state: MatchState, added: dict[int, str], *, at: int) -> tuple[list[AnyEvent], Position]:
    """Return the start of a match with the first deal, and the position after it."""
    contributions = state.contributions(added)
    position = state.new_match(bytes.fromhex(contributions)).position
    due, position = chances(position, ply=0, at=at)
    return [events.Started(at=at, contributions=contributions), *due], position
