"""The live connection: everything once and in order, whatever becomes of the line."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from ludoteca.server import subscription
from ludoteca.server.match import room
from ludoteca.server.settings import Settings
from ludoteca.server.wire import responses
from tests.cases import every_game
from tests.server.web_client import FRIEND, ME, Browser, Live, Message, Served, bot, friends, new_id


def seqs(live: Live) -> list[int]:
    return [event["seq"] for event in live.events]


def test_both_sides_see_every_move(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    with ana.live(match) as one, bea.live(match) as other:
        for ply in range(4):
            mover = (one, other)[ply % 2]
            state = mover.until("state", your_turn=True)
            answer = mover.ask(type="move", seq=state["seq"], move=state["moves"][0])
            assert answer["type"] == "done"
        for live in (one, other):
            while not live.events or live.events[-1].get("ply") != 4:
                live.hear()
            assert seqs(live) == list(range(7))
        assert [event.get("text") for event in one.events] == [
            event.get("text") for event in other.events
        ]


def test_a_client_that_comes_back_gets_exactly_what_it_missed(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    with ana.live(match) as live:
        live.until("state")
        last = live.events[-1]["seq"]
    for browser in (ana, bea, ana):
        browser.move(match)
    for since in range(-1, 6):
        with ana.live(match, since=since) as live:
            assert live.hear()["type"] == "welcome"
            live.until("state")
            assert seqs(live) == list(range(since + 1, last + 4))
    with ana.live(match, since=999) as live:
        live.until("state")
        assert seqs(live) == []


def test_an_action_repeated_on_a_new_line_is_harmless(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    action = {"type": "move", "id": new_id(), "seq": ana.state(match)["seq"]}
    action["move"] = ana.state(match)["moves"][0]
    with ana.live(match) as live:
        first = live.ask(**action)
    with ana.live(match) as live:
        assert live.ask(**action) == first
    assert ana.state(match)["ply"] == 1


def test_browsers_get_scenes_in_their_language(ana: Browser) -> None:
    match = ana.open("cadena", ME, ME)["id"]
    with ana.live(match, scenes=1, lang="es") as live:
        state = live.until("state")
        assert state["choices"]["keep:1"] == "keep 1"
        assert "view" not in state
        assert "moves" not in state
        layers = [element.get("layer", 0) for element in state["scene"]["elements"]]
        assert layers == sorted(layers)
        spanish = {element.get("label") for element in state["scene"]["elements"]}
        live.send(type="lang", lang="en")
        english = {element.get("label") for element in live.until("state")["scene"]["elements"]}
        assert spanish != english
        done = live.ask(type="move", seq=state["seq"], move="keep 1")
        assert done["type"] == "done"
        following = live.until("state")
        kinds = [event["kind"] for event in live.events]
        assert kinds[-2:] == ["move", "chance"]
        assert following["last"] == {
            "ply": 1,
            "seat": 0,
            "text": "keep 1",
            "path": ["keep:1"],
            "trail": ["die-1", "black-1-1"],
            "moved": {},
            "said": "One black die is kept.",
        }


def test_programs_get_views_or_events_only(ana: Browser) -> None:
    match = ana.open("rainbow", ME, bot())["id"]
    with ana.live(match) as live:
        assert "memory" not in live.until("state")["view"]
    with ana.live(match, memory=1) as live:
        assert "memory" in live.until("state")["view"]
    with ana.live(match, states=0) as live:
        live.send(type="ping")
        live.until("pong")
        assert {message["type"] for message in live.heard} == {"welcome", "events", "pong"}


def test_on_one_device_the_curtain_falls_between_turns(ana: Browser) -> None:
    match = ana.open("rainbow", ME, ME)["id"]
    with ana.live(match, scenes=1) as live:
        state = live.until("state")
        assert (state["seat"], state["choices"], state["your_turn"]) == (None, {}, True)
        live.send(type="look", seat=0)
        state = live.until("state", seat=0)
        assert state["choices"]
        live.ask(type="move", seq=state["seq"], move="1")
        state = live.until("state", ply=2)
        assert state["seat"] == 0
        live.send(type="look", seat=1)
        assert live.until("state", seat=1)["choices"] == {}
        live.send(type="look", seat=5)
        assert live.until("refused")["code"] == "no_seat"


def test_without_secrets_the_look_follows_the_turn(ana: Browser) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    with ana.live(match) as live:
        for seat in (0, 1, 0):
            state = live.until("state", seat=seat)
            assert state["your_turn"]
            done = live.ask(type="move", seq=state["seq"], move=state["moves"][0])
            assert done["type"] == "done"


def test_presence_and_thinking_are_told(served: Served, ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    with ana.live(match) as live:
        live.until("presence", online=[0])
        with bea.live(match) as other:
            other.until("welcome")
            live.until("presence", online=[0, 1])
            with served.browser() as watcher, watcher.live(match) as watching:
                watching.until("welcome")
                live.until("presence", watching=1)
        live.until("presence", online=[0], watching=0)
    match = ana.open("sendas", ME, bot())["id"]
    with ana.live(match) as live:
        state = live.until("state")
        live.ask(type="move", seq=state["seq"], move=state["moves"][0])
        live.until("thinking", seat=1)
        live.until("thinking", seat=None)
        assert live.until("state", ply=2)["your_turn"]


def test_a_friend_who_waits_in_the_room_learns_of_the_start(ana: Browser, bea: Browser) -> None:
    match = ana.open("phoenix", ME, FRIEND)
    with ana.live(match["id"], scenes=1) as live:
        assert live.until("state")["status"] == "waiting"
        bea.post(f"/api/invites/{match['invites'][0]['invite']}", {"name": "Bea"})
        assert live.until("state", status="playing")["seat"] == 0
        kinds = [(event["kind"], event.get("text", "-")) for event in live.events]
        assert kinds == [
            ("created", "-"),
            ("joined", "-"),
            ("started", "-"),
            ("chance", None),
        ]


OFFERED = {"seat": 0, "what": "rematch", "yours": False}


def test_every_action_works_on_the_line(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    with ana.live(match) as one, bea.live(match) as other:
        state = one.until("state")
        one.ask(type="move", seq=state["seq"], move="pass")
        assert one.ask(type="offer", what="takeback")["agreed"] is False
        other.until("state", offer={"seat": 0, "what": "takeback", "yours": False})
        assert other.ask(type="answer", accept=True)["agreed"] is True
        one.until("events")
        assert one.until("state", ply=0)["your_turn"]
        assert other.ask(type="resign")["type"] == "done"
        over = one.until("state", status="over")
        assert over["outcome"]["winners"] == [0]
        assert one.ask(type="rematch")["match"] is None
        offered = other.until("state", status="over", offer=OFFERED)
        assert offered["outcome"]["winners"] == [0]
        following = other.ask(type="answer", accept=True)["match"]
        told = one.events[-1]
        while told["kind"] != "rematch":
            one.hear()
            told = one.events[-1]
        assert told["match"] == following


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"type":"move"}', '{"type":"fly"}', '{"type":"ping","more":1}', "[" * 2000],
)
def test_nonsense_is_refused_and_the_line_stays(ana: Browser, text: str) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    with ana.live(match) as live:
        live.socket.send(text)
        refused = live.until("refused")
        assert (refused["code"], refused["id"]) == ("bad_request", None)
        live.socket.send(b'{"type":"ping"}')
        live.until("pong")
        live.socket.send(b"\xff\xfe")
        assert live.until("refused")["code"] == "bad_request"
        live.socket.send(json.dumps({"type": "ping", "x": "y" * 5000}))
        assert live.until("refused")["code"] == "too_large"


def test_lines_to_nowhere_are_closed_with_a_reason(served: Served, ana: Browser) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    for where, code in ((f"{'a' * 16}", 4404), ("xyz", 4404), (f"{match}", None)):
        with ana.live(where, seat=7 if code is None else 0) as live:
            with pytest.raises(ConnectionClosed) as closed:
                live.until("state")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404


def test_pages_of_other_sites_get_no_line(served: Served, ana: Browser) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    address = f"ws://127.0.0.1:{served.port}/api/matches/{match}/live"
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{served.port + 1}"):
        with connect(address, origin=Origin(origin)) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(10)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403
    with connect(address, origin=Origin(f"http://127.0.0.1:{served.port}")) as socket:
        assert json.loads(socket.recv(10))["type"] == "welcome"


@contextmanager
def streaming(browser: Browser, path: str) -> Iterator[Iterator[str]]:
    with browser.client.stream("GET", path) as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        yield answer.iter_lines()


def test_programs_can_follow_a_match_line_by_line(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    with streaming(bea, f"/api/matches/{match}/events?since=0") as lines:
        messages = (json.loads(line) for line in lines if line)
        assert next(messages)["type"] == "welcome"
        assert [event["seq"] for event in next(messages)["events"]] == [1, 2]
        ana.move(match)
        told = next(message for message in messages if message["type"] == "events")
        assert [event["kind"] for event in told["events"]] == ["move"]


def test_a_quiet_stream_is_kept_alive(tmp_path: Any) -> None:
    settings = Settings(keepalive_seconds=0.1)
    with Served(tmp_path, settings) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        with streaming(ana, f"/api/matches/{match}/events?states=0") as lines:
            assert [next(lines) for _ in range(4)][-2:] == ["", ""]


def test_messages_are_what_the_types_say(ana: Browser) -> None:
    import msgspec

    match = ana.open("colorito", ME, bot())["id"]
    with ana.live(match, scenes=1) as live:
        welcome = msgspec.convert(live.until("welcome")["match"], responses.MatchMessage)
        assert (welcome.id, welcome.game) == (match, "colorito")
        state: Message = live.until("state")
        assert msgspec.convert(state, responses.StateMessage).seq == state["seq"]


class Counting(socket.socket):
    """A socket that counts what comes."""

    received = 0

    def recv(self, size: int, flags: int = 0) -> bytes:
        """Return what came, counted."""
        data = super().recv(size, flags)
        self.received += len(data)
        return data


@every_game
def test_a_ply_is_light_on_the_wire(served: Served, ana: Browser, bea: Browser, name: str) -> None:
    match = friends(ana, bea, name)
    line = Counting()
    line.connect(("127.0.0.1", served.port))
    address = f"ws://127.0.0.1:{served.port}/api/matches/{match}/live?scenes=1&pace=off"
    cookie = {"Cookie": f"ludoteca={ana.client.cookies['ludoteca']}"}
    with connect(address, sock=line, additional_headers=cookie) as opened:
        live = Live(opened)
        first = live.until("state")
        begun, plies = line.received, 0
        for _ in range(8):
            (ana if ana.state(match)["your_turn"] else bea).move(match)
            plies = live.until("state")["ply"] - first["ply"]
        assert len(json.dumps(live.heard[-1])) > 8_000
        assert (line.received - begun) / plies < 6_000


def test_a_compressed_message_that_swells_is_refused(served: Served, ana: Browser) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    address = f"ws://127.0.0.1:{served.port}/api/matches/{match}/live?states=0"
    with connect(address) as opened:
        opened.send('{"type":"ping"}' + " " * 5_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            Live(opened).until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_long_log_comes_in_parts_before_the_state(
    ana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (room, subscription):
        monkeypatch.setattr(module, "MOST_EVENTS_TOLD", 2)
    match = ana.open("sendas", ME, ME)["id"]
    for _ in range(5):
        ana.move(match)
    with ana.live(match, since=0) as live:
        live.until("state")
        assert [event["seq"] for event in live.events] == [1, 2, 3, 4, 5, 6]
        assert [event.get("turn") for event in live.events] == [None, 1, 2, 3, 4, 5]
        assert sum(message["type"] == "events" for message in live.heard) == 3
