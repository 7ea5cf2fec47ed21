"""The messages about the review of a match: its rows, its sums, and better moves on the board."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from ludoteca.server.wire.requests import SeatQuery
from ludoteca.server.wire.responses import Message, SceneMessage

Judgement = Literal["", "best", "good", "inaccuracy", "mistake", "blunder", "forced"]
Level = Annotated[
    Annotated[int, Meta(ge=1, le=8)] | None,
    Meta(description="The level of the analyses; the usual one unless given."),
]


class LineQuery(SeatQuery):
    """Whose review, and how thorough."""

    level: Level = None


class ReviewQuery(LineQuery):
    """What a client has of a review already."""

    since: Annotated[int, Meta(ge=0, le=1_000_000, description="How many rows the client has.")] = 0


class ReviewRowMessage(Message):
    """One ply of a review; lists are by seat, in shares of the win.

    `seat` is null for chance and agreements. `judgement` is empty where nothing was decided; `best`
    is then null. `cost` is what the move lost against the best one, 0 or more. For every seat the
    value before and luck, decision and unknown add up to `value`; `gift` is the part of `unknown`
    that another seat's decision gave. `why` says why the best move is better, to its player; empty
    where there is nothing to say.
    """

    ply: int
    kind: Literal["move", "chance", "resign", "draw"]
    seat: int | None
    text: str
    said: str
    judgement: Judgement
    best: str | None
    cost: float
    why: str
    value: Sequence[float]
    luck: Sequence[float]
    decision: Sequence[float]
    unknown: Sequence[float]
    gift: Sequence[float]


class AccountMessage(Message):
    """One sum: result - start = luck + decisions + unknown."""

    start: float
    result: float
    luck: float
    decisions: float
    unknown: float


class SeatReviewMessage(AccountMessage):
    """The sum of one seat so far, in shares of the win and in points, and it in a sentence.

    `gifts` is the part of `unknown` that the decisions of the others gave. `accuracy` is 0 to 100,
    null without a decision. `judged` counts the decisions by their judgement.
    """

    seat: int
    gifts: float
    accuracy: float | None
    judged: dict[str, int]
    points: AccountMessage | None
    text: str


class MomentMessage(Message):
    """A ply that mattered: by luck or a decision, for a seat, and by how much."""

    ply: int
    kind: Literal["luck", "decision"]
    seat: int
    amount: float


class ReviewMessage(Message):
    """The review of a finished match, as far as it is made: ask again for the rows that follow.

    `rows` begin after those that the client has; `total` is how many the whole review has, 0 while
    it waits. A review that stopped before its end has the status `stopped`.
    """

    status: Literal["waiting", "running", "done", "stopped"]
    level: int
    total: int
    rows: list[ReviewRowMessage]
    seats: list[SeatReviewMessage]
    moments: list[MomentMessage]


class LineStep(Message):
    """A move or roll of a line, in words; the table after it, and the things that it touched."""

    seat: int | None
    text: str
    said: str
    scene: SceneMessage
    trail: list[str]


class LineMessage(Message):
    """The better move at a ply and how play was expected to go on, as far as it can be played.

    `scene` is the table before the ply.
    """

    ply: int
    seat: int
    scene: SceneMessage
    steps: list[LineStep]
