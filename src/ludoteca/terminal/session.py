"""A match at a terminal: who sits where, what is kept, what may be taken back."""

import time
from collections.abc import Mapping

from ludoteca.core import texts
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.match import Match
from ludoteca.match.match import RESIGN
from ludoteca.match.play import move_of
from ludoteca.match.replay import up_to
from ludoteca.match.seats import bots_of as named_bots
from ludoteca.match.seats import seat_names, seat_tags, without_seats
from ludoteca.match.takeback import events_kept
from ludoteca.search.api import Analysis, Stop
from ludoteca.search.defaults import HINT_LEVEL
from ludoteca.search.players import analyse, player
from ludoteca.terminal.journal import Journal


def new_match(game: Game, bots: Mapping[int, str], seed: int | None = None) -> Match:
    """Return a match whose record names its bots."""
    return Match(game, seed, tags=seat_tags(bots) | {"date": time.strftime("%Y-%m-%d")})


def bots_of(match: Match) -> dict[int, str]:
    """Return the bots that a record names, as far as they can play; other seats are people's."""
    found = {}
    for seat, name in named_bots(match.tags, match.game.seats).items():
        try:
            found[seat] = player(name).name
        except LudotecaError:
            continue
    return found


class Session:
    """A match being played by people here and by bots.

    `trouble` tells, once, why the game cannot be kept; playing goes on all the same.
    """

    def __init__(
        self, match: Match, *, bots: Mapping[int, str], journal: Journal | None = None
    ) -> None:
        self.match = match
        self.bots = dict(bots)
        self.journal = journal
        self.trouble: OSError | None = None
        self._told = False
        self.last_path = _last_path(match)
        self._keep()

    @property
    def people(self) -> frozenset[int]:
        """The seats of the people at this keyboard."""
        return frozenset(range(self.match.game.seats)) - self.bots.keys()

    @property
    def stage(self) -> int:
        """How far the match is; an answer to an earlier stage comes too late."""
        return len(self.match.events)

    def viewer(self) -> int:
        """Return the seat whose view is shown now: the only person, or the person to move."""
        if len(self.people) == 1:
            return next(iter(self.people))
        seat = self.match.position.to_move
        if seat is None or seat not in self.people:
            movers = (e.who for e in reversed(self.match.events) if e.who in self.people)
            seat = next(movers, min(self.people))
        return int(seat or 0)

    def roller(self) -> int | None:
        """Return the seat that throws the dice that are due: whoever moved last."""
        movers = (e.who for e in reversed(self.match.events) if e.who not in (None, CHANCE))
        return next(movers, None)

    def play(self, move: str) -> None:
        """Play a move of the seat to move, and keep it."""
        before = self.match.position
        self.match.play(move)
        self.last_path = before.path(move)
        self._keep()

    def resign(self) -> None:
        """Give the game up for the person who looks, and keep it."""
        self.match.resign(self.viewer())
        self._keep()

    def roll(self) -> None:
        """Let the seed decide the pending chance event, and keep it."""
        self.match.roll()
        self._keep()

    def _keep(self) -> None:
        if self.journal is None:
            return
        try:
            self.journal.keep(self.match)
        except OSError as error:
            self.trouble = None if self._told else error
            self._told = True

    def take_trouble(self) -> OSError | None:
        """Return what went wrong with keeping the game, told once."""
        trouble, self.trouble = self.trouble, None
        return trouble

    def think(self, stop: Stop) -> str:
        """Return the move of the bot whose turn it is; it is given its view and nothing else."""
        position = self.match.position
        seat = position.to_move
        assert seat is not None
        return move_of(player(self.bots[seat]), position, seed=self._bot_seed(), stop=stop)

    def _bot_seed(self) -> int:
        """Return what a bot's small slips are drawn from: public, and another at every move."""
        return int(self.match.commitment[:7], 16) + self.stage

    def hint(self, stop: Stop) -> Analysis:
        """Return the analysis of the view of the person to move."""
        position = self.match.position
        view = position.view(position.to_move, memory=True)
        return analyse(view, budget=HINT_LEVEL, stop=stop)

    def set_level(self, name: str) -> None:
        """Let every bot play at another level from its next move on."""
        for seat in self.bots:
            self.bots[seat] = player(name).name
        names = dict(enumerate(seat_names(self.match.tags, self.match.game.seats)))
        self.match.tags = without_seats(self.match.tags) | seat_tags(self.bots, names)
        self._keep()

    def undo(self) -> None:
        """Take back to the last decision of a person; CannotTakeBack says why not."""
        self.match = up_to(self.match, events_kept(self.match, self.people))
        self.last_path = _last_path(self.match)
        self._keep()

    def again(self, *, swapped: bool) -> "Session":
        """Return a new match of the same game with the same players, perhaps on other seats."""
        game, seats = self.match.game, self.match.game.seats
        bots = {(seat + swapped) % seats: name for seat, name in self.bots.items()}
        journal = None if self.journal is None else Journal()
        return Session(new_match(game, bots), bots=bots, journal=journal)

    def seat_name(self, seat: int, lang: str) -> str:
        """Return what a seat's player is called here."""
        if self.people == frozenset({seat}):
            return texts.say("terminal", "play.you", lang)
        number = seat + 1
        if seat not in self.bots:
            return texts.say("terminal", "play.seat", lang, number=number)
        key = "play.bot" if self.match.game.seats == 2 else "play.bot_of"
        return texts.say("terminal", key, lang, level=self.bots[seat], number=number)


def _last_path(match: Match) -> tuple[str, ...]:
    """Return what the last move of a player went through."""
    movers = [i for i, e in enumerate(match.events) if e.who not in (None, CHANCE)]
    if not movers or match.events[movers[-1]].text == RESIGN:
        return ()
    return up_to(match, movers[-1]).position.path(match.events[movers[-1]].text)


def event_text(match: Match, index: int, lang: str) -> str:
    """Return what everybody may read of an event: a deal of hidden cards is only named."""
    event = match.events[index]
    if event.who == CHANCE and match.game.definition.hidden:
        return texts.say("terminal", "play.deal", lang)
    return event.text


def result_lines(session: Session, lang: str) -> list[str]:
    """Return who won, why, and the points."""
    match = session.match
    outcome = match.outcome
    assert outcome is not None
    best = max(outcome.returns)
    winners = [seat for seat, share in enumerate(outcome.returns) if share == best]
    first = texts.say("terminal", "play.drawn", lang)
    if len(winners) == 1:
        name = session.seat_name(winners[0], lang)
        first = texts.say("terminal", "play.wins", lang, who=name)
    lines = [first, ending_text(match, lang)]
    if outcome.scores is not None:
        scores = " : ".join(str(score) for score in outcome.scores)
        lines.append(texts.say("terminal", "play.scores", lang, scores=scores))
    return lines


def ending_text(match: Match, lang: str) -> str:
    """Return why a match ended, as a sentence."""
    assert match.outcome is not None
    owner = match.game.name if match.position.outcome is not None else "core"
    return match.outcome.text(owner, lang)
