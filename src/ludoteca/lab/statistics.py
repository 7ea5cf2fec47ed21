"""Shares with intervals, and how much of a result the deal decides."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from ludoteca.lab.ratings import Z95
from ludoteca.lab.rows import Luck, Share, Spread

Shares = NDArray[np.float64]
SAMPLES = 400


def share(value: float, games: float, certain: float = 0.0) -> Share:
    """Return a share with its 95 % interval, Wilson's, for `games` independent games.

    `certain` is by how much draws make the variance of a game's share smaller than that of a game
    somebody wins. How often games are drawn is itself not sure, so less of it counts in few games.
    """
    if games <= 0:
        return Share(share=None, low=0.0, high=1.0)
    known = certain * games / (games + Z95**2)
    middle = (value + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    variance = max(0.0, value * (1 - value) - known) * games + Z95**2 * (0.25 - known)
    half = Z95 * math.sqrt(variance) / (games + Z95**2)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(share=round(value, 4), low=round(low, 4), high=round(high, 4))


def clustered(
    points: Sequence[float], uses: Sequence[float], squares: Sequence[float] | None = None
) -> Share:
    """Return the share that points are of uses, given per deal: the games of a deal are not
    independent.

    The variance is that of a ratio over deals; the interval is taken for as many independent games
    as would have it, and never more than there are uses. `squares` are the sums of the squared
    shares that the points add up, the points themselves where there is no draw.
    """
    won, used = np.asarray(points, float), np.asarray(uses, float)
    total = float(used.sum())
    if not total:
        return share(0.0, 0)
    value = float(won.sum() / total)
    clusters = int((used > 0).sum())
    variance = float(((won - value * used) ** 2).sum() / total**2)
    variance *= clusters / max(1, clusters - 1)
    certain = float(won.sum() - np.sum(points if squares is None else squares)) / total
    single = value * (1 - value) - certain
    games = single / variance if variance > 0 and single > 0 else clusters
    return share(value, min(float(total), games), certain)


def resampled(
    groups: Sequence[Sequence[float]], statistic: Callable[[Sequence[float]], float]
) -> tuple[float, float]:
    """Return the 95 % interval of a statistic, from drawing the deals again.

    Values are given per deal.
    """
    rng, count = np.random.default_rng(0), len(groups)
    draws = [
        statistic([value for deal in rng.integers(0, count, count) for value in groups[deal]])
        for _ in range(SAMPLES)
    ]
    low, high = np.percentile(draws, (2.5, 97.5))
    return float(low), float(high)


def spread(values: Sequence[float]) -> Spread:
    """Return the mean of some numbers, their median, and the range of the middle 80 % of them."""
    if not values:
        return Spread(mean=None, low=None, median=None, high=None)
    low, median, high = np.percentile(values, (10, 50, 90))
    return Spread(
        mean=round(float(np.mean(values)), 2),
        low=round(float(low), 2),
        median=round(float(median), 2),
        high=round(float(high), 2),
    )


def by_tenth(values: Sequence[float]) -> list[float | None]:
    """Return the means of a sequence's ten parts; None for a part in which nothing falls."""
    edges = [len(values) * part // 10 for part in range(11)]
    parts = [values[edges[part] : edges[part + 1]] for part in range(10)]
    return [float(np.mean(part)) if part else None for part in parts]


def luck(results: Shares, *, mixed: bool) -> Luck:
    """Return how much of a result the deal decides, how much the better player, and what is left
    open.

    `results[deal, sitting, seat]` is what a seat took; in each sitting of a deal the players have
    moved on by one seat. The variance of the results is taken apart as in a table with two ways:
    what the sittings of a deal have in common (the deal), what a player takes from whichever seat
    (skill, where the players differ), and the rest, which equal players make of equal deals.
    """
    if len(results) < 2:
        return Luck(deals=len(results))
    rng, count = np.random.default_rng(0), len(results)
    draws = [_parts(results[rng.integers(0, count, count)], mixed) for _ in range(SAMPLES)]
    low, high = np.percentile(draws, (2.5, 97.5), axis=0)
    deal, skill, rest = (
        Share(
            share=round(float(value), 4),
            low=round(float(low[index]), 4),
            high=round(float(high[index]), 4),
        )
        for index, value in enumerate(_parts(results, mixed))
    )
    return Luck(deals=count, deal=deal, skill=skill if mixed else UNSET, rest=rest)


def _parts(results: Shares, mixed: bool) -> tuple[float, float, float]:
    """Return the shares of the variance: deal, skill, rest."""
    deals, sittings, seats = results.shape
    # A player's own results: the seat it has in each sitting.
    whole = results.mean(axis=(0, 1))
    deal = results.mean(axis=1) - whole
    sitting = results.mean(axis=0) - whole if mixed else np.zeros((sittings, seats))
    rest = results - whole - deal[:, None] - sitting[None]
    freedom = (deals - 1) * (sittings - 1) if mixed else deals * (sittings - 1)
    error = float((rest**2).sum()) / max(1, freedom)
    between = sittings * float((deal**2).sum()) / max(1, deals - 1)
    from_deal = max(0.0, (between - error) / sittings)
    skill = float((sitting**2).sum()) / sittings - (sittings - 1) / sittings * error / deals
    skill = max(0.0, skill) if mixed else 0.0
    total = from_deal + skill + error
    if total <= 0:
        return 0.0, 0.0, 0.0
    return from_deal / total, skill / total, error / total
