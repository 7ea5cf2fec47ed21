"""Pictures as arrays, for environments that are rendered."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from ludoteca.drawing import export
from ludoteca.envs.errors import optional


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return an SVG picture as rows of red, green and blue."""
    image = optional("PIL.Image", extra="envs")
    with image.open(BytesIO(export.png(svg))) as picture:
        return np.asarray(picture.convert("RGB"))
