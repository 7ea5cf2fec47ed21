"""Opening a server of this computer to its network, and closing it again, in the same process.

The main listener stays as it is. The others are bound to this computer's addresses in the network,
so that the Host check of `middleware` holds for them without more names.
"""

import asyncio
import logging
import socket as sockets
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from ludoteca.server.connections import LimitedHttpProtocol, LimitedWebSocketProtocol
from ludoteca.server.errors import Refused
from ludoteca.server.middleware import LOCAL_NAMES, host_name, reached_address
from ludoteca.server.serve import is_local, listen
from ludoteca.server.wire.responses import NetworkMessage

ELSEWHERE = ("192.0.2.1", 9)
"""An address for examples only: asking for the way there sends nothing."""
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
log = logging.getLogger("ludoteca.server")
Find = Callable[[], list[str]]


def network_addresses() -> list[str]:
    """Return the addresses at which other devices reach this computer, the likeliest first."""
    found: list[str] = []
    with suppress(OSError), sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += sockets.gethostbyname_ex(sockets.gethostname())[2]
    return [address for address in dict.fromkeys(found) if _is_useful(address)]


def _is_useful(address: str) -> bool:
    known = ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


class Network:
    """The listeners of a server for other devices; without a server it cannot be opened."""

    def __init__(
        self, server: uvicorn.Server | None = None, *, host: str = "", port: int = 0, find: Find
    ) -> None:
        self._server, self._host, self._port, self._find = server, host, port, find
        self._open: dict[str, asyncio.base_events.Server] = {}
        self._lock = asyncio.Lock()

    async def change(self, connection: HTTPConnection, *, opened: bool) -> None:
        """Open or close the server to the network; Refused unless the client sits here."""
        if not self._may_change(connection):
            raise Refused("not_here")
        async with self._lock:
            if opened and not self._open:
                await self._open_all()
            elif not opened:
                self._close_all()

    async def message(self, connection: HTTPConnection) -> NetworkMessage:
        """Return whether other devices reach the server, and where; addresses only to the host."""
        always = not is_local(self._host) and self._server is not None
        here = self._is_here(connection)
        if here and always:
            found = await asyncio.to_thread(self._find)
            addresses = [f"{address}:{self._port}" for address in found]
        else:
            addresses = list(self._open) if here else []
        return NetworkMessage(
            open=always or bool(self._open),
            can_change=self._may_change(connection),
            addresses=[f"http://{address}" for address in addresses],
        )

    def home(self, connection: HTTPConnection) -> str | None:
        """Return this server's address for browsers here, if one came here by the network."""
        reached, client = reached_address(connection.scope), connection.client
        came_by_network = any(name.rpartition(":")[0] == reached for name in self._open)
        if not came_by_network or client is None or not self._is_own(client.host):
            return None
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}"

    def _is_own(self, address: str) -> bool:
        """Return whether an address is one of this computer."""
        own = {name.rpartition(":")[0] for name in self._open}
        return address in own or ip_address(address).is_loopback

    def _may_change(self, connection: HTTPConnection) -> bool:
        return self._server is not None and is_local(self._host) and self._is_here(connection)

    def _is_here(self, connection: HTTPConnection) -> bool:
        """Return whether a browser of this computer asks, at the main listener and by no proxy."""
        client, headers = connection.client, connection.headers
        reached = reached_address(connection.scope)
        if client is None or any(name in headers for name in FORWARDED):
            return False
        by_network = any(name.rpartition(":")[0] == reached for name in self._open)
        local = host_name(headers.get("host", "")) in LOCAL_NAMES
        with suppress(ValueError):
            return local and not by_network and ip_address(client.host).is_loopback
        return False

    async def _open_all(self) -> None:
        for address in await asyncio.to_thread(self._find):
            with suppress(OSError):
                await self._listen(address)
        if not self._open:
            raise Refused("no_network")
        log.warning("open to the network at %s", ", ".join(self._open))

    async def _listen(self, address: str) -> None:
        """Listen at an address of the network, at the same port if it is free."""
        server = self._server
        assert server is not None
        try:
            listening = listen(address, self._port)
        except OSError:
            listening = listen(address, None)
        loop, config = asyncio.get_running_loop(), server.config

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=server.server_state, app_state=server.lifespan.state
            )
            return made

        opened = await loop.create_server(protocol, sock=listening, backlog=2048)
        server.servers.append(opened)
        self._open[f"{address}:{listening.getsockname()[1]}"] = opened

    def _close_all(self) -> None:
        """Stop listening, and end the connections that came by the network."""
        server, opened = self._server, self._open
        assert server is not None
        self._open = {}
        for listening in opened.values():
            listening.close()
            server.servers.remove(listening)
        reached = {name.rpartition(":")[0] for name in opened}
        for connection in list(server.server_state.connections):
            assert isinstance(connection, LimitedHttpProtocol | LimitedWebSocketProtocol)
            if connection.server is not None and connection.server[0] in reached:
                connection.shutdown()
                connection.transport.close()
        if opened:
            log.warning("closed to the network")


def attach(
    app: Starlette, server: uvicorn.Server, host: str, port: int, find: Find = network_addresses
) -> None:
    """Let a server's application open it to the network."""
    app.state.network = Network(server, host=host, port=port, find=find)
