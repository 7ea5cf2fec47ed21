"""A device that goes from hand to hand: help only once the hand of the seat to move lies open."""

from typing import Any

import pytest

from tests.server.web_client import ME, Browser


def asked(browser: Browser, match: str, seat: int | None) -> dict[str, Any]:
    """The answers of everything that helps, for a seat that is uncovered or none."""
    query = "" if seat is None else f"?seat={seat}"
    body = {"seq": browser.state(match)["seq"]} | ({} if seat is None else {"seat": seat})
    move = browser.state(match, seat=browser.state(match)["to_move"])["moves"][0]
    address, client = f"/api/matches/{match}", browser.client
    return {
        "hint": client.get(f"{address}/hint{query}"),
        "evaluation": client.get(f"{address}/evaluation{query}"),
        "previews": client.post(f"{address}/previews", json=body | {"moves": [move]}),
        "why": client.post(f"{address}/why", json=body | {"path": ["nothing"]}),
    }


@pytest.mark.parametrize("game", ["phoenix", "rainbow"])
def test_nothing_helps_behind_the_curtain(ana: Browser, game: str) -> None:
    match = ana.open(game, ME, ME)["id"]
    seat = ana.state(match)["to_move"]
    for name, answer in asked(ana, match, None).items():
        assert (answer.status_code, answer.json()["code"]) == (403, "covered"), name
    for name, answer in asked(ana, match, 1 - seat).items():
        assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn"), name
    for name, answer in asked(ana, match, seat).items():
        assert answer.status_code == 200, name
    assert asked(ana, match, seat)["evaluation"].json()["value"] is not None


def test_the_value_of_an_earlier_turn_of_the_other_hand_is_not_told(ana: Browser) -> None:
    match = ana.open("phoenix", ME, ME)["id"]
    first = ana.state(match)["to_move"]
    move = ana.state(match, seat=first)["moves"][0]
    ply = ana.state(match)["ply"]
    ana.act(match, "moves", seq=ana.state(match)["seq"], move=move)
    now = ana.state(match)["to_move"]
    assert now != first
    then = ana.get(f"/api/matches/{match}/evaluation?ply={ply}&seat={now}")
    assert (then["seat"], then["value"]) == (first, None)


def test_why_a_move_is_refused_is_told_only_to_an_open_hand(ana: Browser) -> None:
    match = ana.open("phoenix", ME, ME)["id"]
    state = ana.state(match)
    seat, seq = state["to_move"], state["seq"]
    legal = ana.state(match, seat=seat)["moves"]
    lacking = next(card for card in ("R", "X", "M2", "M3", "P2", "P3") if f"-{card}" not in legal)
    for named in ({}, {"seat": 1 - seat}):
        answer = ana.act(match, "moves", 403, seq=seq, move=f"-{lacking}", **named)
        assert answer["code"] == "covered"
    answer = ana.act(match, "moves", 422, seq=seq, move=f"-{lacking}", seat=seat)
    assert answer["code"] == "illegal_move"
    ana.act(match, "moves", seq=seq, move=legal[0])


def test_open_games_and_finished_ones_need_no_seat(ana: Browser) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    assert all(answer.status_code == 200 for answer in asked(ana, match, None).values())
    match = ana.open("phoenix", ME, ME)["id"]
    ana.act(match, "resign")
    assert ana.get(f"/api/matches/{match}/evaluation?ply=1")["value"] is not None
