"""The events of a match, as they are stored: the log is the truth, all else follows from it."""

from typing import Any, ClassVar

import msgspec


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is to sit on a seat: a person, or a bot of a level."""

    kind: str
    name: str = ""
    level: int | None = None


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="kind"):
    """The fields of all events: the time, and the id that a client gave its action."""

    hidden_fields: ClassVar[frozenset[str]] = frozenset({"id"})
    at: int
    id: str | None = None


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """Number 0: the game, its options, the version of its rules, the promise of the seed."""

    hidden_fields: ClassVar[frozenset[str]] = frozenset(
        {"id", "game", "options", "rules", "commitment", "seats", "help", "rematch_of"}
        | {"contribution", "awaits", "imported"}
    )
    game: str
    options: dict[str, Any]
    rules: int
    commitment: str
    seats: tuple[SeatPlan, ...]
    help: bool = True
    contribution: str = ""
    """What the creator added to the chance before the promise was made."""
    awaits: tuple[int, ...] = ()
    """The seats whose people said that they contribute now that the promise is made."""
    rematch_of: str | None = None
    imported: bool = False
    """Whether the match comes from a record: nobody here saw when its promise was made."""


class Joined(Event, frozen=True, kw_only=True, tag="joined"):
    """A person took a seat."""

    hidden_fields: ClassVar[frozenset[str]] = frozenset({"id", "contribution"})
    seat: int
    name: str = ""
    contribution: str = ""


class Contributed(Event, frozen=True, kw_only=True, tag="contributed"):
    """A person added something to the chance, after the promise."""

    hidden_fields: ClassVar[frozenset[str]] = frozenset({"id", "contribution"})
    seat: int
    contribution: str


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """Everybody is there; what the players added to the chance is settled."""

    hidden_fields: ClassVar[frozenset[str]] = frozenset({"id", "contributions"})
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

    hidden_fields: ClassVar[frozenset[str]] = frozenset({"id", "contribute"})
    seat: int
    what: str
    contribute: bool = False
    """Whether the offerer of a rematch contributes to its chance."""


class Answer(Event, frozen=True, kw_only=True, tag="answer"):
    """A seat answered the open offer, or the offerer withdrew it."""

    hidden_fields: ClassVar[frozenset[str]] = frozenset({"id", "contribute"})
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
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode


def told(event: AnyEvent, seq: int, *, sealed: bool) -> dict[str, Any]:
    """Return an event as it is sent to everybody; `sealed` hides how the cards were dealt."""
    message = {"seq": seq, **msgspec.to_builtins(event)}
    for name in event.hidden_fields:
        message.pop(name, None)
    if sealed and isinstance(event, Chance):
        message["text"] = None
    if isinstance(event, Joined):
        message.setdefault("name", "")
    return message
