"""Scenes and pictures."""

import json
from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree

import pytest

from ludoteca.drawing.export import png
from ludoteca.drawing.palette import COLOURS, TONES, tone
from ludoteca.drawing.scene import (
    Box,
    Element,
    Scene,
    bounds,
    circle,
    drawn_at,
    mark,
    path,
    rect,
    shadow,
    words,
)
from ludoteca.drawing.svg import to_svg
from tests.cases import Case, every_case, every_game, load, random_positions


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
    shapes = (
        rect(0, 0, 1, 1, "paper"),
        words(0, 0, hostile, 3),
        circle(0, 0, 1, "red"),
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


def test_a_thing_takes_the_room_of_its_shapes_without_its_shadow() -> None:
    disc, dark = circle(1, 0, 10, "red"), shadow(-50, -50, 100, 100, 3)
    assert bounds([dark, disc, path("M0 0H99"), words(0, 40, "7", 12)]) == Box(-9, -10, 20, 20, 10)
    assert bounds(drawn_at([disc], 5, 6, 2)) == Box(-13, -14, 40, 40, 20)
    assert bounds([path("M0 0H99"), dark]) is None
    card = rect(-10, -20, 20, 40, "red", radius=4)
    thing = Element(id="a", x=0, y=0, shapes=(disc, card), scale=0.5)
    assert thing.room() == Box(-5, -10, 10.5, 20, 5)
    given = Element(id="a", x=0, y=0, shapes=(path("M0 0H9"),), scale=2, box=Box(-1, -2, 3, 4))
    assert given.room() == Box(-2, -4, 6, 8, 0)


def test_what_lies_under_a_thing_does_not_turn_with_it() -> None:
    thing = Element(
        id="a",
        x=1,
        y=2,
        turn=90,
        scale=0.5,
        under=(shadow(0, 0, 1, 1, 0),),
        shapes=(circle(0, 0, 1, "red"),),
    )
    root = ElementTree.fromstring(to_svg(Scene(width=9, height=9, title="", elements=[thing])))
    group = root.findall("{*}g")[0]
    assert group.get("transform") == "translate(1 2) scale(0.5)"
    below, turned = group.findall("*")
    assert below.tag.endswith("rect")
    assert turned.get("transform") == "rotate(90)"


def _pieces(case: Case, lang: str) -> Iterator[Element]:
    """The pieces that all seats see in positions of a random game."""
    for number, position in enumerate(random_positions(load(case), seed=5, every=3)):
        for seat in (*range(load(case).seats), None):
            scene = position.scene(seat, lang=lang, memory=seat is not None and number % 2 == 0)
            yield from (thing for thing in scene.elements if thing.role == "piece")  # type: ignore[attr-defined]


def _look(thing: Element, *, texts: bool) -> str:
    """What is drawn, with the texts on it or without."""
    shapes = (*thing.under, *thing.shapes)
    drawn = [(shape.tag, shape.attributes, shape.text) for shape in shapes]
    return json.dumps([one for one in drawn if texts or one[0] != "text"])


@every_case
@pytest.mark.parametrize("lang", ["es", "en"])
def test_pieces_of_the_same_kind_and_face_look_the_same_and_no_others(
    case: Case, lang: str
) -> None:
    looks: dict[tuple[str, str], str] = {}
    names: dict[str, tuple[str, str]] = {}
    for thing in _pieces(case, lang):
        assert thing.kind, thing.id
        assert thing.face, thing.id
        name = thing.kind, thing.face
        assert looks.setdefault(name, _look(thing, texts=False)) == _look(thing, texts=False), name
        assert names.setdefault(_look(thing, texts=True), name) == name


@every_game
def test_pieces_lie_within_the_room_they_take(name: str) -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    known: dict[tuple[str, str], Element] = {}
    for thing in _pieces((name, ()), "en"):
        known.setdefault((thing.kind, thing.face), thing)
    for thing in known.values():
        box = thing.room()
        assert box is not None, thing.id
        picture = image.open(BytesIO(png(_solid(thing), width=400))).convert("L")
        left, top, right, below = picture.point(lambda tone: 255 * (tone < 128)).getbbox()
        edge = 7  # roads end in half a disc beyond their tile
        assert box.x - edge <= left - 200, thing.id
        assert box.y - edge <= top - 200, thing.id
        assert right - 200 <= box.x + box.width + edge, thing.id
        assert below - 200 <= box.y + box.height + edge, thing.id


def _solid(thing: Element) -> str:
    """A thing unturned in the middle of a white sheet, all black, without shadow and texts."""
    seen = [
        shape
        for shape in thing.shapes
        if shape.tag != "text" and shape.attributes["fill"] != "shadow"
    ]
    body = Element(id="a", x=200, y=200, scale=thing.scale, shapes=tuple(seen))
    root = ElementTree.fromstring(to_svg(Scene(width=400, height=400, title="", elements=[body])))
    for node in root.iter():
        for paint in ("fill", "stroke"):
            if node.get(paint, "none") != "none":
                node.set(paint, "#000")
    next(iter(root)).set("fill", "#fff")
    return ElementTree.tostring(root, encoding="unicode")
