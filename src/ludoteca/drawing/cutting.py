"""Parts of a scene cut out for a picture, and the way of a move drawn on it."""

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Literal

from ludoteca.drawing.scene import Element, Scene, circle, path

MARGIN = 10.0
Frame = tuple[float, float, float, float]


def frame_of(scene: Scene, show: Sequence[str]) -> Frame:
    """Return x, y, width and height of the things whose ids match; of the whole without any."""
    shown = [one for one in scene.elements if any(fnmatchcase(one.id, part) for part in show)]
    boxes = [(one.x, one.y, room) for one in shown if (room := one.room()) is not None]
    if not boxes:
        return 0, 0, scene.width, scene.height
    left = min(x + room.x for x, _, room in boxes) - MARGIN
    top = min(y + room.y for _, y, room in boxes) - MARGIN
    right = max(x + room.x + room.width for x, _, room in boxes) + MARGIN
    below = max(y + room.y + room.height for _, y, room in boxes) + MARGIN
    return left, top, right - left, below - top


def with_way(scene: Scene, choices: Sequence[str]) -> Scene:
    """Return a scene with the way along the places of some choices drawn on it."""
    places = {one.choice: (one.x, one.y) for one in scene.elements if one.choice}
    points = [places[choice] for choice in choices if choice in places]
    if len(points) < 2:
        return scene
    line = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    shapes = (
        path(line, stroke="paper", stroke_width=9, stroke_linecap="round", opacity=0.8),
        path(line, stroke="accent", stroke_width=5, stroke_linecap="round"),
        *(circle(x, y, 6, "accent") for x, y in points[1:-1]),
        circle(*points[-1], 11, "none", stroke="accent", stroke_width=5),
    )
    drawn = Element(id="way", x=0, y=0, shapes=shapes, role="info", layer=9999)
    return replace(scene, elements=[*scene.elements, drawn])


def cut_svg(scene: Scene, show: Sequence[str], theme: Literal["light", "dark"]) -> str:
    """Return the picture of a part of a scene."""
    x, y, width, height = frame_of(scene, show)
    whole = f'viewBox="0 0 {scene.width:g} {scene.height:g}"'
    return scene.svg(theme).replace(whole, f'viewBox="{x:g} {y:g} {width:g} {height:g}"', 1)
