"""The rows of tournaments and studies: games as they are saved, figures as reports show them.

Reports are written as JSON with these field names; `report_schema` describes them.
"""

from typing import Annotated, Any, Protocol

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

Count = Annotated[int, Meta(ge=0)]


class Interval(Protocol):
    """Anything with a share and its 95 % interval."""

    @property
    def share(self) -> float | None: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class Adjusted(Struct, kw_only=True):
    """A mean result with the luck taken off, and its 95 % interval; see lab.adjusting.

    raw     the plain mean of the same games
    factor  how many times smaller the variance is: as many times fewer games do
    games   those whose luck is known
    """

    score: float
    low: float
    high: float
    raw: float
    factor: float
    games: int


class ArenaGame(Struct, kw_only=True):
    """One game of the arena between `a` and `b`; `share` is what `a` took, `first` seat 0.

    luck   the luck of `a`: in rolls and deals, and in cards drawn; nothing where it is not known
    """

    a: str
    b: str
    number: Count
    share: float
    first: float
    decisions: Count
    seconds: dict[str, float]
    reason: str
    record: str
    luck: list[float] = []


class PlayerRow(Struct, kw_only=True):
    """A player of the arena: Elo with its interval, score, games, seconds a decision."""

    name: str
    elo: float
    low: float
    high: float
    score: float
    games: int
    seconds: float


class PairRow(Struct, kw_only=True):
    """The score of the first of two players against the second."""

    a: str
    b: str
    score: float
    low: float
    high: float
    games: int
    as_first: float | None
    as_second: float | None
    decisions: float | None
    adjusted: Adjusted | None = None


class ArenaReport(Struct, kw_only=True):
    """The report of a run of the arena; scores are shares of the points."""

    game: str
    options: dict[str, Any]
    players: list[PlayerRow]
    pairs: list[PairRow]
    games: int
    first_seat_score: float
    decisions: float
    endings: dict[str, int]


class MeasuredGame(Struct, kw_only=True):
    """One game of a study with everything measured in it.

    branching   the legal moves at each decision
    turns       the decision each turn begins with
    values      the estimated share of the win of each seat there
    moves       how often each seat made a kind of move, by group and key
    luck        the luck of each seat: in rolls and deals, and in cards drawn; nothing where it is
                not known
    """

    number: Count
    returns: list[float]
    scores: list[int] | None
    reason: str
    branching: list[int]
    turns: list[int]
    values: list[list[float]]
    moves: dict[str, dict[str, list[int]]]
    begins: int | None
    opening: str
    record: str
    luck: list[list[float]] = []


class SavedGame(MeasuredGame, kw_only=True):
    """A game of a study on disk, with the fingerprint of its lineup."""

    mark: str

    @classmethod
    def of(cls, game: MeasuredGame, mark: str) -> "SavedGame":
        """Return a game to be saved under a fingerprint."""
        return cls(mark=mark, **asdict(game))

    def game(self) -> MeasuredGame:
        """Return the game without its fingerprint."""
        fields = asdict(self)
        del fields["mark"]
        return MeasuredGame(**fields)


class Share(Struct, kw_only=True):
    """A share with its 95 % interval; None where there are no games."""

    share: float | None
    low: float
    high: float


class Results(Share, kw_only=True):
    """The mean result of games, and how many are won, drawn and lost.

    adjusted   the mean with the luck taken off, where there are enough games for that
    """

    wins: Share
    draws: Share
    losses: Share
    adjusted: Adjusted | None = None


class Versus(Results, kw_only=True):
    """The first player's results against the others, where the players differ."""

    player: str
    other: str


class Spread(Struct, kw_only=True):
    """A mean, a median and the range of the middle 80 %; intervals where they were computed."""

    mean: float | None
    low: float | None
    median: float | None
    high: float | None
    mean_low: float | UnsetType = UNSET
    mean_high: float | UnsetType = UNSET
    median_low: float | UnsetType = UNSET
    median_high: float | UnsetType = UNSET


class Branching(Struct, kw_only=True):
    """How many moves there are to choose from, also in each tenth of a game."""

    mean: float | None
    median: float | None
    most: int | None
    tenths: list[float | None]


class Lead(Struct, kw_only=True):
    """Who is ahead as games go on, by the evaluation at the beginning of each turn."""

    changes: Spread
    decided: Spread
    leader_wins: list[float | None]


class Luck(Struct, kw_only=True):
    """The shares of the variance that deal, skill and the rest explain."""

    deals: int
    deal: Share | UnsetType = UNSET
    skill: Share | UnsetType = UNSET
    rest: Share | UnsetType = UNSET
    dealt: bool = False


class MoveKind(Struct, kw_only=True):
    """The results of the seats that made a kind of move, each use counted."""

    key: str
    uses: int
    games: int
    share: float | None
    low: float
    high: float


class OpeningRow(Struct, kw_only=True):
    """The results of the seat that made an opening move."""

    key: str
    games: int
    share: float | None
    low: float
    high: float


class LineupFigures(Struct, kw_only=True):
    """Everything measured of one lineup."""

    label: str
    compared: dict[str, Any]
    options: dict[str, Any]
    players: list[str]
    opening_plies: int
    games: int
    deals: int
    distinct: int
    begins: Results
    seats: list[Results]
    draws: Share
    versus: Versus | None
    endings: dict[str, int]
    turns: Spread
    decisions: Spread
    lengths: list[int]
    branching: Branching
    lead: Lead | None
    luck: Luck
    moves: dict[str, list[MoveKind]]
    openings: list[OpeningRow]


class Difference(Struct, kw_only=True):
    """By how much a figure of one lineup exceeds that of another, with a 95 % interval."""

    figure: str
    difference: float
    low: float
    high: float


class Comparison(Struct, kw_only=True):
    """Two games side by side between the same players, by their places among the lineups."""

    one: int
    other: int
    differences: list[Difference]


class StudyReport(Struct, kw_only=True):
    """The report of a study; equal seeds give equal reports, however the work was distributed."""

    game: str
    seed: int
    games: int
    played: int
    wanted: int
    finished: bool
    lineups: list[LineupFigures]
    comparisons: list[Comparison] = []


def plain(row: Struct) -> Any:
    """Return a row as plain data, as it is written to JSON."""
    return msgspec.to_builtins(row)


def report_schema() -> dict[str, Any]:
    """Return the JSON Schema of a study's report."""
    return msgspec.json.schema(StudyReport)
