"""Endpoints declared by their types.

A handler's parameters declare its inputs: the parts of its path, a `query` (a struct) and a `body`
(a struct: JSON; bytes: text). Its return type declares its response: a struct sent as JSON, or a
response class, which may be annotated with the struct in it. Requests are parsed by these
annotations, and the OpenAPI document is derived from them.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, get_type_hints

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteca.core.errors import LudotecaError
from ludoteca.server.errors import refusal, status_of
from ludoteca.server.request import RequestContext, read_query, while_connected

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])


class Svg(Response):
    """A picture."""

    media_type = "image/svg+xml"


class Toml(Response):
    """A template: a table to edit."""

    media_type = "application/toml"


class JsonLines(Response):
    """JSON texts, one a line."""

    media_type = "application/x-ndjson"


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """A method and path, and the handler that serves them.

    work   the cost in the client's work credits
    limit  the setting that holds the largest body size in bytes
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    work: float = 0
    status: int = 200
    limit: str = "body_bytes"

    @cached_property
    def types(self) -> dict[str, Any]:
        """Return the annotations of the handler."""
        return get_type_hints(self.handler, include_extras=True)

    @property
    def answer(self) -> Any:
        """Return what is sent: the return type, or what a response is annotated with."""
        returned = self.types["return"]
        return getattr(returned, "__metadata__", (returned,))[0]

    async def serve(self, request: Request) -> Response:
        """Serve a request; refuse in JSON, and cancel costly work when the client disconnects."""
        call = RequestContext(request)
        try:
            await call.spend(self.work)
            answering = self.handler(call, **await self._arguments(call))
            if self.work and self.method == "GET":
                answering = while_connected(request, answering)
            answer = await answering
        except LudotecaError as error:
            return call.json(refusal(error, call.lang), status_of(error))
        return answer if isinstance(answer, Response) else call.json(answer, self.status)

    async def _arguments(self, call: RequestContext) -> dict[str, Any]:
        arguments, types = dict(call.request.path_params), self.types
        if "query" in types:
            arguments["query"] = read_query(call.request, types["query"])
        if "body" in types:
            most = getattr(call.rooms.settings, self.limit)
            arguments["body"] = await call.body(types["body"], most)
        return arguments


class Endpoints(list[Endpoint]):
    """The endpoints of a module, in the order of their declaration."""

    def add(self, method: str, path: str, **how: Any) -> Callable[[Handler], Handler]:
        """Declare the handler of a method and path; `how` are other fields of Endpoint."""

        def declare(handler: Handler) -> Handler:
            self.append(Endpoint(method=method, path=path, handler=handler, **how))
            return handler

        return declare

    def routes(self) -> list[Route]:
        """Return the endpoints as routes."""
        return [Route(one.path, one.serve, methods=[one.method]) for one in self]
