"""What a move would do, and why something cannot be picked: told before anything is played.

Both follow from the view of the seat to move alone, so they tell nothing that it may not know.
"""

import asyncio
import re
from collections import Counter
from typing import cast

from starlette.responses import Response
from starlette.routing import Route

from ludoteca.core import texts
from ludoteca.core.chance import Chance
from ludoteca.core.errors import IllegalMove, InvalidNotation
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.drawing.scene import Scene
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands
from ludoteca.server.match.projection import Message, scene_message
from ludoteca.server.request import Call, endpoint
from ludoteca.server.wire.requests import PreviewRequest, WhyRequest
from ludoteca.server.wire.responses import SceneMessage

GUESSES = 6
NO_CHANCE = Chance(seed=bytes(32))


async def _asked(call: Call, seq: int, look: int | None) -> tuple[Position, int]:
    """The position, and the seat of who asks, whose turn it must be."""
    state = (await call.rooms.room(call.request.path_params["match"])).state
    commands.require_open(state)
    seat = commands.chosen_seat(state, state.held_by(call.holder), look)
    if not state.turn_seq <= seq <= state.seq:
        raise Refused("stale", seq=state.seq)
    if seat != state.to_move:
        raise Refused("not_your_turn")
    return state.position, seat


async def previews(call: Call) -> Response:
    """The table after each of some moves, as far as it can be known before."""
    request = await call.body(PreviewRequest)
    position, seat = await _asked(call, request.seq, request.seat)
    told = await asyncio.get_running_loop().run_in_executor(
        call.rooms.drawing_pool, lambda: foresee(position, seat, request.moves, call.lang)
    )
    return call.json({"seq": request.seq, **told})


def foresee(position: Position, seat: int, moves: list[str], lang: str) -> Message:
    """The scene after each move and the way of its piece, null where there is none to tell."""
    legal, finder = set(position.moves()), position.game.definition.route
    known = [move if move in legal else None for move in moves]
    view = position.view(seat)
    return {
        "scenes": [move and preview(position, seat, move, lang) for move in known],
        "routes": [finder(view, move) if finder and move else None for move in known],
    }


def preview(position: Position, seat: int, move: str, lang: str) -> SceneMessage | None:
    """The scene after a move; where cards are hidden, only what is so however they lie."""
    definition = position.game.definition
    if definition.chance and not definition.deals_itself:
        return None  # dice come next, and the table shows by itself where a stand leads
    if not definition.hidden:
        return scene_message(cast(Scene, position.step(move).scene(seat, lang=lang)))
    # Without memory: what a player has seen and forgotten is not told again.
    view, scenes = position.view(seat), list[Scene]()
    for number in range(GUESSES):
        state = position.game.imagine(view, new_rng("preview", number))
        guess = Position(position.game, state, NO_CHANCE).step(move)
        scenes.append(cast(Scene, guess.scene(seat, lang=lang)))
    return scene_message(_certain(scenes))


def _certain(scenes: list[Scene]) -> Scene:
    """What is drawn alike in all scenes."""
    first = scenes[0]
    others = [{element.id: element for element in scene.elements} for scene in scenes[1:]]
    alike = [
        element
        for element in first.elements
        if all(other.get(element.id) == element for other in others)
    ]
    return Scene(width=first.width, height=first.height, title=first.title, elements=alike)


async def why(call: Call) -> Response:
    """Why a path of picks leads to no move, as one sentence."""
    request = await call.body(WhyRequest)
    position, _ = await _asked(call, request.seq, request.seat)
    text = await asyncio.to_thread(reason, position, tuple(request.path), call.lang)
    return call.json({"text": text})


def reason(position: Position, path: tuple[str, ...], lang: str) -> str:
    """What the rules say to the moves that a path looks like."""
    said = Counter(
        text for move in _alike(position, path) if (text := _refused(position, move, lang))
    )
    if not said or (len(path) == 1 and len(said) > 1):
        return texts.say("server", "why.not_now", lang)
    return said.most_common(1)[0][0]


def _alike(position: Position, path: tuple[str, ...]) -> list[str]:
    """Legal moves with the ids of the path put in the place of their own."""
    legal = [(position.path(move), move) for move in position.moves()]
    close = [pair for pair in legal if len(pair[0]) >= len(path)]
    begun = [pair for pair in close if pair[0][: len(path) - 1] == path[:-1]]
    return sorted({_replaced(move, own, path) for own, move in begun or close})


def _replaced(move: str, own: tuple[str, ...], path: tuple[str, ...]) -> str:
    """A move's text with the names of other things in it."""
    for old, new in zip(own, path, strict=False):
        if old != new:
            name, put = (text.rpartition(":")[2] for text in (old, new))
            whole = rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"
            move = re.sub(whole, lambda _, put=put: put, move, count=1)  # type: ignore[misc]
    return move


def _refused(position: Position, move: str, lang: str) -> str | None:
    """The sentence with which the rules refuse a move, or None if they do not."""
    try:
        position.step(move)
    except IllegalMove as error:
        return error.text(lang)
    except InvalidNotation:
        return None
    return None


def routes() -> list[Route]:
    """The paths of this API."""
    match = "/api/matches/{match}"
    found = {f"{match}/previews": previews, f"{match}/why": why}
    return [Route(path, endpoint(one), methods=["POST"]) for path, one in found.items()]
