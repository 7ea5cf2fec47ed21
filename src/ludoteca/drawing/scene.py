"""A scene: the drawing of a view as a list of elements that screens draw, move and read aloud."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from ludoteca.drawing.palette import COLOURS

Role = Literal["board", "place", "piece", "info"]
Tag = Literal["rect", "circle", "path", "text"]
_PLACED = re.compile(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?")
_DIGITS = 3


@dataclass(frozen=True)
class Shape:
    """One drawn shape: an SVG tag, its attributes (paints by name), perhaps a text."""

    tag: Tag
    attributes: dict[str, str | float]
    text: str = ""


class Box(NamedTuple):
    """The room that a thing takes around its place, and how round its corners are."""

    x: float
    y: float
    width: float
    height: float
    round: float = 0


@dataclass(frozen=True, kw_only=True)
class Element:
    """A thing on the table: a stable id, a place, a look and a spoken label.

    `kind` names the sort of thing ("card", "die", "square"), `face` what it shows ("back" if that
    is hidden): pieces of the same kind and face have the same shapes, texts apart. A place of the
    kind "square" is marked by a dot when it can be picked, every other thing by a ring.
    `shapes` are drawn turned by `turn` degrees and enlarged by `scale`; `under`, such as a shadow,
    is drawn below them and only enlarged. `box` is given where the shapes do not tell the room that
    the thing takes. `choice` is the id by which it is picked in the tree of choices; `layer` says
    what lies on top.
    """

    id: str
    x: float
    y: float
    shapes: tuple[Shape, ...]
    label: str = ""
    choice: str | None = None
    role: Role = "piece"
    kind: str = ""
    face: str = ""
    turn: float = 0
    scale: float = 1
    under: tuple[Shape, ...] = ()
    box: Box | None = None
    layer: int = 0

    def room(self) -> Box | None:
        """Return the room the thing takes before it is turned; None if it is all lines."""
        box = self.box or bounds(self.shapes)
        return box and Box(*(neat(number * self.scale) for number in box))


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A drawing of a view, ready for the browser or to become a picture."""

    width: float
    height: float
    title: str
    elements: list[Element] = field(default_factory=list)

    def ordered(self) -> list[Element]:
        """Return the elements from the lowest layer to the highest."""
        return sorted(self.elements, key=lambda element: element.layer)

    def svg(self, theme: Literal["light", "dark"] = "light") -> str:
        """Return the scene as a picture on its own."""
        from ludoteca.drawing.svg import to_svg

        return to_svg(self, theme)

    def _repr_svg_(self) -> str:
        return self.svg()


Attribute = str | float


@lru_cache(8192)
def neat(number: float) -> float:
    """Return a number as exact as a screen can show it, whole where it can be."""
    rounded = round(float(number), _DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded


def bounds(shapes: Iterable[Shape]) -> Box | None:
    """Return the bounds of rectangles and circles, shadows left out; None without any.

    Its corners are as round as those of the widest shape.
    """
    boxes = [box for shape in shapes if (box := _bounds(shape)) is not None]
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right = max(box.x + box.width for box in boxes)
    below = max(box.y + box.height for box in boxes)
    widest = max(boxes, key=lambda box: box.width)
    return Box(left, top, right - left, below - top, widest.round)


def _bounds(shape: Shape) -> Box | None:
    """Return the room of a rectangle or circle, None for all else and for shadows."""
    if shape.tag not in ("rect", "circle") or shape.attributes["fill"] == "shadow":
        return None
    place = _PLACED.search(str(shape.attributes.get("transform", "")))
    dx, dy, scale = (float(part or 1) for part in place.groups()) if place else (0.0, 0.0, 1.0)
    if shape.tag == "circle":
        x, y, radius = (float(shape.attributes[name]) * scale for name in ("cx", "cy", "r"))
        return Box(x + dx - radius, y + dy - radius, 2 * radius, 2 * radius, radius)
    names = ("x", "y", "width", "height", "rx")
    x, y, width, height, radius = (float(shape.attributes[name]) * scale for name in names)
    return Box(x + dx, y + dy, width, height, radius)


def _shape(
    tag: Tag, fixed: dict[str, Attribute], more: dict[str, Attribute], text: str = ""
) -> Shape:
    """Return a shape with the attributes of `fixed`, which it keeps, and more whose names are
    written with underscores, such as stroke_width.
    """
    for name, value in more.items():
        fixed[name.replace("_", "-")] = value
    for name, value in fixed.items():
        if isinstance(value, float):
            fixed[name] = neat(value)
    return Shape(tag, fixed, text)


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    *,
    radius: float = 0,
    **more: Attribute,
) -> Shape:
    """Return a rectangle, its corner at (x, y)."""
    size: dict[str, Attribute] = {"x": x, "y": y, "width": width, "height": height}
    return _shape("rect", size | {"rx": radius, "fill": fill}, more)


def circle(x: float, y: float, radius: float, fill: str, **more: Attribute) -> Shape:
    """Return a disc around (x, y)."""
    return _shape("circle", {"cx": x, "cy": y, "r": radius, "fill": fill}, more)


def path(d: str, *, fill: str = "none", **more: Attribute) -> Shape:
    """Return a path in SVG's own notation."""
    return _shape("path", {"d": d, "fill": fill}, more)


def words(
    x: float, y: float, text: str, size: float, *, fill: str = "ink", **more: Attribute
) -> Shape:
    """Return a text whose middle is at (x, y)."""
    place: dict[str, Attribute] = {"x": x, "y": y, "font-size": size, "fill": fill}
    middle: dict[str, Attribute] = {"text-anchor": "middle", "dy": "0.35em"}
    return _shape("text", place | middle, more, text)


def fitted(text: str, size: float, room: float) -> str:
    """Return a text, cut off where it is wider than the room that it has at a size."""
    most = max(2, int(room / (0.56 * size)))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def mark(colour: str, x: float, y: float, size: float, **more: Attribute) -> Shape:
    """Return the mark of a colour, engraved in its own ink."""
    place = f"translate({x:g} {y:g}) scale({size:g})" if x or y else f"scale({size:g})"
    return path(COLOURS[colour].mark, fill=f"{colour}.ink", transform=place, **more)


def drawn_at(shapes: Iterable[Shape], x: float, y: float, scale: float = 1) -> tuple[Shape, ...]:
    """Return shapes drawn elsewhere in their element, and larger or smaller."""
    place = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
    return tuple(
        Shape(
            shape.tag,
            shape.attributes
            | {"transform": f"{place} {shape.attributes.get('transform', '')}".strip()},
            shape.text,
        )
        for shape in shapes
    )


def shadow(x: float, y: float, width: float, height: float, radius: float) -> Shape:
    """Return the soft shadow under a thing of that size."""
    return rect(x, y, width, height, "shadow", radius=radius, opacity=0.22)
