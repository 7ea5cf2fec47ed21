"""The API described for programs: `/openapi.json`, derived from the endpoints, and a page of it."""

import re
from functools import lru_cache
from html import escape
from inspect import cleandoc
from typing import Any, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

import ludoteca
from ludoteca.core import registry
from ludoteca.server.endpoint import Endpoint, Endpoints
from ludoteca.server.http import catalog, illustrations, matches, network, preview, puzzles, reviews
from ludoteca.server.wire.live import FromServer
from ludoteca.server.wire.requests import FromClient, Query, encode
from ludoteca.server.wire.responses import Drawing, Problem

MODULES = (catalog, illustrations, matches, reviews, preview, network, puzzles)
API: tuple[Endpoints, ...] = tuple(module.endpoints for module in MODULES)
ABOUT = (
    "Matches of the games of Ludoteca. Programs get a token from POST /api/tokens and send it as a "
    "bearer token. The live connection of a match is the WebSocket /api/matches/{match}/live: it "
    "takes the query of /events, sends messages of the schema FromServer, as /events does, and "
    "reads those of FromClient."
)
BRANCH: dict[str, Any] = {
    "description": "A move, or what may be picked next.",
    "anyOf": [
        {"type": "string"},
        {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Branch"}},
    ],
}
REF = "#/components/schemas/{name}"
JSON = "application/json"
Schema = dict[str, Any]


def _schema(kind: Any) -> Schema:
    """Return the schema of a type; of a struct, a reference to it."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return schema


def _parameter(place: str, name: str, schema: Schema) -> Schema:
    """Return a parameter; in a path or query nothing is null."""
    about, _ = schema.pop("description"), schema.pop("default", None)
    schema |= next(iter(schema.pop("anyOf", [])), {})
    if name == "game":
        schema["enum"] = list(registry.games())
    found = {"name": name, "in": place, "description": about, "schema": schema}
    return found | ({"required": True} if place == "path" else {})


def _parameters(endpoint: Endpoint) -> list[Schema]:
    query = endpoint.types.get("query", Query)
    _, components = msgspec.json.schema_components([query])
    asked = components[query.__name__]["properties"]
    names = re.findall(r"\{(\w+)", endpoint.path)
    return [
        *(_parameter("path", name, _schema(endpoint.types[name])) for name in names),
        *(_parameter("query", name, schema) for name, schema in reversed(asked.items())),
    ]


def _content(kind: Any) -> Schema:
    """Return what a type is sent as: a struct as JSON, another kind of answer or body as text."""
    if issubclass(kind, msgspec.Struct):
        return {JSON: {"schema": _schema(kind)}}
    return {getattr(kind, "media_type", "text/plain"): {"schema": {"type": "string"}}}


def _operation(endpoint: Endpoint) -> Schema:
    about = (endpoint.handler.__doc__ or "").partition("\n")[0]
    answer = {"description": about, "content": _content(endpoint.answer)}
    problem = {"description": "Refused.", "content": _content(Problem)}
    operation: Schema = {
        "summary": about,
        "parameters": _parameters(endpoint),
        "responses": {str(endpoint.status): answer, "default": problem},
    }
    if body := endpoint.types.get("body"):
        operation["requestBody"] = {"required": True, "content": _content(body)}
    return operation


def _schemas() -> Schema:
    """Return every message; the `type` of an action goes without saying where its path names it."""
    every = [one for part in API for one in part]
    sent = {kind for one in every for kind in (one.answer, one.types.get("body", bytes))}
    structs = [kind for kind in sent if issubclass(kind, msgspec.Struct)]
    live = {"FromServer": FromServer, "FromClient": FromClient}
    schemas, components = msgspec.json.schema_components(
        [*live.values(), Problem, Drawing, *structs], ref_template=REF
    )
    for action in {*get_args(FromClient)} & sent:
        components[action.__name__]["required"].remove("type")
    for schema in components.values():
        schema["description"] = cleandoc(schema["description"])
    named = components | dict(zip(live, schemas, strict=False)) | {"Branch": BRANCH}
    return dict(sorted(named.items()))


@lru_cache(maxsize=1)
def document() -> Schema:
    """Return the OpenAPI document."""
    paths: Schema = {}
    for endpoint in (one for part in API for one in part):
        path = re.sub(r":\w+\}", "}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint)
    schemes = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "ludoteca"},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludoteca", "version": ludoteca.__version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": _schemas(), "securitySchemes": schemes},
        "security": [{}, {"bearer": []}, {"cookie": []}],
    }


async def show_document(request: Request) -> Response:
    """Send the document for programs."""
    return Response(encode(document()), 200, {"cache-control": "no-cache"}, JSON)


async def show_page(request: Request) -> Response:
    """Send the document for people."""
    rows = []
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            asked = [part["name"] for part in operation["parameters"] if part["in"] == "query"]
            head = f"<dt><code>{method.upper()} {escape(path)}</code></dt>"
            rows.append(f"{head}<dd>{escape(operation['summary'])} <i>{', '.join(asked)}</i></dd>")
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Ludoteca: API</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<h1>Ludoteca: API</h1><p>{escape(ABOUT)}</p>"
        '<p>All details are in <a href="/openapi.json">openapi.json</a>.</p>'
        f"<dl>{''.join(rows)}</dl></html>\n"
    )
