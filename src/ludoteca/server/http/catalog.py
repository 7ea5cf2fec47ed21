"""The games on the shelf: facts, pictures, rules as pages, the paints of all drawings."""

import asyncio
import tomllib
from functools import lru_cache
from random import Random
from typing import Any, Literal, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteca.core import registry, texts
from ludoteca.core.definition import Option
from ludoteca.core.errors import InvalidData
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.texts import LANGUAGES
from ludoteca.drawing.palette import COLOURS, TONES
from ludoteca.drawing.scene import Scene
from ludoteca.search.defaults import DEFAULT_LEVEL
from ludoteca.search.players import LEVELS, player
from ludoteca.server import lessons
from ludoteca.server.errors import Refused
from ludoteca.server.http import rules_page
from ludoteca.server.request import Call, endpoint

MOMENTS: dict[str, float] = {"start": 0.0, "middle": 0.45, "end": 1.0}
MOST_PLIES = 120
PARTS = ("whole", "board")
MARGIN = 3.0
LONG = {"cache-control": "public, max-age=86400"}


def known_game(call: Call) -> str:
    """The game named in the path; Refused if there is none."""
    name: str = call.request.path_params["game"]
    if name not in registry.games():
        raise Refused("not_found")
    registry.definition(name)
    return name


@lru_cache(maxsize=64)
def facts(name: str, lang: str) -> dict[str, Any]:
    """What the shelf tells of a game."""
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
    """How many seats the values of an option give."""
    return [registry.load(name, **{option.name: value}).seats for value in option.values]


def _option(name: str, option: Option, lang: str, sets_seats: bool) -> dict[str, Any]:
    """An option with its values, named for people where the texts know them."""
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


@lru_cache(maxsize=32)
def _sample(name: str) -> list[Position]:
    """The positions of a short real game, played quickly and always the same."""
    game = registry.load(name)
    position, source, mover = game.start(seed=7), Random(7), player("greedy")
    positions = [position]
    while position.to_move is not None and len(positions) < MOST_PLIES:
        if position.to_move == CHANCE:
            position = position.roll(source)
            continue
        view = position.view(position.to_move, memory=True)
        position = position.play(mover.choose(game, view, seed=len(positions)))
        positions.append(position)
    return positions


@lru_cache(maxsize=256)
def picture(
    name: str, at: str, theme: Literal["light", "dark"], lang: str, part: str = "whole"
) -> str:
    """A real position of a game as SVG."""
    positions = _sample(name) if at != "start" else [registry.load(name).start(seed=7)]
    position = positions[int(MOMENTS[at] * (len(positions) - 1))]
    scene = cast(Scene, position.scene(0, lang=lang))
    whole = f'viewBox="0 0 {scene.width:g} {scene.height:g}"'
    return scene.svg(theme).replace(whole, f'viewBox="{view_box(scene, part)}"', 1)


def view_box(scene: Scene, part: str) -> str:
    """The window of a picture: the whole table, or the board alone without what lies around it."""
    board = next((element for element in scene.ordered() if element.role == "board"), None)
    if part != "board" or board is None:
        return f"0 0 {scene.width:g} {scene.height:g}"
    boxes = [shape.attributes for shape in board.shapes if shape.tag == "rect"]
    largest = max(boxes, key=lambda box: float(box["width"]) * float(box["height"]))
    left, top = (float(largest[name]) - MARGIN for name in ("x", "y"))
    width, height = (float(largest[name]) + 2 * MARGIN for name in ("width", "height"))
    return f"{left:g} {top:g} {width:g} {height:g}"


async def listing(call: Call) -> Response:
    """The games."""
    names = registry.games()
    rows = await asyncio.to_thread(lambda: [facts(name, call.lang) for name in names])
    return call.json({"games": rows})


async def show_picture(call: Call) -> Response:
    """A picture of a game."""
    name, asked = known_game(call), call.request.query_params
    at, theme = asked.get("at", "start"), asked.get("theme", "light")
    part = asked.get("part", "whole")
    if at not in MOMENTS or theme not in ("light", "dark") or part not in PARTS:
        raise Refused("bad_request")
    kind = cast(Literal["light", "dark"], theme)
    svg = await asyncio.to_thread(picture, name, at, kind, call.lang, part)
    return Response(svg, 200, LONG, "image/svg+xml")


async def show_rules(call: Call) -> Response:
    """The rules of a game as a page."""
    name = known_game(call)
    return call.json(await asyncio.to_thread(rules_page.page, name, call.lang))


async def show_lesson(call: Call) -> Response:
    """The guided first game."""
    name = known_game(call)
    if not lessons.exists(name):
        raise Refused("not_found")
    return call.json(await asyncio.to_thread(lessons.lesson, name, call.lang))


async def read_table(call: Call) -> Response:
    """A deck, board or set-up of one's own, from a TOML file to the checked table of an option."""
    name, option = known_game(call), call.request.path_params["option"]
    raw = await call.raw("text/plain", call.rooms.settings.body_bytes)
    return call.json({"table": await asyncio.to_thread(own_table, name, option, raw)})


def own_table(game: str, name: str, raw: bytes) -> dict[str, Any]:
    """The checked table in a TOML file, or InvalidData saying what is wrong with it."""
    options = registry.definition(game).options
    option = next((one for one in options if one.name == name and one.read is not None), None)
    if option is None:
        raise Refused("not_found")
    try:
        state = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidData("file_not_toml", file=f"{name}.toml", why=str(error)) from None
    checked: dict[str, Any] = option.resolve(state)
    return checked


async def palette(call: Call) -> Response:
    """The paints by name."""
    colours = {
        name: {"light": c.light, "dark": c.dark, "ink": c.ink, "mark": c.mark}
        for name, c in COLOURS.items()
    }
    return call.json({"colours": colours, "tones": TONES})


@lru_cache(maxsize=1)
def palette_css() -> str:
    """The paints as custom properties, for both themes."""
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


async def show_palette_css(request: Request) -> Response:
    """The paints as a style sheet."""
    return Response(palette_css(), 200, LONG, "text/css")


def warm_up() -> None:
    """Gets everything ready that the first visitor asks for."""
    for name in registry.games():
        game = registry.load(name)
        position = game.start(seed=7)
        seat = position.to_move if position.to_move is not None else 0
        position.moves(), position.choices(seat), position.scene(seat), position.words(seat)
        for lang in LANGUAGES:
            facts(name, lang)
    for name in registry.games():
        _sample(name)


def routes() -> list[Route]:
    """The paths of the shelf."""
    gets = {
        "/api/games": listing,
        "/api/games/{game}/picture.svg": show_picture,
        "/api/games/{game}/rules": show_rules,
        "/api/games/{game}/lesson": show_lesson,
        "/api/palette": palette,
    }
    return [
        *(Route(path, endpoint(function), methods=["GET"]) for path, function in gets.items()),
        Route("/api/palette.css", show_palette_css, methods=["GET"]),
        Route("/api/games/{game}/tables/{option}", endpoint(read_table), methods=["POST"]),
    ]
