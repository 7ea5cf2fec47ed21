"""Preview moves, and explain why something cannot be picked.

Both use only the view of the seat to move, so they reveal nothing hidden from it.
"""

from typing import cast

from ludoteca.core import prompts
from ludoteca.core.chance import Chance
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.drawing.scene import Scene
from ludoteca.server.endpoint import Endpoints
from ludoteca.server.errors import Refused
from ludoteca.server.match import commands
from ludoteca.server.match.elements import scene_message
from ludoteca.server.match.projection import Snapshot, present
from ludoteca.server.request import RequestContext
from ludoteca.server.scheduler import SECOND, Steps
from ludoteca.server.wire.requests import MatchId, PreviewRequest, WhyRequest
from ludoteca.server.wire.responses import Previews, Reason, SceneMessage

GUESSES = 6
Names = tuple[str, ...] | None
NO_CHANCE = Chance(seed=bytes(32))
endpoints = Endpoints()


async def _asked(
    call: RequestContext, match: str, body: PreviewRequest | WhyRequest
) -> tuple[Snapshot, int]:
    """Return the match state and the client's seat; refuse unless it is that seat's turn."""
    state = (await call.rooms.room(match)).state
    commands.require_open(state)
    seat = commands.helped_seat(state, state.held_by(call.holder), body.seat)
    if not state.turn_seq <= body.seq <= state.seq:
        raise Refused("stale", seq=state.seq)
    return present(state), seat


@endpoints.add("POST", "/api/matches/{match}/previews", work=1)
async def previews(call: RequestContext, match: MatchId, body: PreviewRequest) -> Previews:
    """Return the position after each of some moves, as far as the seat can predict it."""
    now, seat = await _asked(call, match, body)
    names = now.names_seen(seat, call.lang)
    steps = preview_steps(now.position, seat, body.moves, call.lang, names, seq=body.seq)
    return await call.rooms.drawing_pool.run_steps(steps, priority=SECOND)


def preview_steps(
    position: Position,
    seat: int,
    moves: list[str],
    lang: str,
    names: Names = None,
    *,
    seq: int,
) -> Steps[Previews]:
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
        scenes.append((yield from _scene_steps(position, seat, move, lang, names)))
        routes.append(finder(view, move) if finder else None)
        yield
    return Previews(seq=seq, scenes=scenes, routes=routes)


def _scene_steps(
    position: Position, seat: int, move: str, lang: str, names: Names
) -> Steps[SceneMessage | None]:
    """Draw the scene after a move; with hidden cards, only the elements equal in every world."""
    definition = position.game.definition
    if definition.chance and not definition.deals_itself:
        return None  # dice come next, and the table itself shows where a stand leads
    if not definition.hidden:
        return scene_message(cast(Scene, position.step(move).scene(seat, lang=lang, names=names)))
    # Without memory: a preview does not repeat what a player has seen and forgotten.
    view, scenes = position.view(seat), list[Scene]()
    for number in range(GUESSES):
        state = position.game.imagine(view, new_rng("preview", number))
        guess = Position(position.game, state, NO_CHANCE).step(move)
        scenes.append(cast(Scene, guess.scene(seat, lang=lang, names=names)))
        yield
    return scene_message(_certain(scenes))


def _certain(scenes: list[Scene]) -> Scene:
    """Return the elements that are equal in all scenes."""
    first = scenes[0]
    others = [{element.id: element for element in scene.elements} for scene in scenes[1:]]
    alike = [
        element
        for element in first.elements
        if all(other.get(element.id) == element for other in others)
    ]
    return Scene(width=first.width, height=first.height, title=first.title, elements=alike)


@endpoints.add("POST", "/api/matches/{match}/why", work=1)
async def why(call: RequestContext, match: MatchId, body: WhyRequest) -> Reason:
    """Explain in one sentence why a path of picks leads to no move."""
    now, seat = await _asked(call, match, body)
    path = tuple(body.path)
    text = await call.rooms.drawing_pool.run(
        lambda: prompts.why(now.position, seat, path, call.lang), priority=SECOND
    )
    return Reason(text)
