"""The messages that the server sends over a live connection, one JSON text each.

Those of a client are in `requests`, the state of a table is `responses.StateMessage`.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from ludoteca.server.wire.responses import MatchMessage, Message, OfferKind, StateMessage

EventKind = Literal[
    "created",
    "joined",
    "contributed",
    "started",
    "chance",
    "move",
    "resign",
    "draw",
    "offer",
    "answer",
    "takeback",
    "rematch",
    "cancelled",
]


class LiveMessage(Message, tag_field="type"):
    """A message of a live connection, named by its `type`."""


class EventMessage(Message):
    """An event as everybody gets it; only the fields named here leave the server.

    The text of a deal is null while it is secret.
    """

    seq: int
    at: int
    kind: EventKind
    ply: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    """The number of the turn that a ply belongs to; missing for one that was taken back."""
    seat: int | UnsetType = UNSET
    text: str | UnsetType | None = UNSET
    name: str | UnsetType = UNSET
    what: OfferKind | UnsetType = UNSET
    accept: bool | UnsetType = UNSET
    match: str | UnsetType = UNSET


class WelcomeMessage(LiveMessage, tag="welcome"):
    """The match, first of all."""

    match: MatchMessage


class EventsMessage(LiveMessage, tag="events"):
    """Events, in the order of their numbers."""

    events: list[EventMessage]


class PresenceMessage(LiveMessage, tag="presence"):
    """The seats whose people are connected, and the number of watchers."""

    online: list[int]
    watching: int


class ThinkingMessage(LiveMessage, tag="thinking"):
    """The seat whose bot searches, null once it has moved."""

    seat: int | None


class DoneMessage(LiveMessage, tag="done"):
    """An action of this client is stored; the number of its event, as `Done` and `NextMatch`."""

    id: str
    seq: int
    agreed: bool | UnsetType = UNSET
    match: str | UnsetType | None = UNSET


class RefusedMessage(LiveMessage, tag="refused"):
    """A message of this client was refused, as `Problem`; `id` is null if it had none."""

    id: str | None
    code: str
    text: str
    seq: int | UnsetType = UNSET


class Pong(LiveMessage, tag="pong"):
    """The answer to a ping."""


FromServer = (
    WelcomeMessage
    | EventsMessage
    | StateMessage
    | PresenceMessage
    | ThinkingMessage
    | DoneMessage
    | RefusedMessage
    | Pong
)
