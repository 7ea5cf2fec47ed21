"""Load a server with many matches of two scripted players each, and print the rates it reached.

    python benchmarks/load.py                            1,000 matches, 300 moves a second
    python benchmarks/load.py --matches 500 --rate 0     as fast as it can go

The server runs in a process of its own, with its real store on the disk. A move is counted when the
opponent has seen it, which is after it was stored durably. At the end the log is checked for every
acknowledged move.
"""

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from served import Server, new_token, percentile, raise_file_limit

GAME = "sendas"
SCRIPTS = 20
PLIES = 200
WARM_PLIES = 20
ROUGHLY_ALL = 0.99


def serve(folder: Path, port: int) -> None:
    """Run the server with limits that let the load in."""
    import uvicorn

    from ludoteca.core import native
    from ludoteca.server import serve as serving
    from ludoteca.server.app import create_app
    from ludoteca.server.settings import Settings
    from ludoteca.store import SqliteStore

    raise_file_limit()
    native.always()
    settings = Settings(
        connections=20_000,
        rooms=20_000,
        message_burst=10_000,
        messages_per_second=10_000,
        post_burst=1_000_000,
        connection_burst=1_000_000,
        request_burst=1_000_000,
        work_burst=1_000_000,
        address_work_burst=1_000_000,
        connections_per_address=20_000,
        address_message_burst=1_000_000,
        address_messages_per_second=1_000_000,
    )
    app = create_app(SqliteStore(folder / serving.FILE), settings, warm=True)
    listening = serving.listen(serving.LOCAL, port)
    uvicorn.Server(serving.config(app, settings)).run(sockets=[listening])


def scripts() -> list[list[str]]:
    """Return random games, long enough that no match ends while it is measured."""
    import ludoteca

    game, games = ludoteca.load(GAME), list[list[str]]()
    source = random.Random(1)
    while len(games) < SCRIPTS:
        position, moves = game.start(0), list[str]()
        while position.to_move is not None and len(moves) < PLIES:
            moves.append(source.choice(position.moves()))
            position = position.play(moves[-1])
        if len(moves) == PLIES:
            games.append(moves)
    return games


class Socket(asyncio.Protocol):
    """A WebSocket as lean as can be, for the load is to weigh on the server."""

    def __init__(self, path: str, token: str, heard: Callable[[bytes], None]) -> None:
        self._head = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self._heard, self._buffer, self._open = heard, b"", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._head.encode())

    def data_received(self, data: bytes) -> None:
        """Pass on every text frame."""
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open, self._buffer = True, rest
        while (frame := self._frame()) is not None:
            self._heard(frame)

    def _frame(self) -> bytes | None:
        buffer = self._buffer
        if len(buffer) < 4:
            return None
        size, start = buffer[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        if len(buffer) < start + size:
            return None
        self._buffer = buffer[start + size :]
        if buffer[0] & 15 == 9:
            self._write(10, buffer[start : start + size])
            return self._frame()
        return buffer[start : start + size]

    def send(self, message: dict[str, Any]) -> None:
        """Send a text frame."""
        self._write(1, msgspec.json.encode(message))

    def _write(self, kind: int, body: bytes) -> None:
        size = len(body)
        short = size < 126
        head = bytes([128 | kind, 128 | size]) if short else bytes([128 | kind, 254])
        more = b"" if short else size.to_bytes(2, "big")
        self._transport.write(head + more + bytes(4) + body)

    def close(self) -> None:
        """Hang up."""
        self._transport.close()


class Player:
    """One side of a match: sends the moves of its script, hears those of the other."""

    def __init__(self, match: "Match", seat: int, token: str) -> None:
        self.match, self.seat, self.token = match, seat, token
        self.seq = -1
        self.done = 0

    async def connect(self, port: int) -> None:
        """Open the live connection, events only."""
        path = f"/api/matches/{self.match.id}/live?states=0"
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_connection(
            lambda: Socket(path, self.token, self.hear), "127.0.0.1", port
        )

    def hear(self, frame: bytes) -> None:
        """Take a message in: every number once, without a gap."""
        message = msgspec.json.decode(frame)
        if message["type"] == "events":
            for event in message["events"]:
                assert event["seq"] == self.seq + 1, "an event was lost or doubled"
                self.seq = event["seq"]
                if event["kind"] == "move":
                    self.match.seen(self, event)
        elif message["type"] == "done":
            self.match.acknowledged.add(message["seq"])
        elif message["type"] == "refused":
            raise AssertionError(message)

    def move(self, text: str) -> None:
        """Send a move."""
        self.match.sent_at = time.perf_counter()
        self.socket.send(
            {"type": "move", "id": f"m{self.match.ply}", "seq": self.seq, "move": text}
        )


class Match:
    """A match between two scripted players."""

    def __init__(self, load: "Load", script: list[str]) -> None:
        self.load, self.script = load, script
        self.id = ""
        self.ply = 0
        self.sent_at = 0.0
        self.ready = True
        self.acknowledged: set[int] = set()
        self.players: list[Player] = []

    def play(self) -> None:
        """Make the next move of the script, if the last one has arrived."""
        if self.ready and self.ply < len(self.script):
            self.ready = False
            self.players[self.ply % 2].move(self.script[self.ply])

    def seen(self, player: Player, event: dict[str, Any]) -> None:
        """Note that the opponent of the mover has seen a move."""
        if player.seat == event["seat"]:
            return
        self.load.latencies.append(time.perf_counter() - self.sent_at)
        self.ply += 1
        self.ready = True
        if self.load.closed_loop:
            self.play()


class Load:
    """Many matches at one server."""

    def __init__(self, server: Server) -> None:
        self.port = server.port
        self.matches: list[Match] = []
        self.latencies: list[float] = []
        self.closed_loop = False
        self.skipped = 0

    def post(self, path: str, token: str, body: dict[str, Any]) -> Any:
        """Send a request and return the answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    async def open(self, count: int, games: list[list[str]]) -> None:
        """Open the matches and connect both players of each."""
        for number in range(count):
            match = Match(self, games[number % len(games)])
            tokens = [await asyncio.to_thread(new_token, self.port) for _ in range(2)]
            seats = [{"kind": "me"}, {"kind": "friend"}]
            body: dict[str, Any] = {"game": GAME, "seats": seats}
            made = await asyncio.to_thread(self.post, "/api/matches", tokens[0], body)
            match.id = made["id"]
            invite = made["invites"][0]["invite"]
            await asyncio.to_thread(self.post, f"/api/invites/{invite}", tokens[1], {})
            match.players = [Player(match, seat, tokens[seat]) for seat in range(2)]
            for player in match.players:
                await player.connect(self.port)
            self.matches.append(match)
        while any(player.seq < 0 for match in self.matches for player in match.players):
            await asyncio.sleep(0.01)

    async def warm_up(self) -> None:
        """Play the first moves of the first match, for which the server loads native code."""
        first = self.matches[0]
        for _ in range(WARM_PLIES):
            first.play()
            while not first.ready:
                await asyncio.sleep(0.005)
        self.latencies.clear()

    async def at_rate(self, rate: float, seconds: float) -> None:
        """Make moves at a steady rate, whatever the server does."""
        began, made = time.perf_counter(), 0
        source = random.Random(2)
        while (now := time.perf_counter() - began) < seconds:
            while made < now * rate:
                made += 1
                ready = [match for match in source.sample(self.matches, 8) if match.ready]
                if ready:
                    ready[0].play()
                else:
                    self.skipped += 1
            await asyncio.sleep(0.001)

    async def at_full_speed(self, seconds: float) -> None:
        """Let every player answer as soon as it sees a move."""
        self.closed_loop = True
        for match in self.matches:
            match.play()
        await asyncio.sleep(seconds)
        self.closed_loop = False

    async def settle(self) -> None:
        """Wait until nothing is on its way."""
        for _ in range(200):
            if all(match.ready for match in self.matches):
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)


def lost_or_doubled(folder: Path, matches: list[Match]) -> tuple[int, int]:
    """Return acknowledged moves that the log does not have, and moves it has more than once."""
    from ludoteca.server import serve as serving
    from ludoteca.store import SqliteStore

    store = SqliteStore(folder / serving.FILE)
    lost = doubled = 0
    for match in matches:
        stored = store.load(match.id)
        assert stored is not None
        log = [json.loads(event) for event in stored.events]
        moves = {seq: event["text"] for seq, event in enumerate(log) if event["kind"] == "move"}
        lost += len(match.acknowledged - moves.keys())
        lost += list(moves.values()) != match.script[: len(moves)]
        doubled += max(0, len(moves) - match.ply)
    store.close()
    return lost, doubled


async def measure(options: argparse.Namespace, server: Server) -> Load:
    """Run the load and print the results."""
    load = Load(server)
    games = scripts()
    # The first match makes the server load the game; this memory and work are not the matches'.
    await load.open(1, games)
    await load.warm_up()
    before, began = server.memory(), time.perf_counter()
    await load.open(options.matches - 1, games)
    opened = time.perf_counter() - began
    per_match = (server.memory() - before) / max(1, options.matches - 1) / 1024
    # Pauses of this process to tidy its own memory would be taken for pauses of the server.
    gc.disable()
    began, worked = time.perf_counter(), server.work()
    if options.rate:
        await load.at_rate(options.rate, options.seconds)
    else:
        await load.at_full_speed(options.seconds)
    elapsed, moves = time.perf_counter() - began, len(load.latencies)
    await load.settle()
    worked = server.work() - worked
    after = (server.memory() - before) / max(1, options.matches - 1) / 1024
    print(f"matches live          {len(load.matches)} (opened in {opened:.1f} s)")
    print(f"moves per second      {moves / elapsed:.0f}  ({moves} in {elapsed:.1f} s)")
    if load.latencies:
        p50, p99 = (percentile(load.latencies, share) for share in (0.5, ROUGHLY_ALL))
        print(f"server's work         {1000 * worked / moves:.2f} ms of processor time a move")
        print(f"opponent sees it      p50 {p50:.1f} ms, p99 {p99:.1f} ms after it was sent")
    print(f"memory per match      {per_match:.0f} kB with two connections, {after:.0f} kB played")
    return load


def main() -> None:
    """Read the options, start the server and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300, help="moves a second; 0: full speed")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--port", type=int, default=8741)
    parser.add_argument("--data", type=Path, help="folder of the store; a temporary one if absent")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.data, options.port)
        return
    raise_file_limit()
    with tempfile.TemporaryDirectory(dir=options.data) as made:
        folder = Path(made)
        command = [sys.executable, __file__, "--serve", "--data", made, "--port", str(options.port)]
        with Server(command, options.port) as server:
            load = asyncio.run(measure(options, server))
        lost, doubled = lost_or_doubled(folder, load.matches)
    print(f"lost or doubled       {lost} lost, {doubled} doubled")
    sys.exit(1 if lost or doubled else 0)


if __name__ == "__main__":
    main()
