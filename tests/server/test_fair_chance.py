"""Chance that binds: the promise first, then contributions, each by its seat, and the proof."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludoteca
from ludoteca.match import contributions
from ludoteca.server.settings import Settings
from tests.server.web_client import FRIEND, ME, Browser, Message, Served, bot, friends, wait_until


def proof(browser: Browser, match: str, lang: str = "en") -> Message:
    """The proof of a match."""
    found: Message = browser.get(f"/api/matches/{match}/proof?lang={lang}")
    return found


def added(browser: Browser, match: str) -> list[tuple[str | None, bool]]:
    """What each person added, and whether the promise came first."""
    return [(one["contribution"], one["after_promise"]) for one in proof(browser, match)["by_seat"]]


def imported(browser: Browser, text: str) -> Message:
    """The match of a record that somebody opened."""
    kind = {"content-type": "text/plain"}
    answer = browser.client.post("/api/records", content=text, headers=kind)
    assert answer.status_code == 201, answer.text
    match: Message = answer.json()
    return match


def test_against_a_bot_the_promise_comes_first(ana: Browser) -> None:
    match = ana.open("cadena", ME, bot(), contribute=True)
    assert (match["status"], match["contribute"]) == ("waiting", True)
    assert len(match["commitment"]) == 64
    assert ana.act(match["id"], "moves", 409, seq=0, move="keep 1")["code"] == "waiting"
    first = ana.act(match["id"], "contributions", id="c", contribution="00ff")
    assert ana.act(match["id"], "contributions", id="c", contribution="00ff") == first
    started = ana.get(f"/api/matches/{match['id']}")
    assert (started["status"], started["contribute"]) == ("playing", False)
    assert ana.act(match["id"], "contributions", 409, contribution="11")["code"] == "settled"
    ana.act(match["id"], "resign")
    shown = proof(ana, match["id"])
    assert added(ana, match["id"]) == [("00ff", True)]
    assert shown["commitment"] == match["commitment"]
    assert hashlib.sha256(bytes.fromhex(shown["seed"])).hexdigest() == match["commitment"]
    assert shown["contributions"] == contributions.join({0: b"\x00\xff"}).hex()
    assert shown["checked"]
    record = ana.client.get(f"/api/matches/{match['id']}/record").text
    assert "\ncontributions-2 0:00ff\n" in record
    assert ludoteca.verify(record).seed_known


def test_the_contribution_changes_the_chance(ana: Browser) -> None:
    match = ana.open("phoenix", ME, ME, contribute=True)["id"]
    state = ana.served.rooms._rooms[match].state
    without = state.new_match(b"").position.deal()
    ana.act(match, "contributions", contribution="0f" * 32)
    assert state.position.reveal() != without.reveal()
    mixed = contributions.join({0: b"\x0f" * 32})
    assert state.position.reveal() == state.new_match(mixed).position.deal().reveal()


def test_a_program_that_adds_nothing_starts_at_once(ana: Browser) -> None:
    match = ana.open("cadena", ME, bot())
    assert (match["status"], match["contribute"]) == ("playing", False)
    assert added(ana, match["id"]) == [(None, False)]


def test_what_came_before_the_promise_is_named_so(ana: Browser) -> None:
    match = ana.open("cadena", ME, bot(), contribution="aa")["id"]
    assert added(ana, match) == [("aa", False)]


@pytest.mark.parametrize("early", [True, False])
def test_the_creators_part_counts_when_the_friend_has_the_lowest_seat(
    ana: Browser, bea: Browser, early: bool
) -> None:
    how = {"contribution": "aa"} if early else {"contribute": True}
    match = ana.open("cadena", FRIEND, ME, **how)
    if not early:
        ana.act(match["id"], "contributions", contribution="aa")
    invite = f"/api/invites/{match['invites'][0]['invite']}"
    assert bea.get(invite)["commitment"] == match["commitment"]
    assert bea.post(invite, {"contribution": "bb"})["status"] == "playing"
    assert added(bea, match["id"]) == [("bb", True), ("aa", not early)]


def test_the_match_waits_for_the_creator_who_announced_a_part(ana: Browser, bea: Browser) -> None:
    match = ana.open("cadena", ME, FRIEND, contribute=True)
    path = f"/api/invites/{match['invites'][0]['invite']}"
    assert bea.post(path, {"contribution": "bb"})["status"] == "waiting"
    ana.served.rooms._rooms.clear()
    ana.act(match["id"], "contributions", contribution="aa")
    assert bea.get(f"/api/matches/{match['id']}")["status"] == "playing"
    assert added(ana, match["id"]) == [("aa", True), ("bb", True)]


def test_a_seat_adds_once_and_nobody_adds_for_another(
    served: Served, ana: Browser, bea: Browser
) -> None:
    match = ana.open("cadena", ME, FRIEND)["id"]
    assert bea.act(match, "contributions", 403, contribution="11")["code"] == "no_seat"
    ana.act(match, "contributions", contribution="11")
    assert ana.act(match, "contributions", 409, contribution="22")["code"] == "settled"
    for wrong in ("1", "xy", "AA", "00" * 33):
        assert ana.act(match, "contributions", 400, contribution=wrong)["code"] == "bad_request"


def test_a_rematch_has_a_promise_and_contributions_of_its_own(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "cadena")
    ana.act(match, "resign")
    ana.act(match, "rematch", contribute=True)
    following = bea.act(match, "answers", accept=True, contribute=True)["match"]
    facts = [who.get(f"/api/matches/{following}") for who in (ana, bea)]
    assert [(one["status"], one["contribute"]) for one in facts] == [("waiting", True)] * 2
    assert facts[0]["commitment"] != ana.get(f"/api/matches/{match}")["commitment"]
    ana.act(following, "contributions", contribution="aa")
    assert ana.get(f"/api/matches/{following}")["status"] == "waiting"
    bea.act(following, "contributions", contribution="bb")
    assert bea.get(f"/api/matches/{following}")["status"] == "playing"
    assert added(ana, following) == [("bb", True), ("aa", True)]


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Served]:
    """A server that hardly waits for contributions."""
    with Served(tmp_path, Settings(bot_pace=0, contribution_seconds=0.05)) as served:
        yield served


def test_a_match_does_not_wait_for_ever(hasty: Served) -> None:
    with hasty.browser() as browser:
        match = browser.open("cadena", ME, bot(), contribute=True)["id"]
        wait_until(lambda: browser.get(f"/api/matches/{match}")["status"] == "playing")
        assert added(browser, match) == [(None, False)]
        assert browser.act(match, "contributions", 409, contribution="aa")["code"] == "settled"


def test_a_match_that_waited_when_the_server_stopped_starts_later(tmp_path: Path) -> None:
    with (
        Served(tmp_path, Settings(contribution_seconds=600)) as served,
        served.browser() as browser,
    ):
        match = browser.open("cadena", ME, ME, contribute=True)["id"]
    with (
        Served(tmp_path, Settings(contribution_seconds=0.05)) as served,
        served.browser() as browser,
    ):
        wait_until(lambda: browser.get(f"/api/matches/{match}")["status"] == "playing")


def test_the_proof_says_what_it_cannot_show(ana: Browser) -> None:
    match = ana.open("phoenix", ME, bot())["id"]
    assert "whoever runs the server can see hidden cards" in proof(ana, match)["operator"]
    assert "quien lleva el servidor puede ver las cartas" in proof(ana, match, "es")["operator"]


def test_an_imported_record_is_named_so_and_nothing_is_claimed_of_it(ana: Browser) -> None:
    match = ana.open("cadena", ME, bot())["id"]
    ana.act(match, "resign")
    assert not ana.get(f"/api/matches/{match}")["imported"]
    assert proof(ana, match)["checked"]
    record = ana.client.get(f"/api/matches/{match}/record").text
    brought = imported(ana, record)
    assert brought["imported"]
    shown = proof(ana, brought["id"])
    assert (shown["imported"], shown["checked"]) == (True, None)
    assert "comes from a record" in shown["text"]
    assert "viene de un registro" in proof(ana, brought["id"], "es")["text"]


OLD = Path(__file__).parents[1] / "data" / "records" / "cadena-scheme-1.txt"


def test_an_older_record_keeps_its_scheme(ana: Browser) -> None:
    text = OLD.read_text()
    match = imported(ana, text)["id"]
    assert proof(ana, match)["by_seat"] is None
    record = ana.client.get(f"/api/matches/{match}/record").text
    assert "\ncontributions 00ff11a7" in record
    assert ludoteca.verify(record).seed_known


def test_records_with_endless_contributions_or_files_are_refused(
    ana: Browser, tmp_path: Path
) -> None:
    text, kind = OLD.read_text(), {"content-type": "text/plain"}
    own = tmp_path / "own.toml"
    own.write_text("secret = 7")
    wrong = [text.replace("contributions 00", "contributions " + "00" * 400_000)]
    for path in (own, f"{own}/", f"{tmp_path}/../{tmp_path.name}/own.toml", "/etc/passwd"):
        wrong.append(text.replace('"spiral"', f'"{path}"'))
    for record in wrong:
        answer = ana.client.post("/api/records", content=record, headers=kind)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_record")
        assert "secret" not in answer.text
