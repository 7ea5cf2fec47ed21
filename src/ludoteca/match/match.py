"""A match: the log of a game from its first deal to its result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludoteca.core.chance import Chance, commitment, seed_bytes
from ludoteca.core.errors import IllegalMove, InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Outcome, Position
from ludoteca.match.contributions import MOST_BYTES, fits

RESIGN, AGREE = "resign", "draw"
RESIGNED, AGREED = "resigned", "agreed"


@dataclass(frozen=True, kw_only=True)
class Event:
    """One entry of the log: the actor (a seat, CHANCE, or None for an agreement) and the action.

    `above` are comment lines before it, `comment` the one on its line.
    """

    who: int | None
    text: str
    comment: str = ""
    above: tuple[str, ...] = ()

    @property
    def is_move(self) -> bool:
        """Return whether it is a player's move on the board."""
        return self.who not in (None, CHANCE) and self.text != RESIGN

    @property
    def is_step(self) -> bool:
        """Return whether it changes the position: a move, roll or deal."""
        return self.who == CHANCE or self.is_move


class Match:
    """A game in progress, with the log of everything that happened.

    Without a seed (a record whose seed is not revealed) no further chance events can be drawn.
    """

    def __init__(
        self,
        game: Game,
        seed: int | bytes | None = None,
        *,
        contributions: bytes = b"",
        tags: Mapping[str, str] | None = None,
    ) -> None:
        if not fits(contributions, game.seats):
            raise InvalidOption("bad_contributions", most=MOST_BYTES)
        self.game = game
        self.seed: bytes | None = seed_bytes(seed)
        self.commitment = commitment(self.seed)
        self.contributions = contributions
        self.tags = dict(tags or {})
        self.events: list[Event] = []
        self.position = game.begin(self.seed, contributions=contributions)
        self._ended: Outcome | None = None
        self._deal()

    @classmethod
    def sealed(
        cls, game: Game, promise: str, *, contributions: bytes = b"", tags: Mapping[str, str]
    ) -> "Match":
        """Return a match of which only the commitment to its seed is known, its log empty."""
        match = cls.__new__(cls)
        match.game, match.seed, match.commitment = game, None, promise
        match.contributions, match.tags, match.events = contributions, dict(tags), []
        match.position = game.begin(0, contributions=contributions)
        match._ended = None
        return match

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended: by the rules, a resignation or agreement; None before."""
        return self._ended or self.position.outcome

    def play(self, move: str) -> Position:
        """Log a move of the seat to move, and the deal it calls for."""
        self._require_open(move)
        self.add(Event(who=self.position.to_move, text=move))
        self._deal()
        return self.position

    def roll(self) -> Position:
        """Log the pending chance event as the seed decides it."""
        self._require_open("roll")
        if self.seed is None:
            raise IllegalMove("seed_unknown", move="roll")
        self.add(Event(who=CHANCE, text=self.position.chance_text()))
        self._deal()
        return self.position

    def resign(self, seat: int) -> None:
        """Log that a seat gives up; the others share the win."""
        self._require_open(RESIGN)
        self.add(Event(who=seat, text=RESIGN))

    def agree_draw(self) -> None:
        """Log that the players agreed on a draw."""
        self._require_open(AGREE)
        self.add(Event(who=None, text=AGREE))

    def _require_open(self, move: str) -> None:
        if self.outcome is not None:
            raise IllegalMove("game_over", move=move)

    def _deal(self) -> None:
        while self.position.to_move == CHANCE and self.game.definition.deals_itself:
            self.add(Event(who=CHANCE, text=self.position.chance_text()))

    def add(self, event: Event, position: Position | None = None) -> None:
        """Check one event and append it; leave the log unchanged if it is refused.

        `position`, if given, is the result of stepping with this event, already computed.
        """
        self._require_open(event.text)
        seats = self.game.seats
        if event.text == AGREE and event.who is None:
            self._ended = Outcome(returns=(1 / seats,) * seats, reason=AGREED)
        elif event.text == RESIGN and event.who in range(seats):
            share = 1 / (seats - 1)
            returns = tuple(0.0 if seat == event.who else share for seat in range(seats))
            self._ended = Outcome(returns=returns, reason=RESIGNED)
        elif event.who is None or event.who != self.position.to_move:
            raise IllegalMove("not_their_turn", move=event.text)
        else:
            self.position = position or self.position.step(event.text)
        if self._ended is not None:
            self.position = self.position.closed(self._ended)
        self.events.append(event)

    def rewind(self, count: int, position: Position) -> None:
        """Keep the first `count` events only; `position` is where they lead."""
        del self.events[count:]
        self.position, self._ended = position, None

    def unseal(self, seed: bytes) -> None:
        """Reveal the seed of a sealed match, so that its chance can be checked and go on."""
        self.seed = seed
        past = sum(event.who == CHANCE for event in self.events)
        chance = Chance(seed=seed, contributions=self.contributions, event=past)
        self.position = self.position.with_chance(chance)

    def annotate(self, index: int, comment: str) -> None:
        """Put a comment on an event."""
        self.events[index] = replace(self.events[index], comment=" ".join(comment.split()))

    def __repr__(self) -> str:
        ended = self.outcome
        stands = f"over, {ended.reason}" if ended else f"to move: {self.position.to_move}"
        return f"<Match of {self.game.label()}: {len(self.events)} events, {stands}>"

    def __str__(self) -> str:
        """Return the text board of the position, as the seat to move sees it."""
        return str(self.position)

    def _repr_html_(self) -> str:
        """Return the record as a picture and a list of moves, for notebooks."""
        from ludoteca.match.html import match_html

        return match_html(self)
