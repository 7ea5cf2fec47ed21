"""What clients send, checked as it is read: parts of paths, queries, bodies and live messages."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ludoteca.core.texts import LANGUAGES

ActionId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Seat = Annotated[int, Meta(ge=0, le=9)]
Seq = Annotated[int, Meta(ge=-1, le=1_000_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
PickId = Annotated[str, Meta(min_length=1, max_length=60)]
Name = Annotated[str, Meta(max_length=200)]
Contribution = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){0,32}$", max_length=64)]
Pace = Literal["slow", "normal", "fast", "off"]
PACES: dict[str, float] = {"slow": 1.7, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""How long things are shown, as a share of the time at normal speed."""
Lang = Literal["en", "es"]
MatchId = Annotated[str, Meta(pattern="^[a-z2-7]{16}$", description="The id of the match.")]
InviteId = Annotated[str, Meta(description="The invite.")]
GameName = Annotated[str, Meta(description="The game.")]
PositionName = Annotated[str, Meta(description="A picture that the rules name.")]
OptionName = Annotated[str, Meta(description="An option that takes a table of one's own.")]
Ply = Annotated[int, Meta(ge=0, le=1_000_000_000, description="How many plies have passed.")]
Flag = Annotated[str, Meta(extra_json_schema={"enum": ["0", "1"]})]
"""A flag of a query: 1, or else anything else."""


class Query(Struct):
    """What every request may name."""

    lang: Annotated[
        str,
        Meta(description="The reader's language.", extra_json_schema={"enum": list(LANGUAGES)}),
    ] = ""


class SeatQuery(Query):
    """A seat among those held."""

    seat: Annotated[
        Seat | None, Meta(description="The seat to see the table from, if several are held.")
    ] = None


class ViewQuery(SeatQuery):
    """How a table is to be shown."""

    scenes: Annotated[
        Flag, Meta(description="1: a drawing with choices; else a view with the legal moves.")
    ] = "0"
    memory: Annotated[Flag, Meta(description="1: with what the seat has seen before.")] = "0"


class StateQuery(ViewQuery):
    """How a table is to be shown, and what the client has seen of it."""

    since: Annotated[Seq, Meta(description="The number of the last event known.")] = -1


class FollowQuery(StateQuery):
    """How a match is followed."""

    states: Annotated[Flag, Meta(description="0: events only.")] = "1"


class LiveQuery(FollowQuery):
    """How a match is followed over a live connection."""

    pace: str = "normal"


class EvaluationQuery(SeatQuery):
    """The position to evaluate."""

    ply: Annotated[Ply | None, Meta(description="After that many plies; now unless given.")] = None


class ListQuery(Query):
    """A page of a list of matches."""

    limit: Annotated[int, Meta(ge=1, le=100, description="At most that many.")] = 50
    before: Annotated[
        Annotated[int, Meta(ge=0, le=1 << 50)] | None,
        Meta(description="Only those played before this time (milliseconds)."),
    ] = None
    cursor: Annotated[str, Meta(description="The `next` of the page before.")] = ""


class ThemeQuery(Query):
    """How a picture looks."""

    theme: Annotated[Literal["light", "dark"], Meta(description="The theme.")] = "light"


class TableQuery(Query):
    """What is said about a table of one's own."""

    file: Annotated[
        str, Meta(max_length=120, description="The name of the file, for what is wrong with it.")
    ] = ""


class PictureQuery(Query):
    """What a picture of a game shows."""

    theme: Annotated[Literal["light", "dark"], Meta(description="The theme.")] = "light"
    at: Annotated[Literal["start", "middle", "end"], Meta(description="The moment.")] = "start"
    part: Annotated[Literal["whole", "board"], Meta(description="What is to be seen.")] = "whole"


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
    memory: bool = False
    """Show players what they have seen before, where a game is one of memory."""
    contribution: Contribution = ""
    """Added before the promise is made; contribute afterwards to be sure of the chance."""
    contribute: bool = False
    """Wait a moment for a contribution, sent once the commitment is known."""


class JoinRequest(Struct, forbid_unknown_fields=True):
    """Somebody takes the seat of an invite."""

    name: Name = ""
    contribution: Contribution = ""


class NetworkRequest(Struct, forbid_unknown_fields=True):
    """Opening the server to other devices of the network, or closing it again."""

    open: bool


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


class BranchRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """Trying a finished match again from one of its plies."""

    ply: Ply
    seat: Seat | None = None
    """The seat to play; one's own unless given."""


class Look(Struct, forbid_unknown_fields=True, tag="look", frozen=True):
    """Looking through another of one's seats."""

    seat: Seat | None


class ChooseLanguage(Struct, forbid_unknown_fields=True, tag="lang", frozen=True):
    """Changing the language."""

    lang: Lang


class ChoosePace(Struct, forbid_unknown_fields=True, tag="pace", frozen=True):
    """Changing how long bots wait for what is shown."""

    pace: Pace


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
    | ChoosePace
    | Ping
)
read_from_client = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode
