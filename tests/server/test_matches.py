"""Matches over HTTP: opening, joining, moving, ending."""

import re

import pytest

from ludoteca.match import verify
from tests.cases import every_game
from tests.server.web_client import (
    FRIEND,
    ME,
    Browser,
    Message,
    Served,
    bot,
    friends,
    new_id,
    wait_until,
)


def play_on(browser: Browser, match: str, plies: int) -> Message:
    """Moves for whoever's turn it is, as far as the browser holds the seat."""
    for _ in range(plies):
        state = browser.state(match)
        if state["outcome"] or not state["moves"]:
            break
        browser.act(match, "moves", seq=state["seq"], move=state["moves"][0])
    return browser.state(match)


@every_game
def test_a_match_against_a_bot_goes_back_and_forth(ana: Browser, name: str) -> None:
    match = ana.open(name, ME | {"name": "Ana"}, bot())
    assert match["status"] == "playing"
    assert [seat["kind"] for seat in match["seats"]] == ["person", "bot"]
    for _ in range(2):
        wait_until(lambda: ana.state(match["id"])["your_turn"])
        ana.move(match["id"])
    wait_until(lambda: ana.state(match["id"])["your_turn"])
    assert {move["seat"] for move in ana.get(f"/api/matches/{match['id']}/moves")["moves"]} >= {0}


@every_game
def test_a_match_of_friends_begins_when_the_last_has_come(
    ana: Browser, bea: Browser, name: str
) -> None:
    match = ana.open(name, ME | {"name": "Ana"}, FRIEND, contribution="00ff")
    assert match["status"] == "waiting"
    assert match["to_move"] is None
    assert ana.state(match["id"])["moves"] == []
    assert ana.move(match["id"], "pass", 409)["code"] == "waiting"
    invite = match["invites"][0]["invite"]
    facts = bea.get(f"/api/invites/{invite}?lang=es")
    assert (facts["from"], facts["used"], facts["seat"]) == ("Ana", False, 1)
    joined = bea.post(f"/api/invites/{invite}", {"name": "Bea", "contribution": "11"})
    assert joined["status"] == "playing"
    assert joined["you"] == [1]
    assert [seat["name"] for seat in joined["seats"]] == ["Ana", "Bea"]
    assert ana.get(f"/api/matches/{match['id']}")["invites"] == []
    by_seat = ana.get(f"/api/matches/{match['id']}/proof")["by_seat"]
    assert [added["contribution"] for added in by_seat] == ["00ff", "11"]


def test_an_invite_is_for_one(served: Served, ana: Browser, bea: Browser) -> None:
    match = ana.open("sendas", ME, FRIEND)
    path = f"/api/invites/{match['invites'][0]['invite']}"
    assert ana.post(path, {}, 403)["code"] == "no_seat"
    bea.post(path, {"name": "Bea"})
    assert bea.post(path, {"name": "again"})["seats"][1]["name"] == "Bea"
    with served.browser() as late:
        assert late.post(path, {}, 409)["code"] == "invite_used"
        assert late.get(path)["used"]
    assert ana.get(path[:-1] + ("A" if path[-1] != "A" else "B"), 404)["code"] == "not_found"


def test_only_who_opened_a_match_sees_its_invites(ana: Browser, bea: Browser) -> None:
    match = ana.open("cadena", ME, FRIEND, FRIEND, options={"players": 3})
    first, second = match["invites"]
    assert bea.post(f"/api/invites/{first['invite']}")["invites"] == []
    assert [i["seat"] for i in ana.get(f"/api/matches/{match['id']}")["invites"]] == [2]
    assert second["path"] == f"/join/{second['invite']}"


def test_a_repeated_move_is_harmless_and_a_stale_one_refused(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    state = ana.state(match)
    body = {"id": new_id(), "seq": state["seq"], "move": state["moves"][0]}
    first = ana.post(f"/api/matches/{match}/moves", body)
    assert ana.post(f"/api/matches/{match}/moves", body) == first
    assert ana.state(match)["ply"] == 1
    stale = ana.act(match, "moves", 409, seq=state["seq"], move=state["moves"][1])
    assert (stale["code"], stale["seq"]) == ("stale", first["seq"])
    early = ana.act(match, "moves", 409, seq=first["seq"], move="pass")
    assert early["code"] == "not_your_turn"
    same_id = bea.post(f"/api/matches/{match}/moves", body | {"seq": first["seq"], "move": "pass"})
    assert same_id["seq"] == first["seq"] + 1


def test_an_offer_makes_no_move_stale(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    seq = ana.state(match)["seq"]
    bea.act(match, "offers", what="draw")
    ana.act(match, "moves", seq=seq, move="pass")
    assert ana.state(match)["ply"] == 1


def test_moves_are_checked_and_the_reason_is_told(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    wrong = ana.move(match, "c2-c9[NE]", 422)
    assert wrong["code"] == "illegal_move"
    assert wrong["text"] == "On c9 it would break your own path."
    seq = ana.state(match)["seq"]
    spanish = ana.post(
        f"/api/matches/{match}/moves?lang=es", {"id": "x", "seq": seq, "move": "xyzzy"}, 422
    )
    assert spanish["code"] == "invalid_notation"
    assert "no es una jugada" in spanish["text"]
    assert ana.state(match)["ply"] == 0


def test_who_holds_no_seat_watches(served: Served, ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "phoenix")
    with served.browser() as watcher:
        state = watcher.state(match)
        assert state["seat"] is None
        assert not state["view"]["cards"]
        assert watcher.act(match, "moves", 403, seq=state["seq"], move="R")["code"] == "no_seat"
        assert watcher.act(match, "resign", 403)["code"] == "no_seat"
        assert watcher.get(f"/api/matches/{match}/state?seat=0", 403)["code"] == "no_seat"
    assert bea.get(f"/api/matches/{match}/state?seat=0", 403)["code"] == "no_seat"


def test_a_program_acts_with_a_token(served: Served) -> None:
    with served.browser() as anybody:
        token = anybody.post("/api/tokens", status=201)["token"]
    with served.browser(Authorization=f"Bearer {token}") as program:
        match = program.open("sendas", ME, bot())
        assert program.move(match["id"])["seq"] == 2
        assert [m["id"] for m in program.get("/api/matches")["matches"]] == [match["id"]]
        assert not program.client.cookies


def test_my_matches_are_listed_with_the_last_played_first(ana: Browser) -> None:
    assert ana.get("/api/matches") == {"matches": []}
    first, second = (ana.open("sendas", ME, ME)["id"] for _ in range(2))
    ana.move(first)
    listed = ana.get("/api/matches")["matches"]
    assert [match["id"] for match in listed] == [first, second]
    assert ana.get("/api/matches?limit=1")["matches"] == listed[:1]
    older = ana.get(f"/api/matches?before={listed[0]['updated']}")["matches"]
    assert [match["id"] for match in older] == [second]
    assert listed[0]["same_device"]


def test_resigning_ends_a_match(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "rainbow")
    assert ana.get(f"/api/matches/{match}/record", 403)["code"] == "hidden"
    ana.act(match, "resign")
    outcome = bea.state(match)["outcome"]
    assert (outcome["winners"], outcome["reason"]) == ([1], "resigned")
    assert ana.move(match, "1", 409)["code"] == "over"
    assert ana.act(match, "resign", 409)["code"] == "over"
    record = ana.client.get(f"/api/matches/{match}/record")
    assert record.headers["content-disposition"].startswith("attachment")
    checked = verify(record.text)
    assert checked.seed_known
    assert checked.match.tags["player-2"] == "Bea"


def test_a_match_that_waits_can_be_cancelled(ana: Browser, bea: Browser) -> None:
    match = ana.open("sendas", ME, FRIEND)
    ana.act(match["id"], "resign")
    assert ana.get(f"/api/matches/{match['id']}")["status"] == "cancelled"
    path = f"/api/invites/{match['invites'][0]['invite']}"
    assert bea.post(path, {}, 409)["code"] == "cancelled"
    assert ana.act(match["id"], "rematch", 409)["code"] == "not_over"


def test_a_draw_is_offered_and_accepted(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    assert bea.act(match, "answers", 409, accept=True)["code"] == "no_offer"
    assert ana.act(match, "offers", what="draw")["agreed"] is False
    assert bea.state(match)["offer"] == {"seat": 0, "what": "draw", "yours": False}
    assert ana.act(match, "offers", 409, what="draw")["code"] == "again"
    assert ana.act(match, "answers", 409, accept=True)["code"] == "no_offer"
    assert bea.act(match, "answers", accept=True)["agreed"] is True
    assert bea.state(match)["outcome"]["reason"] == "agreed"


def test_a_declined_offer_is_not_repeated_before_the_next_move(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    ana.act(match, "offers", what="draw")
    bea.act(match, "answers", accept=False)
    assert ana.state(match)["offer"] is None
    assert ana.act(match, "offers", 409, what="draw")["code"] == "again"
    ana.move(match)
    ana.act(match, "offers", what="draw")
    bea.move(match)
    assert ana.state(match)["offer"] is None


def test_bots_do_not_agree_on_draws(ana: Browser) -> None:
    match = ana.open("sendas", ME, bot())
    assert not match["draws"]
    assert ana.act(match["id"], "offers", 409, what="draw")["code"] == "no_draw"


def test_a_takeback_against_a_bot_is_free(ana: Browser) -> None:
    match = ana.open("sendas", ME, bot())["id"]
    assert ana.act(match, "offers", 409, what="takeback")["code"] == "no_takeback"
    before = ana.state(match)["view"]
    ana.move(match)
    wait_until(lambda: ana.state(match)["ply"] == 2)
    assert ana.act(match, "offers", what="takeback")["agreed"] is True
    state = ana.state(match)
    assert (state["ply"], state["view"]) == (0, before)
    assert state["last"] is None
    ana.move(match, ana.state(match)["moves"][3])
    wait_until(lambda: ana.state(match)["ply"] == 2)
    moves = ana.get(f"/api/matches/{match}/moves")["moves"]
    assert [move["ply"] for move in moves] == [1, 2]


def test_a_takeback_between_people_needs_consent(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "colorito")
    ana.move(match)
    assert ana.act(match, "offers", what="takeback")["agreed"] is False
    assert ana.state(match)["ply"] == 1
    assert bea.act(match, "answers", accept=True)["agreed"] is True
    assert ana.state(match)["ply"] == 0
    assert ana.state(match)["your_turn"]


def test_on_one_device_the_last_move_is_taken_back_whoever_made_it(ana: Browser) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    for ply in (1, 2):
        ana.move(match)
        assert ana.state(match)["ply"] == ply
    for ply in (1, 0):
        assert ana.act(match, "offers", what="takeback")["agreed"] is True
        assert ana.state(match)["ply"] == ply


def test_nothing_hidden_or_random_is_taken_back(ana: Browser) -> None:
    for game in ("phoenix", "rainbow"):
        match = ana.open(game, ME, ME)
        assert not match["takebacks"]
        seat = match["to_move"]
        move = ana.state(match["id"], seat=seat)["moves"][0]
        ana.act(match["id"], "moves", seq=match["seq"], move=move)
        refused = ana.act(match["id"], "offers", 409, what="takeback", seat=seat)
        assert refused["code"] == "no_takeback"
    match = ana.open("cadena", ME, ME)
    ana.move(match["id"], "keep 1")
    assert ana.get(f"/api/matches/{match['id']}/moves")["moves"][1]["kind"] == "chance"
    refused = ana.act(match["id"], "offers", 409, what="takeback", seat=0)
    assert refused["code"] == "no_takeback"


@pytest.mark.parametrize("lang", ["en", "es"])
def test_after_a_resignation_the_drawn_board_says_so(ana: Browser, lang: str) -> None:
    match = ana.open("phoenix", ME, ME)["id"]
    address = f"/api/matches/{match}/positions/"
    turn, ended = {
        "en": (r"play a card|Player 2 to move", "A player resigned."),
        "es": (r"descarta una carta|Turno de Jugador 2", "Un jugador abandonó."),
    }[lang]

    def drawn(ply: int) -> str:
        return str(ana.get(f"{address}{ply}?scenes=1&seat=0&lang={lang}"))

    before = ana.state(match)["ply"]
    assert re.search(turn, drawn(before))
    ana.act(match, "resign")
    last = ana.state(match)["ply"]
    assert ended in drawn(last)
    assert not re.search(turn, drawn(last))


def test_a_rematch_swaps_sides_and_everybody_keeps_a_seat(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas", options={"setup": "clash"})
    assert ana.act(match, "rematch", 409)["code"] == "not_over"
    bea.act(match, "resign")
    assert ana.act(match, "rematch")["match"] is None
    following = bea.act(match, "rematch")["match"]
    assert ana.act(match, "rematch")["match"] == following
    again = bea.get(f"/api/matches/{following}")
    assert [seat["name"] for seat in again["seats"]] == ["Bea", "Ana"]
    assert (again["you"], again["status"], again["rematch_of"]) == ([0], "playing", match)
    assert again["options"] == ana.get(f"/api/matches/{match}")["options"]
    assert again["options"]["setup"] == "clash"
    assert ana.get(f"/api/matches/{match}")["rematch"] == following


def test_help_is_for_matches_where_nobody_minds(ana: Browser, bea: Browser) -> None:
    alone = ana.open("sendas", ME, ME)["id"]
    hint = ana.get(f"/api/matches/{alone}/hint")
    assert hint["move"] in ana.state(alone)["moves"]
    assert 0 <= hint["value"] <= 1
    value = ana.get(f"/api/matches/{alone}/evaluation")
    assert value["seat"] == 0
    assert 0 <= value["value"] <= 1
    match = friends(ana, bea, "sendas")
    assert ana.get(f"/api/matches/{match}/hint", 403)["code"] == "no_help"
    assert ana.get(f"/api/matches/{match}/evaluation", 403)["code"] == "no_help"
    ana.act(match, "resign")
    assert ana.get(f"/api/matches/{match}/evaluation?ply=0")["value"] is not None
    friendly = friends(ana, bea, "sendas", help=True)
    assert ana.get(f"/api/matches/{friendly}/hint")["move"]
    assert bea.get(f"/api/matches/{friendly}/hint", 409)["code"] == "not_your_turn"


def test_no_value_is_told_that_would_tell_of_a_hidden_hand(ana: Browser) -> None:
    match = ana.open("phoenix", ME, bot())["id"]
    wait_until(lambda: ana.state(match)["your_turn"])
    assert ana.get(f"/api/matches/{match}/evaluation")["value"] is not None
    with ana.served.browser() as watcher:
        assert watcher.get(f"/api/matches/{match}/evaluation")["value"] is None


def test_past_positions_are_shown_except_where_memory_is_the_game(
    ana: Browser, bea: Browser
) -> None:
    match = friends(ana, bea, "sendas")
    start = ana.state(match)["view"]
    ana.move(match)
    then = bea.get(f"/api/matches/{match}/positions/0?scenes=0")
    assert (then["ply"], then["view"]["pieces"]) == (0, start["pieces"])
    assert then["moves"] == []
    assert bea.get(f"/api/matches/{match}/positions/1")["last"]["path"]
    assert bea.get(f"/api/matches/{match}/positions/2", 404)["code"] == "not_found"
    secret = friends(ana, bea, "rainbow")
    ana.move(secret)
    assert ana.get(f"/api/matches/{secret}/positions/0", 403)["code"] == "hidden"
    assert not ana.get(f"/api/matches/{secret}")["lookback"]
    ana.act(secret, "resign")
    for seat in (0, 1):
        past = bea.get(f"/api/matches/{secret}/positions/1?seat={seat}")
        assert past["seat"] == seat
    assert bea.get(f"/api/matches/{secret}/moves")["moves"][0]["text"].startswith("deal ")


def test_the_deal_is_a_secret_until_the_end(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "phoenix")
    assert ana.get(f"/api/matches/{match}/moves")["moves"][0]["text"] is None
    proof = ana.get(f"/api/matches/{match}/proof")
    assert proof["seed"] is None
    assert proof["chances"] == [{"number": 0, "ply": 1, "text": None}]
    ana.act(match, "resign")
    proof = bea.get(f"/api/matches/{match}/proof")
    assert proof["checked"] is True
    assert proof["commitment"] == ana.get(f"/api/matches/{match}")["commitment"]
    assert proof["chances"][0]["text"].startswith("deal ")


def test_people_on_one_device_play_a_whole_game(ana: Browser) -> None:
    match = ana.open("cadena", ME, ME, ME, options={"players": 3})["id"]
    state = play_on(ana, match, 400)
    while not state["outcome"]:
        state = play_on(ana, match, 400)
    assert verify(ana.client.get(f"/api/matches/{match}/record").text).seed_known


def test_on_one_device_secrets_are_shown_only_to_who_asks(ana: Browser) -> None:
    match = ana.open("phoenix", ME, ME)["id"]
    state = ana.state(match)
    assert state["seat"] is None
    assert state["your_turn"]
    assert state["moves"] == []
    seat = state["to_move"]
    assert ana.state(match, seat=seat)["moves"]
    assert ana.state(match, seat=1 - seat)["moves"] == []
