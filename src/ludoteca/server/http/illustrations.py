"""Pictures of positions for the rules, and templates for custom decks, boards and set-ups."""

import asyncio
from typing import Annotated, Literal, cast

from starlette.responses import Response

from ludoteca.core import illustrations, templates
from ludoteca.drawing.cutting import cut_svg, with_way
from ludoteca.drawing.scene import Scene
from ludoteca.server.endpoint import Endpoints, Svg, Toml
from ludoteca.server.errors import Refused
from ludoteca.server.http.catalog import GAME, LONG, file_for_all, own_option, require_game
from ludoteca.server.http.static import File, serve
from ludoteca.server.request import RequestContext
from ludoteca.server.wire.requests import GameName, OptionName, PositionName, ThemeQuery

endpoints = Endpoints()
Theme = Literal["light", "dark"]


def drawn(game: str, name: str, theme: Theme, lang: str) -> File:
    """Draw a position of a game's rules."""
    found = illustrations.illustration(game, name)
    scene = cast(Scene, found.position.scene(found.seat, lang=lang))
    svg = cut_svg(with_way(scene, found.way), found.show, theme)
    return File(svg.encode(), str(Svg.media_type))


@endpoints.add("GET", f"{GAME}/positions/{{name}}.svg")
async def show_position(
    call: RequestContext, game: GameName, name: PositionName, query: ThemeQuery
) -> Annotated[Response, Svg]:
    """Send a picture that the rules of a game name."""
    require_game(game)
    if name not in illustrations.names(game):
        raise Refused("not_found")
    file = await file_for_all(call, drawn, game, name, query.theme, call.lang)
    return serve(file, call.request, LONG)


@endpoints.add("GET", f"{GAME}/tables/{{option}}.toml")
async def show_template(
    call: RequestContext, game: GameName, option: OptionName
) -> Annotated[Response, Toml]:
    """Send a template: the default deck, board or set-up with every key explained."""
    require_game(game)
    if own_option(game, option).name not in templates.template_options(game):
        raise Refused("not_found")
    body = await asyncio.to_thread(templates.template, game, option, call.lang)
    disposition = f'attachment; filename="{game}-{option}.toml"'
    headers = {"content-disposition": disposition, "cache-control": LONG, "vary": "accept-language"}
    return Response(body.encode(), 200, headers, str(Toml.media_type))
