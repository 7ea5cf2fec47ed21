"""The catalog of games: facts, pictures, rules as pages, the colours of all drawings."""

import asyncio
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from starlette.requests import Request
from starlette.responses import Response

from ludoteca.core import option_texts, registry, texts
from ludoteca.core.data import parse_toml
from ludoteca.core.definition import Option
from ludoteca.core.errors import InvalidData
from ludoteca.core.position import Position
from ludoteca.core.texts import LANGUAGES
from ludoteca.drawing.palette import COLOURS, TONES
from ludoteca.drawing.scene import Scene
from ludoteca.search import compiling
from ludoteca.search.defaults import DEFAULT_LEVEL
from ludoteca.search.players import LEVELS
from ludoteca.server import lessons
from ludoteca.server.endpoint import Endpoints, Svg
from ludoteca.server.errors import Refused
from ludoteca.server.http import rules_page
from ludoteca.server.http.static import File, serve
from ludoteca.server.request import RequestContext
from ludoteca.server.scheduler import SECOND, current_client
from ludoteca.server.wire.catalog import (
    Compiling,
    GameFacts,
    GameOption,
    Games,
    Lesson,
    OptionValue,
    OwnTable,
    Palette,
    PaletteColour,
    RulesPage,
)
from ludoteca.server.wire.requests import GameName, OptionName, PictureQuery, TableQuery, encode
from ludoteca.server.wire.responses import Health

MOMENTS_FILE = "picture/moments.toml"
"""In a game's folder: positions of a sample game as text, written by `python -m tools pictures`."""
MARGIN = 3.0
AT_LINE = re.compile(r"at line (\d+)")
LONG, CHECKED = "public, max-age=86400", "no-cache"
GAME = "/api/games/{game}"
endpoints = Endpoints()


def require_game(name: str) -> None:
    """Load the definition of a game; raise Refused if there is none."""
    if name not in registry.games():
        raise Refused("not_found")
    registry.definition(name)


@lru_cache(maxsize=64)
def facts(name: str, lang: str) -> GameFacts:
    """Return what the catalog says about a game."""
    definition = registry.definition(name)
    counts = {option.name: _seat_counts(name, option) for option in definition.options}
    seats = sorted({count for found in counts.values() for count in found})
    words = {key: texts.say(name, key, lang) for key in ("title", "promise", "players", "length")}
    game = registry.load(name)
    return GameFacts(
        name=name,
        **words,
        seats=seats or [game.seats],
        hidden=definition.hidden,
        memory=definition.hidden and _remembers(game.start(0)),
        chance=definition.chance,
        first_begins=all(game.start(seed).to_move == 0 for seed in range(8)),
        levels=LEVELS,
        level=DEFAULT_LEVEL,
        lesson=lessons.exists(name),
        options=[
            _option(name, option, lang, len(set(counts[option.name])) > 1)
            for option in definition.options
        ],
    )


def _remembers(position: Position) -> bool:
    """Return whether a view with memory holds more than one without."""
    return position.view(0, memory=True) != position.view(0)


def _seat_counts(name: str, option: Option) -> list[int]:
    """Return the number of seats that each value of an option gives."""
    return [registry.load(name, **{option.name: value}).seats for value in option.values]


def _option(name: str, option: Option, lang: str, sets_seats: bool) -> GameOption:
    """Return an option with its values, with titles where the texts have them."""
    titles = texts.find(name, f"options.{option.name}", lang) or {}
    return GameOption(
        name=option.name,
        title=titles.get("title", option.name),
        default=option.default,
        values=[
            OptionValue(
                value=value,
                title=titles.get("none" if value is None else str(value), str(value)),
            )
            for value in option.values
        ],
        data=option.read is not None,
        sets_seats=sets_seats,
        help=option_texts.explanation(name, option, lang),
        house=option.origin == "ruling",
    )


_FILES: dict[tuple[object, ...], File] = {}
"""What is the same for everybody, once made; there are only as many as games have of them."""


async def file_for_all(call: RequestContext, make: Callable[..., File], *about: str) -> File:
    """Return a file, made when it is first asked for; a client has one made at a time."""
    key = (make, *about)
    if key not in _FILES:
        _FILES[key] = await call.rooms.replays.run(
            current_client.get(), key, lambda: make(*about), keep=False
        )
    return _FILES[key]


def picture_file(name: str, at: str, theme: Literal["light", "dark"], lang: str, part: str) -> File:
    """Return a picture of a game as a file."""
    return File(picture(name, at, theme, lang, part).encode(), str(Svg.media_type))


def rules_file(name: str, lang: str) -> File:
    """Return the rules of a game as a file."""
    return File(encode(rules_page.page(name, lang)), "application/json")


def lesson_file(name: str, lang: str) -> File:
    """Return a lesson as a file: it has half a megabyte of scenes."""
    return File(encode(lessons.lesson(name, lang)), "application/json")


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


@endpoints.add("GET", "/healthz")
async def healthz(call: RequestContext) -> Health:
    """Answer that the server is ready."""
    return Health("ready")


@endpoints.add("GET", "/api/games")
async def listing(call: RequestContext) -> Games:
    """List the games."""
    names = registry.games()
    return Games(await asyncio.to_thread(lambda: [facts(name, call.lang) for name in names]))


@endpoints.add("GET", f"{GAME}/picture.svg")
async def show_picture(
    call: RequestContext, game: GameName, query: PictureQuery
) -> Annotated[Response, Svg]:
    """Send a picture of a game."""
    require_game(game)
    about = (game, query.at, query.theme, call.lang, query.part)
    return serve(await file_for_all(call, picture_file, *about), call.request, LONG)


@endpoints.add("GET", f"{GAME}/rules")
async def show_rules(call: RequestContext, game: GameName) -> Annotated[Response, RulesPage]:
    """Send the rules of a game as a page."""
    require_game(game)
    return serve(await file_for_all(call, rules_file, game, call.lang), call.request, CHECKED)


@endpoints.add("GET", f"{GAME}/lesson")
async def show_lesson(call: RequestContext, game: GameName) -> Annotated[Response, Lesson]:
    """Send the guided first game."""
    require_game(game)
    if not lessons.exists(game):
        raise Refused("not_found")
    return serve(await file_for_all(call, lesson_file, game, call.lang), call.request, CHECKED)


@endpoints.add("POST", f"{GAME}/tables/{{option}}", work=1, limit="table_bytes")
async def read_table(
    call: RequestContext, game: GameName, option: OptionName, query: TableQuery, body: bytes
) -> OwnTable:
    """Parse the TOML of a deck, board or set-up and return it checked."""
    require_game(game)
    file = query.file or f"{option}.toml"
    table = await call.parsing_pool.run(lambda: own_table(game, option, body, file, call.lang))
    picture = await call.rooms.drawing_pool.run(
        lambda: start_picture(game, option, table), priority=SECOND
    )
    return OwnTable(table, picture)


def own_option(game: str, name: str) -> Option:
    """Return the option of a game that takes a table of one's own; raise Refused without one."""
    options = registry.definition(game).options
    option = next((one for one in options if one.name == name and one.read is not None), None)
    if option is None:
        raise Refused("not_found")
    return option


def own_table(game: str, name: str, raw: bytes, file: str, lang: str = "en") -> dict[str, Any]:
    """Return the checked table in a TOML file; raise InvalidData naming the file and the fault."""
    option = own_option(game, name)
    try:
        checked: dict[str, Any] = option.resolve(parse_toml(raw, file=file))
    except InvalidData as error:
        if error.reason == "file_not_toml":
            found = AT_LINE.search(error.text("en"))
            line = found[1] if found else raw.count(b"\n") + 1
            raise InvalidData("file_line", file=file, line=line) from None
        if file in error.text(lang):
            raise
        raise InvalidData("own_file", file=file, why=error.text(lang)) from None
    return checked


def start_picture(game: str, option: str, table: dict[str, Any]) -> str:
    """Draw the start of a game with a table of one's own."""
    position = registry.load_closed(game, {option: table}).start(seed=7)
    return cast(Scene, position.scene(0)).svg("light")


@endpoints.add("GET", "/api/palette")
async def palette(call: RequestContext) -> Palette:
    """List the colours by name."""
    colours = {
        name: PaletteColour(light=c.light, dark=c.dark, ink=c.ink, mark=c.mark)
        for name, c in COLOURS.items()
    }
    return Palette(colours=colours, tones=TONES)


@endpoints.add("GET", "/api/compiling")
async def show_compiling(call: RequestContext) -> Compiling:
    """Return each game's compilation status; strong levels need native code."""
    return Compiling({name: compiling.status(name) for name in registry.games()})


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


async def show_palette_css(request: Request) -> Response:
    """Send the colours as a style sheet."""
    return Response(palette_css(), 200, {"cache-control": LONG}, "text/css")


def warm_up() -> None:
    """Load and draw everything that a first visitor requests."""
    for name in registry.games():
        game = registry.load(name)
        position = game.start(seed=7)
        seat = position.to_move if position.to_move is not None else 0
        position.moves(), position.choices(seat), position.scene(seat), position.words(seat)
        for lang in LANGUAGES:
            facts(name, lang)
