"""Many games against bots in a row, and the server memory they leave behind."""

import asyncio
import os
import tempfile
from collections import Counter
from pathlib import Path

from abuse_player import BOT, ME, TROUBLE, Refusal, Seat
from served import Client, Server, command_line, free_port, new_token

GAMES = ("phoenix", "rainbow", "cadena", "colorito", "sendas")
GAMES_A_HOLDER = 50
MOST_MOVES = 60
GAME_SECONDS = 120.0
REPORTS = 20
FLAT = 1.1
WARM_SHARE = 0.25
SPARE_FILES = 5


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
    seat.client.close()  # the server may have closed a connection that was quiet during the game
    await seat.client.post(f"/api/matches/{seat.match}/resign", {"id": "resign"})


class Series:
    """Games one after the other in a few lanes, with what the server held at intervals."""

    def __init__(self, server: Server, count: int) -> None:
        self.server, self.count, self.played = server, count, 0
        self.cut_off: Counter[str] = Counter()
        self.taken: list[tuple[int, int, int]] = []
        self._numbers = iter(range(1, count + 1))

    async def run(self, lanes: int) -> None:
        """Play all games, `lanes` of them at a time."""
        print(f"{'games':>6} {'MB':>6} {'files':>6} {'load':>5}")
        await asyncio.gather(*(self._lane() for _ in range(lanes)))

    async def _lane(self) -> None:
        for turn, number in enumerate(self._numbers):
            if turn % GAMES_A_HOLDER == 0:
                token = new_token(self.server.port)
            try:
                await _play(self.server, token, number)
            except (Refusal, *TROUBLE) as error:
                self.cut_off[str(error) or type(error).__name__] += 1
            self.played += 1
            if self.played % max(1, self.count // REPORTS) == 0 or self.played == self.count:
                self._report()

    def _report(self) -> None:
        row = (self.played, self.server.memory() // 1_000_000, self.server.open_files())
        self.taken.append(row)
        print("{:6d} {:6d} {:6d}".format(*row), f"{os.getloadavg()[0]:5.1f}", flush=True)


def play_games(count: int, lanes: int) -> int:
    """Play games in a row; return 0 if memory and open files stay flat after the first quarter."""
    with tempfile.TemporaryDirectory(prefix="abuse-", ignore_cleanup_errors=True) as made:
        port = free_port()
        log = Path(made) / "server.log"
        with Server(command_line(Path(made), port), port, log) as server:
            server.settle()
            series = Series(server, count)
            asyncio.run(series.run(lanes))
    taken = series.taken
    print(f"games that did not come to their end: {dict(series.cut_off) or 'none'}")
    _, memory, files = next(row for row in taken if row[0] >= WARM_SHARE * count)
    flat = taken[-1][1] <= FLAT * memory and taken[-1][2] <= files + SPARE_FILES
    print("flat" if flat else "NOT FLAT: memory or open files grow")
    return 0 if flat else 1
