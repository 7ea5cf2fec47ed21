"""Results with the luck taken off: control variates, without bias.

Let y_i be the result of a game and x_i its luck terms (`reviewing.match_luck`), whose mean is 0
whoever plays. Then

    z_i = y_i - b·x_i

has the mean of y_i for any b that does not depend on game i, and the least variance for the b of
the regression of y on x. That b is estimated without looking at the game: the deals are put into
FOLDS parts, and b for a part is fitted to the games of all other parts (cross-fitting). The mean of
z is unbiased, and no assumption about the players is made; how much the variance falls depends on
how much of the luck the evaluation sees. (White and Bowling, "Learning a value analysis tool for
agent evaluation", IJCAI 2009; Chernozhukov et al., "Double/debiased machine learning", 2018, for
the cross-fitting.)

Games of one deal are drawn together: parts are of whole deals, and the variance is that of the
sums of deals. Its fall is the factor by which fewer games give the same interval.
"""

import math
from collections.abc import Sequence

import numpy as np

from ludoteca.core.arrays import Array, Floats
from ludoteca.lab.ratings import Z95
from ludoteca.lab.rows import Adjusted

FOLDS = 10
ENOUGH = 20  # deals, below which a fit would be noise
NOTHING = 1e-12


def adjusted(
    results: Sequence[float], terms: Sequence[Sequence[float]], deals: Sequence[int]
) -> Adjusted | None:
    """Return the mean of some results with the luck taken off, and its 95 % interval.

    `terms` has the luck of each game, `deals` says which games belong together. None where there
    are too few deals, or no luck.
    """
    if len(set(deals)) < ENOUGH:
        return None
    shares = np.array(results, float)
    luck = np.array([list(row) for row in terms], float).reshape(len(shares), -1)
    _, groups = np.unique(np.array(deals, np.int64), return_inverse=True)
    luck, count = luck[:, luck.var(axis=0) > NOTHING], int(groups.max()) + 1
    if not luck.shape[1]:
        return None
    cleared = _cleared(shares, luck, groups)
    mean, error = _mean(cleared, groups, count)
    raw, raw_error = _mean(shares, groups, count)
    return Adjusted(
        score=round(mean, 4),
        low=round(max(0.0, mean - Z95 * error), 4),
        high=round(min(1.0, mean + Z95 * error), 4),
        raw=round(raw, 4),
        factor=round((raw_error / error) ** 2, 2) if error > 0 else 1.0,
        games=len(shares),
    )


def _cleared(results: Floats, luck: Floats, groups: Array) -> Floats:
    """Return each result less its luck, by coefficients from the other parts of the games."""
    cleared = results.copy()
    for part in range(FOLDS):
        own = groups % FOLDS == part
        cleared[own] -= luck[own] @ _coefficients(results[~own], luck[~own])
    return cleared


def _coefficients(results: Floats, luck: Floats) -> Floats:
    """Return the coefficients of the least squares of results on luck, a constant taken out."""
    around, centred = results - results.mean(), luck - luck.mean(axis=0)
    found: Floats = np.linalg.lstsq(centred, around, rcond=None)[0]
    return found


def _mean(values: Floats, groups: Array, count: int) -> tuple[float, float]:
    """Return the mean of values and its standard error, deals being drawn whole."""
    mean = float(values.mean())
    off = np.bincount(groups, weights=values - mean, minlength=count)
    return mean, math.sqrt(float(off @ off) * count / max(1, count - 1)) / len(values)
