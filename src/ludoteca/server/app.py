"""The ASGI application: routes, middleware and the services created at start-up."""

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from ludoteca.server import openapi
from ludoteca.server.endpoint import JsonLines
from ludoteca.server.errors import Refused
from ludoteca.server.http import catalog, static
from ludoteca.server.match.expiry import keep_expiring
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.middleware import SecurityMiddleware
from ludoteca.server.network import Network
from ludoteca.server.ratelimit import Limits
from ludoteca.server.request import answer
from ludoteca.server.scheduler import parsing_pool
from ludoteca.server.settings import Settings
from ludoteca.server.websocket import live
from ludoteca.store import Store

# The young generation is collected often, the old one only now and then: with a thousand matches a
# full collection takes 0.25 s, in which no move would be answered.
YOUNG, YOUNGER, NEVER = 700, 1, 1_000_000_000
TIDY_SECONDS = 300.0
SWITCH_SECONDS = 0.001
"""How long a thread that replays or draws may keep the event loop waiting for Python's lock."""
WORTH_COMPRESSING = 2_000
NOT_COMPRESSED = (*DEFAULT_EXCLUDED_CONTENT_TYPES, JsonLines.media_type)
"""A stream of lines has to arrive line by line."""
log = logging.getLogger("ludoteca.server")


async def refuse_path(request: Request, error: Exception) -> Response:
    """Refuse a path or method that does not exist."""
    assert isinstance(error, HTTPException)
    code = "wrong_method" if error.status_code == 405 else "not_found"
    return answer(request, Refused(code))


def get_ready() -> None:
    """Load the games, then exempt everything loaded so far from garbage collection.

    The compiler leaves a great number of objects: each full collection took 0.2 s.
    Threads take turns more often than usual, so that none keeps the event loop waiting.
    """
    catalog.warm_up()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, YOUNGER, NEVER)
    sys.setswitchinterval(SWITCH_SECONDS)


async def keep_ready() -> None:
    """Get ready, then run a full garbage collection at fixed intervals; automatic ones are off."""
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

    app = Starlette(
        routes=[
            *(route for part in openapi.API for route in part.routes()),
            Route("/api/palette.css", catalog.show_palette_css),
            Route("/openapi.json", openapi.show_document),
            Route("/api", openapi.show_page),
            WebSocketRoute("/api/matches/{match}/live", live),
            Route("/{path:path}", static.page),
        ],
        middleware=[
            Middleware(SecurityMiddleware, settings=settings, limits=limits),
            Middleware(
                GZipMiddleware,
                minimum_size=WORTH_COMPRESSING,
                compresslevel=5,
                exclude_content_types=NOT_COMPRESSED,
            ),
        ],
        exception_handlers={HTTPException: refuse_path},
        lifespan=lifespan,
    )
    app.state.network = Network(find=list)
    return app
