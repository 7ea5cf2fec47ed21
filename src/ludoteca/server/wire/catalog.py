"""The messages about the games: their facts, rules, lessons and colours."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ludoteca.server.wire.responses import BeatMessage, Branch, Message, SceneMessage


class OptionValue(Message):
    """A value of an option and its name for people."""

    value: str | int | None
    title: str


class GameOption(Message):
    """An option of a game."""

    name: str
    title: str
    default: str | int | None
    values: list[OptionValue]
    data: bool
    sets_seats: bool
    help: str = ""
    """One sentence about it, with a mark where it is rebuilt or a ruling of ours."""
    house: bool = False
    """Whether it is a house rule: another reading of the document."""


class GameFacts(Message):
    """What the catalog says about a game."""

    name: str
    title: str
    promise: str
    players: str
    length: str
    seats: list[int]
    hidden: bool
    memory: bool
    """Whether it is a game of memory, in which players can be shown what they have seen."""
    chance: bool
    first_begins: bool
    levels: Sequence[int]
    level: int
    lesson: bool
    options: list[GameOption]


class Games(Message):
    """The games."""

    games: list[GameFacts]


class Chapter(Message):
    """A chapter of the rules."""

    id: str
    title: str


class RulesPage(Message):
    """The rules of a game as safe HTML."""

    title: str
    html: str
    contents: list[Chapter]


class LessonStep(Message):
    """A step of a lesson: what to pick, and why.

    `before` is what happened since the step before, `beats` what the move of this step does.
    """

    title: str
    text: str
    why: str
    scene: SceneMessage
    choices: Mapping[str, Branch]
    buttons: dict[str, str]
    path: Sequence[str]
    move: str | None
    before: list[BeatMessage]
    beats: list[BeatMessage]
    after: SceneMessage | None
    words: str


class Lesson(Message):
    """A guided first game."""

    game: str
    title: str
    steps: list[LessonStep]


class PaletteColour(Message):
    """A colour of pieces: its tones, what is drawn on it, and its mark."""

    light: str
    dark: str
    ink: str
    mark: str


class Palette(Message):
    """All colours by name."""

    colours: dict[str, PaletteColour]
    tones: Mapping[str, tuple[str, str]]


class Compiling(Message):
    """How far each game is on its way to native code."""

    games: dict[str, Literal["native", "compiling", "waiting", "plain"]]


class OwnTable(Message):
    """A deck, board or set-up of one's own, checked, as it is sent with a new match.

    `picture` is the table at the start with it, as SVG.
    """

    table: dict[str, Any]
    picture: str
