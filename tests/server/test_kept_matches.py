"""Matches over HTTP: records opened, what a new one is checked for, rooms left and read again."""

from functools import partial
from typing import Any

import msgspec

import ludoteca
from ludoteca.server.wire import catalog, responses
from tests.cases import every_game
from tests.server.web_client import FRIEND, ME, Browser, Served, bot, friends, wait_until


def test_a_record_opens_at_the_table_and_goes_on(ana: Browser, bea: Browser) -> None:
    game = ludoteca.load("cadena")
    match = ludoteca.Match(game, 5)
    match.play("keep 1")
    text = ludoteca.write_match(match, secret=True)
    kind = {"content-type": "text/plain"}
    opened = ana.client.post("/api/records", content=text, headers=kind)
    assert opened.status_code == 201
    found = opened.json()
    assert (found["status"], found["you"], found["commitment"]) == (
        "playing",
        [0, 1],
        match.commitment,
    )
    assert ana.state(found["id"])["ply"] == 2
    ana.move(found["id"])
    sealed = ana.client.post("/api/records", content=ludoteca.write_match(match), headers=kind)
    assert (sealed.status_code, sealed.json()["code"]) == (422, "illegal_move")
    match.resign(0)
    over = ana.client.post("/api/records", content=ludoteca.write_match(match), headers=kind)
    assert over.json()["status"] == "over"
    broken = ana.client.post("/api/records", content="no record", headers=kind)
    assert (broken.status_code, broken.json()["code"]) == (422, "invalid_record")


def is_at(browser: Browser, match: str, ply: int) -> bool:
    return bool(browser.state(match)["ply"] == ply)


def test_a_record_of_a_game_against_a_bot_goes_on_against_the_bot(ana: Browser) -> None:
    kind = {"content-type": "text/plain"}
    for tags, you in (
        ({"player-1": "Ana", "player-2": "bot 1"}, [0]),
        ({"player-1": "bot 1", "player-2": "bot 2"}, [0, 1]),
        ({"player-2": "bot 9"}, [0, 1]),
    ):
        match = ludoteca.Match(ludoteca.load("sendas"), 5, tags=tags)
        match.play("g2-e4[ES]")
        text = ludoteca.write_match(match, secret=True)
        found = ana.client.post("/api/records", content=text, headers=kind).json()
        assert found["you"] == you
        if you == [0]:
            wait_until(partial(is_at, ana, found["id"], 2))


@every_game
def test_a_record_is_offered_while_it_can_be_opened_again(ana: Browser, name: str) -> None:
    match = ana.open(name, ME, ME)["id"]
    while_playing = ana.get(f"/api/matches/{match}")["reopens"]
    assert while_playing == _opens_again(ana, match)
    ana.act(match, "resign")
    assert ana.get(f"/api/matches/{match}")["reopens"]
    assert _opens_again(ana, match)


def _opens_again(ana: Browser, match: str) -> bool:
    record = ana.client.get(f"/api/matches/{match}/record")
    if record.status_code == 403:
        return False
    text = {"content-type": "text/plain"}
    return ana.client.post("/api/records", content=record.text, headers=text).status_code == 201


def test_a_new_match_is_checked(ana: Browser) -> None:
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({"game": "chess", "seats": [ME, ME]}, 404, "unknown_game"),
        ({"game": "sendas", "seats": [ME]}, 422, "wrong_seats"),
        ({"game": "sendas", "seats": [bot(), bot()]}, 422, "nobody"),
        ({"game": "sendas", "seats": [ME, {"kind": "cat"}]}, 400, "bad_request"),
        ({"game": "sendas", "seats": [ME, bot(9)]}, 400, "bad_request"),
        ({"game": "sendas", "seats": [ME, ME], "options": {"x": 1}}, 422, "invalid_option"),
        ({"game": "sendas", "seats": [ME, ME], "options": {"setup": 3}}, 422, "invalid_option"),
        ({"game": "sendas", "seats": [ME, ME], "contribution": "xy"}, 400, "bad_request"),
    ]
    for body, status, code in cases:
        assert ana.post("/api/matches", body, status)["code"] == code


def test_options_name_no_files_of_this_computer(ana: Browser, tmp_path: object) -> None:
    for value in ("/etc/passwd", f"{tmp_path}/x.toml", "../x.toml", "classic.toml"):
        body = {"game": "sendas", "seats": [ME, ME], "options": {"setup": value}}
        assert ana.post("/api/matches", body, 422)["code"] == "invalid_option"
    state = {"white": ["c2[EN]", "d2[EW]", "e2[WEN]", "f2[EW]", "g2[WN]", "e3[+]"]}
    assert ana.open("sendas", ME, ME, options={"setup": state})["status"] == "playing"


def test_sides_are_drawn_by_lot_if_asked(ana: Browser) -> None:
    seats = {ana.open("sendas", ME, bot(), order="random")["you"][0] for _ in range(20)}
    assert seats == {0, 1}


def test_names_are_plain_text(ana: Browser) -> None:
    name = "  <b>Ana\u202e\x00\n  García</b>" + "x" * 99
    match = ana.open("sendas", ME | {"name": name}, ME)
    assert match["seats"][0]["name"] == ("<b>Ana García</b>" + "x" * 99)[:40]


def test_rooms_that_nobody_uses_are_read_from_the_log_again(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "cadena")
    ana.move(match)
    ana.act(match, "offers", what="draw")
    before = [ana.state(match), bea.get(f"/api/matches/{match}")]
    ana.served.rooms._rooms.clear()
    assert [ana.state(match), bea.get(f"/api/matches/{match}")] == before


def test_the_oldest_idle_rooms_are_forgotten_first(served: Served, ana: Browser) -> None:
    rooms = served.rooms
    first, second = (ana.open("sendas", ME, ME)["id"] for _ in range(2))
    rooms._rooms[first].used = 0.0
    rooms._rooms.move_to_end(first, last=False)
    object.__setattr__(rooms.settings, "rooms", 1)
    try:
        ana.open("sendas", ME, ME)
    finally:
        object.__setattr__(rooms.settings, "rooms", 2_000)
    assert first not in rooms._rooms
    assert second in rooms._rooms
    assert ana.state(first)["status"] == "playing"


def test_answers_are_what_the_document_says(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas", help=True)
    ana.move(match)
    bea.act(match, "offers", what="draw")
    waiting = ana.open("sendas", ME, FRIEND)["invites"][0]["invite"]
    checks = {
        f"/api/matches/{match}": responses.MatchMessage,
        "/api/matches": responses.Matches,
        f"/api/matches/{match}/state": responses.StateMessage,
        f"/api/matches/{match}/state?scenes=1": responses.StateMessage,
        f"/api/matches/{match}/positions/0?scenes=1": responses.StateMessage,
        f"/api/matches/{match}/moves": responses.Moves,
        f"/api/matches/{match}/proof": responses.Proof,
        f"/api/matches/{match}/evaluation": responses.Evaluation,
        f"/api/invites/{waiting}": responses.InviteFacts,
        "/api/games": catalog.Games,
        "/api/palette": catalog.Palette,
        "/api/compiling": catalog.Compiling,
        "/healthz": responses.Health,
        **{f"/api/games/{game}/lesson?lang=es": catalog.Lesson for game in ludoteca.games()},
        **{f"/api/games/{game}/rules": catalog.RulesPage for game in ludoteca.games()},
    }
    for path, kind in checks.items():
        answer = ana.get(path)
        again = msgspec.to_builtins(msgspec.convert(answer, kind))
        # What the document leaves out is sent nowhere.
        assert answer.keys() <= again.keys(), path
