"""Trying again: a match that goes on from a ply of a finished one."""

import pytest

import ludoteca
from ludoteca.match import verify
from tests.server.web_client import ME, Browser, bot, friends, wait_until


def played(ana: Browser, game: str, plies: int = 4) -> tuple[str, int]:
    """A match against a bot of level 2 that was given up after a few plies."""
    match = ana.open(game, ME, bot(2))["id"]

    def far_enough() -> bool:
        state = ana.state(match)
        if state["ply"] < plies and state["your_turn"]:
            ana.move(match)
        return bool(state["ply"] >= plies and state["your_turn"])

    wait_until(far_enough, 60)
    ana.act(match, "resign")
    return match, ana.state(match)["ply"]


@pytest.mark.parametrize("game", ludoteca.games())
def test_another_try_begins_with_the_same_plies_against_the_same_bot(
    ana: Browser, game: str
) -> None:
    match, plies = played(ana, game)
    before = ana.get(f"/api/matches/{match}/moves")["moves"]
    there = ana.get(f"/api/matches/{match}/positions/{plies - 1}")
    again = ana.post(f"/api/matches/{match}/branches", {"ply": plies - 1}, 201)
    assert again["branch_of"] == match
    assert again["you"] == [0]
    assert [seat["level"] for seat in again["seats"]] == [None, 2]
    now = ana.state(again["id"])
    assert now["your_turn"]
    assert now["view"] == there["view"]
    moves = ana.get(f"/api/matches/{again['id']}/moves")["moves"]
    assert len(moves) == plies - 1
    ana.act(again["id"], "resign")
    moves = ana.get(f"/api/matches/{again['id']}/moves")["moves"]
    assert [one["text"] for one in moves[:-1]] == [one["text"] for one in before[:-1]]


def test_the_record_of_another_try_holds_and_reveals_no_seed(ana: Browser) -> None:
    match, plies = played(ana, "cadena")
    again = ana.post(f"/api/matches/{match}/branches", {"ply": plies - 1}, 201)["id"]
    ana.act(again, "resign")
    record = ana.client.get(f"/api/matches/{again}/record").text
    assert not verify(record).seed_known
    assert ana.get(f"/api/matches/{again}/proof")["seed"] is None


def test_other_people_are_replaced_by_bots_and_one_plays_their_side_too(
    ana: Browser, bea: Browser
) -> None:
    match = friends(ana, bea, "sendas")
    bea.act(match, "resign")
    mine = bea.post(f"/api/matches/{match}/branches", {"ply": 0}, 201)
    assert mine["you"] == [1]
    assert mine["seats"][0]["kind"] == "bot"
    other = bea.post(f"/api/matches/{match}/branches", {"ply": 0, "seat": 0}, 201)
    assert other["you"] == [0]
    assert other["seats"][1]["kind"] == "bot"
    assert ana.get("/api/matches")["matches"][0]["id"] == match


def test_a_running_match_or_a_ply_that_is_not_there_is_refused(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "phoenix")
    address = f"/api/matches/{match}/branches"
    assert ana.post(address, {"ply": 0}, 409)["code"] == "not_over"
    bea.act(match, "resign")
    assert ana.post(address, {"ply": 99}, 404)["code"] == "not_found"
    assert ana.post(address, {"ply": ana.state(match)["ply"]}, 409)["code"] == "over"
    assert ana.post(address, {"ply": 0, "seat": 7}, 400)["code"] == "bad_request"
