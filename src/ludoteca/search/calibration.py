"""Calibrated values: of the positions that are given 0.7, the side to move wins about 70 %.

A search orders moves well without its values being probabilities. The value of the best move is
therefore mapped to the share of the win that such positions brought in games between equal bots, by
a monotone piecewise linear function fitted with the pool-adjacent-violators algorithm (isotonic
regression: Ayer et al., 1955; for classifiers: Zadrozny and Elkan, 2002). The knots are in a game's
bot/calibration.toml, by number of seats, written by `python -m tools calibration`. Proved values
are left as they are, and so are those of a game without the file.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ludoteca.core import registry
from ludoteca.core.game import Game
from ludoteca.search.api import Candidate

FILE = "bot/calibration.toml"
BINS = 10

Knots = Sequence[tuple[float, float]]


def share(game: Game, candidate: Candidate) -> float:
    """Return the share of the win that a seat may expect whose best move is `candidate`."""
    if candidate.exact:
        return candidate.value
    return calibrated(knots(game.name, game.seats), candidate.value)


def knots(name: str, seats: int) -> Knots:
    """Return the values of a game and the shares they stand for, rising; empty if unknown."""
    table = registry.table(name, FILE).get(str(seats), {})
    return list(zip(table.get("value", ()), table.get("share", ()), strict=True))


def calibrated(known: Knots, value: float) -> float:
    """Return the share that a value stands for."""
    if not known:
        return value
    values, shares = zip(*known, strict=True)
    return float(np.interp(value, values, shares))


def fit(values: Sequence[float], results: Sequence[float], bins: int = BINS) -> Knots:
    """Return the knots fitted to the values of positions and the shares won from them.

    Positions are put into bins of equal size by value; bins whose shares do not rise are pooled.
    """
    order = np.argsort(values, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    blocks = [
        (float(np.mean(np.take(values, part))), float(np.mean(np.take(results, part))), len(part))
        for part in parts
    ]
    return [(round(value, 4), round(share, 4)) for value, share, _ in _pool(blocks)]


def _pool(blocks: list[tuple[float, float, int]]) -> list[tuple[float, float, int]]:
    """Merge neighbouring blocks (value, share, weight) until values and shares rise."""
    pooled: list[tuple[float, float, int]] = []
    for block in blocks:
        pooled.append(block)
        while len(pooled) > 1 and (
            pooled[-2][1] >= pooled[-1][1] or pooled[-2][0] >= pooled[-1][0]
        ):
            pooled.append(_merged(pooled.pop(), pooled.pop()))
    return pooled


def _merged(
    one: tuple[float, float, int], other: tuple[float, float, int]
) -> tuple[float, float, int]:
    weight = one[2] + other[2]
    value = (one[0] * one[2] + other[0] * other[2]) / weight
    return value, (one[1] * one[2] + other[1] * other[2]) / weight, weight


def rises(known: Knots) -> bool:
    """Return whether both values and shares rise from knot to knot."""
    return all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(known))
