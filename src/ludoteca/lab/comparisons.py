"""Comparisons of lineups: the differences of their figures, with intervals.

The interval of a difference comes from the intervals of the two figures (the square-and-add method:
Newcombe, Statistics in Medicine 17, 1998, for shares; Zou and Donner, 2008, for any figure):

    d - sqrt((a - a_low)^2 + (b_high - b)^2)  to  d + sqrt((a_high - a)^2 + (b - b_low)^2)
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev

from ludoteca.lab.rows import Comparison, Difference, Interval, LineupFigures

NORMAL = 1.96
ENOUGH = 10
"""Games below which a difference means nothing."""

Figure = tuple[float, float, float]
"""A figure and the ends of its 95 % interval."""


def compare(lineups: Sequence[LineupFigures]) -> list[Comparison]:
    """Return how each game differs from the first that the same equal players played."""
    found = []
    for one, base in _pairs(lineups):
        differences = [
            _difference(name, figure, other)
            for (name, figure), (_, other) in zip(
                _figures(lineups[one]), _figures(lineups[base]), strict=True
            )
        ]
        found.append(Comparison(one=one, other=base, differences=differences))
    return found


def _pairs(lineups: Sequence[LineupFigures]) -> Iterator[tuple[int, int]]:
    first: dict[tuple[str, ...], int] = {}
    for index, lineup in enumerate(lineups):
        if lineup.versus is not None or lineup.games < ENOUGH:
            continue
        # Games for two and for three are compared between players of one level, too.
        base = first.setdefault(tuple(sorted(set(lineup.players))), index)
        if base != index:
            yield index, base


def _figures(one: LineupFigures) -> list[tuple[str, Figure]]:
    return [
        ("begins", _share(one.begins)),
        ("draws", _share(one.draws)),
        ("turns", _mean(one.lengths)),
    ]


def _share(entry: Interval) -> Figure:
    return entry.share or 0.0, entry.low, entry.high


def _mean(lengths: Sequence[int]) -> Figure:
    """Return the mean number of turns; `lengths` counts the games of each length."""
    values = list(lengths)
    middle, half = fmean(values), NORMAL * stdev(values) / sqrt(len(values))
    return middle, middle - half, middle + half


def _difference(name: str, one: Figure, other: Figure) -> Difference:
    (a, a_low, a_high), (b, b_low, b_high) = one, other
    low = a - b - sqrt((a - a_low) ** 2 + (b_high - b) ** 2)
    high = a - b + sqrt((a_high - a) ** 2 + (b - b_low) ** 2)
    return Difference(
        figure=name, difference=round(a - b, 4), low=round(low, 4), high=round(high, 4)
    )
