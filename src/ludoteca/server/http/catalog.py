"""The catalog of games: facts, pictures, rules as pages, the colours of all drawings."""

import asyncio
from functools import lru_cache
from typing import Any, Literal, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteca.core import registry, texts
from ludoteca.core.data import parse_toml
from ludoteca.core.definition import Option
from ludoteca.core.texts import LANGUAGES
from ludoteca.drawing.palette import COLOURS, TONES
from ludoteca.drawing.scene import Scene
from ludoteca.search import compiling
from ludoteca.search.defaults import DEFAULT_LEVEL
from ludoteca.search.players import LEVELS
from ludoteca.server import lessons
from ludoteca.server.errors import Refused
from ludoteca.server.http import rules_page
from ludoteca.server.request import RequestContext, endpoint

MOMENTS = ("start", "middle", "end")
MOMENTS_FILE = "picture/moments.toml"
"""In a game's folder: positions of a sample game as text, written by `python -m tools pictures`."""
PARTS = ("whole", "board")
MARGIN = 3.0
LONG = {"cache-control": "public, max-age=86400"}


def known_game(call: RequestContext) -> str:
    """Return the game named in the path; raise Refused if there is none."""
    name: str = call.request.path_params["game"]
    if name not in registry.games():
        raise Refused("not_found")
    registry.definition(name)
    return name


@lru_cache(maxsize=64)
def facts(name: str, lang: str) -> dict[str, Any]:
    """Return what the catalog says about a game."""
    definition = registry.definition(name)
    counts = {option.name: _seat_counts(name, option) for option in definition.options}
    seats = sorted({count for found in counts.values() for count in found})
    words = {key: texts.say(name, key, lang) for key in ("title", "promise", "players", "length")}
    game = registry.load(name)
    return {
        "name": name,
        **words,
        "seats": seats or [game.seats],
        "hidden": definition.hidden,
        "chance": definition.chance,
        "first_begins": all(game.start(seed).to_move == 0 for seed in range(8)),
        "levels": LEVELS,
        "level": DEFAULT_LEVEL,
        "lesson": lessons.exists(name),
        "options": [
            _option(name, option, lang, len(set(counts[option.name])) > 1)
            for option in definition.options
        ],
    }


def _seat_counts(name: str, option: Option) -> list[int]:
    """Return the number of seats that each value of an option gives."""
    return [registry.load(name, **{option.name: value}).seats for value in option.values]


def _option(name: str, option: Option, lang: str, sets_seats: bool) -> dict[str, Any]:
    """Return an option with its values, with titles where the texts have them."""
    titles = texts.find(name, f"options.{option.name}", lang) or {}
    return {
        "name": option.name,
        "title": titles.get("title", option.name),
        "default": option.default,
        "values": [
            {
                "value": value,
                "title": titles.get("none" if value is None else str(value), str(value)),
            }
            for value in option.values
        ],
        "data": option.read is not None,
        "sets_seats": sets_seats,
    }


@lru_cache(maxsize=256)
def picture(
    name: str, at: str, theme: Literal["light", "dark"], lang: str, part: str = "whole"
) -> str:
    """Draw a position of the game's sample game as SVG; its start if it has no such game."""
    game, stored = registry.load(name), registry.table(name, MOMENTS_FILE).get(at)
    position = game.start(seed=7) if stored is None else game.parse(stored)
    scene = cast(Scene, position.scene(0, lang=lang))
    whole = f'viewBox="0 0 {scene.width:g} {scene.height:g}"'
    return scene.svg(theme).replace(whole, f'viewBox="{view_box(scene, part)}"', 1)


def view_box(scene: Scene, part: str) -> str:
    """Return the view box of a picture: the whole table, or the board alone."""
    board = next((element for element in scene.ordered() if element.role == "board"), None)
    if part != "board" or board is None:
        return f"0 0 {scene.width:g} {scene.height:g}"
    boxes = [shape.attributes for shape in board.shapes if shape.tag == "rect"]
    largest = max(boxes, key=lambda box: float(box["width"]) * float(box["height"]))
    left, top = (float(largest[name]) - MARGIN for name in ("x", "y"))
    width, height = (float(largest[name]) + 2 * MARGIN for name in ("width", "height"))
    return f"{left:g} {top:g} {width:g} {height:g}"


async def listing(call: RequestContext) -> Response:
    """List the games."""
    names = registry.games()
    rows = await asyncio.to_thread(lambda: [facts(name, call.lang) for name in names])
    return call.json({"games": rows})


async def show_picture(call: RequestContext) -> Response:
    """Send a picture of a game."""
    name, asked = known_game(call), call.request.query_params
    at, theme = asked.get("at", "start"), asked.get("theme", "light")
    part = asked.get("part", "whole")
    if at not in MOMENTS or theme not in ("light", "dark") or part not in PARTS:
        raise Refused("bad_request")
    kind = cast(Literal["light", "dark"], theme)
    svg = await asyncio.to_thread(picture, name, at, kind, call.lang, part)
    body, headers = call.compressed(svg.encode(), LONG)
    return Response(body, 200, headers, "image/svg+xml")


async def show_rules(call: RequestContext) -> Response:
    """Send the rules of a game as a page."""
    name = known_game(call)
    return call.json(await asyncio.to_thread(rules_page.page, name, call.lang))


async def show_lesson(call: RequestContext) -> Response:
    """Send the guided first game."""
    name = known_game(call)
    if not lessons.exists(name):
        raise Refused("not_found")
    return call.json(await asyncio.to_thread(lessons.lesson, name, call.lang))


async def read_table(call: RequestContext) -> Response:
    """Turn the TOML of a deck, board or set-up into the checked table of an option."""
    name, option = known_game(call), call.request.path_params["option"]
    raw = await call.raw("text/plain", call.rooms.settings.table_bytes)
    table = await call.parsing_pool.run(lambda: own_table(name, option, raw))
    return call.json({"table": table})


def own_table(game: str, name: str, raw: bytes) -> dict[str, Any]:
    """Return the checked table in a TOML file; raise InvalidData naming what is wrong."""
    options = registry.definition(game).options
    option = next((one for one in options if one.name == name and one.read is not None), None)
    if option is None:
        raise Refused("not_found")
    checked: dict[str, Any] = option.resolve(parse_toml(raw, file=f"{name}.toml"))
    return checked


async def palette(call: RequestContext) -> Response:
    """List the colours by name."""
    colours = {
        name: {"light": c.light, "dark": c.dark, "ink": c.ink, "mark": c.mark}
        for name, c in COLOURS.items()
    }
    return call.json({"colours": colours, "tones": TONES})


@lru_cache(maxsize=1)
def palette_css() -> str:
    """Return the colours as custom properties, for both themes."""
    light, dark = [], []
    for name, colour in COLOURS.items():
        light += [f"--paint-{name}:{colour.light}", f"--paint-{name}-ink:{colour.ink}"]
        dark.append(f"--paint-{name}:{colour.dark}")
    for name, (by_day, by_night) in TONES.items():
        light.append(f"--paint-{name}:{by_day}")
        dark.append(f"--paint-{name}:{by_night}")
    day, night = ";".join(light), ";".join(dark)
    return (
        f":root{{{day}}}\n:root[data-theme=dark]{{{night}}}\n"
        f"@media (prefers-color-scheme: dark){{:root:not([data-theme=light]){{{night}}}}}\n"
    )


async def show_compiling(call: RequestContext) -> Response:
    """How far each game is on its way to native code, in which strong levels think as usual."""
    return call.json({"games": {name: compiling.status(name) for name in registry.games()}})


async def show_palette_css(request: Request) -> Response:
    """Send the colours as a style sheet."""
    return Response(palette_css(), 200, LONG, "text/css")


def warm_up() -> None:
    """Load and draw everything that a first visitor requests."""
    for name in registry.games():
        game = registry.load(name)
        position = game.start(seed=7)
        seat = position.to_move if position.to_move is not None else 0
        position.moves(), position.choices(seat), position.scene(seat), position.words(seat)
        for lang in LANGUAGES:
            facts(name, lang)


def routes() -> list[Route]:
    """Return the routes of the catalog."""
    gets = {
        "/api/games": listing,
        "/api/games/{game}/picture.svg": show_picture,
        "/api/games/{game}/rules": show_rules,
        "/api/games/{game}/lesson": show_lesson,
        "/api/palette": palette,
        "/api/compiling": show_compiling,
    }
    return [
        *(Route(path, endpoint(function), methods=["GET"]) for path, function in gets.items()),
        Route("/api/palette.css", show_palette_css, methods=["GET"]),
        Route("/api/games/{game}/tables/{option}", endpoint(read_table, work=1), methods=["POST"]),
    ]
