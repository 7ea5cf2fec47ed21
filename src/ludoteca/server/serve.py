"""The server on a port of this computer: its socket, names, file limit and configuration."""

import socket as sockets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import uvicorn
from starlette.applications import Starlette

from ludoteca.server.connections import LimitedWebSocketProtocol, limited_protocol
from ludoteca.server.settings import Settings

LOCAL = "127.0.0.1"
FIRST_PORT = 8642
PORTS_TRIED = 20
FILE = "matches.sqlite"
FILES_WANTED = 16_384
FILES_FOR_OTHERS = 200
"""Files kept for the database, the client and libraries."""


def listen(host: str, port: int | None) -> sockets.socket:
    """Return a listening socket on the given port, else on the first free one from ours on."""
    wanted = [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + PORTS_TRIED), 0]
    for number in wanted:
        family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
        # Only with the protocol named do event loops set TCP_NODELAY on accepted connections.
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
    """Return whether a host name stands for this computer only."""
    return host in ("localhost", "::1") or host.startswith("127.")


def host_names(host: str, more: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names that the server answers to besides localhost and its addresses.

    A server that other computers can reach answers to this computer's name too, alone and within
    the local network.
    """
    names = [host, *more]
    if not is_local(host):
        own = sockets.gethostname()
        names += [own, own.partition(".")[0], own.partition(".")[0] + ".local"]
    return tuple(dict.fromkeys(name.lower().strip("[].") for name in names if name))


def raise_file_limit() -> int:
    """Raise the limit of open files as far as allowed and useful; return how many may be open."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return FILES_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return FILES_WANTED if soft == resource.RLIM_INFINITY else soft


def fit_to_files(settings: Settings, files: int) -> Settings:
    """Return the settings with no more connections than files can be open."""
    most = max(1, files - FILES_FOR_OTHERS)
    connections = min(settings.connections, most)
    return replace(
        settings, connections=connections, watchers=min(settings.watchers, connections // 2)
    )


def config(app: Starlette, settings: Settings, **more: Any) -> uvicorn.Config:
    """Return the configuration of Uvicorn: every limit of the settings, none of its own."""
    chosen: dict[str, Any] = {
        "http": limited_protocol(settings),
        "ws": LimitedWebSocketProtocol,
        "ws_max_size": 2 * settings.message_bytes,
        "ws_per_message_deflate": True,
        "timeout_keep_alive": 30,
        "timeout_graceful_shutdown": 3,
        "access_log": False,
        "log_level": "warning",
        "server_header": False,
        "proxy_headers": False,
        "lifespan": "on",
    }
    return uvicorn.Config(app, **(chosen | more))
