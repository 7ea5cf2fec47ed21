"""Stored matches: each stands alone, lists go on to their end, what nobody needs expires."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import ludoteca
from ludoteca.core import registry
from ludoteca.core.errors import OtherRules
from ludoteca.server.match import expiry
from ludoteca.server.settings import Settings
from ludoteca.server.wire import responses
from tests.server.web_client import FRIEND, ME, UNLIMITED, Browser, Served, friends, wait_until

DAY = 24 * 60 * 60 * 1000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A server with few places."""
    settings = Settings(
        bot_pace=0, post_burst=100_000, open_matches_per_holder=6, imports_per_holder=2
    )
    with Served(tmp_path, settings) as served:
        yield served


def alter(served: Served, match: str, seq: int, event: bytes) -> None:
    """Changes a stored event behind the server's back, and the room is forgotten."""
    raw = sqlite3.connect(served.file, isolation_level=None)
    raw.execute("DROP TRIGGER events_hold")
    raw.execute("UPDATE events SET event = ? WHERE match = ? AND seq = ?", (event, match, seq))
    raw.execute(
        "CREATE TRIGGER events_hold BEFORE UPDATE ON events"
        " BEGIN SELECT RAISE(ABORT, 'append only'); END"
    )
    raw.close()
    served.rooms.drop(match)


def first_event(served: Served, match: str, **changed: object) -> bytes:
    """The first event of a match with something else in it."""
    stored = served.store.load(match)
    assert stored is not None
    return json.dumps(json.loads(stored.events[0]) | changed).encode()


def test_a_match_that_cannot_be_read_leaves_the_list_alone(server: Served) -> None:
    with server.browser() as ana:
        matches = [ana.open("sendas", ME, ME)["id"] for _ in range(5)]
        for match in matches[:4]:
            ana.move(match)
        alter(server, matches[0], 0, first_event(server, matches[0], rules=99))
        alter(server, matches[1], 0, first_event(server, matches[1], game="chess"))
        alter(server, matches[2], 1, b'{"kind":"invented","at":1}')
        alter(server, matches[3], 1, b"\xff damaged")
        answer = ana.get("/api/matches?lang=es")
        msgspec.convert(answer, responses.Matches)
        listed = {match["id"]: match for match in answer["matches"]}
        assert {listed[match]["status"] for match in matches[:4]} == {"unreadable"}
        assert listed[matches[4]]["status"] == "playing"
        assert "versión 99" in listed[matches[0]]["reason"]
        assert all(listed[match]["updated"] > 0 for match in matches)
        opened = ana.get(f"/api/matches/{matches[0]}", 422)
        assert opened["code"] == "other_rules"
        assert ana.get(f"/api/matches/{matches[3]}/state", 422)["code"] == "unreadable"
        ana.move(matches[4])
        lines = ana.client.get(listed[matches[2]]["log"]).text.splitlines()
        assert [json.loads(line)["kind"] for line in lines] == ["created", "invented", "move"]
        damaged = ana.client.get(listed[matches[3]]["log"]).text.splitlines()
        assert json.loads(damaged[1])["kind"] == "damaged"


def test_the_raw_log_is_for_holders_and_keeps_secrets(server: Served) -> None:
    with server.browser() as ana, server.browser() as bea, server.browser() as eve:
        match = friends(ana, bea, "phoenix")
        path = f"/api/matches/{match}/log"
        assert eve.get(path, 403)["code"] == "no_seat"
        assert eve.get("/api/matches/aaaaaaaaaaaaaaaa/log", 404)["code"] == "not_found"

        def deals() -> list[str | None]:
            lines = map(json.loads, bea.client.get(path).text.splitlines())
            return [line["text"] for line in lines if line["kind"] == "chance"]

        assert set(deals()) == {None}
        stored = server.store.load(match)
        assert stored is not None
        whole = stored.events[0]
        alter(server, match, 0, first_event(server, match, rules=99))
        assert set(deals()) == {None}
        alter(server, match, 0, first_event(server, match, game="chess"))
        assert set(deals()) == {None}
        alter(server, match, 0, whole)
        ana.act(match, "resign")
        assert None not in deals()


def test_a_version_of_the_rules_is_found_or_refused() -> None:
    known = registry.definition("sendas")
    assert registry.definition("sendas", known.version) is known
    with pytest.raises(OtherRules, match="version 99"):
        registry.definition("sendas", 99)


def test_the_list_goes_on_to_its_end(served: Served, ana: Browser) -> None:
    made = [ana.open("sendas", ME, ME)["id"] for _ in range(7)]
    found, query = list[str](), "limit=3"
    while True:
        page = ana.get(f"/api/matches?{query}")
        found += [match["id"] for match in page["matches"]]
        if "next" not in page:
            break
        query = f"limit=3&cursor={page['next']}"
    assert sorted(found) == sorted(made)
    assert ana.get("/api/matches?cursor=nonsense", 400)["code"] == "bad_request"


def test_open_matches_and_imports_are_capped_for_each_holder(server: Served) -> None:
    body = {"game": "sendas", "seats": [ME, ME]}
    match = ludoteca.Match(ludoteca.load("sendas"), 5)
    match.resign(0)
    record, kind = ludoteca.write_match(match), {"content-type": "text/plain"}
    with server.browser() as ana, server.browser() as bea:
        made = [ana.open("sendas", ME, ME)["id"] for _ in range(6)]
        refused = ana.post("/api/matches?lang=es", body, 409)
        assert refused["code"] == "too_many_open"
        assert "6 partidas" in refused["text"]
        ana.act(made[0], "resign")
        ana.open("sendas", ME, ME)
        bea.open("sendas", ME, ME)
        for status in (201, 201, 409):
            answer = ana.client.post("/api/records", content=record, headers=kind)
            assert answer.status_code == status
        assert answer.json()["code"] == "too_many_imports"


def test_a_match_over_by_its_rules_is_no_longer_open(server: Served) -> None:
    with server.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        while ana.state(match)["status"] == "playing":
            ana.move(match, "pass")
        holder = server.rooms._rooms[match].state.creator
        assert server.store.counts(holder).open == 0
        stored = server.store.load(match)
        assert stored is not None
        assert stored.status == "over"


def test_no_match_is_opened_on_a_nearly_full_disk(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        monkeypatch.setattr(server.store, "free_bytes", lambda: 499_999_999)
        refused = ana.post("/api/matches", {"game": "sendas", "seats": [ME, ME]}, 507)
        assert refused["code"] == "disk_full"
        ana.move(match)
        monkeypatch.setattr(server.store, "free_bytes", lambda: None)
        ana.open("sendas", ME, ME)


def backdate(served: Served, match: str, days: float) -> None:
    """Makes a match older."""
    raw = sqlite3.connect(served.file, isolation_level=None)
    raw.execute("UPDATE matches SET updated = updated - ? WHERE id = ?", (int(days * DAY), match))
    raw.close()


def test_what_waits_for_nobody_is_deleted_and_nothing_else(server: Served) -> None:
    match = ludoteca.Match(ludoteca.load("sendas"), 5)
    match.resign(0)
    record, kind = ludoteca.write_match(match), {"content-type": "text/plain"}
    with server.browser() as ana:
        waiting, watched, recent = (ana.open("sendas", ME, FRIEND)["id"] for _ in range(3))
        playing = ana.open("sendas", ME, ME)["id"]
        unread, read = (
            ana.client.post("/api/records", content=record, headers=kind).json()["id"]
            for _ in range(2)
        )
        ana.get(f"/api/matches/{read}")
        ana.get("/api/matches")  # a list opens nothing
        wait_until(lambda: not getattr(server.store.load(read), "unread", True))
        for name in (waiting, watched, playing):
            backdate(server, name, 8)
        for name in (unread, read):
            backdate(server, name, 31)
        with ana.live(watched) as live:
            live.until("state")
            assert server.run(expiry.expire(server.rooms)) == 2
        left = {match["id"] for match in ana.get("/api/matches")["matches"]}
        assert left == {watched, recent, playing, read}
        assert ana.get(f"/api/matches/{waiting}", 404)["code"] == "not_found"
        assert server.run(expiry.expire(server.rooms)) == 1


def test_a_match_has_a_number_of_offers_and_goes_on_without(tmp_path: Path) -> None:
    settings = Settings(**(UNLIMITED | {"offers_per_match": 3}))
    with Served(tmp_path, settings) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        for _ in range(3):
            ana.move(match)
            ana.act(match, "offers", what="takeback")
        ana.move(match)
        refused = ana.act(match, "offers", 409, what="takeback")
        assert refused["code"] == "too_many_offers"
        ana.move(match)
    with Served(tmp_path, settings) as served, served.browser() as stranger:
        stranger.client.cookies = ana.client.cookies
        assert stranger.act(match, "offers", 409, what="takeback")["code"] == "too_many_offers"
