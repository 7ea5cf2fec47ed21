"""The doors behind stored matches: what happened, other tries, long logs, and opening many."""

import asyncio
import itertools
import secrets

from abuser import Abuser, door, long_record
from served import JSON, TEXT, Answer, Client
from websockets.asyncio.client import connect

STORY, LONG, OPENED = 60, 6_000, 8
BOARD = b'length = 49\nshape = "spiral"\nside = 7\narrows = [[%d, %d]]\n'


@door("stories")
async def stories(abuser: Abuser) -> None:
    """Ask as a stranger what happened lately in a match, drawn, from another ply each time."""
    text = await asyncio.to_thread(long_record, "colorito", STORY)
    match = await abuser.imported(text)
    seq = (await abuser.state(match))["seq"] if match else 0
    asked = list(itertools.product(range(1, STORY // 2), ("en", "es")))
    await abuser.ready()

    async def ask(_: Client, number: int) -> Answer:
        missed, lang = asked[number % len(asked)]
        stranger = Client(abuser.port, secrets.token_urlsafe(32), abuser.client().source)
        query = f"scenes=1&since={max(0, seq - missed)}&lang={lang}"
        try:
            return await stranger.get(f"/api/matches/{match}/state?{query}")
        finally:
            stranger.close()

    await abuser.hammer(ask)


@door("branches")
async def branches(abuser: Abuser) -> None:
    """Try a finished match again from its last plies, which replays thousands."""
    text = await asyncio.to_thread(long_record, "cadena", LONG)
    match = await abuser.imported(text)
    await abuser.act(match, "resign")
    plies = int((await abuser.state(match)).get("ply", 2))
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        ply = max(0, plies - 2 - number % 100)
        return await client.post(f"/api/matches/{match}/branches", {"ply": ply})

    await abuser.hammer(ask)


@door("long-logs")
async def long_logs(abuser: Abuser) -> None:
    """Follow a match of thousands of plies from its first event, over and over, compressed."""
    match = await abuser.imported(await asyncio.to_thread(long_record, "cadena", LONG))
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        query = f"states=0&since={number % 50}"
        async with connect(**client.live(match, query) | {"compression": "deflate"}) as socket:
            await socket.recv()
            await socket.recv()
        return Answer(101, b"")

    await abuser.hammer(ask)


@door("openings", clients=OPENED, restart=True)
async def openings(abuser: Abuser) -> None:
    """Open many long matches at once that are not in memory."""
    text = await asyncio.to_thread(long_record, "cadena", LONG)
    made = [match for _ in range(OPENED) if (match := await abuser.imported(text))]
    await abuser.ready()
    await abuser.hammer(
        lambda client, number: client.get(f"/api/matches/{made[number % len(made)]}")
    )


@door("own-boards")
async def own_boards(abuser: Abuser) -> None:
    """Send boards of one's own, each another one, to be drawn and to be played on."""
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        first, last = 1 + number % 40, 42 + number // 40 % 7
        if number % 2:
            board = BOARD % (first, last)
            return await client.send("/api/games/cadena/tables/board", board, TEXT)
        table = {"length": 49, "shape": "spiral", "side": 7, "arrows": [[first, last]]}
        seats = [{"kind": "me"}, {"kind": "me"}]
        body = {"game": "cadena", "seats": seats, "options": {"board": table}}
        return await client.post("/api/matches", body)

    await abuser.hammer(ask)


@door("network")
async def network(abuser: Abuser) -> None:
    """Ask through a proxy to open the server to the network and to close it again."""
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        if number % 3 == 0:
            return await client.get("/api/network")
        body = b'{"open":%s}' % (b"true" if number % 2 else b"false")
        head = client.head("POST", "/api/network", len(body), JSON)
        through = b"\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
        return await client.ask(head.replace(b"\r\n\r\n", through) + body)

    await abuser.hammer(ask)
