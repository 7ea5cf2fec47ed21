"""Import of records: a finished one to replay, an unfinished one to continue."""

from ludoteca.core.errors import IllegalMove
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.match import Match, read_match
from ludoteca.match.match import AGREE, RESIGN
from ludoteca.match.seats import bots_of, seat_names
from ludoteca.search.players import LEVELS
from ludoteca.server import tokens
from ludoteca.server.errors import Refused
from ludoteca.server.match.commands import chances
from ludoteca.server.match.state import now_ms
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent, Created, SeatPlan

Imported = tuple[Created, list[AnyEvent], bytes | None]


def read(raw: bytes) -> Imported:
    """Return the log of a record and its seed if revealed; else raise InvalidRecord."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("bad_request") from None
    match = read_match(text)
    at = now_ms()
    created = Created(
        at=at,
        game=match.game.name,
        options=match.game.options,
        rules=match.game.definition.version,
        commitment=match.commitment,
        seats=_plans(match),
        imported=True,
    )
    following: list[AnyEvent] = [
        events.Started(at=at, contributions=match.contributions.hex()),
        *_events(match, at),
    ]
    _require_playable(match, match.game)
    if match.outcome is None and match.seed is not None:
        due, _ = chances(match.position, ply=len(match.events), at=at)
        following += due
    return created, following, match.seed


def _plans(match: Match) -> tuple[SeatPlan, ...]:
    """Return the seats: bots continue as bots, unless there would be no person."""
    seats, levels = match.game.seats, [str(level) for level in LEVELS]
    bots = {seat: bot for seat, bot in bots_of(match.tags, seats).items() if bot in levels}
    alone = len(bots) == seats
    return tuple(
        SeatPlan(kind="bot", level=int(bots[seat]))
        if seat in bots and not alone
        else SeatPlan(kind="person", name=tokens.clean_name(name))
        for seat, name in enumerate(seat_names(match.tags, seats))
    )


def _events(match: Match, at: int) -> list[AnyEvent]:
    log: list[AnyEvent] = []
    for ply, event in enumerate(match.events, 1):
        if event.who == CHANCE:
            log.append(events.Chance(at=at, ply=ply, text=event.text))
        elif event.who is None and event.text == AGREE:
            log.append(events.Draw(at=at, ply=ply))
        elif event.text == RESIGN:
            log.append(events.Resign(at=at, ply=ply, seat=event.who or 0))
        else:
            log.append(events.Move(at=at, ply=ply, seat=event.who or 0, text=event.text))
    return log


def _require_playable(match: Match, game: Game) -> None:
    """Refuse an unfinished game of chance without its seed: it cannot continue."""
    if match.outcome is None and match.seed is None and game.definition.chance:
        raise IllegalMove("seed_unknown", move="roll")
