"""A server in a thread, and clients that talk to it over real sockets."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from ludoteca.server import serve as serving
from ludoteca.server.app import create_app
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.settings import Settings
from ludoteca.store import SqliteStore, Store

T = TypeVar("T")
Message = dict[str, Any]
ME, FRIEND = {"kind": "me"}, {"kind": "friend"}
PATIENCE = 20.0
UNLIMITED: dict[str, Any] = {
    "bot_pace": 0,
    "bot_tick": 0,
    "refusal_seconds": 0,
    "connection_burst": 1_000_000,
    "request_burst": 1_000_000,
    "post_burst": 1_000_000,
    "work_burst": 1_000_000,
    "address_work_burst": 1_000_000,
    "address_message_burst": 1_000_000,
}
"""Settings for tests that send as fast as they can from one address."""


def bot(level: int = 1) -> Message:
    """A bot's seat."""
    return {"kind": "bot", "level": level}


class Served:
    """A server over a folder, from `with` to its end."""

    def __init__(
        self, folder: Path, settings: Settings | None = None, store: Store | None = None
    ) -> None:
        self.file = folder / serving.FILE
        self.settings = settings or Settings(**UNLIMITED)
        self.store = store or SqliteStore(self.file)
        self.app = create_app(self.store, self.settings)
        self._listening = serving.listen(serving.LOCAL, 0)
        self.port: int = self._listening.getsockname()[1]
        self.config = serving.config(self.app, self.settings)

    def __enter__(self) -> Self:
        self._server = self.new_server()
        ready = threading.Event()

        async def run() -> None:
            self.loop = asyncio.get_running_loop()
            ready.set()
            await self._server.serve([self._listening])

        self._thread = threading.Thread(target=lambda: asyncio.run(run()))
        self._thread.start()
        ready.wait(PATIENCE)
        wait_until(lambda: self._server.started)
        return self

    def new_server(self) -> uvicorn.Server:
        """Make the server that is run."""
        return uvicorn.Server(self.config)

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()

    @property
    def rooms(self) -> RoomRegistry:
        """The rooms."""
        rooms: RoomRegistry = self.app.state.rooms
        return rooms

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Does something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    @contextmanager
    def browser(self, **headers: str) -> Iterator["Browser"]:
        """A new browser, without a cookie."""
        address = f"http://127.0.0.1:{self.port}"
        with httpx.Client(base_url=address, timeout=PATIENCE, headers=headers) as client:
            yield Browser(self, client)


class Browser:
    """Somebody's browser: a cookie jar, requests, and live connections."""

    def __init__(self, served: Served, client: httpx.Client) -> None:
        self.served, self.client = served, client

    def get(self, path: str, status: int = 200) -> Any:
        """The JSON at a path."""
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: Message | None = None, status: int = 200) -> Any:
        """The JSON that a request is answered with."""
        answer = self.client.post(path, json=body or {})
        assert answer.status_code == status, answer.text
        return answer.json()

    def open(self, game: str, *seats: Message, **more: Any) -> Message:
        """A new match."""
        body = {"game": game, "seats": list(seats), **more}
        match: Message = self.post("/api/matches", body, 201)
        return match

    def state(self, match: str, **asked: object) -> Message:
        """The present state of a table."""
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        state: Message = self.get(f"/api/matches/{match}/state?{query}")
        return state

    def act(self, match: str, path: str, status: int = 200, **body: object) -> Message:
        """Carries an action out over HTTP."""
        answer: Message = self.post(f"/api/matches/{match}/{path}", {"id": new_id()} | body, status)
        return answer

    def move(self, match: str, move: str | None = None, status: int = 200) -> Message:
        """Makes a move, the first legal one if none is named."""
        state = self.state(match)
        chosen = move or state["moves"][0]
        return self.act(match, "moves", status, seq=state["seq"], move=chosen)

    @contextmanager
    def live(self, match: str, **asked: object) -> Iterator["Live"]:
        """A live connection."""
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        address = f"ws://127.0.0.1:{self.served.port}/api/matches/{match}/live?{query}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        with connect(
            address, additional_headers=headers, compression=None, max_size=1 << 22
        ) as socket:
            yield Live(socket)


class Live:
    """A live connection, seen from the client."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Message] = []

    def hear(self) -> Message:
        """The next message."""
        message: Message = json.loads(self.socket.recv(PATIENCE))
        self.heard.append(message)
        return message

    def until(self, kind: str, **wanted: object) -> Message:
        """The next message of a kind in which certain things hold."""
        while True:
            message = self.hear()
            if message["type"] == kind and wanted.items() <= message.items():
                return message

    def send(self, **message: object) -> None:
        """Sends a message."""
        self.socket.send(json.dumps(message))

    def ask(self, **message: object) -> Message:
        """Sends an action and gives its answer."""
        action = str(message.setdefault("id", new_id()))
        self.send(**message)
        while True:
            answer = self.hear()
            if answer["type"] in ("done", "refused") and answer["id"] == action:
                return answer

    @property
    def events(self) -> list[Message]:
        """All events heard so far."""
        return [event for told in self.heard for event in told.get("events", [])]


_ids = iter(range(1_000_000_000))


def new_id() -> str:
    """An id that no other action has."""
    return f"t{next(_ids)}"


def wait_until(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Waits until something holds."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.01)


def friends(ana: Browser, bea: Browser, game: str, **more: Any) -> str:
    """A match between two people, both there; Ana has seat 0."""
    match = ana.open(game, ME | {"name": "Ana"}, FRIEND, **more)
    bea.post(match["invites"][0]["path"].replace("/join/", "/api/invites/"), {"name": "Bea"})
    return str(match["id"])
