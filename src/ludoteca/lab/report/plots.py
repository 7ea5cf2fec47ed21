"""Plots as SVG, drawn by hand: whiskers, lines, histograms and stacked bars."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ludoteca.drawing.palette import tone
from ludoteca.lab.rows import Interval

FIELD, ROW, MARGIN, END = 470.0, 22, 34, 30
"""The width of what is plotted, the height of a row, the space above it and to its right."""
LEFT, HEIGHT = 70.0, 240.0
"""Where curves begin, and how high they are."""
LETTER = 7.2
"""The width of a letter, or a little more."""
HUES = ("#2471a3", "#c0392b", "#1e8449", "#b9770e", "#8e44ad", "#566573", "#117a65", "#943126")
DASHES = ("", "8 4", "2 3", "12 3 2 3", "5 5", "1 4", "10 2", "4 2 1 2")
INK, SOFT, PAPER = tone("ink", "light"), tone("board-edge", "light"), tone("ivory", "light")

Line = tuple[str, Sequence[float | None]]
Axes = tuple[str, str]
"""What is counted along the bottom, and up the side."""


class Whisker(NamedTuple):
    """A share with its interval, and what is even, if anything is."""

    label: str
    entry: Interval
    even: float | None = None


def _svg(title: str, width: float, height: float, parts: Sequence[str]) -> str:
    """Return a whole picture."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'role="img" font-family="sans-serif" font-size="13" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def _text(x: float, y: float, text: str, anchor: str = "middle", turn: str = "") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turn}'
    return f"<text {where}>{escape(text)}</text>"


def _upright(x: float, y: float, text: str) -> str:
    """Return a text that is read upwards."""
    return _text(x, y, text, turn=f' transform="rotate(-90 {x:.1f} {y:.1f})"')


def _room(labels: Sequence[str]) -> float:
    """Return the width that labels take beside their rows."""
    return 30.0 + LETTER * max([12, *map(len, labels)])


def _percents(left: float, bottom: float, axis: str) -> list[str]:
    """Return the ticks of shares above some rows, and below them what they are shares of."""
    parts = []
    for tick in range(0, 101, 25):
        x = left + tick / 100 * FIELD
        parts.append(f'<path d="M{x:.1f} {MARGIN - 12}V{bottom}" stroke="{SOFT}" opacity=".5"/>')
        parts.append(_text(x, MARGIN - 16, f"{tick} %"))
    return [*parts, _text(left + FIELD / 2, bottom + 16, axis)]


def whiskers(title: str, rows: Sequence[Whisker], axis: str) -> str:
    """Return shares with their intervals, one a row; red where an interval leaves out
    what is even.
    """
    left, bottom = _room([row.label for row in rows]), MARGIN + ROW * len(rows)
    parts = _percents(left, bottom, axis)
    for index, row in enumerate(rows):
        parts += _whisker(row, left, MARGIN + ROW * index + 8)
    return _svg(title, left + FIELD + END, bottom + 26, parts)


def _whisker(row: Whisker, left: float, y: float) -> list[str]:
    """Return one row: its label, what is even, the interval and the share."""
    low, high, even = row.entry.low, row.entry.high, row.even
    hue = HUES[0] if even is None or low <= even <= high else HUES[1]
    parts = [_text(left - 10, y + 4, row.label, "end")]
    if even is not None:
        mark = f"M{left + even * FIELD:.1f} {y - 9}v18"
        parts.append(f'<path d="{mark}" stroke="{INK}" stroke-width="2"/>')
    ends = f"M{left + low * FIELD:.1f} {y}H{left + high * FIELD:.1f}"
    parts.append(f'<path d="{ends}" stroke="{hue}" stroke-width="3" opacity=".6"/>')
    x = left + (row.entry.share or 0.0) * FIELD
    parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{hue}"/>')
    return parts


def _ticks(top: float) -> list[float]:
    """Return a few round numbers from 0 to at least the top."""
    step = next(s * 10**e for e in range(-2, 7) for s in (1, 2, 5) if top <= 5 * s * 10**e)
    return [step * index for index in range(int(-(-top // step)) + 1)]


def _look(number: int) -> str:
    """Return the colour and dashes of a curve; the first 64 all differ."""
    dashes = DASHES[(number + number // len(HUES)) % len(DASHES)]
    return f'stroke-width="2.5" stroke="{HUES[number % len(HUES)]}" stroke-dasharray="{dashes}"'


def lines(
    title: str, series: Sequence[Line], marks: Sequence[str], axes: Axes, *, shares: bool = False
) -> str:
    """Return some curves over the same marks, their names below; they differ in colour
    and dashes.
    """
    values = [value for _, line in series for value in line if value is not None]
    ticks = [0.0, 0.25, 0.5, 0.75, 1.0] if shares else _ticks(max(values, default=1.0) or 1.0)
    top, bottom = 20.0, 20.0 + HEIGHT
    step = FIELD / max(1, len(marks) - 1)
    parts = _frame(ticks, marks, axes, shares=shares)
    for number, (label, line) in enumerate(series):
        points = " ".join(
            f"{LEFT + step * i:.1f},{bottom - value / ticks[-1] * (bottom - top):.1f}"
            for i, value in enumerate(line)
            if value is not None
        )
        parts.append(f'<polyline points="{points}" fill="none" {_look(number)}/>')
        y = bottom + 66 + 18 * number
        parts.append(f'<path d="M{LEFT} {y - 4}h40" {_look(number)}/>')
        parts.append(_text(LEFT + 50, y, label, "start"))
    width = max(LEFT + FIELD, LEFT + 50 + LETTER * max([0, *(len(name) for name, _ in series)]))
    return _svg(title, width + END, bottom + 60 + 18 * len(series), parts)


def _frame(ticks: Sequence[float], marks: Sequence[str], axes: Axes, *, shares: bool) -> list[str]:
    """Return the ticks up the side, the marks along the bottom, and what they count."""
    top, bottom = 20.0, 20.0 + HEIGHT
    parts = []
    for tick in ticks:
        y = bottom - tick / ticks[-1] * (bottom - top)
        parts.append(f'<path d="M{LEFT} {y:.1f}h{FIELD}" stroke="{SOFT}" opacity=".5"/>')
        parts.append(_text(LEFT - 8, y + 4, f"{tick:.0%}" if shares else f"{tick:g}", "end"))
    step = FIELD / max(1, len(marks) - 1)
    parts += [_text(LEFT + step * i, bottom + 20, mark) for i, mark in enumerate(marks) if mark]
    parts.append(_text(LEFT + FIELD / 2, bottom + 42, axes[0]))
    return [*parts, _upright(18, (top + bottom) / 2, axes[1])]


def histogram(title: str, series: Sequence[tuple[str, Sequence[int]]], axes: Axes) -> str:
    """Return how often which length occurs, in percent, one curve for each list of lengths."""
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
    return lines(title, curves, marks, axes)


def stacked(
    title: str, rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str], axis: str
) -> str:
    """Draw parts of a whole, one bar a row, what the parts are called below."""
    left, bottom = _room([label for label, _ in rows]), MARGIN + ROW * len(rows)
    parts = _percents(left, bottom, axis)
    for index, (label, values) in enumerate(rows):
        x, y = left, MARGIN + ROW * index
        parts.append(_text(left - 10, y + 14, label, "end"))
        for number, value in enumerate(values):
            where = f'x="{x:.1f}" y="{y}" width="{value * FIELD:.1f}" height="{ROW - 4}"'
            parts.append(f'<rect {where} fill="{HUES[number]}"/>')
            x += value * FIELD
    for index, name in enumerate(names):
        x = left + 160.0 * index
        parts.append(
            f'<rect x="{x:.1f}" y="{bottom + 28}" width="14" height="14" fill="{HUES[index]}"/>'
        )
        parts.append(_text(x + 20, bottom + 40, name, "start"))
    return _svg(title, left + FIELD + END, bottom + 52, parts)
