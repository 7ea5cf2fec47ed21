"""HTTP connections with limits: how many, how long and how large the head of a request may be.

Uvicorn's protocols have no limit for a silent connection, half a request or an endless header.
"""

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ludoteca.server.ratelimit import ConnectionCounter, RateLimiter
from ludoteca.server.settings import Settings
from ludoteca.server.websocket import ABORT

BUSY = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
BODY_GRACE_SECONDS = 5.0
"""The application answers a slow body first, and politely; this ends what it did not read."""


class HeadTooLarge(Exception):
    """The head of a request is longer than allowed."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP connection with deadlines, a largest head and a count by address."""

    settings: Settings
    counter: ConnectionCounter
    rates: RateLimiter

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or end it at once; start the deadline of its first head."""
        super().connection_made(transport)
        self._deadline: TimerHandle | None = None
        self._in_head, self._head_bytes, self._too_large = True, 0, False
        self._address = self.client[0] if self.client else ""
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

    def on_message_begin(self) -> None:
        """Start the deadline of a head."""
        super().on_message_begin()
        self._in_head = True
        if self._deadline is None:
            self._set_deadline(self.settings.head_seconds)

    def on_headers_complete(self) -> None:
        """Start the deadline of a body; refuse a large head that came in one piece."""
        self._in_head, self._head_bytes = False, 0
        self._set_deadline(self.settings.body_seconds + BODY_GRACE_SECONDS)
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self.settings.head_bytes:
            self._too_large = True
            raise HeadTooLarge
        super().on_headers_complete()

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
    """Uvicorn's WebSocket, counted by address; it can be cut off if the client does not read."""

    release: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """Offer the application a way to cut the connection off."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            self.scope["extensions"] = extensions | {ABORT: self.transport.abort}

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
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
    fields = {"settings": settings, "counter": counter, "rates": rates}
    return type("HttpProtocol", (LimitedHttpProtocol,), fields)
