"""A table: the fold of a match's log. It only ever takes in what is stored already."""

import json
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from ludoteca.core import registry
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Outcome, Position
from ludoteca.match import Event as Recorded
from ludoteca.match import Match, contributions
from ludoteca.match.match import AGREE, RESIGN
from ludoteca.match.seats import seat_tags
from ludoteca.server import tokens
from ludoteca.server.errors import Refused
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent
from ludoteca.store import StoredMatch

REMEMBERED_ACTIONS = 64
WAITING, PLAYING, OVER, CANCELLED = "waiting", "playing", "over", "cancelled"


@dataclass(frozen=True)
class OpenOffer:
    """An offer that waits for answers, and the seats that agreed so far."""

    seat: int
    what: str
    agreed: frozenset[int] = frozenset()
    contributing: frozenset[int] = frozenset()
    """The seats that said they contribute to the rematch which is offered."""


@lru_cache(maxsize=256)
def load_game(name: str, options: str) -> Game:
    """A game by its options as JSON; matches with equal options share one."""
    return registry.load_closed(name, json.loads(options))


def checked_game(name: str, options: dict[str, Any]) -> Game:
    """Load a game with the options of a request."""
    try:
        return load_game(name, json.dumps(options, sort_keys=True))
    except (TypeError, RecursionError):
        raise Refused("bad_request") from None


class MatchState:
    """Everything that follows from the log of one match."""

    def __init__(self, stored: StoredMatch) -> None:
        first = events.decode(stored.events[0])
        assert isinstance(first, events.Created)
        self.id, self.creator = stored.match, stored.creator
        self.holders = dict(stored.holders)
        self.created = first
        self.game = load_game(first.game, json.dumps(first.options, sort_keys=True))
        self.names = [plan.name for plan in first.seats]
        self.offer: OpenOffer | None = None
        self.declined: set[tuple[int, str]] = set()
        self.rematch: str | None = None
        self.cancelled = self.started = False
        self.log: list[AnyEvent] = []
        self.turn_seq = 0
        self.last: tuple[Position, int, Recorded] | None = None
        self._contributions: dict[int, str] = {}
        self.contributed: set[int] = set()
        """The seats that added to the chance after the promise."""
        self._actions: OrderedDict[str, int] = OrderedDict()
        self._seed = stored.seed
        self.match = self.new_match(b"")
        self.outcome: Outcome | None = None
        self.status = WAITING
        self.to_move: int | None = None
        self.take(first)
        for raw in stored.events[1:]:
            self.take(events.decode(raw))

    def new_match(self, contributions: bytes) -> Match:
        """The match before anything happened, chance as promised and as the players added."""
        promise = self.created.commitment
        match = Match.sealed(self.game, promise, contributions=contributions, tags={})
        if self._seed is not None:
            match.unseal(self._seed)
        return match

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.log) - 1

    @property
    def ply(self) -> int:
        """How many moves, rolls and deals stand."""
        return len(self.match.events)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.match.position

    def _note(self) -> None:
        """Works out what is asked for again and again: the outcome, the status, whose turn."""
        self.outcome = self.match.outcome
        self.status, self.to_move = PLAYING, None
        if self.cancelled:
            self.status = CANCELLED
        elif not self.started:
            self.status = WAITING
        elif self.outcome is not None:
            self.status = OVER
        elif (to_move := self.position.to_move) != CHANCE:
            self.to_move = to_move

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, plan in enumerate(self.created.seats) if plan.kind == "person"]

    @property
    def open_seats(self) -> list[int]:
        """The seats of people who have not come yet."""
        return [seat for seat in self.people if seat not in self.holders]

    @property
    def sealed(self) -> bool:
        """Whether something is still to be kept secret."""
        return self.game.definition.hidden and self.status in (WAITING, PLAYING)

    @property
    def updated(self) -> int:
        """When something last happened."""
        return self.log[-1].at

    def bot_level(self, seat: int) -> int | None:
        """The level of the bot on a seat, None for a person."""
        return self.created.seats[seat].level

    def held_by(self, holder: bytes | None) -> tuple[int, ...]:
        """The seats that somebody holds."""
        if holder is None:
            return ()
        return tuple(
            seat for seat, known in sorted(self.holders.items()) if tokens.same(known, holder)
        )

    def others(self, seat: int) -> list[int]:
        """One seat of each other person, whose consent is asked."""
        found: dict[bytes, int] = {}
        mine = self.holders.get(seat)
        for other in self.people:
            holder = self.holders.get(other)
            if holder != mine and holder is not None:
                found.setdefault(holder, other)
        return list(found.values())

    @property
    def awaited(self) -> set[int]:
        """Return the seats that said they contribute to the chance and have not yet."""
        return set(self.created.awaits) - self.contributed

    @property
    def early_contribution(self) -> int | None:
        """Return the seat whose contribution came with the request that opened the match."""
        seat = self._creator_seat
        return seat if self.created.contribution and seat not in self.contributed else None

    @property
    def imported(self) -> bool:
        """Return whether the match comes from a record; in older logs moves are as old as it."""
        moved = next((event.at for event in self.log if isinstance(event, events.Move)), None)
        return self.created.imported or moved == self.created.at

    @property
    def _creator_seat(self) -> int:
        held = self.held_by(self.creator)
        return held[0] if held else next(iter(self.people), 0)

    def contributions(self, more: dict[int, str]) -> str:
        """Return what all players added to the chance, by seat and length, in hexadecimal."""
        added = self._contributions | more
        return contributions.join({seat: bytes.fromhex(text) for seat, text in added.items()}).hex()

    def done_before(self, seats: Sequence[int], action: str) -> int | None:
        """The number of the event of an action that was carried out already, or None."""
        return next(
            (self._actions[key] for seat in seats if (key := f"{seat} {action}") in self._actions),
            None,
        )

    def take(self, event: AnyEvent, position: Position | None = None) -> None:
        """Takes in the next event; `position`, if given, is known to be what it leads to."""
        match event:
            case events.Created():
                if event.contribution:
                    self._contributions = {self._creator_seat: event.contribution}
            case events.Joined():
                self.names[event.seat] = event.name
                self._contribute(event)
            case events.Contributed():
                self._contribute(event)
            case events.Started():
                self.started = True
                self.match = self.new_match(bytes.fromhex(event.contributions))
                self.turn_seq = len(self.log)
            case events.Chance() | events.Move() | events.Resign() | events.Draw():
                self._record(event, position)
            case events.Offer():
                contributing = frozenset({event.seat} if event.contribute else ())
                self.offer = OpenOffer(event.seat, event.what, contributing=contributing)
            case events.Answer():
                self._take_answer(event)
            case events.Takeback():
                self._take_back(event.ply)
            case events.Rematch():
                self.rematch, self.offer = event.match, None
            case events.Cancelled():
                self.cancelled = True
        self.log.append(event)
        self._remember(event)
        self._note()

    def _contribute(self, event: events.Joined | events.Contributed) -> None:
        self._contributions[event.seat] = event.contribution
        if event.contribution or isinstance(event, events.Contributed):
            self.contributed.add(event.seat)

    def _record(
        self,
        event: events.Chance | events.Move | events.Resign | events.Draw,
        position: Position | None,
    ) -> None:
        recorded = _recorded(event)
        before = self.position
        if position is None:
            self.match.add(recorded)
        else:
            self.match.events.append(recorded)
            self.match.position = position
        self._note_last(before, recorded)
        self.turn_seq = len(self.log)
        self.declined.clear()
        lapses = self.offer is not None and (
            self.offer.what != "draw" or recorded.who != self.offer.seat
        )
        if lapses or self.match.outcome is not None:
            self.offer = None

    def _note_last(self, before: Position, recorded: Recorded) -> None:
        """Keeps the last move of a player, its number, and the position in which it was made."""
        if recorded.who not in (None, CHANCE) and recorded.text != RESIGN:
            self.last = (before, self.ply, recorded)

    def _take_answer(self, event: events.Answer) -> None:
        assert self.offer is not None
        if event.accept:
            contributing = {event.seat} if event.contribute else set()
            self.offer = replace(
                self.offer,
                agreed=self.offer.agreed | {event.seat},
                contributing=self.offer.contributing | contributing,
            )
        else:
            self.declined.add((self.offer.seat, self.offer.what))
            self.offer = None

    def _take_back(self, ply: int) -> None:
        standing = self.match.events[:ply]
        self.match = self.new_match(self.match.contributions)
        self.last = None
        for recorded in standing:
            before = self.position
            self.match.add(recorded)
            self._note_last(before, recorded)
        self.turn_seq = len(self.log)
        self.offer = None
        self.declined.clear()

    def _remember(self, event: AnyEvent) -> None:
        seat = getattr(event, "seat", None)
        if event.id is not None and seat is not None:
            self._actions[f"{seat} {event.id}"] = len(self.log) - 1
            if len(self._actions) > REMEMBERED_ACTIONS:
                self._actions.popitem(last=False)

    def position_at(self, ply: int) -> Position:
        """The position after so many moves, rolls and deals."""
        if ply == self.ply:
            return self.position
        past = self.new_match(self.match.contributions)
        for recorded in self.match.events[:ply]:
            past.add(recorded)
        return past.position

    def record(self) -> Match:
        """The match as a record, the names and the day among its tags."""
        match = self.match
        day = datetime.fromtimestamp(self.created.at / 1000, UTC).date().isoformat()
        plans = enumerate(self.created.seats)
        bots = {seat: str(plan.level) for seat, plan in plans if plan.level is not None}
        match.tags = {"date": day} | seat_tags(bots, dict(enumerate(self.names)))
        return match


def _recorded(
    event: events.Chance | events.Move | events.Resign | events.Draw,
) -> Recorded:
    """An event of the log as the event of a record."""
    match event:
        case events.Chance():
            return Recorded(who=CHANCE, text=event.text)
        case events.Move():
            return Recorded(who=event.seat, text=event.text)
        case events.Resign():
            return Recorded(who=event.seat, text=RESIGN)
        case events.Draw():
            return Recorded(who=None, text=AGREE)
