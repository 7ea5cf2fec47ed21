"""The client that abuses one door of the server, in a process of its own."""

import asyncio
import json
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from served import LOCAL, TEXT, Answer, Client, new_token, percentile
from websockets.exceptions import WebSocketException

ADDRESS = "127.0.0.2"
MOST_REQUESTS = 1_000_000
GIVE_UP_SECONDS = 30.0
PREPARING_SECONDS = 90.0
MOST_POLLS, MIDDLE_MOVES = 500, 5
BROKEN = (OSError, EOFError, TimeoutError, WebSocketException)
Request = Callable[[Client, int], Awaitable[Answer]]


class Abuser:
    """One client at one address, with the answers it has got."""

    def __init__(self, port: int, target: str, seconds: float, clients: int) -> None:
        self.port, self.target, self.seconds, self.clients = port, target, seconds, clients
        self.token = new_token(port)
        self.answers: Counter[str] = Counter()
        self.times: list[float] = []
        self.until = 0.0
        self._helpers = 0

    @property
    def going(self) -> bool:
        """Return whether the time is not over."""
        return time.monotonic() < self.until

    def client(self) -> Client:
        """Return a new connection of the abuser."""
        return Client(self.port, self.token, ADDRESS)

    def elsewhere(self) -> Client:
        """Return a connection of the same holder from a fresh address, to prepare with."""
        self._helpers += 1
        high, low = divmod(self._helpers, 250)
        return Client(self.port, self.token, f"127.1.{high % 250}.{low + 1}")

    async def ready(self) -> None:
        """Report that all is prepared, and wait for the word to begin."""
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        self.until = time.monotonic() + self.seconds

    async def hammer(self, request: Request) -> None:
        """Send a request again and again over all connections."""
        await asyncio.gather(*(self._hammer(request, first) for first in range(self.clients)))

    async def _hammer(self, request: Request, first: int) -> None:
        client = self.client()
        for number in range(first, MOST_REQUESTS, self.clients):
            if not self.going:
                break
            await self.once(request, client, number)
        client.close()

    async def once(self, request: Request, client: Client, number: int) -> None:
        """Send one request and count how it is answered."""
        patience = min(GIVE_UP_SECONDS, max(0.1, self.until - time.monotonic()))
        began = time.perf_counter()
        try:
            async with asyncio.timeout(patience):
                self.answers[str((await request(client, number)).status)] += 1
            self.times.append(time.perf_counter() - began)
        except BROKEN as error:
            self.answers[type(error).__name__] += 1
            await asyncio.sleep(0.01)

    async def hang_up(self, request: bytes) -> None:
        """Send a request again and again, without waiting for any answer."""
        client = self.client()
        for _ in range(MOST_REQUESTS):
            if not self.going:
                return
            try:
                _, writer = await client.connect()
                writer.write(request)
                await asyncio.sleep(0.002)
                writer.transport.abort()
                self.answers["hung up"] += 1
            except BROKEN as error:
                self.answers[type(error).__name__] += 1
                await asyncio.sleep(0.01)

    async def new_match(self, client: Client, game: str, *seats: dict[str, Any]) -> str:
        """Open a match and return its id, or "" if the server refuses."""
        answer = await client.post("/api/matches", {"game": game, "seats": seats})
        return str(answer.message["id"]) if answer.status == 201 else ""

    async def imported(self, text: str) -> str:
        """Import a record and return the id of its match, or "" if the server refuses."""
        client = self.elsewhere()
        answer = await client.send("/api/records", text.encode(), TEXT)
        client.close()
        return str(answer.message["id"]) if answer.status == 201 else ""

    async def act(self, match: str, path: str, **action: object) -> Answer:
        """Carry out an action of a match from a fresh address."""
        client = self.elsewhere()
        body = {"id": secrets.token_hex(8), **action}
        answer = await client.post(f"/api/matches/{match}/{path}", body)
        client.close()
        return answer

    async def state(self, match: str) -> dict[str, Any]:
        """Return the state of a match, with its legal moves."""
        client = self.elsewhere()
        answer = await client.get(f"/api/matches/{match}/state")
        client.close()
        state: dict[str, Any] = answer.message
        return state

    async def middle_game(self, game: str) -> tuple[str, dict[str, Any]]:
        """Play some moves against a bot; return the match and its state at the abuser's turn."""
        seats = {"kind": "me"}, {"kind": "bot", "level": 1}
        match = await self.new_match(self.elsewhere(), game, *seats)
        played, state = 0, await self.state(match)
        for _ in range(MOST_POLLS):
            if state["your_turn"] and played == MIDDLE_MOVES:
                break
            if state["your_turn"]:
                played += 1
                await self.act(match, "moves", seq=state["seq"], move=state["moves"][0])
            await asyncio.sleep(0.02)
            state = await self.state(match)
        return match, state


@dataclass(frozen=True)
class Door:
    """A way into the server, and how it is abused."""

    name: str
    about: str
    attack: Callable[[Abuser], Awaitable[None]]
    clients: int
    restart: bool
    """Whether the server is started again between preparing and abusing."""


DOORS: dict[str, Door] = {}
Attack = Callable[[Abuser], Awaitable[None]]


def door(name: str, *, clients: int = 6, restart: bool = False) -> Callable[[Attack], Attack]:
    """Register an attack under the name of its door."""

    def register(attack: Attack) -> Attack:
        about = (attack.__doc__ or "").splitlines()[0]
        DOORS[name] = Door(name, about, attack, clients, restart)
        return attack

    return register


@door("nothing", clients=1)
async def nothing(abuser: Abuser) -> None:
    """Do nothing, to compare with."""
    await abuser.ready()
    await asyncio.sleep(abuser.seconds)


def long_record(game: str, plies: int) -> str:
    """Return the record of an unfinished match of at most a number of plies.

    The last move of each list keeps a match of Cadena going for thousands of plies; elsewhere the
    moves are random.
    """
    import ludoteca

    loaded, source = ludoteca.load(game), random.Random(1)
    match = ludoteca.Match(loaded, 1)
    while match.outcome is None and len(match.events) < plies:
        moves = match.position.moves()
        if match.position.to_move == ludoteca.CHANCE:
            match.roll()
        else:
            match.play(moves[-1] if loaded.definition.chance else source.choice(moves))
    return ludoteca.write_match(match, secret=True)


def finished_record(game: str, plies: int) -> str:
    """Return the record of a match that was given up after at most a number of plies."""
    import ludoteca
    from ludoteca.match import read_match

    match = read_match(long_record(game, plies))
    if match.outcome is None:
        match.resign(0)
    return ludoteca.write_match(match)


def run(name: str, port: int, target: str, seconds: float, clients: int | None) -> None:
    """Abuse a door and print how it was answered as JSON; `target` is somebody else's match."""
    chosen = DOORS[name]
    abuser = Abuser(port, target, seconds, clients or chosen.clients)

    async def bounded() -> None:
        async with asyncio.timeout(PREPARING_SECONDS + GIVE_UP_SECONDS + 2 * seconds):
            await chosen.attack(abuser)

    asyncio.run(bounded())
    middle = percentile(abuser.times, 0.5) if abuser.times else None
    first = percentile(abuser.times[:1], 0.5) if abuser.times else None
    print(json.dumps({"answers": abuser.answers, "first": first, "middle": middle}), flush=True)


assert ADDRESS != LOCAL, "limits by address must not strike the ordinary player"
