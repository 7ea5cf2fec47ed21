"""The client's files, as they were built into the package."""

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from ludoteca.core import texts
from ludoteca.server.errors import Refused
from ludoteca.server.request import answer, language

STATIC = Path(__file__).parent.parent / "static"
COMPRESSED = ("text/", "application/javascript", "application/json", "image/svg")
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"} | {
    ".html": "text/html; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class File:
    """A static file kept in memory, plain and compressed."""

    def __init__(self, plain: bytes, kind: str) -> None:
        self.plain, self.kind = plain, kind
        small = self.kind.startswith(COMPRESSED)
        self.packed = gzip.compress(self.plain, 9) if small else None
        self.tag = f'"{hashlib.sha256(self.plain).hexdigest()[:20]}"'


@lru_cache(maxsize=256)
def _load(path: Path, changed: int) -> File:
    guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(path.read_bytes(), KINDS.get(path.suffix, guessed))


def find(path: str) -> File | None:
    """Return the file at a path of the site, or None; no dot file, none outside the folder."""
    wanted, root = (STATIC / path.lstrip("/")).resolve(), STATIC.resolve()
    if not wanted.is_relative_to(root) or not wanted.is_file():
        return None
    if any(part.startswith(".") for part in wanted.relative_to(root).parts):
        return None
    return _load(wanted, wanted.stat().st_mtime_ns)


def serve(file: File, request: Request, caching: str) -> Response:
    """Send a file, compressed where the browser accepts it, or 304 if it has not changed."""
    headers = {"cache-control": caching, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, 200, headers | {"content-encoding": "gzip"}, file.kind)
    return Response(file.plain, 200, headers, file.kind)


def not_built(request: Request) -> Response:
    """Send a plain page that says how the client is built."""
    text = texts.say("server", "pages.not_built", language(request))
    return Response(text + "\n", 503, media_type="text/plain; charset=utf-8")


async def page(request: Request) -> Response:
    """Send a built file, or the app for every path that is one of its pages."""
    path = request.url.path
    if path.startswith("/api/") or "\0" in path or len(path) > 300:
        return answer(request, Refused("not_found"))
    if path != "/" and (file := find(path)) is not None:
        fixed = path.startswith("/assets/")
        return serve(file, request, "public, max-age=31536000, immutable" if fixed else "no-cache")
    if "." in path.rpartition("/")[2] and not path.startswith("/join/"):
        return answer(request, Refused("not_found"))
    app = find("index.html")
    return not_built(request) if app is None else serve(app, request, "no-cache")
