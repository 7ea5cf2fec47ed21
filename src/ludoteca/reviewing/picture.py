"""A review as a picture: the expectation of a seat, with bars of luck and of decisions below."""

from collections.abc import Iterator

from ludoteca.drawing.scene import Element, Scene, path, rect, words
from ludoteca.reviewing.model import Review
from ludoteca.reviewing.words import say, seat_name

WIDTH, HEIGHT, EDGE = 720.0, 300.0, 36.0
TOP, FLOOR = 34.0, 190.0
MIDDLE, REACH = 245.0, 42.0
LARGEST = 0.1  # the least amount that a bar of full height stands for


def picture(review: Review, seat: int = 0, lang: str = "en") -> Scene:
    """Draw the expectation of one seat over a match."""
    elements = [_frame(review, seat, lang), *_curve(review, seat), *_bars(review, seat, lang)]
    title = say("title", lang, game=review.game)
    return Scene(width=WIDTH, height=HEIGHT, title=title, elements=elements)


def _frame(review: Review, seat: int, lang: str) -> Element:
    """Return the frame with its scale and its caption."""
    one = review.seats[seat] if review.seats else None
    label = ""
    if one is not None:
        name = seat_name(review, seat, lang)
        values = {"start": f"{one.start:.2f}", "result": f"{one.result:.2f}"}
        label = say("notes.graph", lang, name=name, **values)
    lines = [rect(EDGE, y, WIDTH - 2 * EDGE, 1, "line") for y in (TOP, FLOOR, MIDDLE)]
    half = rect(EDGE, (TOP + FLOOR) / 2, WIDTH - 2 * EDGE, 0.5, "line")
    scale = [words(EDGE / 2, y + 4, text, 12, fill="ink-soft") for y, text in _scale()]
    caption = words(WIDTH / 2, 20, label, 14, font_weight=600)
    shapes = (*lines, half, *scale, caption)
    return Element(id="frame", x=0, y=0, shapes=shapes, label=label, role="info")


def _scale() -> tuple[tuple[float, str], ...]:
    return (TOP, "1"), ((TOP + FLOOR) / 2, "½"), (FLOOR, "0")


def _x(review: Review, ply: int) -> float:
    return EDGE + (WIDTH - 2 * EDGE) * ply / max(1, len(review.rows))


def _curve(review: Review, seat: int) -> Iterator[Element]:
    """Yield the curve of the expectation."""
    if not review.rows:
        return
    values = [review.seats[seat].start, *(row.value[seat] for row in review.rows)]
    dots = [
        f"{_x(review, ply):.1f} {FLOOR - (FLOOR - TOP) * min(1.0, max(0.0, value)):.1f}"
        for ply, value in enumerate(values)
    ]
    line = path("M" + "L".join(dots), fill="none", stroke="accent", stroke_width=2)
    yield Element(id="curve", x=0, y=0, shapes=(line,), label="", role="info")


def _bars(review: Review, seat: int, lang: str) -> Iterator[Element]:
    """Yield two bars for each event: luck, and what the seat decided."""
    amounts = [abs(v) for row in review.rows for v in (row.luck[seat], row.decision[seat])]
    most = max([LARGEST, *amounts])
    pitch = (WIDTH - 2 * EDGE) / max(1, len(review.rows))
    for row in review.rows:
        parts = (("luck", row.luck[seat], "green"), ("decision", row.decision[seat], "red"))
        for place, (kind, value, colour) in enumerate(parts):
            if value:
                height = REACH * abs(value) / most
                top = MIDDLE - height if value > 0 else MIDDLE
                bar = rect(place * pitch / 2, top, max(1.0, pitch / 2 - 0.5), height, colour)
                label = f"{row.ply}. {row.text}: {say(f'columns.{kind}', lang)} {value:+.2f}"
                x = _x(review, row.ply - 1)
                yield Element(
                    id=f"{kind}-{row.ply}", x=x, y=0, shapes=(bar,), label=label, role="info"
                )
