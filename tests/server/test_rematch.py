"""Rematches: a match at once against bots, an offer to everybody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.server.settings import Settings
from tests.server.web_client import FRIEND, ME, UNLIMITED, Browser, Served, bot, friends, new_id


def finished(ana: Browser, bea: Browser) -> str:
    """A match between two people that is over."""
    match = friends(ana, bea, "sendas")
    bea.act(match, "resign")
    return match


def listed(browser: Browser) -> set[str]:
    """The ids in somebody's list of matches."""
    return {match["id"] for match in browser.get("/api/matches")["matches"]}


def test_an_offer_waits_and_puts_nothing_into_the_others_list(ana: Browser, bea: Browser) -> None:
    match = finished(ana, bea)
    before = listed(bea)
    for _ in range(3):
        assert ana.act(match, "rematch")["match"] is None
    assert listed(bea) == before
    offer = {"seat": 0, "what": "rematch"}
    assert bea.state(match)["offer"] == offer | {"yours": False}
    assert ana.state(match)["offer"] == offer | {"yours": True}
    events = ana.get(f"/api/matches/{match}")["seq"]
    ana.act(match, "rematch")
    assert ana.get(f"/api/matches/{match}")["seq"] == events
    following = bea.act(match, "rematch")["match"]
    assert listed(bea) == before | {following}
    assert ana.state(match)["offer"] is None


def test_an_offer_is_accepted_with_an_answer(ana: Browser, bea: Browser) -> None:
    match = finished(ana, bea)
    assert bea.act(match, "answers", 409, accept=True)["code"] == "over"
    ana.act(match, "rematch")
    assert ana.act(match, "answers", 409, accept=True)["code"] == "no_offer"
    answer = bea.act(match, "answers", id="yes", accept=True)
    assert answer["agreed"]
    assert bea.act(match, "answers", id="yes", accept=True) == answer
    assert ana.get(f"/api/matches/{match}")["rematch"] == answer["match"]
    assert ana.get(f"/api/matches/{answer['match']}")["you"] == [1]


def test_an_offer_is_declined_or_withdrawn_once(ana: Browser, bea: Browser) -> None:
    match = finished(ana, bea)
    ana.act(match, "rematch", id="first")
    assert not bea.act(match, "answers", accept=False)["agreed"]
    assert ana.act(match, "rematch", id="first")["match"] is None
    assert ana.state(match)["offer"] is None
    assert ana.act(match, "rematch", 409)["code"] == "declined"
    bea.act(match, "rematch")
    assert not bea.act(match, "answers", accept=False)["agreed"]
    assert bea.act(match, "rematch", 409)["code"] == "declined"
    assert ana.get(f"/api/matches/{match}")["rematch"] is None


def test_the_same_request_twice_offers_once(ana: Browser, bea: Browser) -> None:
    match, action = finished(ana, bea), new_id()
    first = ana.act(match, "rematch", id=action)
    assert ana.act(match, "rematch", id=action) == first
    with bea.live(match) as live:
        one = live.ask(type="rematch", id=action)
        assert live.ask(type="rematch", id=action)["match"] == one["match"]
    assert one["match"]


def test_nobody_else_offers_or_answers(served: Served, ana: Browser, bea: Browser) -> None:
    match = finished(ana, bea)
    with served.browser() as stranger:
        assert stranger.act(match, "rematch", 403)["code"] == "no_seat"
        ana.act(match, "rematch")
        assert stranger.act(match, "answers", 403, accept=True)["code"] == "no_seat"
        assert stranger.act(match, "rematch", 403)["code"] == "no_seat"


def test_everybody_of_three_has_to_agree(served: Served, ana: Browser, bea: Browser) -> None:
    opened = ana.open("cadena", ME, FRIEND, FRIEND, options={"players": 3})
    with served.browser() as cora:
        for who, invite in zip((bea, cora), opened["invites"], strict=True):
            who.post(f"/api/invites/{invite['invite']}")
        match = opened["id"]
        ana.act(match, "resign")
        bea.act(match, "rematch")
        assert ana.act(match, "rematch")["match"] is None
        served.rooms._rooms.clear()
        following = cora.act(match, "rematch")["match"]
        assert cora.get(f"/api/matches/{following}")["status"] == "playing"


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Served]:
    """A server that allows one rematch in a long while."""
    with Served(
        tmp_path, Settings(bot_pace=0, rematch_burst=1, rematches_per_second=1e-6)
    ) as served:
        yield served


@pytest.mark.parametrize("other", [ME, bot()])
def test_alone_a_rematch_opens_at_once_but_not_without_end(
    strict: Served, other: dict[str, object]
) -> None:
    with strict.browser() as browser:
        match = browser.open("sendas", ME, other)["id"]
        browser.act(match, "resign")
        following = browser.act(match, "rematch")["match"]
        assert browser.act(match, "rematch")["match"] == following
        browser.act(following, "resign")
        assert browser.act(following, "rematch", 429)["code"] == "too_many"
        with browser.live(following) as live:
            assert live.ask(type="rematch")["code"] == "too_many"
        assert len(listed(browser)) == 2


def test_an_address_has_few_rematches_whatever_tokens_it_uses(tmp_path: Path) -> None:
    limits = {"address_rematch_burst": 2, "address_rematches_per_second": 1e-6}
    statuses = []
    with Served(tmp_path, Settings(**(UNLIMITED | limits))) as served:
        for _ in range(3):
            with served.browser() as browser:
                match = browser.open("sendas", ME, ME)["id"]
                browser.act(match, "resign")
                body = {"id": "again"}
                answer = browser.client.post(f"/api/matches/{match}/rematch", json=body)
                statuses.append(answer.status_code)
    assert statuses == [200, 200, 429]
