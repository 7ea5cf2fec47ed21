"""Connections with limits: how many, how long, how large, and how much is parsed at once.

Uvicorn's protocols have no limit for a silent connection, half a request or an endless header, and
they parse whatever was read in one go: thousands of tiny chunks, requests or frames.
"""

import asyncio
from asyncio import Handle, TimerHandle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ludoteca.server.ratelimit import (
    ConnectionCounter,
    RateLimiter,
    TokenBucket,
    charged_address,
)
from ludoteca.server.settings import Settings
from ludoteca.server.websocket import ABORT

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

BUSY = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
BODY_GRACE_SECONDS = 5.0
"""The application answers a slow body first, and politely; this ends what it did not read."""
PIECE_BYTES = 1_024
"""How much of a live connection is parsed at once: 170 empty frames at most."""


class HeadTooLarge(Exception):
    """The head of a request is longer than allowed."""


class TooMuch(Exception):
    """A body has no end or too many chunks, or too many requests wait for the first answer."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP connection with deadlines, a largest head and a count by address."""

    settings: Settings
    counter: ConnectionCounter
    rates: RateLimiter
    frames: RateLimiter

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or end it at once; start the deadline of its first head."""
        super().connection_made(transport)
        self._deadline: TimerHandle | None = None
        self._in_head, self._head_bytes, self._too_large = True, 0, False
        self._chunks = self._body_bytes = 0
        self._address = charged_address(self.client[0]) if self.client else ""
        self._counted = False
        if not self.rates.spend(self._address):
            transport.abort()
            return
        self._counted = self.counter.add(self._address)
        if self._counted:
            self._set_deadline(self.settings.head_seconds)
        else:
            self._end(BUSY)

    def data_received(self, data: bytes) -> None:
        """Parse what came, and refuse a head that is too large before it is complete."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > self.settings.head_bytes:
                self._end(TOO_LARGE)
        elif self._deadline is None and self._is_idle():
            # Uvicorn's timer for a quiet connection ends with any byte, even of an empty line.
            self._set_deadline(self.settings.head_seconds)

    def _is_idle(self) -> bool:
        """Return whether every request so far is answered, and none has become a WebSocket."""
        mine = self.transport.get_protocol() is self
        return mine and self.cycle is not None and self.cycle.response_complete

    def on_message_begin(self) -> None:
        """Start the deadline of a head."""
        super().on_message_begin()
        self._in_head = True
        if self._deadline is None:
            self._set_deadline(self.settings.head_seconds)

    def on_headers_complete(self) -> None:
        """Start the deadline of a body; refuse a large head that came in one piece."""
        self._in_head, self._head_bytes, self._body_bytes, self._chunks = False, 0, 0, 0
        self._set_deadline(self.settings.body_seconds + BODY_GRACE_SECONDS)
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self.settings.head_bytes:
            self._too_large = True
            raise HeadTooLarge
        if len(self.pipeline) >= self.settings.requests_pipelined:
            raise TooMuch
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        """Count the chunks of a body."""
        self._chunks += 1
        if self._chunks > self.settings.body_chunks:
            raise TooMuch

    def on_body(self, body: bytes) -> None:
        """End a connection that goes on with a body after it was refused as too large."""
        self._body_bytes += len(body)
        if self._body_bytes > 2 * self.settings.record_bytes:
            raise TooMuch
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the deadline of a request that has come in whole."""
        self._clear_deadline()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that cannot be parsed, or whose head was too large."""
        if self._too_large:
            self._end(TOO_LARGE)
        else:
            super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, which counts it from now on."""
        self._clear_deadline()
        counted, self._counted = self._counted, False
        super().handle_websocket_upgrade()
        if counted:
            protocol = self.transport.get_protocol()
            if isinstance(protocol, LimitedWebSocketProtocol):
                protocol.release = lambda: self.counter.remove(self._address)
                protocol.allowance = self.frames.bucket(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._clear_deadline()
        if self._counted:
            self._counted = False
            self.counter.remove(self._address)
        super().connection_lost(exc)

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._expire)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _expire(self) -> None:
        """Close a connection whose request did not come in time."""
        self._deadline = None
        begun = self.cycle is not None and not self.cycle.response_complete
        self._end(b"" if begun else TOO_SLOW)

    def _end(self, answer: bytes) -> None:
        """Answer and close; what the client does not read is dropped soon after."""
        self._clear_deadline()
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()
            self.loop.call_later(1.0, self.transport.abort)


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, counted by address; it can be cut off if the client does not read.

    It parses one piece at a time, so that the turns of others come in between, and reads nothing
    while a piece is left or its address has sent more frames than allowed.
    """

    release: Callable[[], None] | None = None
    allowance: TokenBucket | None = None
    _unparsed = b""
    _resting: Handle | None = None

    def handle_connect(self, event: Request) -> None:
        """Offer the application a way to cut the connection off."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            self.scope["extensions"] = extensions | {ABORT: self.transport.abort}

    def data_received(self, data: bytes) -> None:
        """Parse a handshake at once, and what follows it piece by piece."""
        if self.allowance is None:
            super().data_received(data)
            return
        self._unparsed += data
        if self._resting is None:
            self._parse_piece()
        else:
            self.transport.pause_reading()

    def _parse_piece(self) -> None:
        """Parse the next piece, unless the application has messages to read first."""
        self._resting = None
        if self.transport.is_closing() or self.read_paused:
            return
        piece, self._unparsed = self._unparsed[:PIECE_BYTES], self._unparsed[PIECE_BYTES:]
        super().data_received(piece)
        owed = self.allowance.owe(0) if self.allowance is not None else 0.0
        if self.transport.is_closing() or not (self._unparsed or owed):
            return
        self.transport.pause_reading()
        self._resting = self.loop.call_later(owed, self._go_on)

    def _go_on(self) -> None:
        """Parse the next piece and read on, once nothing is left."""
        self._parse_piece()
        if self._resting is None and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Charge the address for the frames of a piece."""
        if self.allowance is not None:
            self.allowance.owe(len(self.conn.events))
        super().handle_events()

    async def receive(self) -> "ASGIReceiveEvent":
        """Return the next message; parse what is left before more is read."""
        message = await super().receive()
        self._parse_left()
        return message

    async def send(self, message: "ASGISendEvent") -> None:
        """Send a message; after the last one look for the client's farewell in what is left."""
        await super().send(message)
        self._parse_left()

    def _parse_left(self) -> None:
        if self._resting is not None:
            self.transport.pause_reading()
        elif self._unparsed and not self.read_paused:
            self.transport.pause_reading()
            self._resting = self.loop.call_soon(self._go_on)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._resting is not None:
            self._resting.cancel()
        release, self.release = self.release, None
        if release is not None:
            release()
        super().connection_lost(exc)


def limited_protocol(settings: Settings) -> type[LimitedHttpProtocol]:
    """Return the HTTP protocol of one server, with its own counter."""
    counter = ConnectionCounter(
        most=settings.connections, per_address=settings.connections_per_address
    )
    rates = RateLimiter(settings.connection_burst, settings.new_connections_per_second)
    frames = RateLimiter(settings.address_frame_burst, settings.address_frames_per_second)
    fields = {"settings": settings, "counter": counter, "rates": rates, "frames": frames}
    return type("HttpProtocol", (LimitedHttpProtocol,), fields)
