"""Kill -9 at any moment loses no acknowledged move, and doubles none.

A loaded server is killed 50 times, among the long trials 200 times.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

import ludoteca
from ludoteca.server import serve as serving
from ludoteca.store import SqliteStore
from tests import trials
from tests.server.web_client import PATIENCE, wait_until

pytestmark = pytest.mark.slow

KILLS = 200 if trials.LONG else 50
PLAYERS = 6
HOST = Path(__file__).parent / "kill_host.py"


def script(seed: int) -> list[str]:
    """A long random game of Sendas."""
    source, position = random.Random(seed), ludoteca.load("sendas").start(0)
    moves: list[str] = []
    while position.to_move is not None and len(moves) < 390:
        moves.append(source.choice(position.moves()))
        position = position.play(moves[-1])
        if position.to_move is None:
            moves.pop()
            position = ludoteca.load("sendas").start(0)
            for move in moves:
                position = position.play(move)
    return moves


class Host:
    """The process that forks servers."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind((serving.LOCAL, 0))
            self.port: int = free.getsockname()[1]
        command = [sys.executable, str(HOST), str(folder), str(self.port)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self.server = 0

    def start(self) -> None:
        """Forks a server and waits until it answers."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.server = int(self.process.stdout.readline())
        wait_until(self._answers)

    def _answers(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}/healthz").status_code == 200
        return False

    def kill(self) -> None:
        """Ends the server without a warning."""
        os.kill(self.server, signal.SIGKILL)

    def close(self) -> None:
        """Ends the host."""
        with suppress(ProcessLookupError):
            self.kill()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(PATIENCE)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path)
    made.start()
    yield made
    made.close()


class Player:
    """Plays both seats of a match as fast as it can, and again after every loss of the line."""

    def __init__(self, host: Host, number: int) -> None:
        self.host, self.moves = host, script(number)
        self.address = f"127.0.0.1:{host.port}"
        self.heard: dict[int, str] = {}
        self.acknowledged: dict[int, str] = {}
        self.faults: list[str] = []
        self.token = str(httpx.post(f"http://{self.address}/api/tokens").json()["token"])
        self.seq = -1
        self.stopped = threading.Event()
        self.match = self._open()

    def _open(self) -> str:
        body = {"game": "sendas", "seats": [{"kind": "me"}] * 2}
        headers = {"Authorization": f"Bearer {self.token}"}
        made = httpx.post(f"http://{self.address}/api/matches", json=body, headers=headers)
        return str(made.json()["id"])

    def run(self) -> None:
        """Plays until it is stopped."""
        while not self.stopped.is_set() and len(self.heard) < len(self.moves):
            with suppress(OSError, WebSocketException, TimeoutError):
                self._play()
            time.sleep(0.01)

    def _play(self) -> None:
        address = f"ws://{self.address}/api/matches/{self.match}/live?states=0&since={self.seq}"
        headers = {"Authorization": f"Bearer {self.token}"}
        with connect(address, additional_headers=headers, compression=None) as line:
            line.recv(5)
            self._hear(line, catching_up=True)
            while not self.stopped.is_set() and len(self.heard) < len(self.moves):
                self._move(line)

    def _move(self, line: Any) -> None:
        ply = len(self.heard)
        action = {"type": "move", "id": f"p{ply}", "seq": self.seq, "move": self.moves[ply]}
        line.send(json.dumps(action))
        while len(self.heard) == ply or ply not in self.acknowledged:
            self._hear(line)

    def _hear(self, line: Any, *, catching_up: bool = False) -> None:
        try:
            message = json.loads(line.recv(0.05 if catching_up else 5))
        except TimeoutError:
            if catching_up:
                return
            raise
        if message["type"] == "done":
            self.acknowledged[int(message["id"][1:])] = self.moves[int(message["id"][1:])]
        elif message["type"] == "refused" and message["code"] != "stale":
            self.faults.append(str(message))
        for event in message.get("events", []):
            if event["seq"] != self.seq + 1:
                self.faults.append(f"{event['seq']} came after {self.seq}")
            self.seq = event["seq"]
            if event["kind"] == "move":
                self.heard[event["ply"] - 1] = event["text"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_no_acknowledged_move_is_lost(host: Host, tmp_path: Path) -> None:
    source = random.Random(7)
    players = [Player(host, number) for number in range(PLAYERS)]
    threads = [threading.Thread(target=player.run) for player in players]
    for thread in threads:
        thread.start()
    for _ in range(KILLS):
        time.sleep(source.uniform(0.02, 0.4))
        host.kill()
        host.start()
    time.sleep(0.3)
    for player in players:
        player.stopped.set()
    for thread in threads:
        thread.join(PATIENCE)
    host.kill()
    store = SqliteStore(tmp_path / serving.FILE)
    for player in players:
        _compare(store, player)
    store.close()
    assert sum(len(player.acknowledged) for player in players) > 2 * KILLS


def _compare(store: SqliteStore, player: Player) -> None:
    """Holds what a player was told against what is stored."""
    stored = store.load(player.match)
    assert stored is not None
    log = [json.loads(event) for event in stored.events]
    moves = [event["text"] for event in log if event["kind"] == "move"]
    assert player.faults == []
    assert moves == player.moves[: len(moves)]
    assert all(moves[ply] == move for ply, move in player.acknowledged.items())
    assert all(moves[ply] == move for ply, move in player.heard.items())
