"""One HTTP request as our endpoints see it: its client, its language, its body."""

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive

from ludoteca.core.errors import LudotecaError
from ludoteca.core.texts import LANGUAGES
from ludoteca.server import tokens
from ludoteca.server.errors import Refused, refusal, status_of
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.ratelimit import Limits
from ludoteca.server.scheduler import Client, WorkerPool, current_client
from ludoteca.server.wire.requests import encode

COOKIE_SECONDS = 2 * 365 * 24 * 3600
WORTH_COMPRESSING = 2_000
CLIENT_CLOSED_REQUEST = 499
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,15}")
T = TypeVar("T")


def language(connection: HTTPConnection) -> str:
    """Return the language asked for, else the browser's first that we speak, else English."""
    asked = connection.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        lang = part.strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return "en"


def bearer_of(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a program, or None."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    return bearer.strip() if scheme.lower() == "bearer" else None


def token_of(connection: HTTPConnection) -> str | None:
    """Return a program's bearer token, else a browser's cookie."""
    bearer = bearer_of(connection)
    return connection.cookies.get(tokens.COOKIE) if bearer is None else bearer


def address_of(connection: HTTPConnection) -> str:
    """Return the network address of a client."""
    return connection.client.host if connection.client else ""


def enter_client(connection: HTTPConnection, key: bytes) -> tokens.Identity | None:
    """Identify a client and make it the current one of this task; return who it is, if anybody."""
    identity = tokens.read_token(key, token_of(connection))
    signed = identity.holder if identity is not None and identity.signed else None
    current_client.set(Client(address_of(connection), signed))
    return identity


def whole_number(connection: HTTPConnection, name: str, least: int, most: int) -> int | None:
    """Return a whole number of the query, None if absent; raise Refused if it is not one."""
    text = connection.query_params.get(name)
    if text is None or text == "":
        return None
    if _WHOLE_NUMBER.fullmatch(text) is None or not least <= int(text) <= most:
        raise Refused("bad_request")
    return int(text)


class RequestContext:
    """A request with what our endpoints need of it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.rooms: RoomRegistry = request.app.state.rooms
        self.limits: Limits = request.app.state.limits
        self.parsing_pool: WorkerPool = request.app.state.parsing_pool
        self.lang = language(request)
        self.identity = enter_client(request, self.rooms.store.key)
        self.new_cookie: str | None = None

    @property
    def holder(self) -> bytes | None:
        """The hash of the client's token, or None without a token."""
        return None if self.identity is None else self.identity.holder

    async def must_hold(self) -> bytes:
        """Return the holder; a new browser, or one with an unsigned cookie, gets a signed one.

        An unsigned token counts only while it holds a seat. Any other bearer token that the server
        did not sign is refused.
        """
        key, identity = self.rooms.store.key, self.identity
        if identity is not None and identity.signed:
            return identity.holder
        known = identity is not None and await self.rooms.store.held_by(identity.holder, limit=1)
        if bearer_of(self.request) is not None:
            if identity is None or not known:
                raise Refused("bad_token")
            return identity.holder
        cookie = self.request.cookies.get(tokens.COOKIE, "")
        self.new_cookie = tokens.sign_token(key, cookie) if known else tokens.new_token(key)
        self.identity = tokens.read_token(key, self.new_cookie)
        assert self.identity is not None
        current_client.set(Client(address_of(self.request), self.identity.holder))
        return self.identity.holder

    async def spend(self, work: float) -> None:
        """Charge the client for work; raise Refused after a pause if it has no credit left."""
        if not self.limits.spend_work(current_client.get(), work):
            await asyncio.sleep(self.rooms.settings.refusal_seconds)
            raise Refused("too_many")

    def number(self, name: str, least: int = 0, most: int = 1_000_000_000) -> int | None:
        """Return a whole number of the query, or None."""
        return whole_number(self.request, name, least, most)

    def flag(self, name: str) -> bool:
        """Return whether the query sets a flag to 1."""
        return self.request.query_params.get(name) == "1"

    async def raw(self, kind: str, limit: int) -> bytes:
        """Read the body; raise Refused if its type, size or pace is not allowed."""
        if self.request.headers.get("content-type", "").partition(";")[0].strip() != kind:
            raise Refused("wrong_type", kind=kind)
        declared = self.request.headers.get("content-length", "0")
        if _WHOLE_NUMBER.fullmatch(declared) is None or int(declared) > limit:
            raise Refused("too_large")
        try:
            async with asyncio.timeout(self.rooms.settings.body_seconds):
                return await self._read(limit)
        except (TimeoutError, ClientDisconnect):
            raise Refused("too_slow") from None

    async def _read(self, limit: int) -> bytes:
        parts, size = [], 0
        async for part in self.request.stream():
            size += len(part)
            if size > limit:
                raise Refused("too_large")
            parts.append(part)
        return b"".join(parts)

    async def body(self, kind: type[T]) -> T:
        """Read the body as a message of a kind; raise Refused if it is not one."""
        raw = await self.raw("application/json", self.rooms.settings.body_bytes)
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise Refused("bad_request") from None

    def compressed(self, body: bytes, headers: dict[str, str]) -> tuple[bytes, dict[str, str]]:
        """Return a body and its headers, compressed if that pays and the client takes it."""
        accepted = self.request.headers.get("accept-encoding", "")
        if len(body) <= WORTH_COMPRESSING or "gzip" not in accepted:
            return body, headers
        more = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return gzip.compress(body, 5), headers | more

    def json(self, message: Any, status: int = 200) -> Response:
        """Return a message as a response."""
        body, headers = self.compressed(encode(message), {"cache-control": "no-store"})
        response = Response(body, status, headers, "application/json")
        if self.new_cookie is not None:
            response.set_cookie(
                tokens.COOKIE,
                self.new_cookie,
                max_age=COOKIE_SECONDS,
                secure=self.request.url.scheme == "https",
                httponly=True,
                samesite="strict",
            )
        return response


Endpoint = Callable[[RequestContext], Coroutine[Any, Any, Response]]


def endpoint(function: Endpoint, work: float = 0) -> Callable[[Request], Awaitable[Response]]:
    """Serve a function: charge its work, stop it on a hang-up, send every refusal as JSON."""

    async def serve(request: Request) -> Response:
        context = RequestContext(request)
        try:
            if not work:
                return await function(context)
            await context.spend(work)
            if request.method != "GET":
                return await function(context)
            return await _while_connected(request, function(context))
        except LudotecaError as error:
            return context.json(refusal(error, context.lang), status_of(error))

    return serve


async def _while_connected(request: Request, work: Coroutine[Any, Any, Response]) -> Response:
    """Do work for a request without a body; cancel it when the client hangs up."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(until_gone(request.receive))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        return Response(status_code=CLIENT_CLOSED_REQUEST)
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def until_gone(receive: Receive) -> None:
    """Wait until the client has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


def answer(request: Request, error: Refused) -> Response:
    """Return a refusal as a response that ends the connection."""
    body = encode(refusal(error, language(request)))
    headers = {"cache-control": "no-store", "connection": "close"}
    return Response(body, status_of(error), headers, "application/json")
