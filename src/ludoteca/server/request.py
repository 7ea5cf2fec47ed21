"""The context of an HTTP request: its client, language and body."""

import asyncio
import re
from collections.abc import Awaitable, Hashable
from functools import cache
from typing import Any, TypeVar, cast, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive

from ludoteca.core.texts import LANGUAGES
from ludoteca.server import tokens
from ludoteca.server.errors import Refused, refusal, status_of
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.ratelimit import Limits, charged_address
from ludoteca.server.scheduler import Client, WorkerPool, current_client
from ludoteca.server.wire.requests import encode

COOKIE: dict[str, Any] = {"max_age": 2 * 365 * 24 * 3600, "httponly": True, "samesite": "strict"}
CLIENT_CLOSED_REQUEST = 499
WHOLE = re.compile(r"-?[0-9]{1,15}")
NUMBERS = (int, int | None)
T = TypeVar("T")


def language(connection: HTTPConnection) -> str:
    """Return the language asked for, else the browser's first that we speak, else English."""
    accepted = connection.headers.get("accept-language", "")[:200].split(",")
    wanted = [connection.query_params.get("lang"), *(part.strip()[:2].lower() for part in accepted)]
    return next((lang for lang in wanted if lang in LANGUAGES), "en")


def bearer_of(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a program, or None."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    return bearer.strip() if scheme.lower() == "bearer" else None


def address_of(connection: HTTPConnection) -> str:
    """Return the network address by which a client is limited."""
    return charged_address(connection.client.host) if connection.client else ""


def enter_client(connection: HTTPConnection, key: bytes) -> tokens.Identity | None:
    """Identify a client by bearer token or cookie and make it the current one of this task."""
    bearer = bearer_of(connection)
    token = connection.cookies.get(tokens.COOKIE) if bearer is None else bearer
    identity = tokens.read_token(key, token)
    signed = identity.holder if identity is not None and identity.signed else None
    current_client.set(Client(address_of(connection), signed))
    return identity


@cache
def field_types(kind: Hashable) -> dict[str, Any]:
    """Return the types of a struct's fields."""
    return get_type_hints(kind)


def read_query(connection: HTTPConnection, kind: type[T]) -> T:
    """Return the query as a struct, without empty values; raise Refused if it is not one."""
    types = field_types(cast(Hashable, kind))
    given = {
        name: int(text) if types.get(name) in NUMBERS and WHOLE.fullmatch(text) else text
        for name, text in connection.query_params.items()
        if text
    }
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError:
        raise Refused("bad_request") from None


class RequestContext:
    """A request, and the services that endpoints use."""

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
        """Return the hash of the client's token, or None without a token."""
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
        if work and not self.limits.spend_work(current_client.get(), work):
            await asyncio.sleep(self.rooms.settings.refusal_seconds)
            raise Refused("too_many")

    async def body(self, kind: type[T], limit: int) -> T:
        """Read the body as text (bytes) or JSON; raise Refused if it is not what it should be."""
        media = "text/plain" if kind is bytes else "application/json"
        if self.request.headers.get("content-type", "").partition(";")[0].strip() != media:
            raise Refused("wrong_type", kind=media)
        try:
            async with asyncio.timeout(self.rooms.settings.body_seconds):
                raw = await self._read(limit)
            return raw if isinstance(raw, kind) else msgspec.json.decode(raw, type=kind)
        except (TimeoutError, ClientDisconnect):
            raise Refused("too_slow") from None
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise Refused("bad_request") from None

    async def _read(self, limit: int) -> bytes:
        declared = self.request.headers.get("content-length", "0")
        if WHOLE.fullmatch(declared) is None or int(declared) > limit:
            raise Refused("too_large")
        parts, size = [], 0
        async for part in self.request.stream():
            size += len(part)
            if size > limit:
                raise Refused("too_large")
            parts.append(part)
        return b"".join(parts)

    def json(self, message: Any, status: int = 200) -> Response:
        """Return a message as a response."""
        response = json_response(message, status)
        if self.new_cookie is not None:
            options = COOKIE | {"secure": self.request.url.scheme == "https"}
            response.set_cookie(tokens.COOKIE, self.new_cookie, **options)
        return response


def json_response(message: Any, status: int) -> Response:
    """Return a message as a response that is not cached."""
    return Response(encode(message), status, {"cache-control": "no-store"}, "application/json")


async def while_connected(request: Request, work: Awaitable[Any]) -> Any:
    """Await work for a request without a body; cancel it when the client disconnects."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.create_task(until_gone(request.receive))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else Response(status_code=CLIENT_CLOSED_REQUEST)
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def until_gone(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def answer(request: Request, error: Refused) -> Response:
    """Return a refusal as a response that ends the connection."""
    response = json_response(refusal(error, language(request)), status_of(error))
    response.headers["connection"] = "close"
    return response
