"""Messages are structs: none is written as a dict, and what is sent is what the structs say."""

import ast
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from ludoteca.server import openapi
from ludoteca.server.endpoint import Endpoints
from ludoteca.server.request import RequestContext
from ludoteca.server.wire import catalog, events, live, requests, responses
from tests.cases import every_game
from tests.server.web_client import Browser, friends

SERVER = Path(responses.__file__).parent.parent
MESSAGES = [
    kind
    for module in (responses, catalog, live)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, responses.Message)
]
SOURCES = sorted(path for path in SERVER.rglob("*.py") if path.name != "openapi.py")
FIELDS = {name for kind in MESSAGES for name in kind.__struct_encode_fields__} | {"type"}
read_from_server = msgspec.json.Decoder(live.FromServer).decode


def dict_messages(source: str) -> list[int]:
    """Return the lines of dicts whose keys are all names of fields of messages."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict) and node.keys:
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            if keys and FIELDS.issuperset(keys):
                found.append(node.lineno)
    return found


def test_a_message_written_as_a_dict_is_found() -> None:
    assert dict_messages('encode({"type": "thinking", "seat": 1})') == [1]
    assert dict_messages('x = {"seq": 1, **more}') == [1]
    assert dict_messages('send({"type": "http.response.body", "body": b""})') == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_message_is_written_as_a_dict(path: Path) -> None:
    assert dict_messages(path.read_text(encoding="utf-8")) == []


@every_game
def test_every_live_message_is_one_of_the_structs(ana: Browser, bea: Browser, name: str) -> None:
    match = friends(ana, bea, name)
    with ana.live(match, scenes=1) as drawn, bea.live(match) as plain:
        for connection in (drawn, plain):
            connection.until("state")
            connection.send(type="ping")
            connection.until("pong")
            connection.ask(type="move", seq=-1, move="nonsense")
            connection.ask(type="offer", what="draw")
        for message in [*drawn.heard, *plain.heard]:
            read_from_server(msgspec.json.encode(message))
        kinds = {message["type"] for message in [*drawn.heard, *plain.heard]}
    assert kinds >= {"welcome", "events", "state", "presence", "done", "refused", "pong"}


def test_an_event_sends_only_the_fields_of_its_message() -> None:
    secret = {"id", "game", "options", "contribution", "contributions", "contribute", "awaits"}
    for kind in get_args(events.AnyEvent):
        assert not secret & set(events.PUBLIC_FIELDS[kind])
    joined = events.Joined(at=1, seat=0, contribution="ab", id="x")
    sent = msgspec.json.decode(msgspec.json.encode(events.told(joined, 3, sealed=False)))
    assert sent == {"seq": 3, "at": 1, "kind": "joined", "seat": 0, "name": ""}


def test_the_document_is_derived_from_the_handlers_types(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new endpoint is described by its annotations alone."""
    more = Endpoints()

    @more.add("POST", "/api/new/{match}/{ply:int}", status=201)
    async def new(
        call: RequestContext,
        match: requests.MatchId,
        ply: requests.Ply,
        query: requests.SeatQuery,
        body: requests.JoinRequest,
    ) -> responses.Done:
        """Do something new."""
        raise NotImplementedError

    monkeypatch.setattr(openapi, "API", (*openapi.API, more))
    document = openapi.document.__wrapped__()
    found = document["paths"]["/api/new/{match}/{ply}"]["post"]
    assert found["summary"] == "Do something new."
    named = [(one["in"], one["name"]) for one in found["parameters"]]
    assert named == [("path", "match"), ("path", "ply"), ("query", "seat"), ("query", "lang")]
    assert found["parameters"][2]["schema"] == {"type": "integer", "minimum": 0, "maximum": 9}
    body = found["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/JoinRequest"}
    answer = found["responses"]["201"]["content"]["application/json"]["schema"]
    assert answer == {"$ref": "#/components/schemas/Done"}


def test_live_messages_are_among_the_schemas() -> None:
    schemas = openapi.document()["components"]["schemas"]
    for union in (live.FromServer, requests.FromClient):
        assert {kind.__name__ for kind in get_args(union)} <= schemas.keys()
    assert schemas["FromServer"]["discriminator"]["mapping"].keys() >= {"welcome", "state", "pong"}
