"""One client cannot hurt the others: connections, request heads, watchers."""

import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ludoteca.server import serve as serving
from ludoteca.server.connections import LimitedWebSocketProtocol
from ludoteca.server.settings import Settings
from tests.server.web_client import ME, UNLIMITED, Browser, Served, wait_until


def silent(port: int, sent: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), 10)
    line.sendall(sent)
    return line


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "])
def test_silent_lines_and_half_requests_are_closed(tmp_path: Path, sent: bytes) -> None:
    settings = Settings(head_seconds=0.3)
    with Served(tmp_path, settings) as served, silent(served.port, sent) as line:
        assert line.recv(1_000).startswith(b"HTTP/1.1 408")
        assert line.recv(1_000) == b""


def test_a_half_request_after_a_whole_one_is_closed(tmp_path: Path) -> None:
    whole = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    settings = Settings(head_seconds=0.3)
    with Served(tmp_path, settings) as served, silent(served.port, whole) as line:
        assert line.recv(10_000).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET /he")
        seen = b""
        while part := line.recv(1_000):
            seen += part
        assert b"HTTP/1.1 408" in seen


def test_a_quiet_live_connection_outlasts_the_time_for_a_head(tmp_path: Path) -> None:
    settings = Settings(**(UNLIMITED | {"head_seconds": 0.3, "body_seconds": 0.1}))
    with Served(tmp_path, settings) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        with ana.live(match) as live:
            live.until("welcome")
            time.sleep(0.6)
            live.send(type="ping")
            live.until("pong")


@pytest.mark.parametrize("pieces", [1, 50])
def test_a_head_has_a_largest_size(tmp_path: Path, pieces: int) -> None:
    with Served(tmp_path) as served, silent(served.port) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        seen = b""
        try:
            for _ in range(pieces):
                line.sendall(b"x" * (50_000 // pieces))
                time.sleep(0.002)
            if pieces == 1:
                line.sendall(b"\r\n\r\n")
            seen = line.recv(1_000)
        except ConnectionError:
            return
        assert seen.startswith(b"HTTP/1.1 431")


def test_hanging_up_in_the_middle_of_a_body_is_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    head = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with Served(tmp_path) as served:
        silent(served.port, head + b"Content-Length: 100\r\n\r\n{").close()
        wait_until(lambda: httpx.get(f"http://127.0.0.1:{served.port}/healthz").status_code == 200)
    assert "failed" not in caplog.text


def test_a_large_body_is_no_large_head(ana: Browser) -> None:
    record = ana.client.post(
        "/api/records", content=b"x" * 900_000, headers={"content-type": "text/plain"}
    )
    assert (record.status_code, record.json()["code"]) == (422, "invalid_record")


def test_an_address_has_a_number_of_connections(tmp_path: Path) -> None:
    settings = Settings(**(UNLIMITED | {"connections_per_address": 3}))
    with Served(tmp_path, settings) as served:
        lines = [silent(served.port) for _ in range(3)]
        with silent(served.port) as surplus:
            assert surplus.recv(100).startswith(b"HTTP/1.1 503")
        other = socket.socket()
        other.bind(("127.0.0.2", 0))
        other.connect(("127.0.0.1", served.port))
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")
        for line in (*lines, other):
            line.close()
        counter = served.config.http.counter  # type: ignore[union-attr]
        wait_until(lambda: counter.total == 0)
        with served.browser() as ana:
            match = ana.open("sendas", ME, ME)["id"]
            with ana.live(match) as live:
                live.until("welcome")
                assert counter.total == 2
            wait_until(lambda: counter.total == 1)
        wait_until(lambda: counter.total == 0)


def test_an_address_that_reconnects_too_often_is_cut_off(tmp_path: Path) -> None:
    limits = {"connection_burst": 3, "new_connections_per_second": 0.001}
    with Served(tmp_path, Settings(**(UNLIMITED | limits))) as served:
        answers = []
        for _ in range(5):
            with silent(served.port) as line:
                try:
                    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    answers.append(line.recv(12))
                except ConnectionError:
                    answers.append(b"")
        assert answers == [b"HTTP/1.1 200"] * 3 + [b""] * 2


def test_watchers_never_lock_players_out(tmp_path: Path) -> None:
    settings = Settings(**(UNLIMITED | {"watchers_per_match": 2, "watchers": 3}))
    with Served(tmp_path, settings) as served, served.browser() as ana, served.browser() as eva:
        match, other = (ana.open("sendas", ME, ME)["id"] for _ in range(2))
        with ExitStack() as open_lines:
            for _ in range(2):
                open_lines.enter_context(eva.live(match)).until("welcome")
            with eva.live(match) as third, pytest.raises(ConnectionClosed):
                third.until("welcome")
            assert eva.client.get(f"/api/matches/{match}/events").status_code == 429
            open_lines.enter_context(eva.live(other)).until("welcome")
            with eva.live(other) as fifth, pytest.raises(ConnectionClosed):
                fifth.until("welcome")
            for one in (match, other):
                open_lines.enter_context(ana.live(one)).until("welcome")
        wait_until(lambda: served.rooms.connections == served.rooms.watchers == 0)


def test_a_new_connection_of_a_player_replaces_the_oldest(tmp_path: Path) -> None:
    settings = Settings(**(UNLIMITED | {"connections_per_holder": 2}))
    with Served(tmp_path, settings) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        with ana.live(match) as one, ana.live(match) as two, ana.live(match) as three:
            three.until("welcome")
            two.until("welcome")
            with pytest.raises(ConnectionClosed):
                one.until("never")
            assert one.socket.close_code == 4409
        wait_until(lambda: served.rooms.connections == 0)


def test_the_connections_fit_the_files() -> None:
    fitted = serving.fit_to_files(Settings(), 1_024)
    assert (fitted.connections, fitted.watchers) == (824, 412)
    assert serving.fit_to_files(Settings(), 100_000) == Settings()
    import resource

    assert serving.raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def answers(line: socket.socket) -> bytes:
    """Return everything that comes until the server hangs up."""
    seen = b""
    with suppress(ConnectionError):
        while part := line.recv(10_000):
            seen += part
    return seen


def sent_until_cut(line: socket.socket, more: bytes, most: int) -> int:
    """Send the same again and again; return the bytes sent before the server hung up."""
    sent = 0
    with suppress(ConnectionError):
        while sent < most:
            sent += line.send(more)
    return sent


WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_an_empty_line_does_not_keep_a_connection(tmp_path: Path) -> None:
    with Served(tmp_path, Settings(head_seconds=0.3)) as served, silent(served.port, WHOLE) as line:
        assert line.recv(10_000).startswith(b"HTTP/1.1 200")
        line.sendall(b"\r\n")
        assert b"HTTP/1.1 408" in answers(line)


def test_a_live_connection_may_follow_a_request_on_the_same_line(tmp_path: Path) -> None:
    settings = Settings(**(UNLIMITED | {"head_seconds": 0.3}))
    with Served(tmp_path, settings) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        upgrade = (
            f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        with silent(served.port, WHOLE) as line:
            assert line.recv(10_000).startswith(b"HTTP/1.1 200")
            line.sendall(upgrade.encode())
            wait_until(lambda: served.rooms.connections == 1)
            time.sleep(0.6)
            assert served.rooms.connections == 1


def test_few_requests_wait_for_the_answer_to_the_first(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        with silent(served.port, WHOLE * 5) as line:
            wait_until(lambda: line.recv(10_000, socket.MSG_PEEK).count(b"HTTP/1.1 200") == 5)
        with silent(served.port, WHOLE * 500) as line:
            seen = answers(line)
        assert seen.count(b"HTTP/1.1 200") <= 1 + served.settings.requests_pipelined


@pytest.mark.parametrize("method", [b"GET /healthz", b"POST /api/matches"])
def test_a_body_has_few_chunks(tmp_path: Path, method: bytes) -> None:
    head = b" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    start = method + head + b"Transfer-Encoding: chunked\r\n\r\n"
    with Served(tmp_path) as served:
        with silent(served.port, start + b"1\r\n{\r\n1\r\n}\r\n0\r\n\r\n") as line:
            assert line.recv(10_000).startswith((b"HTTP/1.1 200", b"HTTP/1.1 400"))
        with silent(served.port, start) as line:
            assert sent_until_cut(line, b"1\r\nx\r\n" * 100, 40_000_000) < 40_000_000


def test_a_body_that_is_not_wanted_is_not_read_for_ever(tmp_path: Path) -> None:
    head = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
    head += b"Content-Length: 99999999999\r\n\r\n"
    with Served(tmp_path) as served, silent(served.port, head) as line:
        assert sent_until_cut(line, b"x" * 50_000, 100_000_000) < 100_000_000


EMPTY = {"pings": 0x89, "pongs": 0x8A, "fragments": 0x00}


@pytest.mark.parametrize("kind", EMPTY)
def test_frames_without_end_are_read_slowly(tmp_path: Path, kind: str) -> None:
    limits = {"address_frame_burst": 300, "address_frames_per_second": 10.0}
    with Served(tmp_path, Settings(**(UNLIMITED | limits))) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        with ana.live(match, states=0) as live:
            live.until("welcome")
            raw = live.socket.socket
            frame = bytes([EMPTY[kind], 0x80]) + bytes(4)
            begin = bytes([0x01, 0x80]) + bytes(4) if kind == "fragments" else b""
            raw.sendall(begin + frame * 2_000)
            parsed = frames_parsed(served)
            time.sleep(0.5)
            assert frames_parsed(served) - parsed < 20
            assert parsed < 600
            assert ana.client.get("/healthz").status_code == 200
            raw.shutdown(socket.SHUT_RDWR)


def frames_parsed(served: Served) -> int:
    """Return how many of 2,000 empty frames the server has parsed, once it rests."""
    wait_until(lambda: any(line._resting for line in live_lines(served)))
    return 2_000 - len(live_lines(served)[0]._unparsed) // 6


def live_lines(served: Served) -> list[LimitedWebSocketProtocol]:
    lines = served._server.server_state.connections
    return [line for line in lines if isinstance(line, LimitedWebSocketProtocol)]


def test_a_burst_of_messages_is_read_whole(tmp_path: Path) -> None:
    settings = Settings(**(UNLIMITED | {"message_burst": 1_000}))
    with Served(tmp_path, settings) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        with ana.live(match) as live:
            live.until("welcome")
            for _ in range(400):
                live.send(type="ping")
            for _ in range(400):
                live.until("pong")
        wait_until(lambda: served.rooms.connections == 0)
