"""A server of this computer is opened to its network by one who sits at it, and closed again."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludoteca.server import network, serve
from tests.server.web_client import FRIEND, ME, PATIENCE, Browser, Live, Served, wait_until

NETWORK = "127.0.0.2"  # stands for this computer's address in its network: no traffic leaves it
ANOTHER = "127.0.0.3"


class Home(Served):
    """A server as the command starts it, with made-up addresses in the network."""

    def __init__(self, folder: Path, *, host: str = "127.0.0.1", found: list[str]) -> None:
        super().__init__(folder)
        if host != serve.LOCAL:
            self._listening.close()
            self._listening = serve.listen(host, 0)
            self.port = self._listening.getsockname()[1]
        self._host, self._found = host, found

    def new_server(self) -> uvicorn.Server:
        server = super().new_server()
        network.attach(self.app, server, self._host, self.port, lambda: self._found)
        return server


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path, found=[NETWORK]) as server:
        yield server


@pytest.fixture
def ana(home: Home) -> Iterator[Browser]:
    with home.browser() as browser:
        yield browser


def reaches(address: str, port: int, path: str = "/healthz", **headers: str) -> int | None:
    """Return the status of an answer at an address, or None if nobody listens there."""
    try:
        return httpx.get(f"http://{address}:{port}{path}", headers=headers).status_code
    except httpx.ConnectError:
        return None


def test_it_opens_with_one_request_and_closes_with_another(home: Home, ana: Browser) -> None:
    closed = {"open": False, "can_change": True, "addresses": []}
    assert ana.get("/api/network") == closed
    assert reaches(NETWORK, home.port) is None
    opened = ana.post("/api/network", {"open": True})
    address = f"http://{NETWORK}:{home.port}"
    assert opened == {"open": True, "can_change": True, "addresses": [address]}
    assert ana.post("/api/network", {"open": True}) == opened
    assert reaches(NETWORK, home.port) == 200
    assert ana.post("/api/network", {"open": False}) == closed == ana.get("/api/network")
    assert reaches(NETWORK, home.port) is None
    assert ana.post("/api/network", {"open": True}) == opened


def test_the_host_check_holds_at_the_new_address(home: Home, ana: Browser) -> None:
    ana.post("/api/network", {"open": True})
    for host, status in {
        f"{NETWORK}:{home.port}": 200,
        "evil.example": 403,
        ANOTHER: 403,
        f"{NETWORK}.evil.example": 403,
    }.items():
        assert reaches(NETWORK, home.port, Host=host) == status, host


def test_only_a_browser_of_this_computer_decides(home: Home, ana: Browser) -> None:
    ana.post("/api/network", {"open": True})
    there = f"http://{NETWORK}:{home.port}/api/network"
    assert httpx.get(there).json() == {"open": True, "can_change": False, "addresses": []}
    refused = httpx.post(there, json={"open": False})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_here")
    posing = httpx.post(there, json={"open": False}, headers={"host": "localhost"})
    assert (posing.status_code, posing.json()["code"]) == (403, "not_here")
    for headers in (
        {"x-forwarded-for": "192.0.2.7"},
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"host": "evil.example"},
    ):
        answer = ana.client.post("/api/network", json={"open": False}, headers=headers)
        assert answer.status_code == 403, headers
    plain = ana.client.post(
        "/api/network", content=b'{"open":false}', headers={"content-type": "text/plain"}
    )
    assert plain.status_code == 415
    assert reaches(NETWORK, home.port) == 200


def test_closing_ends_the_connections_of_the_network_and_no_others(
    home: Home, ana: Browser
) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    ana.post("/api/network", {"open": True})
    there = f"ws://{NETWORK}:{home.port}/api/matches/{match}/live"
    with ana.live(match) as mine, connect(there, compression=None) as guest:
        mine.until("welcome")
        guest.recv(PATIENCE)
        ana.post("/api/network", {"open": False})
        with pytest.raises(ConnectionClosed):
            Live(guest).until("never")
        mine.send(type="ping")
        mine.until("pong")


def test_a_friend_joins_by_the_network(home: Home, ana: Browser) -> None:
    match = ana.open("sendas", ME, FRIEND)
    address = ana.post("/api/network", {"open": True})["addresses"][0]
    invite = match["invites"][0]["path"].replace("/join/", "/api/invites/")
    with httpx.Client(base_url=address) as bea:
        assert bea.post(invite, json={"name": "Bea"}).status_code == 200
        assert bea.get(f"/api/matches/{match['id']}").json()["you"] == [1]
    assert ana.get(f"/api/matches/{match['id']}")["status"] == "playing"


def test_the_creators_own_link_leads_to_the_match(home: Home, ana: Browser) -> None:
    match = ana.open("sendas", ME, FRIEND)
    invite = match["invites"][0]["path"].replace("/join/", "/api/invites/")
    own = ana.get(invite)
    assert (own["member"], own["yours"], own["home"]) == (True, False, None)
    address = ana.post("/api/network", {"open": True})["addresses"][0]
    by_network = httpx.get(address + invite).json()
    assert not by_network["member"]
    assert by_network["home"] == f"http://127.0.0.1:{home.port}/m/{match['id']}"


def test_without_a_network_nothing_opens(tmp_path: Path) -> None:
    with Home(tmp_path, found=["192.0.2.77"]) as home, home.browser() as ana:
        refused = ana.post("/api/network", {"open": True}, 409)
        assert refused["code"] == "no_network"
        assert not ana.get("/api/network")["open"]


def test_a_server_started_for_the_network_says_where_it_is(tmp_path: Path) -> None:
    with Home(tmp_path, host="0.0.0.0", found=[NETWORK]) as home, home.browser() as ana:
        addresses = [f"http://{NETWORK}:{home.port}"]
        told = {"open": True, "can_change": False, "addresses": addresses}
        assert ana.get("/api/network") == told
        assert ana.post("/api/network", {"open": False}, 403)["code"] == "not_here"


def test_a_taken_port_is_replaced_by_a_free_one(tmp_path: Path) -> None:
    with Home(tmp_path, found=[NETWORK]) as home, home.browser() as ana:
        taken = serve.listen(NETWORK, home.port)
        try:
            address = ana.post("/api/network", {"open": True})["addresses"][0]
            assert address != f"http://{NETWORK}:{home.port}"
            assert httpx.get(f"{address}/healthz").status_code == 200
        finally:
            taken.close()


def test_a_server_that_stops_closes_its_network_too(tmp_path: Path) -> None:
    with Home(tmp_path, found=[NETWORK]) as home, home.browser() as ana:
        ana.post("/api/network", {"open": True})
    wait_until(lambda: reaches(NETWORK, home.port) is None)


def test_addresses_that_others_cannot_use_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    names: tuple[str, list[str], list[str]] = (
        "here",
        [],
        ["127.0.1.1", "169.254.3.4", "192.168.1.5"],
    )
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: names)
    found = network.network_addresses()
    assert "192.168.1.5" in found
    assert not any(address.startswith(("127.", "169.254.", "0.")) for address in found)
