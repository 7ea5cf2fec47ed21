"""What the API answers, as types: the OpenAPI document is made of them."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct


class Problem(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Why something was refused: a stable code and a sentence in the reader's language."""

    code: str
    text: str
    seq: int | None = None


class Health(Struct, forbid_unknown_fields=True):
    """The server is ready."""

    status: Literal["ready"]


class Token(Struct, forbid_unknown_fields=True):
    """A token for a program, to be kept secret."""

    token: str


class OptionValue(Struct, forbid_unknown_fields=True):
    """A value of an option and its name for people."""

    value: str | int | None
    title: str


class GameOption(Struct, forbid_unknown_fields=True):
    """An option of a game."""

    name: str
    title: str
    default: str | int | None
    values: list[OptionValue]
    data: bool
    sets_seats: bool


class GameFacts(Struct, forbid_unknown_fields=True):
    """What the shelf tells of a game."""

    name: str
    title: str
    promise: str
    players: str
    length: str
    seats: list[int]
    hidden: bool
    chance: bool
    first_begins: bool
    levels: list[int]
    level: int
    lesson: bool
    options: list[GameOption]


class Games(Struct, forbid_unknown_fields=True):
    """The games."""

    games: list[GameFacts]


class Chapter(Struct, forbid_unknown_fields=True):
    """A chapter of the rules."""

    id: str
    title: str


class RulesPage(Struct, forbid_unknown_fields=True):
    """The rules of a game as safe HTML."""

    title: str
    html: str
    contents: list[Chapter]


class ShapeMessage(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One drawn shape."""

    tag: Literal["rect", "circle", "path", "text"]
    attributes: dict[str, str | float]
    text: str = ""


class ElementMessage(Struct, forbid_unknown_fields=True, omit_defaults=True):
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


class SceneMessage(Struct, forbid_unknown_fields=True):
    """A drawing of what a seat sees."""

    width: float
    height: float
    title: str
    elements: list[ElementMessage]


class LessonStep(Struct, forbid_unknown_fields=True):
    """A step of a lesson: what to pick, and why."""

    title: str
    text: str
    why: str
    scene: SceneMessage
    choices: dict[str, Any]
    buttons: dict[str, str]
    path: list[str]
    move: str | None
    words: str


class Lesson(Struct, forbid_unknown_fields=True):
    """A guided first game."""

    game: str
    title: str
    steps: list[LessonStep]


class PaletteColour(Struct, forbid_unknown_fields=True):
    """A colour of pieces: its tones, what is drawn on it, and its mark."""

    light: str
    dark: str
    ink: str
    mark: str


class Palette(Struct, forbid_unknown_fields=True):
    """All paints by name."""

    colours: dict[str, PaletteColour]
    tones: dict[str, tuple[str, str]]


class Compiling(Struct, forbid_unknown_fields=True):
    """How far each game is on its way to native code."""

    games: dict[str, Literal["native", "compiling", "waiting", "plain"]]


class SeatMessage(Struct, forbid_unknown_fields=True):
    """A seat and who sits there."""

    seat: int
    kind: Literal["person", "bot"]
    name: str
    side: str
    level: int | None
    joined: bool
    you: bool
    online: bool


class OutcomeMessage(Struct, forbid_unknown_fields=True):
    """How a match ended."""

    returns: list[float]
    winners: list[int]
    reason: str
    text: str
    scores: list[int] | None


class Invite(Struct, forbid_unknown_fields=True):
    """An invite to a seat that waits."""

    seat: int
    invite: str
    path: str


class Short(Struct, forbid_unknown_fields=True):
    """A pattern of notation made of words, and what stands for it in a list of moves."""

    move: str
    text: str


class MatchMessage(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """All about a match but its position; of an unreadable one, why, and where its raw log is."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: Literal["waiting", "playing", "over", "cancelled", "unreadable"]
    seats: list[SeatMessage]
    you: list[int]
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
    help: bool
    draws: bool
    takebacks: bool
    lookback: bool
    invites: list[Invite]
    rematch: str | None
    rematch_of: str | None
    contribute: bool
    """Whether the match waits for the reader's contribution to its chance."""
    imported: bool
    shorts: list[Short]
    reason: str | msgspec.UnsetType = msgspec.UNSET
    log: str | msgspec.UnsetType = msgspec.UNSET


class Matches(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Matches, the last updated first; `next` is the cursor of the following page."""

    matches: list[MatchMessage]
    next: str | msgspec.UnsetType = msgspec.UNSET


class InviteFacts(Struct, forbid_unknown_fields=True, rename={"inviter": "from"}):
    """What an invite is for."""

    match: str
    game: str
    title: str
    seat: int
    inviter: str
    used: bool
    yours: bool
    commitment: str


class Done(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An action is stored for good; the number of its event."""

    seq: int
    agreed: bool | msgspec.UnsetType = msgspec.UNSET
    match: str | msgspec.UnsetType = msgspec.UNSET


class NextMatch(Struct, forbid_unknown_fields=True):
    """The match that follows, null while the offer of a rematch waits for the other people."""

    seq: int
    match: str | None


class OfferMessage(Struct, forbid_unknown_fields=True):
    """The open offer."""

    seat: int
    what: Literal["draw", "takeback", "rematch"]
    yours: bool


class LastMove(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The last move of a player; drawn, with the ids of what it touched, where a new thing was
    before (new id, old id), and in words."""

    ply: int
    seat: int
    text: str
    path: list[str] | None
    trail: list[str] | msgspec.UnsetType = msgspec.UNSET
    moved: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    said: str | msgspec.UnsetType = msgspec.UNSET


class StateMessage(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A table as a seat sees it: drawn with scenes=1, else as a view with the legal moves."""

    type: Literal["state"]
    seq: int
    ply: int
    status: Literal["waiting", "playing", "over", "cancelled"]
    seat: int | None
    to_move: int | None
    your_turn: bool
    outcome: OutcomeMessage | None
    offer: OfferMessage | None
    last: LastMove | None
    scene: SceneMessage | msgspec.UnsetType = msgspec.UNSET
    choices: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    buttons: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    words: str | msgspec.UnsetType = msgspec.UNSET
    marks: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    view: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    moves: list[str] | msgspec.UnsetType = msgspec.UNSET


class OwnTable(Struct, forbid_unknown_fields=True):
    """A deck, board or set-up of one's own, checked, as it is sent with a new match."""

    table: dict[str, Any]


class Previews(Struct, forbid_unknown_fields=True):
    """For each move the table after it, and the things its piece touches on the way."""

    seq: int
    scenes: list[SceneMessage | None]
    routes: list[list[str] | None]


class Reason(Struct, forbid_unknown_fields=True):
    """Why something cannot be picked."""

    text: str


class MoveMessage(Struct, forbid_unknown_fields=True):
    """A move, roll or deal; the text of a deal is null while it is secret."""

    ply: int
    kind: Literal["move", "chance", "resign", "draw"]
    seat: int | None
    text: str | None


class Moves(Struct, forbid_unknown_fields=True):
    """The moves that stand."""

    moves: list[MoveMessage]


class Hint(Struct, forbid_unknown_fields=True):
    """A good move."""

    seq: int
    move: str
    path: list[str]
    said: str
    value: float


class Evaluation(Struct, forbid_unknown_fields=True):
    """The share of the win that the seat to move may expect."""

    seq: int
    ply: int
    seat: int | None
    value: float | None


class ChanceMessage(Struct, forbid_unknown_fields=True):
    """A roll or deal."""

    number: int
    ply: int
    text: str | None


class SeatContribution(Struct, forbid_unknown_fields=True):
    """What a seat added to the chance, null for nothing, and whether the promise came first."""

    seat: int
    contribution: str | None
    after_promise: bool


class Proof(Struct, forbid_unknown_fields=True):
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
