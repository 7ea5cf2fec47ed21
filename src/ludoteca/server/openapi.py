"""The API described for programs: `/openapi.json`, and a page that shows it."""

from functools import lru_cache
from html import escape
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import ludoteca
from ludoteca.core import registry
from ludoteca.server.wire import requests, responses
from ludoteca.server.wire.requests import encode

JSON = "application/json"
TABLE = "/api/matches/{match}"
Schema = dict[str, Any]


def _query(name: str, schema: Schema, about: str) -> Schema:
    return {"name": name, "in": "query", "description": about, "schema": schema}


def _path(name: str, schema: Schema, about: str) -> Schema:
    return _query(name, schema, about) | {"in": "path", "required": True}


NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": 1_000_000_000}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 9}
FLAG: Schema = {"type": "string", "enum": ["0", "1"]}
LANG = _query("lang", {"type": "string", "enum": ["en", "es"]}, "The reader's language.")
LOOK = _query("seat", SEAT, "The seat to look through, if several are held.")
SCENES = _query("scenes", FLAG, "1: a drawing with choices; else a view with the legal moves.")
MEMORY = _query("memory", FLAG, "1: with what the seat has seen before.")
SINCE = _query("since", NUMBER | {"minimum": -1}, "The number of the last event known.")
STATES = _query("states", FLAG, "0: events only.")
MATCH = _path("match", {"type": "string", "pattern": "^[a-z2-7]{16}$"}, "The id of the match.")
OPTION = _path("option", {"type": "string"}, "An option that takes a table of one's own.")
INVITE = _path("invite", {"type": "string"}, "The invite.")


def _game() -> Schema:
    return _path("game", {"type": "string", "enum": list(registry.games())}, "The game.")


def _names() -> dict[type, str]:
    """Every message that occurs, by its name."""
    kinds = [value for value in vars(responses).values() if isinstance(value, type)]
    kinds += [requests.NewMatchRequest, requests.JoinRequest, requests.MoveAction]
    kinds += [requests.ResignAction, requests.OfferAction, requests.AnswerAction]
    kinds += [
        requests.ContributeAction,
        requests.RematchAction,
        requests.PreviewRequest,
        requests.WhyRequest,
    ]
    return {
        kind: kind.__name__
        for kind in kinds
        if issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
    }


def _schemas() -> Schema:
    _, components = msgspec.json.schema_components(
        list(_names()), ref_template="#/components/schemas/{name}"
    )
    for name in [name for name in components if name.endswith("Action")]:
        schema = components[name]
        schema["properties"].pop("type", None)
        schema["required"] = [key for key in schema["required"] if key != "type"]
    return components


def _ref(kind: type) -> Schema:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _operation(
    about: str,
    answer: type | str,
    *parameters: Schema,
    body: type | str | None = None,
    status: int = 200,
) -> Schema:
    """One operation; `answer` and `body` are messages, or media types of other things."""
    content = (
        {answer: {"schema": {"type": "string"}}}
        if isinstance(answer, str)
        else {JSON: {"schema": _ref(answer)}}
    )
    operation: Schema = {
        "summary": about,
        "parameters": [*parameters, LANG],
        "responses": {
            str(status): {"description": about, "content": content},
            "default": {
                "description": "Refused.",
                "content": {JSON: {"schema": _ref(responses.Problem)}},
            },
        },
    }
    if body is not None:
        kind = {"type": "string"} if isinstance(body, str) else _ref(body)
        media = body if isinstance(body, str) else JSON
        operation["requestBody"] = {"required": True, "content": {media: {"schema": kind}}}
    return operation


def _shelf_paths() -> Schema:
    theme = _query("theme", {"type": "string", "enum": ["light", "dark"]}, "The theme.")
    at = _query("at", {"type": "string", "enum": ["start", "middle", "end"]}, "The moment.")
    part = _query("part", {"type": "string", "enum": ["whole", "board"]}, "What is to be seen.")
    one, picture = "/api/games/{game}", "image/svg+xml"
    return {
        "/healthz": {"get": _operation("Whether the server is ready.", responses.Health)},
        "/api/games": {"get": _operation("The games.", responses.Games)},
        f"{one}/picture.svg": {"get": _operation("A picture.", picture, _game(), theme, at, part)},
        f"{one}/rules": {"get": _operation("The rules.", responses.RulesPage, _game())},
        f"{one}/lesson": {"get": _operation("A first game.", responses.Lesson, _game())},
        one + "/tables/{option}": {
            "post": _operation(
                "Read a table of one's own.", responses.OwnTable, _game(), OPTION, body="text/plain"
            )
        },
        "/api/palette": {"get": _operation("The paints.", responses.Palette)},
        "/api/compiling": {"get": _operation("What is native already.", responses.Compiling)},
    }


def _opening_paths() -> Schema:
    limit = _query("limit", {"type": "integer", "minimum": 1, "maximum": 100}, "At most so many.")
    before = _query("before", NUMBER, "Only those played before this time (milliseconds).")
    cursor = _query("cursor", {"type": "string"}, "The `next` of the page before.")
    match, make = responses.MatchMessage, requests.NewMatchRequest
    return {
        "/api/tokens": {"post": _operation("A token for a program.", responses.Token, status=201)},
        "/api/matches": {
            "get": _operation("My matches.", responses.Matches, limit, before, cursor),
            "post": _operation("Open a match.", match, body=make, status=201),
        },
        "/api/records": {
            "post": _operation("Open a record.", match, body="text/plain", status=201)
        },
        "/api/invites/{invite}": {
            "get": _operation("What an invite is for.", responses.InviteFacts, INVITE),
            "post": _operation("Take a seat.", match, INVITE, body=requests.JoinRequest),
        },
    }


def _acting_paths() -> Schema:
    posts: dict[str, tuple[str, type, type]] = {
        "moves": ("Move.", responses.Done, requests.MoveAction),
        "resign": ("Give up.", responses.Done, requests.ResignAction),
        "contributions": ("Add to the chance.", responses.Done, requests.ContributeAction),
        "offers": ("Offer.", responses.Done, requests.OfferAction),
        "answers": ("Answer an offer.", responses.Done, requests.AnswerAction),
        "rematch": ("Offer or accept a rematch.", responses.NextMatch, requests.RematchAction),
        "previews": ("See moves first.", responses.Previews, requests.PreviewRequest),
        "why": ("Why not this.", responses.Reason, requests.WhyRequest),
    }
    return {
        f"{TABLE}/{name}": {"post": _operation(about, answer, MATCH, body=body)}
        for name, (about, answer, body) in posts.items()
    }


def _looking_paths() -> Schema:
    ply = _path("ply", NUMBER, "How many moves, rolls and deals have passed.")
    then = _query("ply", NUMBER, "After so many moves; now unless given.")
    lines = "Everything that happens, one JSON message a line, until you hang up."
    state, stream = responses.StateMessage, "application/x-ndjson"
    how = (LOOK, SCENES, MEMORY)
    gets = {
        TABLE: _operation("A match.", responses.MatchMessage, MATCH),
        f"{TABLE}/state": _operation("The table now.", state, MATCH, *how),
        TABLE + "/positions/{ply}": _operation("The table then.", state, MATCH, ply, *how),
        f"{TABLE}/moves": _operation("The moves that stand.", responses.Moves, MATCH),
        f"{TABLE}/hint": _operation("A good move.", responses.Hint, MATCH, LOOK),
        f"{TABLE}/evaluation": _operation("Who is ahead.", responses.Evaluation, MATCH, then, LOOK),
        f"{TABLE}/record": _operation("The record.", "text/plain", MATCH),
        f"{TABLE}/log": _operation("The stored events, for holders.", stream, MATCH),
        f"{TABLE}/proof": _operation("The proof of fair chance.", responses.Proof, MATCH),
        f"{TABLE}/events": _operation(lines, stream, MATCH, SINCE, STATES, *how),
    }
    return {path: {"get": operation} for path, operation in gets.items()}


def _paths() -> Schema:
    """All paths; those that can be both read and acted on have both."""
    paths = _shelf_paths() | _opening_paths() | _looking_paths()
    for path, operations in _acting_paths().items():
        paths[path] = paths.get(path, {}) | operations
    return paths


@lru_cache(maxsize=1)
def document() -> Schema:
    """The OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludoteca",
            "version": ludoteca.__version__,
            "description": "Matches of the games of Ludoteca. Programs get a token from "
            "POST /api/tokens and send it as a bearer token. The live connection of a match is "
            "the WebSocket /api/matches/{match}/live; it tells the same lines as /events and "
            "takes the same actions.",
        },
        "paths": _paths(),
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "ludoteca"},
            },
        },
        "security": [{}, {"bearer": []}, {"cookie": []}],
    }


async def show_document(request: Request) -> Response:
    """The document for programs."""
    return Response(encode(document()), 200, {"cache-control": "no-cache"}, JSON)


@lru_cache(maxsize=1)
def page() -> str:
    """The document as a plain page."""
    rows = []
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            named = [part["name"] for part in operation["parameters"] if part["in"] == "query"]
            asked = ", ".join(named)
            head = f"<code>{method.upper()} {escape(path)}</code>"
            rows.append(f"<dt>{head}</dt><dd>{escape(operation['summary'])} <i>{asked}</i></dd>")
    about = escape(document()["info"]["description"])
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Ludoteca: API</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<h1>Ludoteca: API</h1><p>{about}</p>"
        '<p>All details are in <a href="/openapi.json">openapi.json</a>.</p>'
        f"<dl>{''.join(rows)}</dl></html>\n"
    )


async def show_page(request: Request) -> Response:
    """The document for people."""
    return Response(page(), 200, media_type="text/html; charset=utf-8")


def routes() -> list[Route]:
    """The paths of the description."""
    return [Route("/openapi.json", show_document), Route("/api", show_page)]
