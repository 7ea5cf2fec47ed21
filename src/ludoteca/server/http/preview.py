"""Preview what a move would do, and explain why something cannot be picked.

Both follow from the view of the seat to move alone, so they reveal nothing it may not know.
"""

import re
from collections import Counter
from collections.abc import Generator
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
from ludoteca.server.request import RequestContext, endpoint
from ludoteca.server.scheduler import SECOND
from ludoteca.server.wire.requests import PreviewRequest, WhyRequest
from ludoteca.server.wire.responses import SceneMessage

GUESSES = 6
NO_CHANCE = Chance(seed=bytes(32))


async def _asked(call: RequestContext, seq: int, look: int | None) -> tuple[Position, int]:
    """Return the position and the client's seat, whose turn it must be."""
    state = (await call.rooms.room(call.request.path_params["match"])).state
    commands.require_open(state)
    seat = commands.helped_seat(state, state.held_by(call.holder), look)
    if not state.turn_seq <= seq <= state.seq:
        raise Refused("stale", seq=state.seq)
    return state.position, seat


async def previews(call: RequestContext) -> Response:
    """Return the table after each of some moves, as far as it can be known before."""
    request = await call.body(PreviewRequest)
    position, seat = await _asked(call, request.seq, request.seat)
    steps = preview_steps(position, seat, request.moves, call.lang)
    while True:
        message = await call.rooms.drawing_pool.run(lambda: _advance(steps), priority=SECOND)
        if message is not None:
            return call.json({"seq": request.seq, **message})


Steps = Generator[None, None, Message]


def _advance(steps: Steps) -> Message | None:
    """Draw one more scene; return the whole answer once there is none to draw."""
    try:
        next(steps)
    except StopIteration as end:
        return cast(Message, end.value)
    return None


def preview_steps(position: Position, seat: int, moves: list[str], lang: str) -> Steps:
    """Draw the scene after each move and find the way of its piece, null where there is none.

    Yield after each scene, so that a table waits in the drawing pool for one scene at most.
    """
    legal, finder = set(position.moves()), position.game.definition.route
    view = position.view(seat)
    scenes: list[SceneMessage | None] = []
    routes: list[list[str] | None] = []
    for move in moves:
        if move not in legal:
            scenes.append(None)
            routes.append(None)
            continue
        scenes.append((yield from _scene_steps(position, seat, move, lang)))
        routes.append(finder(view, move) if finder else None)
        yield
    return {"scenes": scenes, "routes": routes}


def _scene_steps(
    position: Position, seat: int, move: str, lang: str
) -> Generator[None, None, SceneMessage | None]:
    """Draw the scene after a move; where cards are hidden, only what holds however they lie."""
    definition = position.game.definition
    if definition.chance and not definition.deals_itself:
        return None  # dice come next, and the table itself shows where a stand leads
    if not definition.hidden:
        return scene_message(cast(Scene, position.step(move).scene(seat, lang=lang)))
    # Without memory: a preview does not repeat what a player has seen and forgotten.
    view, scenes = position.view(seat), list[Scene]()
    for number in range(GUESSES):
        state = position.game.imagine(view, new_rng("preview", number))
        guess = Position(position.game, state, NO_CHANCE).step(move)
        scenes.append(cast(Scene, guess.scene(seat, lang=lang)))
        yield
    return scene_message(_certain(scenes))


def _certain(scenes: list[Scene]) -> Scene:
    """Return what is drawn alike in all scenes."""
    first = scenes[0]
    others = [{element.id: element for element in scene.elements} for scene in scenes[1:]]
    alike = [
        element
        for element in first.elements
        if all(other.get(element.id) == element for other in others)
    ]
    return Scene(width=first.width, height=first.height, title=first.title, elements=alike)


async def why(call: RequestContext) -> Response:
    """Say in one sentence why a path of picks leads to no move."""
    request = await call.body(WhyRequest)
    position, _ = await _asked(call, request.seq, request.seat)
    path = tuple(request.path)
    text = await call.rooms.drawing_pool.run(
        lambda: reason(position, path, call.lang), priority=SECOND
    )
    return call.json({"text": text})


def reason(position: Position, path: tuple[str, ...], lang: str) -> str:
    """Return what the rules say about the moves that a path resembles."""
    said = Counter(
        text for move in _alike(position, path) if (text := _refused(position, move, lang))
    )
    if not said or (len(path) == 1 and len(said) > 1):
        return texts.say("server", "why.not_now", lang)
    return said.most_common(1)[0][0]


def _alike(position: Position, path: tuple[str, ...]) -> list[str]:
    """Return legal moves with the ids of the path in place of their own."""
    legal = [(position.path(move), move) for move in position.moves()]
    close = [pair for pair in legal if len(pair[0]) >= len(path)]
    begun = [pair for pair in close if pair[0][: len(path) - 1] == path[:-1]]
    return sorted({_replaced(move, own, path) for own, move in begun or close})


def _replaced(move: str, own: tuple[str, ...], path: tuple[str, ...]) -> str:
    """Return a move's text with other ids put in."""
    for old, new in zip(own, path, strict=False):
        if old != new:
            name, put = (text.rpartition(":")[2] for text in (old, new))
            whole = rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"
            move = re.sub(whole, lambda _, put=put: put, move, count=1)  # type: ignore[misc]
    return move


def _refused(position: Position, move: str, lang: str) -> str | None:
    """Return the sentence with which the rules refuse a move, or None if it is legal."""
    try:
        position.step(move)
    except IllegalMove as error:
        return error.text(lang)
    except InvalidNotation:
        return None
    return None


def routes() -> list[Route]:
    """Return the routes of this API."""
    match = "/api/matches/{match}"
    found = {f"{match}/previews": previews, f"{match}/why": why}
    return [Route(path, endpoint(one, work=1), methods=["POST"]) for path, one in found.items()]
