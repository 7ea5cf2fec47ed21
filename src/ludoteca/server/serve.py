"""The server on a port of this computer."""

import socket as sockets
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ludoteca.server.settings import Settings
from ludoteca.server.websocket import ABORT

LOCAL = "127.0.0.1"
FIRST_PORT = 8642
PORTS_TRIED = 20
FILE = "matches.sqlite"


class Protocol(WebSocketsSansIOProtocol):
    """Uvicorn's socket, which can also be cut off when the other side does not read."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            self.scope["extensions"] = extensions | {ABORT: self.transport.abort}


def listen(host: str, port: int | None) -> sockets.socket:
    """A listening socket: on the port asked for, else on the first free one from ours on."""
    wanted = [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + PORTS_TRIED), 0]
    for number in wanted:
        family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
        # Named as TCP outright: only then do connections send at once what they have to send.
        listening = sockets.socket(family, sockets.SOCK_STREAM, sockets.IPPROTO_TCP)
        listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except OSError:
            listening.close()
            if number == wanted[-1]:
                raise
        else:
            listening.listen(2048)
            listening.setblocking(False)
            return listening
    raise AssertionError("one of the ports was tried last")


def is_local(host: str) -> bool:
    """Whether a host name stands for this computer only."""
    return host in ("localhost", "::1") or host.startswith("127.")


def config(app: Starlette, settings: Settings, **more: Any) -> uvicorn.Config:
    """How the server runs: bounded in every direction."""
    chosen: dict[str, Any] = {
        "ws": Protocol,
        "ws_max_size": 2 * settings.message_bytes,
        "ws_per_message_deflate": False,
        "limit_concurrency": settings.connections + 500,
        "timeout_keep_alive": 30,
        "timeout_graceful_shutdown": 3,
        "h11_max_incomplete_event_size": 32_768,
        "access_log": False,
        "log_level": "warning",
        "server_header": False,
        "proxy_headers": False,
        "lifespan": "on",
    }
    return uvicorn.Config(app, **(chosen | more))
