"""Schema-driven fuzz: requests made from our own OpenAPI document never break the server."""

import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca.server.openapi import API, document
from tests.server.web_client import FRIEND, ME, Browser, Served, bot

Schema = dict[str, Any]
MESSAGES = {one.answer.__name__: one.answer for part in API for one in part}
TEXTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["", "0", "null", "sendas", "pass", "../x", "e3-e5[NES]", "\x00", "keep 1"]),
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def values(schema: Schema) -> st.SearchStrategy[Any]:
    """Values that a schema allows, as far as it says."""
    if "$ref" in schema:
        return values(document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of(*(values(part) for part in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]])
    kind = schema.get("type")
    if kind == "object":
        return _objects(schema)
    if kind == "array":
        most = schema.get("maxItems", 4)
        least = schema.get("minItems", 0)
        return st.lists(values(schema.get("items", {})), min_size=least, max_size=min(4, most))
    if kind == "integer":
        return st.integers(schema.get("minimum", -(10**6)), schema.get("maximum", 10**6))
    if kind == "string":
        return st.from_regex(schema["pattern"]) if "pattern" in schema else TEXTS
    plain: dict[Any, st.SearchStrategy[Any]] = {
        "boolean": st.booleans(),
        "number": st.floats(),
        "null": st.none(),
    }
    return plain.get(kind, ANYTHING)


def _objects(schema: Schema) -> st.SearchStrategy[Any]:
    fields = {name: values(part) for name, part in schema.get("properties", {}).items()}
    required = {name: fields.pop(name) for name in schema.get("required", [])}
    return st.fixed_dictionaries(required, optional=fields)


def spoiled(schema: Schema) -> st.SearchStrategy[Any]:
    """Values that a schema allows, and others."""
    return st.one_of(values(schema), values(schema), ANYTHING)


OPERATIONS = [
    (path, method, operation)
    for path, found in document()["paths"].items()
    for method, operation in found.items()
    if not path.endswith(("/events", "/picture.svg"))
]


@st.composite
def requests(draw: st.DrawFn, path: str, operation: Schema, known: dict[str, str]) -> Any:
    """A path with its query filled in, and a body."""
    query = {}
    for parameter in operation["parameters"]:
        name = parameter["name"]
        value = str(draw(spoiled(parameter["schema"])))
        if parameter["in"] == "path":
            if name in known and draw(st.integers(0, 4)):
                value = known[name]
            path = path.replace("{" + name + "}", re.sub(r"[^\w.-]", "_", value) or "_")
        elif draw(st.booleans()):
            query[name] = value
    content = operation.get("requestBody", {}).get("content", {})
    body = None
    if "application/json" in content:
        body = json.dumps(draw(spoiled(content["application/json"]["schema"])))
    elif content:
        body = draw(TEXTS)
    return path, query, body


@pytest.fixture(scope="module")
def tables(served: Served) -> Any:
    """Somebody with a match of each kind."""
    with served.browser() as browser:
        ids = [browser.open(game, ME, bot())["id"] for game in ludoteca.games()]
        waiting = browser.open("sendas", ME, FRIEND)
        ids.append(waiting["id"])
        yield browser, ids, waiting["invites"][0]["invite"]


@pytest.mark.parametrize(
    ("path", "method", "operation"), OPERATIONS, ids=[f"{m} {p}" for p, m, _ in OPERATIONS]
)
def test_no_request_breaks_the_server(
    tables: Any, path: str, method: str, operation: Schema
) -> None:
    browser, ids, invite = tables
    thinking = path.endswith(("hint", "evaluation"))

    @settings(
        max_examples=5 if thinking else 25,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def check(data: st.DataObject) -> None:
        known = {"match": data.draw(st.sampled_from(ids)), "invite": invite, "game": "sendas"}
        target, query, body = data.draw(requests(path, operation, known))
        _check(browser, method, target, query, body, operation)

    check()


def _check(
    browser: Browser, method: str, path: str, query: Schema, body: str | None, operation: Schema
) -> None:
    """Asks, and holds the answer to what the document says of it."""
    content = operation.get("requestBody", {}).get("content", {})
    headers = {"content-type": next(iter(content))} if content else {}
    raw = None if body is None else body.encode("utf-8", "surrogatepass")
    answer = browser.client.request(method, path, params=query, content=raw, headers=headers)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        problem = answer.json()
        assert problem["code"]
        assert problem["text"]
    else:
        assert str(answer.status_code) in operation["responses"]
        kinds = operation["responses"][str(answer.status_code)]["content"]
        assert answer.headers["content-type"].partition(";")[0] in kinds
        if "application/json" in kinds:
            name = kinds["application/json"]["schema"]["$ref"].rpartition("/")[2]
            msgspec.json.decode(answer.content, type=MESSAGES[name])
