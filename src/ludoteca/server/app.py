"""The server put together."""

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
from ludoteca.server.middleware import Gate, answer
from ludoteca.server.settings import Settings
from ludoteca.server.websocket import live
from ludoteca.server.wire.requests import encode
from ludoteca.store import Store

# Young memory is tidied often and in small bits, all of it only now and then: with a thousand
# matches that takes 0.25 s, in which nobody would see a move.
YOUNG, YOUNGER, NEVER = 700, 1, 1_000_000_000
TIDY_SECONDS = 300.0
log = logging.getLogger("ludoteca.server")


async def healthz(request: Request) -> Response:
    """Says that the server is ready."""
    return Response(
        encode({"status": "ready"}), 200, {"cache-control": "no-store"}, "application/json"
    )


async def refuse_path(request: Request, error: Exception) -> Response:
    """Answers a path or method that does not exist."""
    assert isinstance(error, HTTPException)
    code = "wrong_method" if error.status_code == 405 else "not_found"
    return answer(request, Refused(code))


def get_ready() -> None:
    """Loads the games, then sets all that stays for good aside from the memory that is tidied.

    The compiler leaves so many objects that going through them took 0.2 s, again and again.
    """
    catalog.warm_up()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, YOUNGER, NEVER)


async def keep_ready() -> None:
    """Gets ready, then tidies the whole memory now and then, which is not done by itself."""
    await asyncio.to_thread(get_ready)
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        gc.collect()


def create_app(store: Store, settings: Settings | None = None, *, warm: bool = False) -> Starlette:
    """The server over a store; `warm` gets the games ready before they are asked for."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.rooms = RoomRegistry(store, settings)
        app.state.rooms.spawn(keep_expiring(app.state.rooms))
        warming = asyncio.create_task(keep_ready()) if warm else None
        yield
        await app.state.rooms.close()
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
        middleware=[Middleware(Gate, settings=settings)],
        exception_handlers={HTTPException: refuse_path},
        lifespan=lifespan,
    )
