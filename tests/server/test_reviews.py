"""Reviews over HTTP: made once, told row by row, stored with the match."""

import json
from typing import Any

import pytest

import ludoteca
from ludoteca.match import write_match
from ludoteca.server.errors import Refused
from ludoteca.server.match import reviews
from tests.reviewing.matches import unfinished
from tests.server.web_client import ME, Browser, Message, Served, bot, friends, wait_until

LEVEL = "level=1"


def given_up(browser: Browser, game: str, moves: int = 8, **options: int) -> str:
    """A match opened from a record, in which somebody gave up after some moves."""
    match = unfinished((game, tuple(options.items())), moves)
    if match.outcome is None:
        match.resign(0)
    text = write_match(match)
    answer = browser.client.post(
        "/api/records", content=text, headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def review_of(browser: Browser, match: str, query: str = LEVEL) -> Message:
    """The whole review, put together from its parts."""
    rows: list[Message] = []
    while True:
        address = f"/api/matches/{match}/review?{query}&since={len(rows)}"
        told: Message = browser.get(address)
        rows += told["rows"]
        if told["status"] == "done":
            return told | {"rows": rows}


@pytest.mark.parametrize(
    ("game", "options"), [*((game, {}) for game in ludoteca.games()), ("cadena", {"players": 4})]
)
def test_every_finished_match_is_reviewed_row_by_row_and_the_sums_are_exact(
    ana: Browser, game: str, options: dict[str, int]
) -> None:
    match = given_up(ana, game, **options)
    record = ana.client.get(f"/api/matches/{match}/record").text
    expected = ludoteca.review(record, 1)
    told = review_of(ana, match)
    assert told["total"] == len(told["rows"]) == len(expected.rows)
    assert len(told["seats"]) == options.get("players", 2)
    for row, same in zip(told["rows"], expected.rows, strict=True):
        assert (row["ply"], row["text"], row["judgement"]) == (same.ply, same.text, same.judgement)
        assert row["value"] == list(same.value)
        assert row["said"] or row["kind"] == "resign"
    for one in told["seats"]:
        parts = one["luck"] + one["decisions"] + one["unknown"]
        assert one["result"] - one["start"] == parts
        assert one["text"]


def test_a_review_is_made_once_and_read_from_the_store_later(
    ana: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = given_up(ana, "sendas")
    first = review_of(ana, match)
    wait_until(lambda: served.store.review(match, 1) is not None)
    served.rooms.reviews._kept.clear()

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("made again")

    monkeypatch.setattr(reviews, "start_review", fail)
    assert review_of(ana, match) == first
    raw = served.store.review(match, 1)
    assert raw is not None
    assert json.loads(raw)["version"] == ludoteca.__version__


def test_a_stored_review_of_another_version_or_a_damaged_one_is_made_again(
    ana: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = given_up(ana, "sendas", 4)
    first = review_of(ana, match)
    wait_until(lambda: served.store.review(match, 1) is not None)
    for damage in ({"__version__": "0.0.0"}, {}):
        served.rooms.reviews._kept.clear()
        with monkeypatch.context() as patch:
            for name, value in damage.items():
                patch.setattr(ludoteca, name, value)
            if not damage:
                patch.setattr(served.store, "review", lambda *_: b"{")
            assert review_of(ana, match) == first


def test_a_running_a_cancelled_and_a_long_match_are_refused(
    ana: Browser, bea: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = friends(ana, bea, "phoenix")
    for path in ("review", "review/1"):
        assert ana.get(f"/api/matches/{match}/{path}", 409)["code"] == "not_over"
    waiting = ana.open("sendas", ME, {"kind": "friend"})["id"]
    ana.act(waiting, "resign")
    assert ana.get(f"/api/matches/{waiting}/review", 409)["code"] == "not_over"
    assert ana.get(f"/api/matches/{match}/review?level=9", 400)["code"] == "bad_request"
    assert ana.get(f"/api/matches/{match}/review?since=-1", 400)["code"] == "bad_request"
    ana.act(match, "resign")
    monkeypatch.setattr(served.rooms, "settings", Limits(served, review_plies=1))
    refusal = ana.get(f"/api/matches/{match}/review", 422)
    assert refusal["code"] == "review_long"


class Limits:
    """The settings of a server with some of them changed."""

    def __init__(self, served: Served, **changed: Any) -> None:
        self._settings, self._changed = served.settings, changed

    def __getattr__(self, name: str) -> Any:
        return self._changed.get(name, getattr(self._settings, name))


def test_reviews_rest_while_somebody_follows_a_match(
    ana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    monkeypatch.setattr("ludoteca.server.match.reviews.sleep", rests.append)
    assert review_of(ana, given_up(ana, "sendas", 2))["rows"]
    assert not rests
    match = ana.open("sendas", ME, ME)["id"]
    with ana.live(match) as live:
        live.until("state")
        assert review_of(ana, given_up(ana, "sendas", 3))["rows"]
    assert rests


def test_a_match_with_nothing_in_it_is_refused_by_name(ana: Browser) -> None:
    match = ana.open("sendas", ME, bot())["id"]
    ana.act(match, "resign")
    told = review_of(ana, match)
    assert [row["kind"] for row in told["rows"]][-1] == "resign"
    assert told["seats"][0]["decisions"] < 0


def test_the_level_is_limited_and_a_review_that_fails_says_so(
    ana: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = given_up(ana, "colorito", 2)
    monkeypatch.setattr(served.rooms, "settings", Limits(served, review_level=1))
    assert review_of(ana, match, "level=8")["level"] == 1

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no review")

    other = given_up(ana, "colorito", 2)
    with monkeypatch.context() as patch:
        patch.setattr(reviews, "start_review", fail)
        assert ana.get(f"/api/matches/{other}/review?level=1", 500)["code"] == "internal"
    assert review_of(ana, other)["rows"]


def test_reviews_are_bounded_by_client_and_in_all(
    ana: Browser, bea: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise Refused("busy")

    monkeypatch.setattr(reviews.Making, "after", _at_once)
    changed = Limits(served, reviews_per_client=1, reviews_per_address=9, reviews_waiting=2)
    monkeypatch.setattr(served.rooms, "settings", changed)
    monkeypatch.setattr(reviews, "AGAIN_SECONDS", 0.02)
    matches = [given_up(ana, "sendas", 2) for _ in range(4)]
    addresses = [f"/api/matches/{match}/review?level=1" for match in matches]
    with monkeypatch.context() as patch, served.browser() as eva:
        patch.setattr(served.rooms.bot_pool, "run", full)
        bea.open("sendas", ME, bot())
        eva.open("sendas", ME, bot())
        assert ana.get(addresses[0])["status"] == "waiting"
        assert ana.get(addresses[0])["status"] == "waiting"
        assert ana.get(addresses[1], 429)["code"] == "too_many"
        assert bea.get(addresses[0])["status"] == "waiting"
        assert bea.get(addresses[1])["status"] == "waiting"
        assert eva.get(addresses[2], 503)["code"] == "busy"
    wait_until(lambda: not served.rooms.reviews._making)
    assert not served.rooms.reviews._held


async def _at_once(*_: object) -> None:
    """Wait for nothing."""


@pytest.mark.parametrize("game", ludoteca.games())
def test_the_better_move_and_its_line_are_drawn_for_every_decision(ana: Browser, game: str) -> None:
    match = given_up(ana, game, 5)
    told = review_of(ana, match)
    decided = [row for row in told["rows"] if row["best"] is not None]
    assert decided
    for row in decided[:2]:
        line = ana.get(f"/api/matches/{match}/review/{row['ply']}?{LEVEL}&lang=es")
        assert (line["ply"], line["seat"]) == (row["ply"], row["seat"])
        first = line["steps"][0]
        assert first["text"] == row["best"]
        assert first["said"]
        assert first["scene"]["elements"] != line["scene"]["elements"]
    chance = [row for row in told["rows"] if row["best"] is None]
    for row in [*chance[:1], {"ply": 999}, {"ply": 0}]:
        assert ana.get(f"/api/matches/{match}/review/{row['ply']}?{LEVEL}", 404)


def test_a_reason_names_the_moves_by_what_they_are() -> None:
    from ludoteca.reviewing import Why
    from ludoteca.server.match.review_messages import why_told

    why = Why(key="home", values={"played": "a1-a2", "best": "b1-b2"})
    for lang, begins in (("en", "The better move"), ("es", "La jugada mejor")):
        text = why_told("colorito", why, lang)
        assert text.startswith(begins)
        assert "b1" not in text
