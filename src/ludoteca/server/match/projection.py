"""The messages about a match for one viewer: the only way a position leaves the server.

Everything sent of a position comes from the view, choices and scene of the seat looked through.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import msgspec
from msgspec.structs import asdict

from ludoteca.core import players, prompts, texts
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Outcome, Position
from ludoteca.drawing.scene import Scene
from ludoteca.match.match import AGREED, RESIGNED
from ludoteca.server import tokens
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands, last_move, narration
from ludoteca.server.match.elements import scene_message
from ludoteca.server.match.history import Last, Moment
from ludoteca.server.match.state import OVER, PLAYING, WAITING, MatchState, OpenOffer
from ludoteca.server.match.story import Reader, Story
from ludoteca.server.scheduler import Steps
from ludoteca.server.wire.requests import Pace, encode
from ludoteca.server.wire.responses import (
    BeatMessage,
    Drawing,
    Invite,
    MatchMessage,
    OfferMessage,
    OutcomeMessage,
    PlainView,
    SeatMessage,
    StateMessage,
    Status,
)


@dataclass(frozen=True, kw_only=True)
class Viewer:
    """A viewer of a match: the seats held, the seat whose view is sent, and display settings."""

    holder: bytes | None = None
    held: tuple[int, ...] = ()
    look: int | None = None
    lang: str = "en"
    scenes: bool = False
    states: bool = True
    memory: bool = False
    pace: Pace = "normal"


def looked_through(state: MatchState, viewer: Viewer) -> int | None:
    """Return the seat whose view is sent, or None for the public view.

    Raise Refused for a seat that somebody else holds.
    """
    held, over = viewer.held, state.status == OVER
    if viewer.look is not None:
        if viewer.look in held or (over and viewer.look < state.game.seats):
            return viewer.look
        raise Refused("no_seat")
    if len(held) > 1 and not over:
        if state.game.definition.hidden:
            return None
        return state.to_move if state.to_move in held else held[0]
    return held[0] if held else None


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """An immutable snapshot of a match, sent while the match continues."""

    seq: int
    ply: int
    status: Status
    to_move: int | None
    position: Position
    outcome: Outcome | None
    offer: OpenOffer | None = None
    last: Last | None = None
    names: tuple[str | None, ...]
    shared: bool
    branch: int
    memory: bool
    story: Story | None = None
    """The plies that led here from the last state that the viewer has."""

    def reader(self, seat: int | None, lang: str) -> Reader:
        """Return the viewer as the reader of a story."""
        you = None if self.shared else seat
        return Reader(
            seat=seat,
            lang=lang,
            names=self.names_seen(seat, lang),
            you=you,
            memory=self.memory,
            open=self.status == OVER and self.position.game.definition.hidden,
        )

    def beats(self, seat: int | None, lang: str, *, drawn: bool) -> Steps[list[BeatMessage]]:
        """Return what happened since the last state that the viewer has, step by step."""
        if self.story is None:
            return []
        yield
        told_to = self.story.seat if self.story.seat is not None else seat
        return (yield from self.story.messages(self.reader(told_to, lang), drawn=drawn))

    def names_seen(self, seat: int | None, lang: str) -> tuple[str, ...]:
        """Return the name of each player for the viewer; at a shared device no player is "you"."""
        return players.names_seen(self.names, None if self.shared else seat, lang)


def present(state: MatchState) -> Snapshot:
    """Return a snapshot of the current position."""
    return Snapshot(
        seq=state.seq,
        ply=state.ply,
        status=state.status,
        to_move=state.to_move,
        position=state.position,
        outcome=state.outcome,
        offer=state.offer,
        last=state.last,
        names=tuple(
            None if plan.kind == "bot" else name
            for plan, name in zip(state.created.seats, state.names, strict=True)
        ),
        shared=state.shared,
        branch=state.branch,
        memory=state.created.memory,
    )


def require_past(state: MatchState, ply: int) -> None:
    """Refuse unless a match has a ply and its position may be seen."""
    if not 0 <= ply <= state.ply:
        raise Refused("not_found")
    if ply != state.ply and not may_look_back(state):
        raise Refused("hidden")


def past(now: Snapshot, ply: int, moment: Moment) -> Snapshot:
    """Return a snapshot after a number of plies."""
    position, last = moment.position, moment.last
    return replace(
        now,
        ply=ply,
        position=position,
        to_move=position.to_move if position.to_move != CHANCE else None,
        outcome=None,
        offer=None,
        last=last if last is not None and last[1] == ply else None,
    )


def may_look_back(state: MatchState) -> bool:
    """Return whether past positions may be seen: not while a game of memory is played."""
    if not state.sealed:
        return True
    view = state.position.view(0, memory=True)
    return view == state.position.view(0)


def outcome_message(state: MatchState, outcome: Outcome | None, lang: str) -> OutcomeMessage | None:
    """Return a result with its reason as a sentence."""
    if outcome is None:
        return None
    owner = "core" if outcome.reason in (RESIGNED, AGREED) else state.game.name
    best = max(outcome.returns)
    return OutcomeMessage(
        returns=outcome.returns,
        winners=[seat for seat, share in enumerate(outcome.returns) if share == best],
        reason=outcome.reason,
        text=outcome.text(owner, lang),
        scores=outcome.scores,
    )


def match_message(
    state: MatchState, viewer: Viewer, *, key: bytes, online: set[int]
) -> MatchMessage:
    """Return everything about a match except the position."""
    held, status = viewer.held, state.status
    return MatchMessage(
        id=state.id,
        game=state.game.name,
        title=state.game.title(viewer.lang),
        options=state.game.options,
        status=status,
        seats=[
            _seat_message(state, seat, held, online, viewer.lang)
            for seat in range(state.game.seats)
        ],
        you=held,
        same_device=state.shared,
        to_move=state.to_move,
        your_turn=state.to_move in held,
        seq=state.seq,
        ply=state.ply,
        created=state.created.at,
        updated=state.updated,
        outcome=outcome_message(state, state.outcome, viewer.lang),
        commitment=state.created.commitment,
        hidden=state.game.definition.hidden,
        chance=state.game.definition.chance,
        help=state.created.help,
        memory=state.created.memory,
        draws=commands.draws_make_sense(state),
        takebacks=commands.takebacks_make_sense(state),
        lookback=may_look_back(state),
        reopens=status == OVER or not (state.sealed or state.game.definition.chance),
        invites=_invites(state, viewer, key),
        rematch=state.rematch,
        rematch_of=state.created.rematch_of,
        contribute=status == WAITING and not state.awaited.isdisjoint(held),
        imported=state.imported,
        branch_of=state.created.branch_of,
        shorts=narration.shorts(state.game.name, viewer.lang),
        list_words=texts.find(state.game.name, "list", viewer.lang) or {},
    )


def _seat_message(
    state: MatchState, seat: int, held: tuple[int, ...], online: set[int], lang: str
) -> SeatMessage:
    plan, side = state.created.seats[seat], state.match.position.sides[seat]
    bot = plan.kind == "bot"
    return SeatMessage(
        seat=seat,
        kind=plan.kind,
        name=players.bot_name(seat, lang) if bot else state.names[seat],
        side=texts.find(state.game.name, f"labels.seat_{side}", lang) or "",
        level=plan.level,
        joined=bot or seat in state.holders,
        you=seat in held,
        online=bot or seat in online,
    )


def _invites(state: MatchState, viewer: Viewer, key: bytes) -> list[Invite]:
    """Return the open invites, for the viewer who opened the match."""
    mine = viewer.holder is not None and tokens.same(viewer.holder, state.creator)
    if not mine or state.status != "waiting":
        return []
    invites = [(seat, tokens.invite_to(key, state.id, seat)) for seat in state.open_seats]
    return [Invite(seat=seat, invite=text, path=f"/join/{text}") for seat, text in invites]


def state_message(
    state: MatchState, now: Snapshot, viewer: Viewer, seat: int | None, drawn: Mapping[str, Any]
) -> StateMessage:
    """Return the state of a table for one viewer; `drawn` has its drawing or view, ready made."""
    return StateMessage(
        seq=now.seq,
        ply=now.ply,
        status=now.status,
        seat=seat,
        to_move=now.to_move,
        your_turn=now.status == PLAYING and now.to_move in viewer.held,
        outcome=outcome_message(state, now.outcome, viewer.lang),
        offer=_offer_message(now.offer, viewer),
        **drawn,
    )


def _offer_message(offer: OpenOffer | None, viewer: Viewer) -> OfferMessage | None:
    if offer is None:
        return None
    return OfferMessage(seat=offer.seat, what=offer.what, yours=offer.seat in viewer.held)


def drawing(
    now: Snapshot, seat: int | None, lang: str, *, choosing: bool
) -> Steps[Mapping[str, Any]]:
    """Return the fields of a Drawing, each encoded once for all viewers who see the same."""
    position, names = now.position, now.names_seen(seat, lang)
    view = now.reader(seat, lang).view(position)
    scene = cast(Scene, position.game.definition.scene(view, lang))
    drawn = Drawing(
        scene=scene_message(scene),
        choices=position.choices(seat) if choosing else {},
        buttons=buttons(position.game.name, position.game.definition.buttons, lang),
        words=position.words(seat, lang, names=names),
        prompts=prompts.prompts(position, seat, lang) if choosing else {},
        questions=prompts.questions(position, seat, lang) if choosing else {},
        drops=position.game.definition.drops(position.view(seat)) if choosing else {},
        marks=position.game.definition.marks(position.view(seat)) if choosing else {},
        last=last_move.last_move(now.last, scene, now.ply, seat, lang, names),
        beats=(yield from now.beats(seat, lang, drawn=True)),
    )
    return {name: msgspec.Raw(encode(part)) for name, part in asdict(drawn).items()}


def buttons(game: str, ids: tuple[str, ...], lang: str) -> dict[str, str]:
    """Return what stands on the buttons of a game; `again` is for picking a thing a second time."""
    found = {name: texts.find(game, f"buttons.{name}", lang) or name for name in ids}
    again = texts.find(game, "buttons.again", lang)
    return found | {"again": again} if again else found


def plain_view(
    now: Snapshot, seat: int | None, lang: str, *, memory: bool, choosing: bool
) -> Steps[Mapping[str, Any]]:
    """Return the view and the legal moves of a seat, for programs."""
    view = now.position.view(seat, memory=memory and seat is not None)
    moves = now.position.moves() if choosing else []
    last, beats = last_move.told(now.last, seat), (yield from now.beats(seat, lang, drawn=False))
    return asdict(PlainView(view=view, moves=moves, last=last, beats=beats))


def may_choose(now: Snapshot, viewer: Viewer, seat: int | None) -> bool:
    """Return whether the seat looked through is to move and held by the viewer."""
    return (
        now.status == PLAYING and seat is not None and seat == now.to_move and seat in viewer.held
    )
