"""States say which beats led to them, and bots wait until what happened was seen."""

from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.server.bot_pool import Choice, answer_delay
from ludoteca.server.settings import Settings
from tests.server.web_client import ME, Browser, Live, Served, bot, friends, wait_until


def until(live: Live, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the next state of which something holds."""
    while True:
        message = live.until("state")
        if holds(message):
            return message


def states(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the states among messages."""
    return [message for message in heard if message["type"] == "state"]


def test_every_ply_is_told_once_and_in_order(ana: Browser) -> None:
    match = ana.open("cadena", ME, bot(1))["id"]
    with ana.live(match, scenes=1) as live:
        live.until("state")
        ana.act(match, "moves", seq=ana.state(match)["seq"], move="keep 1")
        until(live, lambda message: message["your_turn"] and message["ply"] > 1)
        told = [beat["ply"] for state in states(live.heard)[1:] for beat in state["beats"]]
        last = states(live.heard)[-1]["ply"]
    assert told == sorted(told)
    assert set(told) == set(range(1, last + 1))


def test_a_beat_names_the_players_and_addresses_the_reader(ana: Browser) -> None:
    match = ana.open("cadena", ME, bot(1))["id"]
    with ana.live(match, scenes=1, lang="es") as live:
        live.until("state")
        ana.act(match, "moves", seq=ana.state(match)["seq"], move="keep 0")
        state = until(live, lambda message: message["ply"] > 1)
    assert [beat["kind"] for beat in state["beats"]] == ["keep", "roll"]
    assert state["beats"][0]["text"] == "No conservas ningún dado negro."


def test_the_first_state_of_a_connection_tells_nothing_old(ana: Browser) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    ana.move(match)
    with ana.live(match, scenes=1) as live:
        assert live.until("state")["beats"] == []


def test_who_comes_back_is_told_what_was_missed_since_the_own_last_move(
    ana: Browser, bea: Browser
) -> None:
    match = friends(ana, bea, "sendas")
    start = ana.state(match)["seq"]
    ana.act(match, "moves", seq=start, move="pass")
    bea.move(match)
    missed = ana.client.get(f"/api/matches/{match}/state?scenes=1&since={start}").json()
    assert [beat["ply"] for beat in missed["beats"]] == [2]
    with ana.live(match, scenes=1, since=start) as live:
        assert [beat["ply"] for beat in live.until("state")["beats"]] == [2]
    with bea.live(match, scenes=1, since=start) as live:
        assert live.until("state")["beats"] == []


def test_a_past_position_tells_the_ply_that_led_there(ana: Browser) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    for _ in range(3):
        ana.move(match)
    past = ana.client.get(f"/api/matches/{match}/positions/2?scenes=1").json()
    assert [beat["ply"] for beat in past["beats"]] == [2]
    assert past["beats"][0]["scene"] is None


def _clash(served: Served, people: tuple[Browser, Browser], match: str) -> None:
    """Play until a round is lost."""
    room = served.rooms._rooms[match]
    while True:
        position, seat = room.state.position, room.state.to_move
        assert seat is not None
        for move in position.moves():
            if any(beat.kind in ("clash", "black") for beat in position.beats(move, None)):
                people[seat].act(match, "moves", seq=room.state.seq, move=move)
                return
        people[seat].act(match, "moves", seq=room.state.seq, move=position.moves()[0])


def test_the_card_that_clashes_is_in_the_pictures_of_everybody(
    served: Served, ana: Browser, bea: Browser
) -> None:
    match = friends(ana, bea, "rainbow")
    with (
        served.browser() as watcher,
        ana.live(match, scenes=1) as first,
        bea.live(match, scenes=1) as second,
        watcher.live(match, scenes=1) as third,
    ):
        _clash(served, (ana, bea), match)
        seq = served.rooms._rooms[match].state.seq
        for live in (first, second, third):
            state = until(live, lambda message: message["seq"] == seq)
            shock = next(b for b in state["beats"] if b["kind"] in ("clash", "black"))
            shown: dict[str, Any] = {}
            for beat in state["beats"]:
                if beat["scene"] is not None:
                    shown |= {thing["id"]: thing for thing in beat["scene"]["changed"]}
                if beat is shock:
                    break
            assert shock["things"][-1] in shown or shock["things"][0] in shown
            assert state["beats"][-1]["kind"] == "take"
            assert not any(thing["id"].startswith("row-") for thing in state["scene"]["elements"])


def test_the_end_of_a_hand_has_its_own_picture_before_the_next_deal(
    served: Served, ana: Browser
) -> None:
    match = ana.open("phoenix", ME, ME, options={"deck": {"X": 1, "R": 4, "P1": 6}})["id"]
    with ana.live(match, scenes=1) as live:
        live.until("state")
        seat = served.rooms._rooms[match].state.to_move
        move = served.rooms._rooms[match].state.position.moves()[-1]
        ana.act(match, "moves", seq=ana.state(match)["seq"], move=move, seat=seat)
        state = until(live, lambda message: message["ply"] > 2)
    kinds = [beat["kind"] for beat in state["beats"]]
    assert kinds[-2:] == ["hand-end", "deal"]
    end = state["beats"][-2]
    assert end["scene"] is not None
    assert state["beats"][-1]["scene"] is None
    first = next(beat for beat in state["beats"] if beat["scene"] is not None)
    points = next(thing for thing in first["scene"]["changed"] if thing["id"] == "points")
    assert points


SETTINGS = Settings(bot_pace=0.6, bot_tick=0.0)


@pytest.mark.parametrize(
    ("choice", "pace", "due"),
    [
        (Choice(move="a"), 1.0, 0.6),
        (Choice(move="a", forced=True), 1.0, 0.18),
        (Choice(move="a", breath=2.0), 1.0, 2.6),
        (Choice(move="a", breath=2.0), 0.5, 1.3),
        (Choice(move="a", breath=2.0), 0.0, 0.0),
    ],
)
def test_a_bot_waits_for_what_happened_and_decides_faster_where_it_has_no_choice(
    choice: Choice, pace: float, due: float
) -> None:
    assert answer_delay(SETTINGS, 0.0, pace=pace, hidden=False, choice=choice) == pytest.approx(due)


def test_the_time_of_a_bot_does_not_tell_whether_a_hidden_hand_left_it_a_choice() -> None:
    forced, free = (Choice(move="a", forced=forced) for forced in (True, False))
    delays = [answer_delay(SETTINGS, 0.0, pace=1.0, hidden=True, choice=c) for c in (forced, free)]
    assert delays[0] == delays[1]


def test_bots_follow_the_speed_that_a_player_sets(tmp_path: Any) -> None:
    settings = Settings(bot_pace=0.2, bot_tick=0.0)
    with Served(tmp_path, settings) as served, served.browser() as ana:
        match = ana.open("sendas", ME, bot(1))["id"]
        with ana.live(match, scenes=1, pace="off") as live:
            live.until("state")
            ana.move(match)  # no pass: after two of them the game would be over
            wait_until(lambda: ana.state(match)["ply"] == 2)
            log = served.rooms._rooms[match].state.log
            quick = log[-1].at - log[-2].at
            live.send(type="pace", pace="normal")
            ana.move(match)
            wait_until(lambda: ana.state(match)["ply"] == 4)
            assert log[-1].at - log[-2].at > max(600, quick)


def test_the_moves_of_a_turn_and_its_rolls_have_one_number(ana: Browser) -> None:
    match = ana.open("cadena", ME, ME)["id"]
    with ana.live(match) as live:
        for _ in range(6):
            ana.move(match)
        wait_until(lambda: ana.state(match)["ply"] >= 6)
        seq = ana.state(match)["seq"]
        while not live.events or live.events[-1]["seq"] < seq:
            live.hear()
        told = {event["ply"]: event["turn"] for event in live.events if "turn" in event}
    moves = ana.get(f"/api/matches/{match}/moves")["moves"]
    assert {move["ply"]: move["turn"] for move in moves} == told
    kept = [move["turn"] for move in moves if str(move["text"]).startswith("keep")]
    assert kept == list(range(1, len(kept) + 1))
    rolled = [move for move in moves if move["kind"] == "chance"]
    assert all(told[move["ply"]] == told[move["ply"] - 1] for move in rolled)


def test_a_lost_round_begins_another_turn_of_the_same_player(
    served: Served, ana: Browser, bea: Browser
) -> None:
    match = friends(ana, bea, "rainbow")
    _clash(served, (ana, bea), match)
    state = served.rooms._rooms[match].state
    turn = state.turns[-1]
    (ana, bea)[state.to_move or 0].move(match)
    assert state.turns[-1] == turn + 1


def _hand_faces(state: dict[str, Any], owner: int) -> list[str]:
    """Return what the cards of a hand show in a drawing."""
    stems = (f"back-{owner}-", f"hand-{owner}-")
    return [t["face"] for t in state["scene"]["elements"] if t["id"].startswith(stems)]


@pytest.mark.parametrize("game", ["phoenix", "rainbow"])
def test_hands_are_open_to_everybody_once_the_game_is_over(
    served: Served, ana: Browser, bea: Browser, game: str
) -> None:
    match = friends(ana, bea, game)
    room = served.rooms._rooms[match]
    (ana, bea)[room.state.to_move or 0].move(match)
    closed = ana.state(match, scenes=1, seat=0)
    ana.act(match, "resign")
    with served.browser() as watcher:
        for person in (ana, bea, watcher):
            past = person.get(f"/api/matches/{match}/positions/1?scenes=1")
            for owner in range(2):
                assert "back" not in _hand_faces(past, owner)
    shown = _hand_faces(closed, 1)
    assert shown
    assert all(" on " not in face for face in shown)
    if game == "phoenix":
        assert set(shown) == {"back"}


def test_the_memory_aid_shows_what_a_player_has_seen_and_is_off_unless_chosen(
    ana: Browser, bea: Browser
) -> None:
    games = {game["name"]: game["memory"] for game in ana.get("/api/games")["games"]}
    assert [name for name, memory in games.items() if memory] == ["rainbow"]
    for memory in (False, True):
        placed: list[dict[str, Any]] = []
        while not placed:  # a black face, of which there are few, ends the round at once
            match = friends(ana, bea, "rainbow", memory=memory)
            assert ana.get(f"/api/matches/{match}")["memory"] is memory
            ana.act(match, "moves", seq=ana.state(match)["seq"], move="1?")
            state = ana.state(match, scenes=1)
            placed = [t for t in state["scene"]["elements"] if t["id"] == "row-1"]
        (card,) = placed
        assert (" on " in card["face"]) is memory
