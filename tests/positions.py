"""What positions hold where a test knows that it is there."""

from typing import Any

import numpy as np

from ludoteca.core.position import Outcome, Position
from ludoteca.drawing.scene import Scene


def outcome_of(position: Position) -> Outcome:
    """Return the outcome of a finished game."""
    assert position.outcome is not None
    return position.outcome


def scene_of(position: Position, seat: int | None = None, lang: str = "en") -> Scene:
    """Return the scene of a position as a seat sees it."""
    scene = position.scene(seat, lang=lang)
    assert isinstance(scene, Scene)
    return scene


def fields_of(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """Return the names of a record's fields."""
    assert dtype.names is not None
    return dtype.names
