"""What a review says: rows along the log, one account a seat, and the moments that mattered.

Shares and points are kept on a grid of 2^-20, on which sums and differences of floating-point
numbers are exact: for every row and every seat `after - before == luck + decision + unknown`, and
for every seat `result - start == luck + decisions + unknown`, without a tolerance.
"""

from msgspec import Struct
from msgspec.structs import asdict

from ludoteca.core import texts

GRID = 1 << 20
OWNER = "reviewing"

Shares = tuple[float, ...]


def on_grid(value: float) -> float:
    """Return the nearest number of the grid."""
    return round(value * GRID) / GRID


def vector_on_grid(values: "Shares | list[float]") -> Shares:
    """Return the nearest numbers of the grid."""
    return tuple(on_grid(float(value)) for value in values)


class Why(Struct, frozen=True, kw_only=True):
    """Why the best move is better, in a game's own terms: a key below `review`, and its values."""

    key: str
    values: dict[str, str | int | float]

    def text(self, game: str, lang: str) -> str:
        """Return the reason as a sentence."""
        values: dict[str, object] = {}
        for name, value in self.values.items():
            named = texts.find(game, f"review.names.{value}", lang)
            values[name] = value if named is None else named
        return texts.say(game, f"review.{self.key}", lang, **values)


class Terms(Struct, frozen=True, kw_only=True):
    """The terms of one event by seat; `value` is what each may expect after it."""

    value: Shares
    luck: Shares
    decision: Shares
    unknown: Shares


class ReviewRow(Struct, frozen=True, kw_only=True):
    """One event of the log.

    ply         its number in the record, from 1
    seat        who acted: a seat, -1 for chance, None for an agreement
    text        the move or chance event; an ellipsis where the reader may not see it
    best, line  the best move as its seat saw the table, and how play was expected to go on
    judgement   best, good, inaccuracy, mistake, blunder or forced; empty where nothing was decided
    loss        what the move lost beyond the tolerance, 0 or more
    confidence  half the width of the 95 % interval of the values that were compared
    luck, decision, unknown, value   by seat; `value` is the expectation after the event
    gift        the part of `unknown` that comes from another seat's decision
    why         why the best move is better, where the game can say it
    points      the same in points, where the game counts them
    """

    ply: int
    seat: int | None
    text: str
    best: str | None = None
    line: tuple[str, ...] = ()
    judgement: str = ""
    loss: float = 0.0
    confidence: float = 0.0
    luck: Shares
    decision: Shares
    unknown: Shares
    gift: Shares
    value: Shares
    why: Why | None = None
    points: Terms | None = None


class Account(Struct, frozen=True, kw_only=True):
    """One sum: result - start == luck + decisions + unknown."""

    start: float
    result: float
    luck: float
    decisions: float
    unknown: float


class SeatReview(Struct, frozen=True, kw_only=True):
    """The sum of one seat.

    decisions  what its own decisions lost, 0 or less
    gifts      the part of `unknown` that the decisions of the others gave it
    accuracy   0 to 100; None without a decision
    judged     how many of its decisions got each judgement
    result     its share of the win; the present expectation while a match goes on
    points     the same sum in points of lead, where the game counts them
    """

    seat: int
    start: float
    result: float
    luck: float
    decisions: float
    unknown: float
    gifts: float
    accuracy: float | None
    judged: dict[str, int]
    points: Account | None = None

    @property
    def mistakes(self) -> int:
        """Return how many of its decisions were inaccuracies or worse."""
        return sum(self.judged.get(name, 0) for name in ("inaccuracy", "mistake", "blunder"))


class Moment(Struct, frozen=True, kw_only=True):
    """A row that mattered: by `luck` or a `decision`, for which seat, and by how much."""

    ply: int
    kind: str
    seat: int
    amount: float


class Review(Struct, frozen=True, kw_only=True):
    """The review of a match.

    partial  whether it does not reach from the first event to a result: the match goes on, or the
             review was stopped
    seat     whose view it is confined to, None where everything may be seen
    budget   the nodes of each analysis
    """

    game: str
    options: dict[str, object]
    names: tuple[str, ...]
    budget: int
    seconds: float | None
    seats: tuple[SeatReview, ...]
    rows: tuple[ReviewRow, ...]
    moments: tuple[Moment, ...]
    partial: bool
    seat: int | None = None

    def text(self, seat: int = 0, lang: str = "en") -> str:
        """Return what decided the match for a seat, in a sentence or two."""
        from ludoteca.reviewing.words import summary

        return summary(self, seat, lang)

    def why(self, ply: int, lang: str = "en") -> str:
        """Return why the best move at a ply was better; empty where there is nothing to say."""
        why = self.rows[ply - 1].why
        return "" if why is None else why.text(self.game, lang)

    def as_dict(self) -> dict[str, object]:
        """Return the review as plain data."""
        from msgspec import to_builtins

        plain: dict[str, object] = to_builtins(asdict(self))
        return plain

    def to_json(self) -> str:
        """Return the review as JSON."""
        import json

        return json.dumps(self.as_dict(), ensure_ascii=False, indent=1)

    def to_csv(self) -> str:
        """Return the rows as CSV, one line an event and one column a term and seat."""
        from ludoteca.reviewing.export import as_csv

        return as_csv(self)

    def to_html(self, lang: str = "en") -> str:
        """Return the review as a page that stands alone."""
        from ludoteca.reviewing.export import as_page

        return as_page(self, lang)

    def _repr_svg_(self) -> str:
        """Return the expectation over the game with luck and decisions, for notebooks."""
        from ludoteca.reviewing.picture import picture

        return picture(self).svg()

    def _repr_html_(self) -> str:
        """Return the picture, the sentences and the table of mistakes, for notebooks."""
        from ludoteca.reviewing.export import as_html

        return as_html(self, "en")

    def __repr__(self) -> str:
        sums = "; ".join(
            f"seat {one.seat}: {one.start:.2f} → {one.result:.2f}, luck {one.luck:+.2f}, "
            f"decisions {one.decisions:+.2f}, unknown {one.unknown:+.2f}"
            for one in self.seats
        )
        marked = "partial review" if self.partial else "Review"
        return f"<{marked} of {self.game}, {len(self.rows)} rows; {sums}>"
