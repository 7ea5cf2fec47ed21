"""Histograms: the frequencies of numbers as bars."""

from collections.abc import Iterable, Sequence

from ludoteca.drawing.scene import Element, Scene, rect, words

WIDTH, HEIGHT, EDGE = 640.0, 280.0, 44.0
MOST_BARS = 24


def bars(numbers: Iterable[float], *, title: str = "", most: int = MOST_BARS) -> Scene:
    """Draw a histogram of numbers."""
    values = sorted(float(number) for number in numbers)
    low, high = (values[0], values[-1]) if values else (0.0, 1.0)
    step = max((high - low) / most, 1e-9) if high - low > most else 1.0
    count = [0] * (int((high - low) / step) + 1)
    for value in values:
        count[int((value - low) / step)] += 1
    elements = [_title(title), *_bars(count, low, step)]
    return Scene(width=WIDTH, height=HEIGHT, title=title, elements=elements)


def _title(title: str) -> Element:
    shapes = (words(WIDTH / 2, 22, title, 17, font_weight=600),)
    return Element(id="title", x=0, y=0, shapes=shapes, label=title, role="info")


def _bars(count: Sequence[int], low: float, step: float) -> Iterable[Element]:
    """Yield a bar for each class of numbers, some of them named below."""
    floor, pitch = HEIGHT - EDGE, (WIDTH - 2 * EDGE) / len(count)
    named = max(1, len(count) // 6)
    for index, number in enumerate(count):
        height = (floor - EDGE) * number / max(1, *count)
        name = f"{low + index * step:g}" if step == 1 else f"{low + index * step:.0f}"
        bar = rect(1, floor - height, max(1.0, pitch - 2), height, "accent", radius=2)
        shapes = [bar, rect(0, floor, pitch, 1, "line")]
        if index % named == 0:
            shapes.append(words(pitch / 2, floor + 16, name, 13, fill="ink-soft"))
        x, label = EDGE + index * pitch, f"{name}: {number}"
        yield Element(id=f"bar-{index}", x=x, y=0, shapes=tuple(shapes), label=label, role="info")
