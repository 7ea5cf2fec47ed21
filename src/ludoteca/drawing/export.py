"""Pictures of positions and records as files: SVG, and with the extra “pictures” PNG and GIF."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.position import Position

if TYPE_CHECKING:
    from PIL.Image import Image

KINDS = (".svg", ".png", ".gif")
FRAME, LAST_FRAME = 700, 3000
"""How long a frame of an animated picture is shown, in thousandths of a second."""

FAMILIES = (
    *("DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica", "Helvetica Neue"),
    *("Segoe UI", "Roboto", "Ubuntu", "Open Sans", "Cantarell", "FreeSans", "Verdana", "Tahoma"),
)
"""Fonts without serifs of which most machines have one."""

_LETTER = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="2" y="16" font-family="sans-serif">W</text></svg>'
)
_BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>'


class CannotDraw(LudotecaError):
    """Raised for a picture that needs a package that is not installed."""

    code = "cannot_draw"


def draw(position: Position, seat: int | None, *, lang: str = "en", theme: str = "light") -> str:
    """Return what a seat sees as the text of an SVG file."""
    scene: Any = position.scene(seat, lang=lang)
    picture: str = scene.svg(theme)
    return picture


def frames(
    positions: Iterable[Position], seat: int | None, *, lang: str = "en", theme: str = "light"
) -> Iterator[str]:
    """Yield the positions of a game as SVG pictures, one after the other."""
    for position in positions:
        yield draw(position, seat, lang=lang, theme=theme)


def _resvg() -> ModuleType:
    """Return what turns SVG into pixels, or CannotDraw."""
    try:
        import resvg_py
    except ImportError:
        raise CannotDraw("no_pictures", owner="terminal") from None
    return resvg_py


@cache
def sans_serif() -> str | None:
    """Return a font without serifs that this machine has; None if it has none that we know."""
    render = _resvg().svg_to_bytes
    blank = render(svg_string=_BLANK)
    # Which fonts there are cannot be asked. A letter in one that is missing leaves the paper white.
    drawn = (
        name for name in FAMILIES if render(svg_string=_LETTER, sans_serif_family=name) != blank
    )
    return next(drawn, None)


def png(svg: str, *, width: int = 640) -> bytes:
    """Return an SVG picture as a PNG file."""
    render = _resvg().svg_to_bytes
    return bytes(render(svg_string=svg, width=width, sans_serif_family=sans_serif()))


def gif_frame(svg: str, *, width: int = 640) -> "Image":
    """Return an SVG picture as a frame of an animated GIF file."""
    try:
        from PIL import Image
    except ImportError:
        raise CannotDraw("no_pictures", owner="terminal") from None
    return Image.open(BytesIO(png(svg, width=width))).convert("RGB").quantize(128)


def gif(shown: Sequence["Image"]) -> bytes:
    """Return frames one after the other as an animated GIF file."""
    first, *rest = shown
    times = [FRAME] * len(rest) + [LAST_FRAME]
    file = BytesIO()
    first.save(
        file, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=True
    )
    return file.getvalue()
