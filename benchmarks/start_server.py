"""A server with its default settings, and somebody who visits it, for benchmarks/start.py."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit


class Visitor:
    """Somebody with a token at a server, over one connection."""

    def __init__(self, address: str) -> None:
        self._line = HTTPConnection(urlsplit(address).netloc, timeout=60)
        self._headers = {"Content-Type": "application/json"}

    def get(self, path: str) -> bytes:
        """Return what is at a path."""
        return self._ask("GET", path)

    def post(self, path: str, message: Any) -> Any:
        """Send a message as JSON; return the answer."""
        return json.loads(self._ask("POST", path, json.dumps(message)))

    def _ask(self, method: str, path: str, body: str | None = None) -> bytes:
        self._line.request(method, path, body, self._headers)
        answer = self._line.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {content.decode()}")
        return content

    def open(self, game: str) -> str:
        """Open a match against a bot; return its id."""
        token = str(self.post("/api/tokens", {})["token"])
        self._headers["Authorization"] = f"Bearer {token}"
        seats = [{"kind": "me"}, {"kind": "bot", "level": 3}]
        return str(self.post("/api/matches", {"game": game, "seats": seats})["id"])

    def see(self, match: str) -> None:
        """Get what a browser draws a table from."""
        self.get(f"/api/matches/{match}")
        self.get(f"/api/matches/{match}/state?scenes=1")

    def move(self, match: str) -> float:
        """Make the first legal move when it is time; return the seconds until it is answered."""
        state: dict[str, Any] = {}
        while not state.get("moves"):
            state = json.loads(self.get(f"/api/matches/{match}/state"))
            time.sleep(0.05)
        move = {"id": "first", "seq": state["seq"], "move": state["moves"][0]}
        began = time.perf_counter()
        self.post(f"/api/matches/{match}/moves", move)
        return time.perf_counter() - began

    def statuses(self) -> set[str]:
        """Return how far the games are on their way to native code."""
        return set(json.loads(self.get("/api/compiling"))["games"].values())


@contextmanager
def started(env: dict[str, str]) -> Iterator[Visitor]:
    """Start a server, and end it at the end."""
    command = [sys.executable, "-m", "ludoteca", "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = None
        while address is None:
            address = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
        yield Visitor(address[0])
    finally:
        server.terminate()
        server.wait()
