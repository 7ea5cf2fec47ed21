"""An ordinary player who plays, watches and meets a bot while others abuse the server."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from served import Client, new_token
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

GAME = "sendas"
ME: dict[str, Any] = {"kind": "me"}
BOT: dict[str, Any] = {"kind": "bot", "level": 1}
PATIENCE = 15.0
MOVES_A_CONNECTION = 10
TROUBLE = (OSError, EOFError, TimeoutError, WebSocketException)


class Refusal(Exception):
    """The server refuses what an ordinary player asks."""


class Seat:
    """One match of the player, moved over a live connection that receives no drawings."""

    def __init__(self, client: Client, seats: list[dict[str, Any]], game: str = GAME) -> None:
        self.client, self.seats, self.game = client, seats, game
        self.match, self.made, self._renewed = "", 0, 0
        self.state: dict[str, Any] = {}
        self._socket: ClientConnection | None = None
        self._random = random.Random(1)

    async def open(self) -> None:
        """Open a new match."""
        self.disconnect()
        body = {"game": self.game, "seats": self.seats}
        answer = await self.client.post("/api/matches", body)
        if answer.status != 201:
            raise Refusal(f"match {answer.status}")
        self.match = answer.message["id"]

    async def connect(self) -> ClientConnection:
        """Return the live connection; a new one every few moves."""
        if self._socket is not None and self.made < self._renewed + MOVES_A_CONNECTION:
            return self._socket
        self.disconnect()
        self._socket = await connect(**self.client.live(self.match))
        self._renewed, self.state = self.made, {}
        while not self._may_move():
            await self._hear(self._socket)
        return self._socket

    def disconnect(self) -> None:
        """Hang up without a farewell."""
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None

    def _may_move(self) -> bool:
        return bool(self.state) and (self.state["your_turn"] or self.state["status"] == "over")

    async def _hear(self, socket: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "state":
            self.state = message
        if message["type"] == "refused":
            raise Refusal(message["code"])
        return message

    async def ready(self) -> None:
        """Connect, and open another match if this one is over."""
        await self.connect()
        while self.state["status"] == "over":
            await self.open()
            await self.connect()

    async def play(self) -> tuple[float, float]:
        """Play a move; return the seconds until it is stored, and until the next turn."""
        socket, began, stored = await self.connect(), time.perf_counter(), 0.0
        move, seq = self._random.choice(self.state["moves"]), self.state["seq"]
        self.made += 1
        action = {"type": "move", "id": f"m{self.made}", "seq": seq, "move": move}
        await socket.send(json.dumps(action))
        while not stored or self.state["seq"] <= seq or not self._may_move():
            if (await self._hear(socket))["type"] == "done":
                stored = time.perf_counter() - began
        return stored, time.perf_counter() - began


class Player:
    """The ordinary player, with what was measured."""

    def __init__(self, port: int) -> None:
        self.client = Client(port, new_token(port))
        self.board = Seat(self.client, [ME, ME])
        self.duel = Seat(self.client, [ME, BOT])
        self.forget()

    def forget(self) -> None:
        """Measure from here on."""
        self.moves: list[float] = []
        self.drawn: list[float] = []
        self.replies: list[float] = []
        self.late: list[float] = []
        self.troubles: Counter[str] = Counter()

    async def open(self) -> None:
        """Open the match against oneself and the match against a bot."""
        await self.board.open()
        await self.duel.open()

    async def play(self, seconds: float) -> None:
        """Play, look and meet the bot for some seconds, each at the pace of quick people."""
        until = time.monotonic() + seconds
        await asyncio.gather(
            self._repeat(self._move, 0.1, until, self.moves),
            self._repeat(self._draw, 0.1, until, self.drawn),
            self._repeat(self._meet, 0.15, until, self.replies),
        )

    async def _repeat(
        self,
        act: Callable[[], Awaitable[float]],
        pause: float,
        until: float,
        taken: list[float],
    ) -> None:
        """Do something again and again; what takes too long counts with the time it took."""
        while time.monotonic() < until:
            began = time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE):
                    taken.append(await act())
            except (Refusal, *TROUBLE) as error:
                taken.append(time.perf_counter() - began)
                self.troubles[str(error) or type(error).__name__] += 1
            wanted = time.perf_counter() + pause
            await asyncio.sleep(pause)
            self.late.append(time.perf_counter() - wanted)

    async def _move(self) -> float:
        return (await self._played(self.board))[0]

    async def _meet(self) -> float:
        return (await self._played(self.duel))[1]

    async def _played(self, seat: Seat) -> tuple[float, float]:
        try:
            await seat.ready()
            return await seat.play()
        except BaseException:
            seat.disconnect()
            raise

    async def _draw(self) -> float:
        """Ask for the drawn table over a new connection, as a page that is opened does."""
        began = time.perf_counter()
        client = Client(self.client.port, self.client.token)
        try:
            answer = await client.get(f"/api/matches/{self.board.match}/state?scenes=1")
        finally:
            client.close()
        if answer.status != 200:
            raise Refusal(f"state {answer.status}")
        return time.perf_counter() - began

    def hang_up(self) -> None:
        """Close all connections."""
        self.client.close()
        self.board.disconnect()
        self.duel.disconnect()
