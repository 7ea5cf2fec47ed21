"""The state of a match: the fold of its log. It applies only events that are stored already.

Folding a stored log replays the plies that stand at its end and no others. Nothing here may run on
the event loop that replays a match: see MatchState.replay.
"""

import json
import time
from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Outcome, Position
from ludoteca.match import Match, contributions
from ludoteca.match.seats import seat_tags
from ludoteca.server import tokens
from ludoteca.server.match.games import load_game
from ludoteca.server.match.history import History, Last, Moment, Replay
from ludoteca.server.match.plies import standing_plies, turn_of
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent, Play
from ludoteca.server.wire.responses import OfferKind, Status
from ludoteca.store import StoredMatch

REMEMBERED_ACTIONS = 64
WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
CANCELLED: Final = "cancelled"


def now_ms() -> int:
    """Return the time in milliseconds, as events have it."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class OpenOffer:
    """An offer that waits for answers, and the seats that have agreed."""

    seat: int
    what: OfferKind
    agreed: frozenset[int] = frozenset()
    contributing: frozenset[int] = frozenset()
    """The seats that said they contribute to the rematch which is offered."""


class MatchState:
    """Everything that follows from the log of one match.

    standing  the number of the event of each ply that stands
    turns     the number of the turn that each of these plies belongs to, from 1 on
    branch    the number of takebacks; within a branch a ply always has the same position
    """

    def __init__(self, stored: StoredMatch) -> None:
        first = events.decode(stored.events[0])
        assert isinstance(first, events.Created)
        self.id, self.creator = stored.match, stored.creator
        self.holders = dict(stored.holders)
        self.created = first
        options = json.dumps(first.options, sort_keys=True)
        self.game = load_game(first.game, options, first.rules)
        self.names = [plan.name for plan in first.seats]
        self.offer: OpenOffer | None = None
        self.offers = 0
        self.declined: set[tuple[int, str]] = set()
        self.rematch: str | None = None
        self.cancelled = self.started = False
        self.log: list[AnyEvent] = []
        self.standing: list[int] = []
        self.turns: list[int] = []
        self.turn_seq = self.branch = 0
        self.last: Last | None = None
        self._contributions: dict[int, str] = {}
        self.contributed: set[int] = set()
        """The seats that added to the chance after the promise."""
        self._actions: OrderedDict[str, int] = OrderedDict()
        self._seed = stored.seed
        self._begin(b"")
        self.outcome: Outcome | None = None
        self.status: Status = WAITING
        self.to_move: int | None = None
        self._fold([first, *map(events.decode, stored.events[1:])])

    @property
    def shared(self) -> bool:
        """Return whether several people play at one device."""
        holders = {self.holders[seat] for seat in self.people if seat in self.holders}
        return len(self.people) > 1 and len(holders) == 1 and not self.open_seats

    def _begin(self, contributions: bytes) -> None:
        """Set the match to its beginning."""
        self.match = self.new_match(contributions)
        self.history = History(self.match.position)

    def _fold(self, log: Sequence[AnyEvent]) -> None:
        """Apply a whole log, replaying only the plies that stand at its end."""
        standing = set(standing_plies(log))
        for seq, event in enumerate(log):
            if isinstance(event, Play) and seq not in standing:
                self._note_turn(event)
            elif isinstance(event, events.Takeback):
                self._note_takeback()
            else:
                self._apply(event)
            self.log.append(event)
            self._remember(event)
        self._note()

    def new_match(self, contributions: bytes) -> Match:
        """Return the match before its first event, with its promised chance."""
        promise = self.created.commitment
        match = Match.sealed(self.game, promise, contributions=contributions, tags={})
        if self._seed is not None:
            match.unseal(self._seed)
        return match

    @property
    def seq(self) -> int:
        """Return the number of the last event."""
        return len(self.log) - 1

    @property
    def ply(self) -> int:
        """Return the number of standing plies: moves, rolls, deals and endings."""
        return len(self.match.events)

    @property
    def position(self) -> Position:
        """Return the present position."""
        return self.match.position

    def _note(self) -> None:
        """Cache what is read most often: the outcome, the status, the seat to move."""
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

    def status_after(self, more: Sequence[AnyEvent], position: Position | None) -> Status:
        """Return the status that events will lead to; `position` is the one after them."""
        status = self.status
        for event in more:
            match event:
                case events.Started():
                    status = PLAYING
                case events.Resign() | events.Draw():
                    status = OVER
                case events.Cancelled():
                    status = CANCELLED
        ended = position is not None and position.to_move is None
        return OVER if status == PLAYING and ended else status

    @property
    def people(self) -> list[int]:
        """Return the seats of people."""
        return [seat for seat, plan in enumerate(self.created.seats) if plan.kind == "person"]

    @property
    def open_seats(self) -> list[int]:
        """Return the seats that wait for a person."""
        return [seat for seat in self.people if seat not in self.holders]

    @property
    def sealed(self) -> bool:
        """Return whether something must still be kept secret."""
        return self.game.definition.hidden and self.status in (WAITING, PLAYING)

    @property
    def updated(self) -> int:
        """Return the time of the last event, in milliseconds."""
        return self.log[-1].at

    def bot_level(self, seat: int) -> int | None:
        """Return the level of the bot on a seat, None for a person."""
        return self.created.seats[seat].level

    def held_by(self, holder: bytes | None) -> tuple[int, ...]:
        """Return the seats of a holder."""
        if holder is None:
            return ()
        return tuple(
            seat for seat, known in sorted(self.holders.items()) if tokens.same(known, holder)
        )

    def others(self, seat: int) -> list[int]:
        """Return one seat of each other person, whose consent an offer needs."""
        found: dict[bytes, int] = {}
        mine = self.holders.get(seat)
        for other in self.people:
            holder = self.holders.get(other)
            if holder != mine and holder is not None:
                found.setdefault(holder, other)
        return list(found.values())

    @property
    def awaited(self) -> set[int]:
        """Return the seats whose announced contribution has not arrived yet."""
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
        """Return the number of the event of an action carried out before, or None."""
        return next(
            (self._actions[key] for seat in seats if (key := f"{seat} {action}") in self._actions),
            None,
        )

    def take(
        self, event: AnyEvent, position: Position | None = None, moment: Moment | None = None
    ) -> None:
        """Apply the next event.

        position  the position after a ply, if it is known already
        moment    what a takeback returns to; without it the plies are replayed
        """
        if isinstance(event, events.Takeback):
            self._take_back(event.ply, moment or self.replay(event.ply).run())
        else:
            self._apply(event, position)
        self.log.append(event)
        self._remember(event)
        self._note()

    def _apply(self, event: AnyEvent, position: Position | None = None) -> None:
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
                self._begin(bytes.fromhex(event.contributions))
                self.turn_seq = len(self.log)
            case events.Chance() | events.Move() | events.Resign() | events.Draw():
                self._record(event, position)
            case events.Offer():
                contributing = frozenset({event.seat} if event.contribute else ())
                self.offer = OpenOffer(event.seat, event.what, contributing=contributing)
            case events.Answer():
                self._take_answer(event)
            case events.Rematch():
                self.rematch, self.offer = event.match, None
            case events.Cancelled():
                self.cancelled = True

    def _contribute(self, event: events.Joined | events.Contributed) -> None:
        self._contributions[event.seat] = event.contribution
        if event.contribution or isinstance(event, events.Contributed):
            self.contributed.add(event.seat)

    def _record(self, event: Play, position: Position | None) -> None:
        recorded, before = events.recorded(event), self.position
        self.match.add(recorded, position)
        self.standing.append(len(self.log))
        self.turns.append(turn_of(before, self.turns, self.last))
        self.history.note(self.ply, self.position)
        if recorded.is_move:
            self.last = (before, self.ply, recorded)
        self._note_turn(event)
        if self.match.outcome is not None:
            self.offer = None
            self.history.end()

    def _note_turn(self, event: Play) -> None:
        """Note that a ply was played: offers of others lapse, declined ones may be made again."""
        self.turn_seq = len(self.log)
        self.declined.clear()
        if self.offer is not None and (
            self.offer.what != "draw" or getattr(event, "seat", None) != self.offer.seat
        ):
            self.offer = None

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

    def _take_back(self, ply: int, moment: Moment) -> None:
        self.match.rewind(ply, moment.position)
        del self.standing[ply:]
        del self.turns[ply:]
        self.history.cut(ply)
        self.last = moment.last
        self._note_takeback()

    def _note_takeback(self) -> None:
        self.branch += 1
        self.turn_seq = len(self.log)
        self.offer = None
        self.declined.clear()

    def _remember(self, event: AnyEvent) -> None:
        self.offers += isinstance(event, events.Offer)
        seat = getattr(event, "seat", None)
        if event.id is not None and seat is not None:
            self._actions[f"{seat} {event.id}"] = len(self.log) - 1
            if len(self._actions) > REMEMBERED_ACTIONS:
                self._actions.popitem(last=False)

    def replay(self, ply: int) -> Replay:
        """Plan the replay to a ply; it is a few steps from a kept position."""
        return self.history.replay(self.match.events, ply)

    def record(self) -> Match:
        """Return a copy of the match as a record, with the names and the day among its tags."""
        record = copy(self.match)
        day = datetime.fromtimestamp(self.created.at / 1000, UTC).date().isoformat()
        plans = enumerate(self.created.seats)
        bots = {seat: str(plan.level) for seat, plan in plans if plan.level is not None}
        record.tags = {"date": day} | seat_tags(bots, dict(enumerate(self.names)))
        record.events = list(self.match.events)
        if self.created.branch_of is not None:
            record.seed = None  # its first rolls and deals follow from another match's seed
        return record
