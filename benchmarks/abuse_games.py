"""Many games against bots in a row, and what they leave in the server's memory."""

import asyncio
import os
import tempfile
from pathlib import Path

from abuse_player import BOT, ME, Seat
from served import Client, Server, command_line, free_port, new_token

GAMES = ("phoenix", "rainbow", "cadena", "colorito", "sendas")
GAMES_A_HOLDER = 50
MOST_MOVES = 60
GAME_SECONDS = 120.0
REPORTS = 20
FLAT = 1.1
WARM_SHARE = 0.25


async def _play(server: Server, token: str, number: int) -> None:
    """Play a game at random against a bot of level 1 from an address of its own."""
    high, low = divmod(number, 250)
    client = Client(server.port, token, f"127.2.{high % 250}.{low + 1}")
    seat = Seat(client, [ME, BOT], GAMES[number % len(GAMES)])
    try:
        async with asyncio.timeout(GAME_SECONDS):
            await seat.open()
            await _moves(seat)
    finally:
        seat.disconnect()
        client.close()


async def _moves(seat: Seat) -> None:
    """Play to the end, or resign after some moves."""
    for _ in range(MOST_MOVES):
        await seat.connect()
        if seat.state["status"] == "over":
            return
        await seat.play()
    await seat.client.post(f"/api/matches/{seat.match}/resign", {"id": "resign"})


async def _play_all(count: int, server: Server) -> list[tuple[int, int, int]]:
    """Play all games; return (games, memory, open files) at intervals."""
    taken = []
    token, every = new_token(server.port), max(1, count // REPORTS)
    print(f"{'games':>6} {'MB':>6} {'files':>6} {'load':>5}")
    for number in range(1, count + 1):
        if number % GAMES_A_HOLDER == 0:
            token = new_token(server.port)
        await _play(server, token, number)
        if number % every == 0 or number == count:
            taken.append((number, server.memory() // 1_000_000, server.open_files()))
            print("{:6d} {:6d} {:6d}".format(*taken[-1]), f"{os.getloadavg()[0]:5.1f}", flush=True)
    return taken


def play_games(count: int) -> int:
    """Play games in a row; return 0 if memory and open files stay flat after the first quarter."""
    with tempfile.TemporaryDirectory(prefix="abuse-", ignore_cleanup_errors=True) as made:
        port = free_port()
        log = Path(made) / "server.log"
        with Server(command_line(Path(made), port), port, log) as server:
            server.settle()
            taken = asyncio.run(_play_all(count, server))
    _, memory, files = next(row for row in taken if row[0] >= WARM_SHARE * count)
    flat = taken[-1][1] <= FLAT * memory and taken[-1][2] <= files + 5
    print("flat" if flat else "NOT FLAT: memory or open files grow")
    return 0 if flat else 1
