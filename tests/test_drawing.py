"""Scenes and pictures."""

from xml.etree import ElementTree

import pytest

from ludoteca.drawing.palette import COLOURS, TONES, tone
from ludoteca.drawing.scene import Element, Scene, circle, mark, path, rect, shadow, words
from ludoteca.drawing.svg import to_svg
from tests.cases import every_game, load

pytestmark = pytest.mark.bounds


def _luminance(value: str) -> float:
    parts = [int(value[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_and_words_stand_out(theme: str) -> None:
    for name in COLOURS:
        assert _contrast(tone(name, theme), tone(f"{name}.ink", theme)) >= 3, name
    for ground in ("paper", "board", "square", "square-alt"):
        assert _contrast(tone("ink", theme), tone(ground, theme)) >= 7, ground
        assert _contrast(tone("ink-soft", theme), tone(ground, theme)) >= 4, ground


def test_every_colour_has_a_mark_of_its_own() -> None:
    assert len({colour.mark for colour in COLOURS.values()}) == len(COLOURS)
    assert not COLOURS.keys() & TONES.keys()


def test_texts_are_text_and_never_markup() -> None:
    hostile = '<script>"&'
    shapes = (rect(0, 0, 1, 1, "paper"), words(0, 0, hostile, 3), circle(0, 0, 1, "red"))
    shapes += (
        mark("red", 0, 0, 1),
        shadow(0, 0, 1, 1, 0),
        path("M0 0L1 1", stroke_width=2, stroke="ink"),
    )
    element = Element(id="a", x=1, y=2, shapes=shapes, label=hostile, turn=90, layer=2)
    below = Element(id="b", x=0, y=0, shapes=(), layer=1)
    svg = to_svg(Scene(width=10, height=10, title=hostile, elements=[element, below]))
    root = ElementTree.fromstring(svg)
    assert "script" not in {node.tag.rpartition("}")[2] for node in root.iter()}
    assert hostile in [node.text for node in root.iter()]
    assert 'stroke-width="2"' in svg
    assert svg.index("translate(0 0)") < svg.index("rotate(90)")


@every_game
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_are_well_formed(name: str, theme: str) -> None:
    scene = load((name, ())).start(1).scene(0)
    root = ElementTree.fromstring(scene.svg(theme))  # type: ignore[call-arg]
    assert root.tag.endswith("svg")
    for element in scene.elements:  # type: ignore[attr-defined]
        if element.choice is not None:
            assert element.label, element.id
