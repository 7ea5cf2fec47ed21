"""A scene: the drawing of a view as a list of elements that screens draw, move and read aloud."""

from dataclasses import dataclass, field
from typing import Literal

from ludoteca.drawing.palette import COLOURS

Role = Literal["board", "place", "piece", "info"]
Tag = Literal["rect", "circle", "path", "text"]


@dataclass(frozen=True)
class Shape:
    """One drawn shape: an SVG tag, its attributes (paints by name), perhaps a text."""

    tag: Tag
    attributes: dict[str, str | float]
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Element:
    """A thing on the table: a stable id, a place, a look and a spoken label.

    `choice` is the id by which it is picked in the tree of choices; `layer` says what lies on top.
    """

    id: str
    x: float
    y: float
    shapes: tuple[Shape, ...]
    label: str = ""
    choice: str | None = None
    role: Role = "piece"
    turn: float = 0
    layer: int = 0


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A drawing of a view, ready for the browser or to become a picture."""

    width: float
    height: float
    title: str
    elements: list[Element] = field(default_factory=list)

    def ordered(self) -> list[Element]:
        """The elements from the lowest layer to the highest."""
        return sorted(self.elements, key=lambda element: element.layer)

    def svg(self, theme: Literal["light", "dark"] = "light") -> str:
        """The scene as a picture on its own."""
        from ludoteca.drawing.svg import to_svg

        return to_svg(self, theme)

    def _repr_svg_(self) -> str:
        return self.svg()


Attribute = str | float


def _shape(
    tag: Tag, fixed: dict[str, Attribute], more: dict[str, Attribute], text: str = ""
) -> Shape:
    """A shape whose further attributes are written with underscores, such as stroke_width."""
    named = {name.replace("_", "-"): value for name, value in more.items()}
    return Shape(tag, fixed | named, text)


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
    """A rectangle, its corner at (x, y)."""
    size: dict[str, Attribute] = {"x": x, "y": y, "width": width, "height": height}
    return _shape("rect", size | {"rx": radius, "fill": fill}, more)


def circle(x: float, y: float, radius: float, fill: str, **more: Attribute) -> Shape:
    """A disc around (x, y)."""
    return _shape("circle", {"cx": x, "cy": y, "r": radius, "fill": fill}, more)


def path(d: str, *, fill: str = "none", **more: Attribute) -> Shape:
    """A path in SVG's own notation."""
    return _shape("path", {"d": d, "fill": fill}, more)


def words(
    x: float, y: float, text: str, size: float, *, fill: str = "ink", **more: Attribute
) -> Shape:
    """A text whose middle is at (x, y)."""
    place: dict[str, Attribute] = {"x": x, "y": y, "font-size": size, "fill": fill}
    middle: dict[str, Attribute] = {"text-anchor": "middle", "dy": "0.35em"}
    return _shape("text", place | middle, more, text)


def mark(colour: str, x: float, y: float, size: float, **more: Attribute) -> Shape:
    """The mark of a colour, engraved in its own ink."""
    place = f"translate({x:g} {y:g}) scale({size:g})"
    return path(COLOURS[colour].mark, fill=f"{colour}.ink", transform=place, **more)


def shadow(x: float, y: float, width: float, height: float, radius: float) -> Shape:
    """The soft shadow under a thing of that size."""
    return rect(x, y, width, height, "shadow", radius=radius, opacity=0.22)
