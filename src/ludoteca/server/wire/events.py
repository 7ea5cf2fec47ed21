"""The events of a match, as they are stored: the log is the truth, all else follows from it."""

from typing import Any, Literal, get_args

import msgspec

from ludoteca.core.kernels import CHANCE
from ludoteca.match import Event as Recorded
from ludoteca.match.match import AGREE, RESIGN
from ludoteca.server.wire.live import EventMessage
from ludoteca.server.wire.responses import OfferKind


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is to sit on a seat: a person, or a bot of a level."""

    kind: Literal["person", "bot"]
    name: str = ""
    level: int | None = None


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="kind"):
    """The fields of all events: the time, and the id that a client gave its action."""

    at: int
    id: str | None = None


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """Number 0: the game, its options, the version of its rules, the promise of the seed."""

    game: str
    options: dict[str, Any]
    rules: int
    commitment: str
    seats: tuple[SeatPlan, ...]
    help: bool = True
    memory: bool = False
    """Whether players are shown what they have seen before."""
    contribution: str = ""
    """What the creator added to the chance before the promise was made."""
    awaits: tuple[int, ...] = ()
    """The seats whose people said that they contribute now that the promise is made."""
    rematch_of: str | None = None
    imported: bool = False
    """Whether the match comes from a record: nobody here saw when its promise was made."""
    branch_of: str | None = None
    """The finished match whose first `branch_ply` plies it begins with."""
    branch_ply: int = 0


class Joined(Event, frozen=True, kw_only=True, tag="joined"):
    """A person took a seat."""

    seat: int
    name: str = ""
    contribution: str = ""


class Contributed(Event, frozen=True, kw_only=True, tag="contributed"):
    """A person added something to the chance, after the promise."""

    seat: int
    contribution: str


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """Everybody is there; what the players added to the chance is settled."""

    contributions: str = ""


class Chance(Event, frozen=True, kw_only=True, tag="chance"):
    """Dice were rolled or cards dealt."""

    ply: int
    text: str


class Move(Event, frozen=True, kw_only=True, tag="move"):
    """A seat moved."""

    ply: int
    seat: int
    text: str


class Resign(Event, frozen=True, kw_only=True, tag="resign"):
    """A seat gave up."""

    ply: int
    seat: int


class Draw(Event, frozen=True, kw_only=True, tag="draw"):
    """The players agreed on a draw."""

    ply: int


class Offer(Event, frozen=True, kw_only=True, tag="offer"):
    """A seat offered a draw or a rematch, or asked for a move to be taken back."""

    seat: int
    what: OfferKind
    contribute: bool = False
    """Whether the offerer of a rematch contributes to its chance."""


class Answer(Event, frozen=True, kw_only=True, tag="answer"):
    """A seat answered the open offer, or the offerer withdrew it."""

    seat: int
    accept: bool
    contribute: bool = False
    """Whether the one who accepts a rematch contributes to its chance."""


class Takeback(Event, frozen=True, kw_only=True, tag="takeback"):
    """All plies after a number of them were taken back."""

    seat: int
    ply: int


class Rematch(Event, frozen=True, kw_only=True, tag="rematch"):
    """The players go on in another match."""

    match: str


class Cancelled(Event, frozen=True, kw_only=True, tag="cancelled"):
    """The match was given up before it began."""

    seat: int


AnyEvent = (
    Created
    | Joined
    | Contributed
    | Started
    | Chance
    | Move
    | Resign
    | Draw
    | Offer
    | Answer
    | Takeback
    | Rematch
    | Cancelled
)
Play = Chance | Move | Resign | Draw
"""An event that is a ply."""
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode


PUBLIC_FIELDS = {
    kind: tuple(
        name
        for name in kind.__struct_fields__
        if name in EventMessage.__struct_fields__ and name != "at"
    )
    for kind in get_args(AnyEvent)
}
"""The fields of each kind of event that everybody gets."""


def told(event: AnyEvent, seq: int, *, sealed: bool, turn: int | None = None) -> EventMessage:
    """Return an event as it is sent to everybody; `sealed` hides how the cards were dealt."""
    fields: dict[str, Any] = {name: getattr(event, name) for name in PUBLIC_FIELDS[type(event)]}
    if sealed and isinstance(event, Chance):
        fields["text"] = None
    if turn is not None:
        fields["turn"] = turn
    return EventMessage(seq=seq, at=event.at, kind=kind_of(event), **fields)


def kind_of(event: AnyEvent) -> Any:
    """Return the name under which an event is stored and sent."""
    return type(event).__struct_config__.tag


def moved_to(event: Play, at: int) -> Play:
    """Return a ply as it is logged in another match, at another time."""
    return msgspec.structs.replace(event, at=at, id=None)


def recorded(event: Play) -> Recorded:
    """Return an event of the log as the event of a record."""
    match event:
        case Chance():
            return Recorded(who=CHANCE, text=event.text)
        case Move():
            return Recorded(who=event.seat, text=event.text)
        case Resign():
            return Recorded(who=event.seat, text=RESIGN)
        case Draw():
            return Recorded(who=None, text=AGREE)
