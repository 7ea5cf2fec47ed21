"""The ASGI application: routes, middleware and what lives as long as the server."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from ludoteca.server import openapi
from ludoteca.server.errors import Refused
from ludoteca.server.http import catalog, matches, preview, static
from ludoteca.server.match.expiry import keep_expiring
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.middleware import SecurityMiddleware
from ludoteca.server.ratelimit import Limits
from ludoteca.server.request import answer
from ludoteca.server.scheduler import parsing_pool
from ludoteca.server.settings import Settings
from ludoteca.server.websocket import live
from ludoteca.server.wire.requests import encode
from ludoteca.store import Store

# The young generation is collected often, the old one only now and then: with a thousand matches a
# full collection takes 0.25 s, in which no move would be answered.
YOUNG, YOUNGER, NEVER = 700, 1, 1_000_000_000
TIDY_SECONDS = 300.0
log = logging.getLogger("ludoteca.server")


async def healthz(request: Request) -> Response:
    """Answer that the server is ready."""
    return Response(
        encode({"status": "ready"}), 200, {"cache-control": "no-store"}, "application/json"
    )


async def refuse_path(request: Request, error: Exception) -> Response:
    """Refuse a path or method that does not exist."""
    assert isinstance(error, HTTPException)
    code = "wrong_method" if error.status_code == 405 else "not_found"
    return answer(request, Refused(code))


def get_ready() -> None:
    """Load the games, then exempt everything loaded so far from garbage collection.

    The compiler leaves so many objects that each full collection took 0.2 s.
    """
    catalog.warm_up()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, YOUNGER, NEVER)


async def keep_ready() -> None:
    """Get ready, then collect all garbage now and then, which does not happen by itself."""
    await asyncio.to_thread(get_ready)
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        gc.collect()


def create_app(store: Store, settings: Settings | None = None, *, warm: bool = False) -> Starlette:
    """Return the server over a store; `warm` loads the games before the first request."""
    settings = settings or Settings()
    limits = Limits(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.rooms = RoomRegistry(store, settings)
        app.state.limits = limits
        app.state.parsing_pool = parsing_pool(settings)
        app.state.rooms.spawn(keep_expiring(app.state.rooms))
        warming = asyncio.create_task(keep_ready()) if warm else None
        yield
        await app.state.rooms.close()
        app.state.parsing_pool.close()
        if warming is not None:
            warming.cancel()
        store.close()

    return Starlette(
        routes=[
            Route("/healthz", healthz),
            *openapi.routes(),
            *catalog.routes(),
            *matches.routes(),
            *preview.routes(),
            WebSocketRoute("/api/matches/{match}/live", live),
            Route("/{path:path}", static.page),
        ],
        middleware=[Middleware(SecurityMiddleware, settings=settings, limits=limits)],
        exception_handlers={HTTPException: refuse_path},
        lifespan=lifespan,
    )
