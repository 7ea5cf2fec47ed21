"""One client cannot hurt the others: connections, request heads, watchers."""

import socket
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ludoteca.server import serve as serving
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
