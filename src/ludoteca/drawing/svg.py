"""Scenes as standalone SVG pictures."""

from xml.sax.saxutils import escape, quoteattr

from ludoteca.drawing.palette import tone
from ludoteca.drawing.scene import Element, Scene, Shape

_PAINTS = ("fill", "stroke")
_FONT = "ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', sans-serif"


def _number(value: str | float) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _shape(shape: Shape, theme: str) -> str:
    parts = []
    for name, value in shape.attributes.items():
        painted = name in _PAINTS and value != "none"
        text = tone(str(value), theme) if painted else _number(value)
        parts.append(f"{name}={quoteattr(text)}")
    head = f"<{shape.tag} {' '.join(parts)}"
    return f"{head}>{escape(shape.text)}</{shape.tag}>" if shape.text else f"{head}/>"


def _element(element: Element, theme: str) -> str:
    place = f"translate({element.x:g} {element.y:g})"
    if element.scale != 1:
        place += f" scale({element.scale:g})"
    title = f"<title>{escape(element.label)}</title>" if element.label else ""
    under, shapes = (
        "".join(_shape(shape, theme) for shape in drawn)
        for drawn in (element.under, element.shapes)
    )
    turned = f" rotate({element.turn:g})" if element.turn else ""
    if under and turned:
        return f'<g transform="{place}">{title}{under}<g transform="{turned[1:]}">{shapes}</g></g>'
    return f'<g transform="{place}{turned}">{title}{under}{shapes}</g>'


def to_svg(scene: Scene, theme: str = "light") -> str:
    """Return the scene as the text of an SVG file."""
    size = f"{scene.width:g} {scene.height:g}"
    elements = "\n".join(_element(element, theme) for element in scene.ordered())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" '
        f"aria-label={quoteattr(scene.title)} font-family={quoteattr(_FONT)}>\n"
        f'<rect width="100%" height="100%" fill="{tone("paper", theme)}"/>\n{elements}\n</svg>\n'
    )
