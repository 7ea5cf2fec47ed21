"""Trouble: a full disk, a locked database, slow, flooding and half-open clients. Others play on."""

import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import ludoteca
from ludoteca.search.api import Stop
from ludoteca.search.players import player
from ludoteca.server import bot_pool
from ludoteca.server.settings import Settings
from ludoteca.store import SqliteStore, StoreFailed
from ludoteca.store.protocol import Answer, Write
from ludoteca.store.sqlite import connect
from tests.server.web_client import ME, UNLIMITED, Live, Served, bot, friends, new_id, wait_until


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Served]:
    """A server with little patience."""
    limits = {"send_seconds": 0.5, "message_burst": 5, "messages_per_second": 5}
    settings = Settings(**(UNLIMITED | limits))
    store = SqliteStore(tmp_path / "matches.sqlite", patience=0.2)
    served = Served(tmp_path, settings, store)
    served.config.ws_ping_interval = served.config.ws_ping_timeout = 0.3
    with served:
        yield served


def test_a_full_disk_refuses_moves_and_loses_none(narrow: Served) -> None:
    store = narrow.store
    assert isinstance(store, SqliteStore)
    with narrow.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        store._writing.execute("PRAGMA max_page_count = 1")
        body = {"game": "sendas", "seats": [ME, ME]}
        while (answer := ana.client.post("/api/matches", json=body)).status_code == 201:
            pass
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        state = ana.state(match)
        move = {"id": new_id(), "seq": state["seq"], "move": state["moves"][0]}
        while ana.client.post(f"/api/matches/{match}/moves", json=move).status_code == 200:
            ana.client.post(
                f"/api/matches/{match}/offers", json={"id": new_id(), "what": "takeback"}
            )
            state = ana.state(match)
            move |= {"id": new_id(), "seq": state["seq"], "move": state["moves"][0]}
        assert ana.state(match) == state
        store._writing.execute("PRAGMA max_page_count = 100000")
        ana.post(f"/api/matches/{match}/moves", move)
        assert ana.state(match)["ply"] == state["ply"] + 1


class Failing:
    """A store that fails when told to."""

    def __init__(self, store: SqliteStore) -> None:
        self._store, self.failing = store, False
        self.load, self.held_by, self.key = store.load, store.held_by, store.key
        self.close, self.counts, self.free_bytes = store.close, store.counts, store.free_bytes
        self.expirable, self.review = store.expirable, store.review

    def write(self, write: Write, answer: Answer) -> None:
        """Fails, or passes the write on."""
        if self.failing:
            answer(StoreFailed("disk I/O error"))
        else:
            self._store.write(write, answer)


class FailingForBots(Failing):
    """A store that fails once, when seat 1 moves."""

    refused = 0

    def write(self, write: Write, answer: Answer) -> None:
        """Fails the first time."""
        self.failing = b'"seat":1' in write.events[0][2] and self.refused == 0
        self.refused += self.failing
        super().write(write, answer)


def test_what_cannot_be_stored_is_not_told_to_anybody(tmp_path: Path) -> None:
    store = Failing(SqliteStore(tmp_path / "m"))
    with (
        Served(tmp_path, Settings(**UNLIMITED), store) as served,
        served.browser() as ana,
        served.browser() as bea,
    ):
        match = friends(ana, bea, "sendas")
        with ana.live(match) as one, bea.live(match) as other:
            state = one.until("state")
            other.until("state")
            store.failing = True
            action = {"type": "move", "id": new_id(), "seq": state["seq"], "move": "pass"}
            assert one.ask(**action)["code"] == "storage"
            assert bea.post("/api/matches", {"game": "sendas", "seats": [ME, ME]}, 503)
            store.failing = False
            assert one.ask(**action)["type"] == "done"
            other.until("events")
            assert [event["seq"] for event in other.events] == list(range(state["seq"] + 2))


def test_a_bot_waits_for_the_store(tmp_path: Path) -> None:
    store = FailingForBots(SqliteStore(tmp_path / "m"))
    with Served(tmp_path, Settings(**UNLIMITED), store) as served, served.browser() as ana:
        match = ana.open("sendas", ME, bot())["id"]
        ana.move(match)
        wait_until(lambda: ana.state(match)["your_turn"])
        assert store.refused == 1
        assert ana.state(match)["ply"] == 2


def test_a_locked_database_is_waited_for_and_then_told(narrow: Served) -> None:
    with narrow.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        seq = ana.state(match)["seq"]
        other = connect(narrow.file)
        other.execute("BEGIN IMMEDIATE")
        refused = ana.act(match, "moves", 503, seq=seq, move="pass")
        assert refused["code"] == "storage"
        assert ana.get("/healthz") == {"status": "ready"}
        other.execute("ROLLBACK")
        other.close()
        ana.act(match, "moves", seq=seq, move="pass")


class RawSocket:
    """A WebSocket that does only what it is told, not even read."""

    def __init__(self, served: Served, match: str, token: str, query: str = "scenes=1") -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", served.port))
        self.socket.sendall(
            f"GET /api/matches/{match}/live?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Cookie: ludoteca={token}\r\n\r\n".encode()
        )

    def send(self, message: dict[str, object]) -> None:
        """Sends one frame, masked with zeros."""
        body = json.dumps(message).encode()
        self.socket.sendall(struct.pack("!BB", 0x81, 0x80 | len(body)) + bytes(4) + body)

    def drain(self) -> bool:
        """Whether the other side has closed, everything before that read."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True


def _exchange(live: Live, plies: int) -> float:
    """Moves for both sides on one line; the longest time that an answer took."""
    longest = 0.0
    for _ in range(plies):
        state = live.until("state")
        began = time.monotonic()
        assert live.ask(type="move", seq=state["seq"], move=state["moves"][0])["type"] == "done"
        longest = max(longest, time.monotonic() - began)
    return longest


def test_a_client_that_does_not_read_is_dropped_and_the_others_go_on(narrow: Served) -> None:
    with narrow.browser() as ana:
        match = ana.open("colorito", ME, ME)["id"]
        token = ana.client.cookies["ludoteca"]
        slow = RawSocket(narrow, match, token)
        wait_until(lambda: len(narrow.rooms._rooms[match].subscriptions) == 1)
        for _ in range(60):
            if not narrow.rooms._rooms[match].subscriptions:
                break
            with suppress(OSError):
                slow.send({"type": "lang", "lang": "es"})
            ana.move(match)
        wait_until(lambda: not narrow.rooms._rooms[match].subscriptions)
        assert narrow.rooms.connections == 0
        ana.move(match)
        slow.socket.close()


def test_a_client_that_floods_slows_only_itself(narrow: Served) -> None:
    with narrow.browser() as ana, narrow.browser() as bea:
        flooded, quiet = ana.open("sendas", ME, ME)["id"], bea.open("sendas", ME, ME)["id"]
        flood = RawSocket(narrow, flooded, ana.client.cookies["ludoteca"], "states=0")
        flood.socket.settimeout(0.2)
        sent = 0
        try:
            for _ in range(20_000):
                flood.send({"type": "ping"})
                sent += 1
        except OSError:
            pass
        with bea.live(quiet) as live:
            assert _exchange(live, 4) < 1.0
        room = narrow.rooms._rooms[flooded]
        assert all(len(subscription.answers) <= 65 for subscription in room.subscriptions)
        assert sent > 100
        flood.socket.close()
        wait_until(lambda: not room.subscriptions)


def test_a_half_open_line_is_noticed(narrow: Served) -> None:
    with narrow.browser() as ana, narrow.browser() as bea:
        match = friends(ana, bea, "sendas")
        dead = RawSocket(narrow, match, bea.client.cookies["ludoteca"], "states=0")
        wait_until(lambda: len(narrow.rooms._rooms[match].subscriptions) == 1)
        wait_until(lambda: not narrow.rooms._rooms[match].subscriptions, 5)
        assert dead.drain()
        dead.socket.close()
        ana.move(match)


def test_two_servers_on_one_file_do_not_spoil_a_match(tmp_path: Path) -> None:
    with (
        Served(tmp_path) as one,
        Served(tmp_path) as two,
        one.browser() as ana,
        two.browser() as elsewhere,
    ):
        match = ana.open("sendas", ME, ME)["id"]
        elsewhere.client.cookies.update(ana.client.cookies)
        seq = elsewhere.state(match)["seq"]
        ana.act(match, "moves", seq=seq, move="pass")
        late = elsewhere.act(match, "moves", 409, seq=seq, move="c2[ES]")
        assert late["code"] == "stale"
        assert elsewhere.state(match)["last"]["text"] == "pass"


def test_a_server_that_stops_says_so_and_goes_on_where_it_was(tmp_path: Path) -> None:
    with Served(tmp_path) as served, served.browser() as ana:
        match = ana.open("sendas", ME, bot(3))["id"]
        token = ana.client.cookies["ludoteca"]
        ana.move(match)
    with Served(tmp_path) as served, served.browser(Authorization=f"Bearer {token}") as ana:
        wait_until(lambda: ana.state(match)["ply"] == 2)
        assert ana.get("/api/matches")["matches"][0]["your_turn"]


def test_a_stream_that_is_not_read_is_dropped(narrow: Served) -> None:
    with narrow.browser() as ana:
        match = ana.open("colorito", ME, ME)["id"]
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", narrow.port))
        path = f"/api/matches/{match}/events?scenes=1"
        slow.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        room = narrow.rooms._rooms[match]
        wait_until(lambda: room.subscriptions)
        for _ in range(80):
            if not room.subscriptions:
                break
            ana.move(match)
            time.sleep(0.02)
        wait_until(lambda: not room.subscriptions)
        assert narrow.rooms.connections == 0
        slow.close()


def test_a_request_that_never_ends_is_given_up(tmp_path: Path) -> None:
    with (
        Served(tmp_path, Settings(body_seconds=0.2)) as served,
        socket.create_connection(("127.0.0.1", served.port), 10) as slow,
    ):
        slow.sendall(
            b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        assert slow.recv(100).startswith(b"HTTP/1.1 408")


def test_a_mistake_of_ours_is_told_without_its_details(
    narrow: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("ludoteca.server.http.catalog.facts", broken)
    with narrow.browser() as ana:
        problem = ana.get("/api/games", 500)
        assert problem["code"] == "internal"
        assert "secret" not in problem["text"]
        assert ana.get("/healthz")


def test_a_bot_whose_search_fails_makes_some_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludoteca.load("sendas")
    position = game.start(0)
    monkeypatch.setattr(bot_pool, "player", lambda name: player(name) if name == "random" else None)
    move = bot_pool.bot_move(game, position.view(0, memory=True), 3, 1, Stop())
    assert move in position.moves()


def test_too_many_thoughts_are_turned_away(tmp_path: Path) -> None:
    with Served(tmp_path, Settings(thoughts_waiting=0)) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        assert ana.get(f"/api/matches/{match}/hint", 503)["code"] == "busy"
