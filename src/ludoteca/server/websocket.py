"""The live connection: sends a room's events and carries actions to it."""

import asyncio
from contextlib import suppress
from typing import cast

import msgspec
from msgspec.structs import asdict
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteca.core.errors import LudotecaError
from ludoteca.server.errors import Refused
from ludoteca.server.match import projection, rematch
from ludoteca.server.match.room import Room
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.ratelimit import Limits, TokenBucket
from ludoteca.server.request import address_of, enter_client, language, read_query
from ludoteca.server.settings import Settings
from ludoteca.server.subscription import Subscription
from ludoteca.server.wire.live import DoneMessage, LiveMessage, Pong, RefusedMessage
from ludoteca.server.wire.requests import (
    PACES,
    AnswerAction,
    ChooseLanguage,
    ChoosePace,
    FromClient,
    LiveQuery,
    Look,
    Pace,
    Ping,
    RematchAction,
    read_from_client,
)

ABORT = "ludoteca.abort"
GOING, NO_MATCH, NO_ORIGIN, TOO_SLOW, FULL = 1001, 4404, 4403, 4408, 4429
REPLACED = 4409
"""The same client opened more connections to this match than it may have."""


async def live(socket: WebSocket) -> None:
    """Serve one socket from its first message to its last."""
    rooms: RoomRegistry = socket.app.state.rooms
    await socket.accept()
    try:
        room = await rooms.room(socket.path_params["match"])
        subscription = _subscribe(socket, room)
    except Refused as error:
        await socket.close(NO_MATCH, error.code)
        return
    try:
        subscription.open()
    except Refused:
        await socket.close(FULL)
        return
    try:
        await Connection(socket, subscription, rooms.settings).run()
    finally:
        subscription.close()


def _subscribe(socket: WebSocket, room: Room) -> Subscription:
    query = read_query(socket, LiveQuery)
    identity = enter_client(socket, room.rooms.store.key)
    viewer = room.viewer(
        None if identity is None else identity.holder,
        look=query.seat,
        lang=language(socket),
        scenes=query.scenes == "1",
        states=query.states != "0",
        memory=query.memory == "1",
        pace=cast(Pace, query.pace) if query.pace in PACES else "normal",
    )
    projection.looked_through(room.state, viewer)
    return Subscription(room, viewer, query.since)


class Connection:
    """One socket: a reader that acts and a writer that sends; the end of one ends the other."""

    def __init__(self, socket: WebSocket, subscription: Subscription, settings: Settings) -> None:
        self.socket, self.subscription, self.settings = socket, subscription, settings
        limits: Limits = socket.app.state.limits
        own = TokenBucket(settings.message_burst, settings.messages_per_second)
        self._buckets = (own, limits.messages(address_of(socket)))

    async def run(self) -> None:
        """Read and write until one of them ends, then close with the code it returned."""
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
            # A client that does not read will not read the closing frame either.
            self.socket.scope.get("extensions", {}).get(ABORT, lambda: None)()
        except (RuntimeError, WebSocketDisconnect):
            return

    async def _write(self) -> int | None:
        while True:
            if self.subscription.replaced:
                return REPLACED
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
            # Throttle by reading more slowly; only this client's messages are delayed.
            for bucket in self._buckets:
                while not bucket.spend():
                    await asyncio.sleep(bucket.wait())
            await self._handle(received.get("text") or received.get("bytes") or "")

    def _refuse(self, action: str | None, error: LudotecaError) -> None:
        subscription = self.subscription
        text, seq = error.text(subscription.viewer.lang), subscription.room.state.seq
        subscription.answer(RefusedMessage(id=action, code=error.code, text=text, seq=seq))

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

    async def _answer(self, message: FromClient) -> LiveMessage | None:
        subscription, room = self.subscription, self.subscription.room
        match message:
            case Ping():
                return Pong()
            case Look(seat=seat):
                subscription.change(look=seat)
                return None
            case ChoosePace(pace=pace):
                subscription.set_pace(pace)
                return None
            case ChooseLanguage(lang=lang):
                subscription.change(lang=lang)
                return None
            case RematchAction():
                following = await rematch.ask(room, subscription.viewer.holder, message)
                return DoneMessage(id=message.id, **asdict(following))
            case AnswerAction():
                done = await rematch.take_answer(room, subscription.viewer.holder, message)
            case _:
                done = await room.act(subscription.viewer.holder, message)
        return DoneMessage(id=message.id, **asdict(done))


async def refuse_socket(socket: WebSocket, code: int) -> None:
    """Close a socket at once; a browser learns the code only after the handshake."""
    with suppress(RuntimeError):
        await socket.accept()
        await socket.close(code)
