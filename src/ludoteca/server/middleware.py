"""Security before every request: Host and Origin checks, rates by address, safe headers."""

import asyncio
import logging
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ludoteca.server.errors import Refused
from ludoteca.server.ratelimit import Limits
from ludoteca.server.request import address_of, answer
from ludoteca.server.settings import Settings
from ludoteca.server.websocket import FULL, NO_ORIGIN, refuse_socket

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
MOST_IN_A_PATH = 300
MOST_LOGGED = 200
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
log = logging.getLogger("ludoteca.server")


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port; "" if it is more than these."""
    try:
        parts = urlsplit(f"//{host}")
        name = parts.hostname or ""
    except ValueError:
        return ""
    return name.rstrip(".") if parts.netloc == host and "@" not in host else ""


def reached_address(scope: Scope) -> str:
    """Return the address of this computer at which a client reached the server."""
    server = scope.get("server")
    try:
        address = ip_address(str(server[0] if server else "").partition("%")[0])
    except ValueError:
        return ""
    return str(getattr(address, "ipv4_mapped", None) or address)


def is_own_host(scope: Scope, headers: Headers, names: tuple[str, ...]) -> bool:
    """Return whether a request names this server as its host.

    A foreign name that resolves to this computer (DNS rebinding) is not one of ours.
    """
    host = host_name(headers.get("host", ""))
    return host in LOCAL_NAMES or host in names or (host != "" and host == reached_address(scope))


def is_own_origin(headers: Headers) -> bool:
    """Return whether a request comes from a page of this server, or from no page at all."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is None:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and host == headers.get("host")


class SecurityMiddleware:
    """Refuse requests for other hosts, from other sites or beyond the rates; add safe headers."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self.app, self.settings, self.limits = app, settings, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, socket = Headers(scope=scope), WebSocket(scope, receive, send)
        if not is_own_host(scope, headers, self.settings.names) or not is_own_origin(headers):
            await refuse_socket(socket, NO_ORIGIN)
        elif not self.limits.spend_request(address_of(socket), changes=False):
            await asyncio.sleep(self.settings.refusal_seconds)
            await refuse_socket(socket, FULL)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = False

        async def send_safely(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope, receive)
        try:
            await self._check(request)
            await self.app(scope, receive, send_safely)
        except Refused as error:
            await answer(request, error)(scope, receive, send_safely)
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path[:MOST_LOGGED])
            if began:
                raise
            await answer(request, Refused("internal"))(scope, receive, send_safely)

    async def _check(self, request: Request) -> None:
        """Raise Refused for a foreign host, a foreign origin, or too many requests."""
        if not is_own_host(request.scope, request.headers, self.settings.names):
            raise Refused("bad_host")
        if len(request.scope["path"]) > MOST_IN_A_PATH:
            raise Refused("not_found")
        changes = request.method not in SAFE_METHODS
        if changes and not is_own_origin(request.headers):
            raise Refused("bad_origin")
        if not self.limits.spend_request(address_of(request), changes=changes):
            await asyncio.sleep(self.settings.refusal_seconds)
            raise Refused("too_many")
