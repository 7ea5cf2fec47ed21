"""Scenes as messages."""

from collections.abc import Iterable

from ludoteca.drawing.scene import Element, Scene, Shape, neat
from ludoteca.server.wire.responses import ElementMessage, SceneMessage, ShapeMessage


def scene_message(scene: Scene) -> SceneMessage:
    """Return a scene with its elements from the lowest layer to the highest."""
    return SceneMessage(
        width=scene.width,
        height=scene.height,
        title=scene.title,
        elements=[element_message(element) for element in scene.ordered()],
    )


def element_message(element: Element) -> ElementMessage:
    """Return an element as it is sent; the room that boards and texts take is of no use."""
    pickable = element.role in ("place", "piece")
    return ElementMessage(
        id=element.id,
        x=neat(element.x),
        y=neat(element.y),
        shapes=_shape_messages(element.shapes),
        role=element.role,
        label=element.label,
        choice=element.choice,
        kind=element.kind,
        face=element.face,
        turn=element.turn,
        scale=neat(element.scale),
        under=_shape_messages(element.under),
        box=element.room() if pickable else None,
        layer=element.layer,
    )


def _shape_messages(shapes: Iterable[Shape]) -> tuple[ShapeMessage, ...]:
    """Return shapes as they are sent."""
    return tuple(ShapeMessage(shape.tag, shape.attributes, shape.text) for shape in shapes)
