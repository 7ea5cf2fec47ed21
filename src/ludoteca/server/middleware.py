"""What stands before every request: whose site it comes from, how many there are, safe headers."""

import logging
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ludoteca.server.errors import Refused, refusal, status_of
from ludoteca.server.request import language
from ludoteca.server.settings import Settings
from ludoteca.server.websocket import TokenBucket, refuse_origin
from ludoteca.server.wire.requests import encode

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
MOST_PURSES = 10_000
CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
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
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_own_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is None:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and host == headers.get("host")


class Gate:
    """Refuses what is not for us and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._purses: OrderedDict[str, TokenBucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers it here."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_ours(self, headers: Headers) -> bool:
        """Whether the server was called by a name of its own."""
        return not self.settings.local_only or host_name(headers.get("host", "")) in LOCAL_NAMES

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if self._is_ours(headers) and is_own_origin(headers):
            await self.app(scope, receive, send)
        else:
            await refuse_origin(WebSocket(scope, receive, send))

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
            self._check(request)
            await self.app(scope, receive, send_safely)
        except Refused as error:
            await answer(request, error)(scope, receive, send_safely)
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path)
            if began:
                raise
            await answer(request, Refused("internal"))(scope, receive, send_safely)

    def _check(self, request: Request) -> None:
        if not self._is_ours(request.headers):
            raise Refused("bad_host")
        if request.method in SAFE_METHODS:
            return
        if not is_own_origin(request.headers):
            raise Refused("bad_origin")
        if not self._purse(request.client.host if request.client else "").spend():
            raise Refused("too_many")

    def _purse(self, client: str) -> TokenBucket:
        """The credits of an address; those not seen for long are forgotten."""
        if client not in self._purses:
            self._purses[client] = TokenBucket(
                self.settings.post_burst, self.settings.posts_per_second
            )
            if len(self._purses) > MOST_PURSES:
                self._purses.popitem(last=False)
        self._purses.move_to_end(client)
        return self._purses[client]


def answer(request: Request, error: Refused) -> Response:
    """A refusal as an answer."""
    body = encode(refusal(error, language(request)))
    headers = {"cache-control": "no-store", "connection": "close"}
    return Response(body, status_of(error), headers, "application/json")
