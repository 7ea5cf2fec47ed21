"""Measure what a browser receives for each ply of each game over its live connection.

    python benchmarks/wire.py                 a game of each, at most 60 plies
    python benchmarks/wire.py --plies 200     longer ones
    python benchmarks/wire.py --game cadena   one game (again for more)

A server runs in a process of its own with its default settings. Somebody plays at random against a
bot of level 1, with the live connection that the web table opens, and counts the bytes that come
over the wire, frames and all messages included, and those of their texts before compression.
`first` is the first state; `ply` and `text` are the means of all later plies. The aim is a mean of
at most 6 kB a ply in every game.
"""

import argparse
import asyncio
import json
import random
import secrets
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from served import Client, Server, command_line, free_port, new_token
from websockets.asyncio.client import ClientConnection, connect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

import ludoteca

MOST_BYTES = 6_000
QUERY = "scenes=1&pace=off"
"""As the web table asks for its messages."""


@dataclass
class Counted:
    """The bytes of a live connection: as they came, and as texts."""

    raw: int = 0
    text: int = 0
    states: int = 0
    largest: int = 0
    first: int = 0
    plies: int = 0
    since: tuple[int, int] = (0, 0)
    last: dict[str, Any] = field(default_factory=dict)


class CountedConnection(ClientConnection):
    """A live connection that counts what the transport hands over, the handshake included."""

    counted: Counted

    def data_received(self, data: bytes) -> None:
        """Count what came, then parse it."""
        self.counted.raw += len(data)
        super().data_received(data)


async def next_state(socket: ClientConnection, counted: Counted) -> None:
    """Wait for the next state, counting every message on the way."""
    before = counted.raw
    while True:
        text = await asyncio.wait_for(socket.recv(), 60)
        counted.text += len(text)
        message = json.loads(text)
        if message["type"] == "state":
            counted.states += 1
            counted.largest = max(counted.largest, counted.raw - before)
            counted.last = message
            return


async def play(client: Client, game: str, plies: int) -> Counted:
    """Play a game at random against a bot; return what came."""
    seats = [{"kind": "me"}] + [{"kind": "bot", "level": 1}] * (ludoteca.load(game).seats - 1)
    made = await client.post("/api/matches", {"game": game, "seats": seats})
    match, counted, rng = made.message["id"], Counted(), random.Random(game)
    how = client.live(match, QUERY) | {
        "create_connection": type("Connection", (CountedConnection,), {"counted": counted}),
        "extensions": [ClientPerMessageDeflateFactory(client_max_window_bits=True)],
    }
    async with connect(**how) as socket:
        await next_state(socket, counted)
        counted.first, counted.since = counted.raw, (counted.raw, counted.text)
        begun = counted.last["ply"]
        while counted.last["outcome"] is None and counted.last["ply"] - begun < plies:
            if counted.last["your_turn"]:
                await _move(client, match, rng)
            await next_state(socket, counted)
        counted.plies = max(1, counted.last["ply"] - begun)
    return counted


async def _move(client: Client, match: str, rng: random.Random) -> None:
    """Play a random legal move over HTTP."""
    while True:
        state = (await client.get(f"/api/matches/{match}/state")).message
        if state["moves"]:
            break
        await asyncio.sleep(0.05)
    action = {"id": secrets.token_hex(8), "seq": state["seq"], "move": rng.choice(state["moves"])}
    await client.post(f"/api/matches/{match}/moves", action)


async def measure(port: int, games: list[str], plies: int) -> dict[str, Counted]:
    """Play one game after the other."""
    client = Client(port, new_token(port))
    return {game: await play(client, game, plies) for game in games}


def report(found: dict[str, Counted]) -> int:
    """Print the table; return 1 if a game sends too much."""
    print(f"{'game':10} {'plies':>6} {'first':>8} {'ply':>8} {'text':>8} {'largest':>8}  result")
    failed = False
    for game, counted in found.items():
        raw, text = (
            (end - start) / counted.plies
            for end, start in zip((counted.raw, counted.text), counted.since, strict=True)
        )
        failed |= raw > MOST_BYTES
        result = "FAIL" if raw > MOST_BYTES else "pass"
        figures = f"{counted.first:8,d} {raw:8,.0f} {text:8,.0f} {counted.largest:8,d}"
        print(f"{game:10} {counted.plies:6d} {figures}  {result}")
    return int(failed)


def main() -> None:
    """Measure all games, or those named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", choices=ludoteca.games(), metavar="NAME")
    parser.add_argument("--plies", type=int, default=60)
    options = parser.parse_args()
    games = options.game or list(ludoteca.games())
    with tempfile.TemporaryDirectory(prefix="wire-") as made:
        port = free_port()
        with Server(command_line(Path(made), port), port, Path(made) / "log") as server:
            server.settle()
            sys.exit(report(asyncio.run(measure(port, games, options.plies))))


if __name__ == "__main__":
    main()
