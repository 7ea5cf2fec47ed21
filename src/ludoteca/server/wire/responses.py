"""The messages that the server sends over HTTP; the OpenAPI document is derived from them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Status = Literal["waiting", "playing", "over", "cancelled", "unreadable"]
Branch = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Branch"})]
"""A move, or what may be picked next; OpenAPI can say that it refers to itself."""
OfferKind = Literal["draw", "takeback", "rematch"]


class Message(Struct, forbid_unknown_fields=True):
    """A message of the server; what is UNSET is not sent."""


class Problem(Message, omit_defaults=True):
    """Why something was refused: a stable code and a sentence in the reader's language."""

    code: str
    text: str
    seq: int | None = None


class Health(Message):
    """The server is ready."""

    status: Literal["ready"]


class Token(Message):
    """A token for a program, to be kept secret."""

    token: str


class ShapeMessage(Message, omit_defaults=True):
    """One drawn shape."""

    tag: Literal["rect", "circle", "path", "text"]
    attributes: dict[str, str | float]
    text: str = ""


class ElementMessage(Message, omit_defaults=True):
    """A thing on the table; what is missing has the value given here.

    `kind` and `face` are equal for pieces that look the same. `shapes` are turned and enlarged,
    `under` only enlarged. `box` is the room around the place: x, y, width, height, roundness.
    """

    id: str
    x: float
    y: float
    shapes: Sequence[ShapeMessage]
    role: Literal["board", "place", "piece", "info"]
    label: str = ""
    choice: str | None = None
    kind: str = ""
    face: str = ""
    turn: float = 0
    scale: float = 1
    under: Sequence[ShapeMessage] = ()
    box: tuple[float, float, float, float, float] | None = None
    layer: int = 0


class SceneMessage(Message):
    """A drawing of what a seat sees."""

    width: float
    height: float
    title: str
    elements: list[ElementMessage]


class SeatMessage(Message):
    """A seat and who sits there."""

    seat: int
    kind: Literal["person", "bot"]
    name: str
    side: str
    level: int | None
    joined: bool
    you: bool
    online: bool


class OutcomeMessage(Message):
    """How a match ended."""

    returns: Sequence[float]
    winners: list[int]
    reason: str
    text: str
    scores: Sequence[int] | None


class Invite(Message):
    """An invite to a seat that waits."""

    seat: int
    invite: str
    path: str


class Short(Message):
    """A pattern of notation made of words, and what stands for it in a list of moves."""

    move: str
    text: str


class MatchMessage(Message):
    """All about a match but its position; of an unreadable one, why, and where its raw log is."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: Status
    seats: list[SeatMessage]
    you: Sequence[int]
    same_device: bool
    to_move: int | None
    your_turn: bool
    seq: int
    ply: int
    created: int
    updated: int
    outcome: OutcomeMessage | None
    commitment: str
    hidden: bool
    chance: bool
    help: bool
    memory: bool
    """Whether players are shown what they have seen before."""
    draws: bool
    takebacks: bool
    lookback: bool
    reopens: bool
    """Whether its record can be opened again: not while secrets or chance are to come."""
    invites: list[Invite]
    rematch: str | None
    rematch_of: str | None
    contribute: bool
    """Whether the match waits for the reader's contribution to its chance."""
    imported: bool
    branch_of: str | None
    """The finished match that this one goes on from, for another try."""
    shorts: list[Short]
    list_words: dict[str, str]
    """Words of the list of moves: `deal` for a deal, `chance_end` for a turn that chance ended."""
    reason: str | UnsetType = UNSET
    log: str | UnsetType = UNSET


class Matches(Message):
    """Matches, the last updated first; `next` is the cursor of the following page."""

    matches: list[MatchMessage]
    next: str | UnsetType = UNSET


class Withheld(Message, tag_field="kind", tag="withheld"):
    """A line of a raw log for an event that cannot be read and may be secret."""

    bytes: int


class Damaged(Message, tag_field="kind", tag="damaged"):
    """A line of a raw log for an event that cannot be read."""

    base64: str


class InviteFacts(Message, rename={"inviter": "from"}):
    """What an invite is for."""

    match: str
    game: str
    title: str
    seat: int
    inviter: str
    used: bool
    yours: bool
    member: bool
    """Whether the reader holds a seat of the match."""
    home: str | None
    """The table at the server's own computer, for a reader who sits there."""
    commitment: str


class NetworkMessage(Message):
    """Whether other devices reach the server; the addresses are for the server's own computer."""

    open: bool
    can_change: bool
    addresses: list[str]


class Done(Message):
    """An action is stored for good; the number of its event."""

    seq: int
    agreed: bool | UnsetType = UNSET
    match: str | UnsetType = UNSET


class NextMatch(Message):
    """The match that follows, null while the offer of a rematch waits for the other people."""

    seq: int
    match: str | None


class OfferMessage(Message):
    """The open offer."""

    seat: int
    what: OfferKind
    yours: bool


class LastMove(Message):
    """The last move of a player; drawn, with the ids of what it touched, where a new thing was
    before (new id, old id), and in words."""

    ply: int
    seat: int
    text: str
    path: Sequence[str] | None
    trail: list[str] | UnsetType = UNSET
    moved: dict[str, str] | UnsetType = UNSET
    said: str | UnsetType = UNSET


class SceneChange(Message):
    """A picture as what differs from the one before it: new or changed elements, and ids gone."""

    changed: list[ElementMessage]
    gone: list[str]


class BeatMessage(Message):
    """A moment of what happened: shown in order, each with its picture and its breath.

    `ms` is how long it deserves at normal speed; `things` are the elements that it is about,
    `origins` the ids they had before (new id, old id), `along` the elements that the first of them
    passes, `to` where they go to. `scene` is its picture as a change from the one before; null:
    the scene of the state itself.
    """

    kind: str
    ms: int
    ply: int
    text: str
    things: list[str]
    origins: dict[str, str]
    along: list[str]
    to: str | None
    scene: SceneChange | None


class Drawing(Message):
    """What the table shows a seat: its scene, what it may pick, and the last move as it saw it."""

    scene: SceneMessage
    choices: Mapping[str, Branch]
    buttons: dict[str, str]
    words: str
    marks: Mapping[str, Sequence[str]]
    prompts: Mapping[str, str]
    questions: Mapping[str, str]
    drops: Mapping[str, Mapping[str, Sequence[str]]]
    last: LastMove | None
    beats: list[BeatMessage]


class PlainView(Message):
    """What a seat sees, its legal moves and the last move, for programs."""

    view: Mapping[str, Any]
    moves: list[str]
    last: LastMove | None
    beats: list[BeatMessage]


class StateMessage(Message, tag_field="type", tag="state"):
    """A table as a seat sees it: drawn with scenes=1, else as a view with the legal moves."""

    seq: int
    ply: int
    status: Status
    seat: int | None
    to_move: int | None
    your_turn: bool
    outcome: OutcomeMessage | None
    offer: OfferMessage | None
    last: LastMove | None
    beats: list[BeatMessage]
    """What happened since the last state that the client has."""
    scene: SceneMessage | UnsetType = UNSET
    choices: Mapping[str, Branch] | UnsetType = UNSET
    buttons: dict[str, str] | UnsetType = UNSET
    words: str | UnsetType = UNSET
    marks: Mapping[str, Sequence[str]] | UnsetType = UNSET
    prompts: Mapping[str, str] | UnsetType = UNSET
    questions: Mapping[str, str] | UnsetType = UNSET
    drops: Mapping[str, Mapping[str, Sequence[str]]] | UnsetType = UNSET
    view: Mapping[str, Any] | UnsetType = UNSET
    moves: list[str] | UnsetType = UNSET


class Previews(Message):
    """For each move the table after it, and the things its piece touches on the way."""

    seq: int
    scenes: list[SceneMessage | None]
    routes: list[list[str] | None]


class Reason(Message):
    """Why something cannot be picked."""

    text: str


class MoveMessage(Message):
    """A move, roll or deal; the text of a deal is null while it is secret."""

    ply: int
    kind: Literal["move", "chance", "resign", "draw"]
    seat: int | None
    text: str | None
    turn: int


class Moves(Message):
    """The moves that stand."""

    moves: list[MoveMessage]


class Hint(Message):
    """A good move."""

    seq: int
    move: str
    path: Sequence[str]
    said: str
    value: float


class Evaluation(Message):
    """The share of the win that the seat to move may expect."""

    seq: int
    ply: int
    seat: int | None
    value: float | None


class ChanceMessage(Message):
    """A roll or deal."""

    number: int
    ply: int
    text: str | None


class SeatContribution(Message):
    """What a seat added to the chance, null for nothing, and whether the promise came first."""

    seat: int
    contribution: str | None
    after_promise: bool


class Proof(Message):
    """The promise of the seed, what the players added, and the seed after the end.

    `contributions` are the bytes that are hashed with the seed; `by_seat` is null for matches
    of the older scheme. `checked` is null unless this server made the promise before the game.
    """

    commitment: str
    contributions: str
    by_seat: list[SeatContribution] | None
    seed: str | None
    chances: list[ChanceMessage]
    imported: bool
    checked: bool | None
    text: str
    operator: str
