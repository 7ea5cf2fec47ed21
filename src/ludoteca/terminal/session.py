"""A match at a terminal: who sits where, what is kept, what may be taken back."""

import time
from collections.abc import Mapping

from ludoteca.core import texts
from ludoteca.core.beats import Beat
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.players import names_seen
from ludoteca.match import Match
from ludoteca.match.match import RESIGN
from ludoteca.match.play import move_of
from ludoteca.match.replay import positions, up_to
from ludoteca.match.seats import BOT, seat_names, seat_tags, without_seats
from ludoteca.match.seats import bots_of as named_bots
from ludoteca.match.takeback import events_kept
from ludoteca.search.api import Analysis, Candidate, Stop
from ludoteca.search.calibration import share
from ludoteca.search.defaults import HINT_LEVEL
from ludoteca.search.players import analyse, player
from ludoteca.terminal.journal import Journal

LONGEST_NAME = 40


def new_match(game: Game, bots: Mapping[int, str], seed: int | None = None) -> Match:
    """Return a match whose record names its bots."""
    return Match(game, seed, tags=seat_tags(bots) | {"date": time.strftime("%Y-%m-%d")})


def _fit_name(name: str) -> str:
    """Return a name as a record can hold it; empty if it would pose as a bot."""
    shown = "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]
    return "" if shown.lower().startswith(BOT) else shown


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
        self._positions = list(positions(match))
        self.last_path = self._last_path()
        self._keep()

    @property
    def people(self) -> frozenset[int]:
        """Return the seats of the people at this keyboard."""
        return frozenset(range(self.match.game.seats)) - self.bots.keys()

    @property
    def stage(self) -> int:
        """Return how far the match is; an answer to an earlier stage comes too late."""
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
        self.match.play(move)
        self._follow()
        self._keep()

    def resign(self) -> None:
        """Resign for the viewer, and save the game."""
        self.match.resign(self.viewer())
        self._keep()

    def roll(self) -> None:
        """Let the seed decide the pending chance event, and keep it."""
        self.match.roll()
        self._follow()
        self._keep()

    def _follow(self) -> None:
        """Note the position after each new event, deals that follow a move included."""
        for event in self.match.events[len(self._positions) - 1 :]:
            self._positions.append(self._positions[-1].step(event.text))
        self.last_path = self._last_path()

    def _last_path(self) -> tuple[str, ...]:
        """Return what the last move of a player went through."""
        events = self.match.events
        movers = [i for i, e in enumerate(events) if e.who not in (None, CHANCE)]
        if not movers or events[movers[-1]].text == RESIGN:
            return ()
        return self._positions[movers[-1]].path(events[movers[-1]].text)

    def beats(self, index: int, seat: int | None) -> tuple[Beat, ...]:
        """Return what a seat saw happen in an event of the match; nothing for an agreement."""
        event = self.match.events[index]
        if event.who is None or event.text == RESIGN:
            return ()
        return self._positions[index].beats(event.text, seat)

    def sentences(self, index: int, seat: int | None, lang: str) -> list[str]:
        """Return an event in words, as a seat saw it."""
        reader = seat if self.people == frozenset({seat}) else None
        names, game = self.names(lang), self.match.game.name
        said = [
            beat.text(lang, names, reader=reader, game=game) for beat in self.beats(index, seat)
        ]
        if not said and self.match.outcome is not None:
            said = [ending_text(self.match, lang)]
        return [sentence for sentence in said if sentence]

    def since_decision(self, seat: int) -> int:
        """Return the index of the first event after a seat's last turn, 0 if it had none."""
        events = self.match.events
        own = [index for index, event in enumerate(events) if event.who == seat]
        return own[-1] + 1 if own else 0

    @property
    def can_undo(self) -> bool:
        """Return whether the last decision of a person can be taken back now."""
        try:
            events_kept(self.match, self.people)
        except LudotecaError:
            return False
        return True

    def _keep(self) -> None:
        if self.journal is None:
            return
        try:
            self.journal.keep(self.match)
        except OSError as error:
            if not self._told:
                self.trouble, self._told = error, True

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

    def percent(self, best: Candidate) -> int:
        """Return the chances of the seat to move in percent, as its best move has them."""
        return round(100 * share(self.match.game, best))

    def set_level(self, name: str) -> None:
        """Let every bot play at another level from its next move on."""
        for seat in self.bots:
            self.bots[seat] = player(name).name
        names = dict(enumerate(seat_names(self.match.tags, self.match.game.seats)))
        self.match.tags = without_seats(self.match.tags) | seat_tags(self.bots, names)
        self._keep()

    def name_people(self, names: Mapping[int, str]) -> None:
        """Call the people at this keyboard by their names, as far as they have any."""
        fit = {seat: _fit_name(name) for seat, name in names.items()}
        self.match.tags = without_seats(self.match.tags) | seat_tags(self.bots, fit)
        self._keep()

    def undo(self) -> None:
        """Take back to the last decision of a person; CannotTakeBack says why not."""
        kept = events_kept(self.match, self.people)
        self.match = up_to(self.match, kept)
        del self._positions[kept + 1 :]
        self.last_path = self._last_path()
        self._keep()

    def again(self, *, swapped: bool) -> "Session":
        """Return a new match of the same game with the same players, perhaps on other seats."""
        game, seats = self.match.game, self.match.game.seats
        bots = {(seat + swapped) % seats: name for seat, name in self.bots.items()}
        names = seat_names(self.match.tags, seats)
        journal = None if self.journal is None else Journal()
        session = Session(new_match(game, bots), bots=bots, journal=journal)
        people = {(seat + swapped) % seats: names[seat] for seat in self.people}
        session.name_people(people)
        return session

    def names(self, lang: str) -> tuple[str, ...]:
        """Return what the players are called here: the only person is addressed."""
        tags = seat_names(self.match.tags, self.match.game.seats)
        given = [
            None if seat in self.bots else "" if name.startswith(BOT) else name
            for seat, name in enumerate(tags)
        ]
        alone = next(iter(self.people)) if len(self.people) == 1 else None
        return names_seen(given, alone, lang)

    def seat_name(self, seat: int, lang: str) -> str:
        """Return what a seat's player is called here."""
        return self.names(lang)[seat]

    def seat_title(self, seat: int, lang: str) -> str:
        """Return a player's name, with the level of a bot."""
        name = self.seat_name(seat, lang)
        if seat not in self.bots:
            return name
        return texts.say("terminal", "play.bot_title", lang, name=name, level=self.bots[seat])


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
