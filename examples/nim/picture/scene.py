"""Nim: the drawing of a view."""

from collections.abc import Iterator

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.drawing.scene import Element, Scene, circle, rect, words
from nim.notation import NAMES
from nim.rules import HEAPS, MOST


def scene(view: View, lang: str) -> Scene:
    """Draw a column of matches for each heap."""
    elements = [part for heap in range(HEAPS) for part in _heap(view, heap, lang)]
    return Scene(width=60 * HEAPS + 20, height=220, title="Nim", elements=elements)


def _heap(view: View, heap: int, lang: str) -> Iterator[Element]:
    """Yield the place of a heap and its matches."""
    name, count, x = NAMES[heap], view["heaps"][heap], 40.0 + 60 * heap
    title = texts.say("nim", "labels.heap", lang, name=name, count=count)
    board = (rect(-20, 0, 40, 20, "board", radius=4), words(0, 10, name, 12))
    yield Element(
        id=name, x=x, y=190, shapes=board, label=title, choice=name, role="place", kind="heap"
    )
    for match in range(1, MOST + 1):
        choice, there = f"{name}:{match}", match <= count
        yield Element(
            id=choice,
            x=x,
            y=190.0 - 24 * match,
            shapes=(circle(0, 0, 9, "red" if there else "square"),),
            kind="match",
            face="there" if there else "taken",
            choice=choice,
        )
