"""Plots as SVG, drawn by hand: whiskers, lines, histograms and stacked bars."""

from collections.abc import Sequence
from html import escape

from ludoteca.drawing.palette import tone

WIDTH, ROW, LEFT, RIGHT, MARGIN = 720, 22, 220, 30, 34
HEIGHT = 300
HUES = ("#2471a3", "#c0392b", "#1e8449", "#b9770e", "#8e44ad", "#566573", "#117a65", "#943126")
DASHES = ("", "8 4", "2 3", "12 3 2 3", "5 5", "1 4", "10 2", "4 2 1 2")
INK, SOFT, PAPER = tone("ink", "light"), tone("board-edge", "light"), tone("ivory", "light")

Whisker = tuple[str, float, float, float, float | None]
"""A label, a value, the ends of its interval, and what is even, if anything is."""
Line = tuple[str, Sequence[float | None]]


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    """A whole picture."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" '
            f'font-family="sans-serif" font-size="13" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{height:g}" fill="{PAPER}"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(label: str) -> str:
    """A label that fits beside its row."""
    return label if len(label) <= 30 else label[:29] + "…"


def whiskers(title: str, rows: Sequence[Whisker]) -> str:
    """Shares with their intervals, one a row; red where an interval leaves out what is even."""
    right, bottom = WIDTH - RIGHT, MARGIN + ROW * len(rows)

    def place(value: float) -> float:
        return LEFT + value * (right - LEFT)

    parts = []
    for tick in range(0, 101, 25):
        x = place(tick / 100)
        parts.append(f'<path d="M{x:.1f} {MARGIN - 12}V{bottom}" stroke="{SOFT}" opacity=".5"/>')
        parts.append(_text(x, MARGIN - 16, f"{tick} %"))
    for index, (label, value, low, high, even) in enumerate(rows):
        y = MARGIN + ROW * index + 8
        hue = HUES[0] if even is None or low <= even <= high else HUES[1]
        if even is not None:
            mark = f"M{place(even):.1f} {y - 9}v18"
            parts.append(f'<path d="{mark}" stroke="{INK}" stroke-width="2"/>')
        parts.append(_text(LEFT - 10, y + 4, _short(label), "end"))
        ends = f"M{place(low):.1f} {y}H{place(high):.1f}"
        parts.append(f'<path d="{ends}" stroke="{hue}" stroke-width="3" opacity=".6"/>')
        parts.append(f'<circle cx="{place(value):.1f}" cy="{y}" r="5" fill="{hue}"/>')
    return _svg(title, bottom + 10, parts)


def _ticks(top: float) -> list[float]:
    """A few round numbers from 0 to at least the top."""
    step = next(s * 10**e for e in range(-2, 7) for s in (1, 2, 5) if top <= 5 * s * 10**e)
    return [step * index for index in range(int(-(-top // step)) + 1)]


def lines(title: str, series: Sequence[Line], marks: Sequence[str], *, shares: bool) -> str:
    """Some curves over the same marks; they differ in colour and dashes."""
    values = [value for _, line in series for value in line if value is not None]
    ticks = [0.0, 0.25, 0.5, 0.75, 1.0] if shares else _ticks(max(values, default=1.0) or 1.0)
    left, right, top, bottom = 60.0, WIDTH - 190.0, 20.0, HEIGHT - 40.0
    parts = []
    for tick in ticks:
        y = bottom - tick / ticks[-1] * (bottom - top)
        parts.append(f'<path d="M{left} {y:.1f}H{right}" stroke="{SOFT}" opacity=".5"/>')
        parts.append(_text(left - 8, y + 4, f"{tick:.0%}" if shares else f"{tick:g}", "end"))
    step = (right - left) / max(1, len(marks) - 1)
    parts += [_text(left + step * i, bottom + 20, mark) for i, mark in enumerate(marks) if mark]
    for number, (label, line) in enumerate(series):
        look = f'stroke="{HUES[number % 8]}" stroke-dasharray="{DASHES[number % 8]}"'
        points = " ".join(
            f"{left + step * i:.1f},{bottom - value / ticks[-1] * (bottom - top):.1f}"
            for i, value in enumerate(line)
            if value is not None
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke-width="2.5" {look}/>')
        y = top + 18 * number
        parts.append(f'<path d="M{right + 12} {y}h28" stroke-width="2.5" {look}/>')
        parts.append(_text(right + 46, y + 4, _short(label), "start"))
    return _svg(title, max(HEIGHT, top + 18 * len(series)), parts)


def histogram(title: str, series: Sequence[tuple[str, Sequence[int]]]) -> str:
    """How often which length occurs, as shares, one curve for each list of lengths."""
    longest = max((max(lengths) for _, lengths in series if lengths), default=1)
    width = max(1, -(-(longest + 1) // 20))
    bins = longest // width + 1
    curves: list[Line] = []
    for label, lengths in series:
        counts = [0] * bins
        for length in lengths:
            counts[length // width] += 1
        curves.append((label, [count / max(1, len(lengths)) * 100 for count in counts]))
    every = max(1, bins // 8)
    marks = [str(index * width) if index % every == 0 else "" for index in range(bins)]
    return lines(title, curves, marks, shares=False)


def stacked(title: str, rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]) -> str:
    """Parts of a whole, one bar a row."""
    right, bottom = WIDTH - RIGHT, MARGIN + ROW * len(rows)
    parts = []
    for index, name in enumerate(names):
        x = LEFT + 160.0 * index
        parts.append(f'<rect x="{x}" y="8" width="14" height="14" fill="{HUES[index]}"/>')
        parts.append(_text(x + 20, 20, name, "start"))
    for index, (label, values) in enumerate(rows):
        x, y = float(LEFT), MARGIN + ROW * index
        parts.append(_text(LEFT - 10, y + 14, _short(label), "end"))
        for number, value in enumerate(values):
            width = value * (right - LEFT)
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 4}" '
                f'fill="{HUES[number]}"/>'
            )
            x += width
    return _svg(title, bottom + 10, parts)
