"""What protects the server and its players: origins, hosts, headers, sizes, cookies, files."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from ludoteca.server import tokens
from ludoteca.server.http import static
from ludoteca.server.middleware import host_name
from ludoteca.server.settings import Settings
from tests.server.web_client import ME, Browser, Served, bot

BODY = {"game": "sendas", "seats": [ME, bot()]}


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "https://127.0.0.1"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_unsafe_requests_come_from_our_own_pages(
    ana: Browser, headers: dict[str, str], allowed: bool
) -> None:
    answer = ana.client.post("/api/matches", json=BODY, headers=headers)
    assert answer.status_code == (201 if allowed else 403)
    own = {"origin": f"http://127.0.0.1:{ana.served.port}"}
    assert ana.client.post("/api/matches", json=BODY, headers=own).status_code == 201


ODD = ("evil.example@127.0.0.1", "127.0.0.1/evil.example", "127.0.0.1#", "0.0.0.0", "127.1")


def test_the_server_answers_only_to_its_own_name(ana: Browser) -> None:
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "[", "", *ODD):
        answer = ana.client.get("/api/games", headers={"host": host})
        assert answer.status_code in (400, 403), host
    for host in ("localhost", "127.0.0.1:9", "[::1]:8642"):
        assert ana.client.get("/healthz", headers={"host": host}).status_code == 200
    assert host_name("[::1]:80") == "::1"


def test_every_answer_has_the_safe_headers(ana: Browser) -> None:
    for path in ("/", "/healthz", "/api/games", "/nothing.js", "/api/nothing", "/openapi.json"):
        headers = ana.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    refused = ana.client.post("/api/matches", headers={"origin": "null"})
    assert "content-security-policy" in refused.headers


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(ana: Browser) -> None:
    answer = ana.client.post("/api/matches", json=BODY)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "set-cookie" not in ana.client.post("/api/matches", json=BODY).headers
    assert "set-cookie" not in ana.client.get("/api/games").headers


def test_only_hashes_of_tokens_are_stored(served: Served, ana: Browser) -> None:
    ana.open("sendas", ME, ME)
    token = ana.client.cookies["ludoteca"]
    wal = served.file.with_name(served.file.name + "-wal")
    stored = served.file.read_bytes() + wal.read_bytes()
    assert token.encode() not in stored
    holder = tokens.holder_of(token)
    assert holder is not None
    assert holder in stored


@pytest.mark.parametrize("token", ["x", "x" * 42, "x" * 44, "ü" * 43, "a b" * 14 + "x"])
def test_what_is_no_token_is_nobody(ana: Browser, token: str) -> None:
    assert tokens.holder_of(token) is None
    headers = {b"authorization": b"Bearer " + token.encode()}
    assert ana.client.get("/api/matches", headers=headers).json() == {"matches": []}


def test_bodies_are_limited(ana: Browser) -> None:
    long = ana.client.post("/api/matches", json=BODY | {"options": {"x": "y" * 100_000}})
    assert (long.status_code, long.json()["code"]) == (413, "too_large")

    def endless() -> Any:
        for _ in range(200):
            yield b" " * 1000

    kind = {"content-type": "application/json"}
    assert ana.client.post("/api/matches", content=endless(), headers=kind).status_code == 413
    record = ana.client.post(
        "/api/records", content="x" * 1_100_000, headers={"content-type": "text/plain"}
    )
    assert record.status_code == 413
    form = ana.client.post("/api/matches", data={"game": "sendas"})
    assert (form.status_code, form.json()["code"]) == (415, "wrong_type")


def test_deep_and_broken_json_is_refused(ana: Browser) -> None:
    kind = {"content-type": "application/json"}
    for body in ("[" * 30_000, '{"options":' * 5000, "\xff", '{"game":"sendas"}', "null", "1e999"):
        answer = ana.client.post("/api/matches", content=body.encode("latin-1"), headers=kind)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    settings = Settings(post_burst=3, posts_per_second=0.001)
    with Served(tmp_path, settings) as served, served.browser() as ana:
        codes = [ana.client.post("/api/tokens").status_code for _ in range(5)]
        assert codes == [201, 201, 201, 429, 429]
        assert ana.client.get("/healthz").status_code == 200


def test_errors_speak_the_readers_language(ana: Browser) -> None:
    path = "/api/matches/" + "a" * 16
    english = ana.get(path, 404)["text"]
    assert ana.get(path + "?lang=es", 404)["text"] != english
    spanish = ana.client.get(path, headers={"accept-language": "fr, es-MX;q=0.8, en;q=0.5"})
    assert spanish.json()["text"] == ana.get(path + "?lang=es", 404)["text"]
    assert ana.client.put("/api/matches").json()["code"] == "wrong_method"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built client in a folder of its own, with a secret beside it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>the app")
    (folder / "assets" / "app-1a2b.js").write_text("console.log(1)" * 300)
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(static, "STATIC", folder)
    return folder


def test_the_client_is_served_from_its_folder_only(ana: Browser, built: Path) -> None:
    for path in ("/", "/m/abc", "/join/a.b.c", "/rules/sendas", "/learn/cadena"):
        answer = ana.client.get(path)
        assert (answer.status_code, answer.text) == (200, "<!doctype html>the app")
        assert answer.headers["cache-control"] == "no-cache"
    script = ana.client.get("/assets/app-1a2b.js")
    assert script.headers["content-encoding"] == "gzip"
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    tag = {"if-none-match": script.headers["etag"]}
    assert ana.client.get("/assets/app-1a2b.js", headers=tag).status_code == 304
    address = f"http://127.0.0.1:{ana.served.port}"
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//x.txt"):
        answer = ana.client.send(
            httpx.Request("GET", httpx.URL(address).copy_with(raw_path=path.encode()))
        )
        assert answer.status_code == 404, path
        assert "secret" not in answer.text


def test_a_client_that_is_not_built_is_explained(
    ana: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "STATIC", tmp_path / "nothing")
    answer = ana.client.get("/?lang=es")
    assert answer.status_code == 503
    assert "python3 tasks.py play" in answer.text
