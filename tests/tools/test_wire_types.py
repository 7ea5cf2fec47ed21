"""The types of the browser client are those of the server's messages."""

import json
import re

import client
import pytest

from ludoteca.server import openapi


def test_the_generated_types_are_current() -> None:
    """Only the schemas are compared: `python web/client.py check` generates the types again."""
    heading = client.WIRE.read_text(encoding="utf-8").partition("\n")[0]
    assert heading + "\n" == client.wire_heading(), "run python -m tools wire"


def test_a_changed_message_makes_them_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    before, document = client.wire_heading(), json.loads(json.dumps(openapi.document()))
    document["components"]["schemas"]["Done"]["properties"]["more"] = {"type": "integer"}
    monkeypatch.setattr(openapi, "document", lambda: document)
    assert client.wire_heading() != before


def test_no_other_file_of_the_client_declares_a_message() -> None:
    """Interfaces of the client are its own state; messages have the names of the server."""
    names = {name.lower() for name in openapi.document()["components"]["schemas"]}
    for path in sorted((client.WEB / "src").rglob("*")):
        if path.suffix in (".ts", ".svelte") and path != client.WIRE:
            declared = re.findall(r"interface (\w+)", path.read_text(encoding="utf-8"))
            doubled = {
                f"{one}{end}".lower() for one in declared for end in ("", "Message", "Facts")
            }
            assert not doubled & names, path.name
