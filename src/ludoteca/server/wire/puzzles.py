"""The messages about puzzles."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludoteca.server.wire.requests import MoveText
from ludoteca.server.wire.responses import BeatMessage, Branch, Message, SceneMessage

Band = Literal["easy", "medium", "hard"]
PuzzleName = Annotated[str, Meta(description="The id of the puzzle.")]


class PuzzleFacts(Message):
    """A puzzle in a list; `difficulty` is the level from which on bots solve it, 9 if none does."""

    id: str
    kind: str
    title: str
    band: Band
    difficulty: int


class GamePuzzles(Message):
    """The puzzles of a game."""

    game: str
    title: str
    puzzles: list[PuzzleFacts]


class DailyPuzzle(Message):
    """The puzzle of a day, the same for everybody; days begin at midnight in Greenwich."""

    day: str
    game: str
    id: str


class PuzzleList(Message):
    """All puzzles, and the one of today."""

    daily: DailyPuzzle
    games: list[GamePuzzles]


class Turn(Message):
    """What can be picked in a puzzle, and what is asked at each step."""

    choices: Mapping[str, Branch]
    prompts: dict[str, str]


class PuzzleMessage(Message):
    """A puzzle as its seat sees it; `first` and `before` are what is shown on the way to it."""

    id: str
    game: str
    game_title: str
    kind: str
    title: str
    task: str
    band: Band
    difficulty: int
    rated: str
    """Which levels solve it, as a sentence."""
    moves: int
    scene: SceneMessage
    words: str
    buttons: dict[str, str]
    turn: Turn
    first: SceneMessage | None
    before: list[BeatMessage]


class Answers(Struct, forbid_unknown_fields=True):
    """The answers given so far, in order; the last one is judged."""

    answers: Annotated[list[MoveText], Meta(max_length=12)]


class TriedAnswers(Answers):
    """Moves whose effect is to be seen before one of them is the next answer."""

    moves: Annotated[list[MoveText], Meta(max_length=16)]


class AnswerMessage(Message):
    """How the last answer was, and why; `turn` is what can be picked next, while it is open.

    `scene` is the table after it and the reply, null where dice or hidden cards decide about it.
    """

    status: Literal["open", "solved", "wrong"]
    text: str
    scene: SceneMessage | None
    words: str
    beats: list[BeatMessage]
    turn: Turn


class PuzzleHint(Message):
    """A hint: a sentence, and the ids that it marks."""

    text: str
    ids: Sequence[str]


class PuzzleSolution(Message):
    """The solution, why it is one, and the table after its first move where that can be shown."""

    text: str
    line: Sequence[str]
    scene: SceneMessage | None
