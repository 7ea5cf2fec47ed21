"""What each one is told: the only door by which anything of a table goes out.

Everything told of a position comes from the view, choices and scene of the seat looked through.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import msgspec

from ludoteca.core import texts
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Outcome, Position
from ludoteca.drawing.scene import Element, Scene, Shape, neat
from ludoteca.match.match import AGREED, RESIGNED
from ludoteca.server import tokens
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands, last_move, narration
from ludoteca.server.match.history import Last, Moment
from ludoteca.server.match.state import OVER, PLAYING, WAITING, MatchState
from ludoteca.server.wire.requests import encode
from ludoteca.server.wire.responses import ElementMessage, SceneMessage, ShapeMessage

Message = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Viewer:
    """Somebody who looks at a table: the seats held, the one looked through, and how."""

    holder: bytes | None = None
    held: tuple[int, ...] = ()
    look: int | None = None
    lang: str = "en"
    scenes: bool = False
    states: bool = True
    memory: bool = False


def looked_through(state: MatchState, viewer: Viewer) -> int | None:
    """The seat whose view somebody gets; None: what is public. Refuses the seat of another."""
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
    """One moment of a table that can be told while the table goes on."""

    seq: int
    ply: int
    status: str
    to_move: int | None
    position: Position
    outcome: Outcome | None
    offer: Message | None = None
    last: Last | None = None


def present(state: MatchState) -> Snapshot:
    """The table as it is now."""
    offer = state.offer
    return Snapshot(
        seq=state.seq,
        ply=state.ply,
        status=state.status,
        to_move=state.to_move,
        position=state.position,
        outcome=state.outcome,
        offer=None if offer is None else {"seat": offer.seat, "what": offer.what},
        last=state.last,
    )


def require_past(state: MatchState, ply: int) -> None:
    """Refuse unless a match has a ply and its position may be seen."""
    if not 0 <= ply <= state.ply:
        raise Refused("not_found")
    if ply != state.ply and not may_look_back(state):
        raise Refused("hidden")


def past(now: Snapshot, ply: int, moment: Moment) -> Snapshot:
    """Return the table as it was after a number of plies."""
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
    """Whether past positions may be seen: not while a game of memory is played."""
    if not state.sealed:
        return True
    view = state.position.view(0, memory=True)
    return view == state.position.view(0)


def outcome_message(state: MatchState, outcome: Outcome | None, lang: str) -> Message | None:
    """A result with its reason as a sentence."""
    if outcome is None:
        return None
    owner = "core" if outcome.reason in (RESIGNED, AGREED) else state.game.name
    best = max(outcome.returns)
    return {
        "returns": outcome.returns,
        "winners": [seat for seat, share in enumerate(outcome.returns) if share == best],
        "reason": outcome.reason,
        "text": outcome.text(owner, lang),
        "scores": outcome.scores,
    }


def match_message(state: MatchState, viewer: Viewer, *, key: bytes, online: set[int]) -> Message:
    """All about a match but the position."""
    held, status = viewer.held, state.status
    holders = {state.holders[seat] for seat in state.people if seat in state.holders}
    return {
        "id": state.id,
        "game": state.game.name,
        "title": state.game.title(viewer.lang),
        "options": state.game.options,
        "status": status,
        "seats": [
            _seat_message(state, seat, held, online, viewer.lang)
            for seat in range(state.game.seats)
        ],
        "you": held,
        "same_device": len(state.people) > 1 and len(holders) == 1 and not state.open_seats,
        "to_move": state.to_move,
        "your_turn": state.to_move in held,
        "seq": state.seq,
        "ply": state.ply,
        "created": state.created.at,
        "updated": state.updated,
        "outcome": outcome_message(state, state.outcome, viewer.lang),
        "commitment": state.created.commitment,
        "hidden": state.game.definition.hidden,
        "help": state.created.help,
        "draws": commands.draws_make_sense(state),
        "takebacks": commands.takebacks_make_sense(state),
        "lookback": may_look_back(state),
        "invites": _invites(state, viewer, key),
        "rematch": state.rematch,
        "rematch_of": state.created.rematch_of,
        "contribute": status == WAITING and not state.awaited.isdisjoint(held),
        "imported": state.imported,
        "shorts": narration.shorts(state.game.name, viewer.lang),
    }


def _seat_message(
    state: MatchState, seat: int, held: tuple[int, ...], online: set[int], lang: str
) -> Message:
    plan = state.created.seats[seat]
    bot = plan.kind == "bot"
    return {
        "seat": seat,
        "kind": plan.kind,
        "name": state.names[seat],
        "side": texts.find(state.game.name, f"labels.seat_{seat}", lang) or "",
        "level": plan.level,
        "joined": bot or seat in state.holders,
        "you": seat in held,
        "online": bot or seat in online,
    }


def _invites(state: MatchState, viewer: Viewer, key: bytes) -> list[Message]:
    """The open invites, for who opened the match."""
    mine = viewer.holder is not None and tokens.same(viewer.holder, state.creator)
    if not mine or state.status != "waiting":
        return []
    invites = [(seat, tokens.invite_to(key, state.id, seat)) for seat in state.open_seats]
    return [{"seat": seat, "invite": text, "path": f"/join/{text}"} for seat, text in invites]


def state_message(
    state: MatchState, now: Snapshot, viewer: Viewer, seat: int | None, drawn: Mapping[str, Any]
) -> Message:
    """The state of a table for one viewer, with its drawing or view ready made."""
    offer = now.offer and {**now.offer, "yours": now.offer["seat"] in viewer.held}
    return {
        "type": "state",
        "seq": now.seq,
        "ply": now.ply,
        "status": now.status,
        "seat": seat,
        "to_move": now.to_move,
        "your_turn": now.status == PLAYING and now.to_move in viewer.held,
        "outcome": outcome_message(state, now.outcome, viewer.lang),
        "offer": offer,
        "last": last_move.told(now.last, seat),
        **drawn,
    }


def drawing(now: Snapshot, seat: int | None, lang: str, *, choosing: bool) -> Mapping[str, Any]:
    """The scene, choices, buttons and words of a seat, encoded."""
    position = now.position
    scene = cast(Scene, position.scene(seat, lang=lang))
    drawn = {
        "scene": scene_message(scene),
        "choices": position.choices(seat) if choosing else {},
        "buttons": buttons(position.game.name, position.game.definition.buttons, lang),
        "words": position.words(seat, lang),
        "marks": position.game.definition.marks(position.view(seat)) if choosing else {},
        "last": last_move.last_move(now.last, scene, now.ply, seat, lang),
    }
    return {name: msgspec.Raw(encode(part)) for name, part in drawn.items()}


def scene_message(scene: Scene) -> SceneMessage:
    """Return a scene with its elements from the lowest layer to the highest."""
    return SceneMessage(
        width=scene.width,
        height=scene.height,
        title=scene.title,
        elements=[_element_message(element) for element in scene.ordered()],
    )


def _element_message(element: Element) -> ElementMessage:
    """Return an element as it is sent; the room that boards and texts take is of no use."""
    pickable = element.role in ("place", "piece")
    return ElementMessage(
        id=element.id,
        x=neat(element.x),
        y=neat(element.y),
        shapes=_shape_messages(element.shapes),
        role=element.role,
        label=element.label,
        choice=element.choice,
        kind=element.kind,
        face=element.face,
        turn=element.turn,
        scale=neat(element.scale),
        under=_shape_messages(element.under),
        box=element.room() if pickable else None,
        layer=element.layer,
    )


def _shape_messages(shapes: Iterable[Shape]) -> tuple[ShapeMessage, ...]:
    """Return shapes as they are sent."""
    return tuple(ShapeMessage(shape.tag, shape.attributes, shape.text) for shape in shapes)


def buttons(game: str, ids: tuple[str, ...], lang: str) -> dict[str, str]:
    """What stands on the buttons of a game."""
    return {name: texts.find(game, f"buttons.{name}", lang) or name for name in ids}


def plain_view(now: Snapshot, seat: int | None, *, memory: bool, choosing: bool) -> Message:
    """The view and the legal moves of a seat, for programs."""
    view = now.position.view(seat, memory=memory and seat is not None)
    return {"view": view, "moves": now.position.moves() if choosing else []}


def may_choose(now: Snapshot, viewer: Viewer, seat: int | None) -> bool:
    """Whether the seat looked through is to move and held by the viewer."""
    return (
        now.status == PLAYING and seat is not None and seat == now.to_move and seat in viewer.held
    )
