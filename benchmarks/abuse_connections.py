"""The doors that are connections: live ones, silent ones, and those that never come to an end."""

import asyncio
import itertools
import json
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from abuser import BROKEN, MOST_REQUESTS, Abuser, door
from served import Answer, Client
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ME = {"kind": "me"}
WATCHERS = 300
SILENT = 6_000
SLOW = 1_000
HEADER_BYTES = 256_000_000
CHUNK = b"x" * 65_536


@door("rematches")
async def rematches(abuser: Abuser) -> None:
    """Resign and ask for a rematch, over and over, by requests."""
    starts = [
        await abuser.new_match(abuser.elsewhere(), "sendas", ME, ME) for _ in range(abuser.clients)
    ]
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        lane = number % abuser.clients
        path = f"/api/matches/{starts[lane]}"
        await client.post(f"{path}/resign", {"id": secrets.token_hex(8)})
        answer = await client.post(f"{path}/rematch", {"id": secrets.token_hex(8)})
        starts[lane] = answer.message.get("match") or starts[lane]
        return answer

    await abuser.hammer(ask)


@door("socket-rematches")
async def socket_rematches(abuser: Abuser) -> None:
    """Resign and ask for a rematch, over and over, by live connections."""
    starts = [
        await abuser.new_match(abuser.elsewhere(), "sendas", ME, ME) for _ in range(abuser.clients)
    ]
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        lane = number % abuser.clients
        async with connect(**client.live(starts[lane], "states=0")) as socket:
            await socket.send('{"type":"resign","id":"one"}')
            await socket.send('{"type":"rematch","id":"two"}')
            following = await _rematch(socket)
        starts[lane] = following or starts[lane]
        return Answer(201 if following else 403, b"")

    await abuser.hammer(ask)


async def _rematch(socket: ClientConnection) -> str:
    """Return the id of the rematch that was asked for, or "" if it is refused."""
    async for text in socket:
        message = json.loads(text)
        if message.get("id") == "two":
            return str(message.get("match") or "")
    return ""


async def _hold(abuser: Abuser, count: int, open_one: Callable[[], Awaitable[None]]) -> None:
    """Open connections one after the other over several lanes, then wait for the end."""
    left = iter(range(count))

    async def lane() -> None:
        for _ in left:
            if not abuser.going:
                return
            try:
                async with asyncio.timeout(5):
                    await open_one()
                abuser.answers["open"] += 1
            except BROKEN as error:
                abuser.answers[type(error).__name__] += 1
                await asyncio.sleep(0.02)

    await asyncio.gather(*(lane() for _ in range(abuser.clients)))
    while abuser.going:
        await asyncio.sleep(0.05)


@door("watchers", clients=20)
async def watchers(abuser: Abuser) -> None:
    """Watch the player's match over hundreds of live connections, with drawings."""
    await abuser.ready()
    held: list[ClientConnection] = []

    async def watch() -> None:
        stranger = Client(abuser.port, secrets.token_urlsafe(32), abuser.client().source)
        held.append(await connect(**stranger.live(abuser.target, "scenes=1")))

    await _hold(abuser, WATCHERS, watch)
    for socket in held:
        socket.transport.abort()


async def _hold_raw(abuser: Abuser, count: int, sent: bytes) -> None:
    """Open connections, send the same on each, and read nothing."""
    held: list[asyncio.StreamWriter] = []

    async def open_one() -> None:
        _, writer = await abuser.client().connect()
        writer.write(sent)
        held.append(writer)

    await _hold(abuser, count, open_one)
    for writer in held:
        writer.transport.abort()


@door("silent")
async def silent(abuser: Abuser) -> None:
    """Open TCP connections and say nothing."""
    await abuser.ready()
    await _hold_raw(abuser, SILENT, b"")


@door("half-requests")
async def half_requests(abuser: Abuser) -> None:
    """Open connections and send half a request head."""
    await abuser.ready()
    await _hold_raw(abuser, SILENT, b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")


@door("event-streams")
async def event_streams(abuser: Abuser) -> None:
    """Open event streams of the player's match that nobody reads."""
    await abuser.ready()
    request = abuser.client().head("GET", f"/api/matches/{abuser.target}/events?scenes=1")
    await _hold_raw(abuser, SLOW, request)


@door("endless-headers", clients=4)
async def endless_headers(abuser: Abuser) -> None:
    """Send headers without an end."""
    await abuser.ready()
    left = iter(range(HEADER_BYTES // len(CHUNK)))

    async def ask(client: Client, number: int) -> Answer:
        reader, writer = await client.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
        try:
            for _ in left:
                writer.write(CHUNK)
                await writer.drain()
                if not abuser.going or reader.at_eof():
                    break
            head = await reader.readline()
        finally:
            writer.transport.abort()
        return Answer(int(head.split()[1]) if head else 0, b"")

    await abuser.hammer(ask)


async def _pour(abuser: Abuser, first: bytes, more: bytes) -> None:
    """Send a beginning and then the same again and again, whatever is answered."""
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        reader, writer = await client.connect()
        writer.write(first)
        ignoring = asyncio.create_task(reader.read(HEADER_BYTES))
        try:
            while abuser.going and not ignoring.done():
                writer.write(more)
                await writer.drain()
        finally:
            ignoring.cancel()
            writer.transport.abort()
        return Answer(0, b"")

    await abuser.hammer(ask)


@door("endless-bodies")
async def endless_bodies(abuser: Abuser) -> None:
    """Send bodies without an end."""
    await _pour(abuser, abuser.client().head("POST", "/api/matches", HEADER_BYTES * 400), CHUNK)


@door("tiny-chunks")
async def tiny_chunks(abuser: Abuser) -> None:
    """Send bodies in chunks of one byte."""
    head = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    await _pour(abuser, head, b"1\r\nx\r\n" * 10_000)


@door("pipelining")
async def pipelining(abuser: Abuser) -> None:
    """Send requests without waiting for the answers to those before."""
    await _pour(abuser, b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1_500)


@door("frames")
async def frames(abuser: Abuser) -> None:
    """Send empty frames over live connections of the player's match."""
    head = [
        f"GET /api/matches/{abuser.target}/live?states=0 HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    empty = b"".join(bytes([kind, 0x80]) + bytes(4) for kind in (0x89, 0x8A, 0x81))
    await _pour(abuser, "\r\n".join([*head, "", ""]).encode(), empty * 4_000)


@door("slow-bodies")
async def slow_bodies(abuser: Abuser) -> None:
    """Begin large bodies and send a byte now and then."""
    await abuser.ready()
    head, held = abuser.client().head("POST", "/api/matches", 60_000), list[asyncio.StreamWriter]()

    async def open_one() -> None:
        _, writer = await abuser.client().connect()
        writer.write(head + b"{")
        held.append(writer)

    async def drip() -> None:
        while abuser.going:
            for writer in held:
                writer.write(b" ")
            await asyncio.sleep(0.5)

    await asyncio.gather(_hold(abuser, SLOW, open_one), drip())
    for writer in held:
        writer.transport.abort()


async def _flood(abuser: Abuser, texts: list[str]) -> None:
    """Send messages over live connections as fast as the server reads them."""

    async def ask(client: Client, number: int) -> Answer:
        async with connect(**client.live(abuser.target, "scenes=1")) as socket:
            reading = asyncio.create_task(_ignore(socket))
            try:
                for text in itertools.islice(itertools.cycle(texts), MOST_REQUESTS):
                    await socket.send(text)
                    abuser.answers["sent"] += 1
            finally:
                reading.cancel()
        return Answer(200, b"")

    await abuser.hammer(ask)


async def _ignore(socket: ClientConnection) -> None:
    with suppress(WebSocketException):
        async for _ in socket:
            pass


@door("messages", clients=20)
async def messages(abuser: Abuser) -> None:
    """Flood the player's match with messages over live connections."""
    await abuser.ready()
    languages = [f'{{"type":"lang","lang":"{lang}"}}' for lang in ("en", "es")]
    await _flood(abuser, ['{"type":"ping"}', *languages, "{" * 4_000, '{"type":"look","seat":0}'])


@door("reconnecting", clients=8)
async def reconnecting(abuser: Abuser) -> None:
    """Open and close live connections of the player's match."""
    await abuser.ready()

    async def ask(client: Client, number: int) -> Answer:
        async with connect(**client.live(abuser.target, "scenes=1")) as socket:
            await socket.recv()
        return Answer(200, b"")

    await abuser.hammer(ask)
