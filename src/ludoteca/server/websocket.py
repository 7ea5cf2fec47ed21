"""The live connection: a socket that tells a room's events and carries actions to it."""

import asyncio
import time
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteca.core.errors import LudotecaError
from ludoteca.server import tokens
from ludoteca.server.errors import Refused, refusal
from ludoteca.server.match import projection, rematch
from ludoteca.server.match.projection import Message
from ludoteca.server.match.room import Room
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.request import language, token_of, whole_number
from ludoteca.server.settings import Settings
from ludoteca.server.subscription import Subscription
from ludoteca.server.wire.requests import (
    ChooseLanguage,
    FromClient,
    Look,
    Ping,
    RematchAction,
    read_from_client,
)

ABORT = "ludoteca.abort"
GOING, NO_MATCH, NO_ORIGIN, TOO_SLOW, FULL = 1001, 4404, 4403, 4408, 4429


class TokenBucket:
    """A purse of credits that fills again with time."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._most, self._rate = burst, per_second
        self._left, self._then = burst, time.monotonic()

    def spend(self) -> bool:
        """Takes one if there is one."""
        if self.wait() > 0:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """The seconds until there is one to take."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        return max(0.0, (1 - self._left) / self._rate)


async def live(socket: WebSocket) -> None:
    """Serves one socket from its first message to its last."""
    rooms: RoomRegistry = socket.app.state.rooms
    await socket.accept()
    if rooms.connections >= rooms.settings.connections:
        await socket.close(FULL)
        return
    rooms.connections += 1
    try:
        await _serve(socket, rooms)
    finally:
        rooms.connections -= 1


async def _serve(socket: WebSocket, rooms: RoomRegistry) -> None:
    try:
        room = await rooms.room(socket.path_params["match"])
        subscription = _subscribe(socket, room)
    except Refused as error:
        await socket.close(NO_MATCH, error.code)
        return
    if len(room.subscriptions) >= rooms.settings.connections_per_match:
        await socket.close(FULL)
        return
    subscription.open()
    try:
        await Connection(socket, subscription, rooms.settings).run()
    finally:
        subscription.close()


def _subscribe(socket: WebSocket, room: Room) -> Subscription:
    asked = socket.query_params
    viewer = room.viewer(
        tokens.holder_of(token_of(socket)),
        look=whole_number(socket, "seat", 0, 9),
        lang=language(socket),
        scenes=asked.get("scenes") == "1",
        states=asked.get("states") != "0",
        memory=asked.get("memory") == "1",
    )
    projection.looked_through(room.state, viewer)
    since = whole_number(socket, "since", -1, 1_000_000_000)
    return Subscription(room, viewer, -1 if since is None else since)


class Connection:
    """One socket: a reader that acts, a writer that tells; each ends the other."""

    def __init__(self, socket: WebSocket, subscription: Subscription, settings: Settings) -> None:
        self.socket, self.subscription, self.settings = socket, subscription, settings
        self._credits = TokenBucket(settings.message_burst, settings.messages_per_second)

    async def run(self) -> None:
        """Reads and writes until one of them ends, then closes with what it gave as the code."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]
        code: int | None = GOING
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            code = next(iter(done)).result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._close(code)

    async def _close(self, code: int | None) -> None:
        if code is None:
            return
        try:
            async with asyncio.timeout(1):
                await self.socket.close(code)
        except TimeoutError:
            # Who does not read does not read a farewell either.
            self.socket.scope.get("extensions", {}).get(ABORT, lambda: None)()
        except (RuntimeError, WebSocketDisconnect):
            return

    async def _write(self) -> int | None:
        while True:
            for message in await self.subscription.next():
                try:
                    async with asyncio.timeout(self.settings.send_seconds):
                        await self.socket.send_text(message.decode())
                except TimeoutError:
                    return TOO_SLOW
                except (WebSocketDisconnect, RuntimeError):
                    return None

    async def _read(self) -> int | None:
        while True:
            try:
                received = await self.socket.receive()
            except RuntimeError:
                return None
            if received["type"] == "websocket.disconnect":
                return None
            if self.subscription.clogged:
                return TOO_SLOW
            # Who sends too much is read more slowly, and so are only its own messages.
            while not self._credits.spend():
                await asyncio.sleep(self._credits.wait())
            await self._handle(received.get("text") or received.get("bytes") or "")

    def _refuse(self, action: str | None, error: LudotecaError) -> None:
        answer = {"type": "refused", "id": action, **refusal(error, self.subscription.viewer.lang)}
        self.subscription.answer(answer | {"seq": self.subscription.room.state.seq})

    async def _handle(self, text: str | bytes) -> None:
        try:
            if len(text) > self.settings.message_bytes:
                raise Refused("too_large")
            message = read_from_client(text)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            self._refuse(None, Refused("bad_request"))
            return
        except Refused as error:
            self._refuse(None, error)
            return
        action = getattr(message, "id", None)
        try:
            answer = await self._answer(message)
        except LudotecaError as error:
            self._refuse(action, error)
        else:
            if answer is not None:
                self.subscription.answer(answer)

    async def _answer(self, message: FromClient) -> Message | None:
        subscription, room = self.subscription, self.subscription.room
        match message:
            case Ping():
                return {"type": "pong"}
            case Look(seat=seat):
                subscription.change(look=seat)
                return None
            case ChooseLanguage(lang=lang):
                subscription.change(lang=lang)
                return None
            case RematchAction():
                done = await rematch.ask(room, subscription.viewer.holder, message)
                return {"type": "done", "id": message.id, **done}
        done = await rematch.act(room, subscription.viewer.holder, message)
        return {"type": "done", "id": message.id, **done}


async def refuse_origin(socket: WebSocket) -> None:
    """Turns away a page of another site."""
    with suppress(RuntimeError):
        await socket.accept()
        await socket.close(NO_ORIGIN)
