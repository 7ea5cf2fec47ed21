"""Pictures of positions and records as files: SVG, and with the extra “pictures” PNG and GIF."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.position import Position
from ludoteca.record import Match
from ludoteca.replay import positions

if TYPE_CHECKING:
    from PIL.Image import Image

KINDS = (".svg", ".png", ".gif")
FRAME, LAST_FRAME = 700, 3000
"""How long a frame of an animated picture is shown, in thousandths of a second."""


class CannotDraw(LudotecaError):
    """A picture that needs something that is not installed."""

    code = "cannot_draw"


def draw(position: Position, seat: int | None, *, lang: str = "en", theme: str = "light") -> str:
    """What a seat sees as the text of an SVG file."""
    scene: Any = position.scene(seat, lang=lang)
    picture: str = scene.svg(theme)
    return picture


def frames(
    match: Match, seat: int | None, *, lang: str = "en", theme: str = "light"
) -> Iterator[str]:
    """A record as SVG pictures: the start, then what each event leads to."""
    for position in positions(match):
        yield draw(position, seat, lang=lang, theme=theme)


def png(svg: str, *, width: int = 640) -> bytes:
    """An SVG picture as a PNG file."""
    try:
        import resvg_py
    except ImportError:
        raise CannotDraw("no_pictures", owner="terminal") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def gif_frame(svg: str, *, width: int = 640) -> "Image":
    """An SVG picture as a frame of an animated GIF file."""
    try:
        from PIL import Image
    except ImportError:
        raise CannotDraw("no_pictures", owner="terminal") from None
    return Image.open(BytesIO(png(svg, width=width))).convert("RGB").quantize(128)


def gif(shown: Sequence["Image"]) -> bytes:
    """Frames one after the other as an animated GIF file."""
    first, *rest = shown
    times = [FRAME] * len(rest) + [LAST_FRAME]
    file = BytesIO()
    first.save(
        file, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=True
    )
    return file.getvalue()
