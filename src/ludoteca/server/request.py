"""One HTTP request as our endpoints see it: who asks, in which language, with what."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludoteca.core.errors import LudotecaError
from ludoteca.core.texts import LANGUAGES
from ludoteca.server import tokens
from ludoteca.server.errors import Refused, refusal, status_of
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.wire.requests import encode

COOKIE_SECONDS = 2 * 365 * 24 * 3600
WORTH_COMPRESSING = 2_000
T = TypeVar("T")


def language(connection: HTTPConnection) -> str:
    """The language asked for, else the first one of the browser's that we speak, else English."""
    asked = connection.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        lang = part.strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return "en"


def token_of(connection: HTTPConnection) -> str | None:
    """The token of who asks: a program's bearer token, or a browser's cookie."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return bearer.strip()
    return connection.cookies.get(tokens.COOKIE)


def whole_number(connection: HTTPConnection, name: str, least: int, most: int) -> int | None:
    """A whole number of the query, or None if it is not given; Refused if it is none."""
    text = connection.query_params.get(name)
    if text is None or text == "":
        return None
    if not text.lstrip("-").isascii() or not text.lstrip("-").isdigit() or len(text) > 15:
        raise Refused("bad_request")
    if not least <= int(text) <= most:
        raise Refused("bad_request")
    return int(text)


class Call:
    """A request with what our endpoints need of it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.rooms: RoomRegistry = request.app.state.rooms
        self.lang = language(request)
        self.token = token_of(request)
        self.holder = tokens.holder_of(self.token)
        self.new_cookie: str | None = None

    def must_hold(self) -> bytes:
        """Who asks; a browser that is new here gets its cookie with the answer."""
        if self.holder is None:
            self.new_cookie = tokens.new_token()
            self.holder = tokens.holder_of(self.new_cookie)
        assert self.holder is not None
        return self.holder

    def number(self, name: str, least: int = 0, most: int = 1_000_000_000) -> int | None:
        """A whole number of the query, or None."""
        return whole_number(self.request, name, least, most)

    def flag(self, name: str) -> bool:
        """Whether something is asked for with 1."""
        return self.request.query_params.get(name) == "1"

    async def raw(self, kind: str, limit: int) -> bytes:
        """The body, of the kind and size that are allowed."""
        if self.request.headers.get("content-type", "").partition(";")[0].strip() != kind:
            raise Refused("wrong_type", kind=kind)
        try:
            async with asyncio.timeout(self.rooms.settings.body_seconds):
                return await self._read(limit)
        except TimeoutError:
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
        """The body as a message of a kind; Refused if it is not one."""
        raw = await self.raw("application/json", self.rooms.settings.body_bytes)
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise Refused("bad_request") from None

    def json(self, message: Any, status: int = 200) -> Response:
        """An answer."""
        body, headers = encode(message), {"cache-control": "no-store"}
        accepted = self.request.headers.get("accept-encoding", "")
        if len(body) > WORTH_COMPRESSING and "gzip" in accepted:
            body = gzip.compress(body, 5)
            headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
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


Endpoint = Callable[[Call], Awaitable[Response]]


def endpoint(function: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Answers every refusal with its code and a sentence."""

    async def answer(request: Request) -> Response:
        call = Call(request)
        try:
            return await function(call)
        except LudotecaError as error:
            return call.json(refusal(error, call.lang), status_of(error))

    return answer
