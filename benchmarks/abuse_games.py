"""Many games against bots in a row, and what they leave in the server's memory."""

import asyncio
import os
import random
import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

from served import Answer, Client, Server, command_line, free_port

GAMES = ("phoenix", "rainbow", "cadena", "colorito", "sendas")
GAMES_A_HOLDER = 50
MOST_MOVES = 400
REPLY_SECONDS = 20.0
REPORTS = 20
FLAT = 1.1
WARM_SHARE = 0.25


class Visitor:
    """A person who plays whole games against a bot, each request from another address."""

    def __init__(self, port: int) -> None:
        self.port, self.requests = port, 0
        self.token = secrets.token_urlsafe(32)
        self.random = random.Random(1)

    async def ask(self, path: str, message: dict[str, Any] | None = None) -> Answer:
        """Send one request over a connection of its own."""
        self.requests += 1
        high, low = divmod(self.requests, 250)
        client = Client(self.port, self.token, f"127.2.{high % 250}.{low + 1}")
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                return await (client.get(path) if message is None else client.post(path, message))
        finally:
            client.close()

    async def play(self, game: str) -> None:
        """Play a game at random against a bot of level 1, and resign if it does not end."""
        seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
        made = await self.ask("/api/matches", {"game": game, "seats": seats})
        assert made.status == 201, made
        path = f"/api/matches/{made.message['id']}"
        for number in range(MOST_MOVES):
            state = await self._turn(path)
            if state["status"] == "over":
                return
            move = {"seq": state["seq"], "move": self.random.choice(state["moves"])}
            await self.ask(f"{path}/moves", {"id": f"m{number}", **move})
        await self.ask(f"{path}/resign", {"id": "resign"})

    async def _turn(self, path: str) -> dict[str, Any]:
        """Return the state once it is the person's turn or the game is over."""
        until = time.monotonic() + REPLY_SECONDS
        while time.monotonic() < until:
            answer = await self.ask(f"{path}/state")
            assert answer.status == 200, answer
            state: dict[str, Any] = answer.message
            if state["your_turn"] or state["status"] == "over":
                return state
            await asyncio.sleep(0.002)
        raise AssertionError("the bot does not answer")


async def _play_all(count: int, server: Server) -> list[tuple[int, int, int]]:
    """Play all games; return (games, memory, open files) at intervals."""
    taken = []
    visitor, every = Visitor(server.port), max(1, count // REPORTS)
    print(f"{'games':>6} {'MB':>6} {'files':>6} {'load':>5}")
    for number in range(1, count + 1):
        if number % GAMES_A_HOLDER == 0:
            visitor = Visitor(server.port)
        await visitor.play(GAMES[number % len(GAMES)])
        if number % every == 0 or number == count:
            taken.append((number, server.memory() // 1_000_000, server.open_files()))
            print("{:6d} {:6d} {:6d}".format(*taken[-1]), f"{os.getloadavg()[0]:5.1f}", flush=True)
    return taken


def play_games(count: int) -> int:
    """Play games in a row; return 0 if memory and open files stay flat after the first quarter."""
    with tempfile.TemporaryDirectory(prefix="abuse-", ignore_cleanup_errors=True) as made:
        port = free_port()
        with Server(command_line(Path(made), port), port) as server:
            server.settle()
            taken = asyncio.run(_play_all(count, server))
    _, memory, files = next(row for row in taken if row[0] >= WARM_SHARE * count)
    flat = taken[-1][1] <= FLAT * memory and taken[-1][2] <= files + 5
    print("flat" if flat else "NOT FLAT: memory or open files grow")
    return 0 if flat else 1
