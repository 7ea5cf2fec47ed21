"""The messages that clients send, checked as they are read; and those that describe the answers."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

ActionId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Seat = Annotated[int, Meta(ge=0, le=9)]
Seq = Annotated[int, Meta(ge=-1, le=1_000_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
PickId = Annotated[str, Meta(min_length=1, max_length=60)]
Name = Annotated[str, Meta(max_length=200)]
Contribution = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){0,32}$", max_length=64)]
Lang = Literal["en", "es"]


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who is to sit on a seat of a new match."""

    kind: Literal["me", "friend", "bot"]
    level: Annotated[int, Meta(ge=1, le=8)] | None = None
    name: Name = ""


class NewMatchRequest(Struct, forbid_unknown_fields=True):
    """A match to be opened."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=10)]
    options: dict[Annotated[str, Meta(max_length=40)], Any] = msgspec.field(default_factory=dict)
    order: Literal["given", "random"] = "given"
    help: bool | None = None
    contribution: Contribution = ""
    """Added before the promise is made; contribute afterwards to be sure of the chance."""
    contribute: bool = False
    """Wait a moment for a contribution, sent once the commitment is known."""


class JoinRequest(Struct, forbid_unknown_fields=True):
    """Somebody takes the seat of an invite."""

    name: Name = ""
    contribution: Contribution = ""


class PreviewRequest(Struct, forbid_unknown_fields=True):
    """Moves whose effect is to be seen before one is made."""

    seq: Seq
    moves: Annotated[list[MoveText], Meta(max_length=16)]
    seat: Seat | None = None


class WhyRequest(Struct, forbid_unknown_fields=True):
    """Picks that do not lead to a move."""

    seq: Seq
    path: Annotated[list[PickId], Meta(min_length=1, max_length=8)]
    seat: Seat | None = None


class MoveAction(Struct, forbid_unknown_fields=True, tag="move", frozen=True):
    """A move, answering the state of a number."""

    id: ActionId
    seq: Seq
    move: MoveText
    seat: Seat | None = None
    """The seat whose hand lies open, where one person holds several hidden hands."""


class ResignAction(Struct, forbid_unknown_fields=True, tag="resign", frozen=True):
    """Giving up, or cancelling a match that waits."""

    id: ActionId
    seat: Seat | None = None


class ContributeAction(Struct, forbid_unknown_fields=True, tag="contribute", frozen=True):
    """Adding something to the chance of a match whose commitment is known."""

    id: ActionId
    contribution: Contribution


class OfferAction(Struct, forbid_unknown_fields=True, tag="offer", frozen=True):
    """Offering a draw or asking for a takeback."""

    id: ActionId
    what: Literal["draw", "takeback"]
    seat: Seat | None = None


class AnswerAction(Struct, forbid_unknown_fields=True, tag="answer", frozen=True):
    """Answering the open offer."""

    id: ActionId
    accept: bool
    seat: Seat | None = None
    contribute: bool = False
    """Wait for a contribution to the rematch that is accepted."""


class RematchAction(Struct, forbid_unknown_fields=True, tag="rematch", frozen=True):
    """Offering another match with the sides swapped, or accepting the offer of one."""

    id: ActionId
    contribute: bool = False
    """Wait for a contribution to that match."""


class Look(Struct, forbid_unknown_fields=True, tag="look", frozen=True):
    """Looking through another of one's seats."""

    seat: Seat | None


class ChooseLanguage(Struct, forbid_unknown_fields=True, tag="lang", frozen=True):
    """Changing the language."""

    lang: Lang


class Ping(Struct, forbid_unknown_fields=True, tag="ping", frozen=True):
    """Asking whether the connection lives."""


FromClient = (
    MoveAction
    | ResignAction
    | ContributeAction
    | OfferAction
    | AnswerAction
    | RematchAction
    | Look
    | ChooseLanguage
    | Ping
)
read_from_client = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode
