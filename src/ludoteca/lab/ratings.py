"""From results to ratings: Elo by maximum likelihood, intervals, and when a question is decided."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

ELO = 400 / math.log(10)
Z95 = 1.959964
ZERO = "random"
"""The player that anchors the ratings at 0 wherever it takes part."""
UNKNOWN = 1000 / ELO
"""The standard error of a player without games."""
EDGE = 0.55
WRONG = 0.02
"""How often an even match may seem won by the one side, and as often by the other."""
MISSED = 0.05
"""How often an edge may be missed."""
EVEN_GAMES = 8
"""Even games that count for the variance, lest a few games alike be taken for certainty."""


@dataclass(frozen=True, kw_only=True)
class PairScore:
    """The score of one player against another: points, their squares, and games."""

    points: float = 0.0
    squares: float = 0.0
    games: int = 0

    def plus(self, share: float) -> "PairScore":
        """Return the score after one more game."""
        return PairScore(
            points=self.points + share, squares=self.squares + share * share, games=self.games + 1
        )

    @property
    def turned(self) -> "PairScore":
        """Return the score from the other player's side."""
        return PairScore(
            points=self.games - self.points,
            squares=self.games - 2 * self.points + self.squares,
            games=self.games,
        )

    @property
    def score(self) -> float:
        """Return the share of the points."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Return a 95 % interval of the true share (Wilson's, which stays inside 0 and 1)."""
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.score
        middle = (p + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n)
        half = Z95 * math.sqrt(p * (1 - p) / n + Z95 * Z95 / (4 * n * n)) / (1 + Z95 * Z95 / n)
        return max(0.0, middle - half), min(1.0, middle + half)


Pairs = Mapping[tuple[str, str], PairScore]


@dataclass(frozen=True, kw_only=True)
class Rating:
    """A player's Elo with its 95 % interval, and its share of all points."""

    name: str
    elo: float
    low: float
    high: float
    score: float
    games: int


def zero_of(players: Sequence[str]) -> str:
    """Return whose Elo is 0: random's wherever it takes part, else that of the player
    named last.
    """
    return ZERO if ZERO in players else players[-1]


def ratings(players: Sequence[str], pairs: Pairs) -> list[Rating]:
    """Return the Elo of each player, best first.

    A player's interval is that of the distance to the zero; the zero's own is that of its distance
    to the average of the others. Half a win and half a loss are added to every pair, so that a
    clean sweep has a rating too.
    """
    zero = players.index(zero_of(players))
    strength, spread = _fit(players, pairs, zero)
    rows = []
    for index, name in enumerate(players):
        points, games = _total(name, pairs)
        elo, half = float(ELO * strength[index]), float(ELO * Z95 * spread[index])
        share = points / games if games else 0.5
        rows.append(
            Rating(name=name, elo=elo, low=elo - half, high=elo + half, score=share, games=games)
        )
    return sorted(rows, key=lambda row: -row.elo)


def _total(name: str, pairs: Pairs) -> tuple[float, int]:
    points, games = 0.0, 0
    for (first, second), result in pairs.items():
        if name == first:
            points += result.points
        elif name == second:
            points += result.games - result.points
        if name in (first, second):
            games += result.games
    return points, games


def _fit(players: Sequence[str], pairs: Pairs, zero: int) -> tuple[np.ndarray, np.ndarray]:
    """Return logistic strengths by Newton's method, and their standard errors."""
    index = {name: i for i, name in enumerate(players)}
    strength = np.zeros(len(players))
    free = np.arange(len(players)) != zero
    covariance: np.ndarray = np.zeros((len(players) - 1,) * 2)
    for _ in range(60):
        gradient, information = np.zeros(len(players)), np.zeros((len(players),) * 2)
        for (first, second), result in pairs.items():
            if not result.games:
                continue
            i, j, games = index[first], index[second], result.games + 1
            expected = 1 / (1 + math.exp(strength[j] - strength[i]))
            off = result.points + 0.5 - games * expected
            weight = games * expected * (1 - expected)
            gradient[i] += off
            gradient[j] -= off
            information[i, i] += weight
            information[j, j] += weight
            information[i, j] -= weight
            information[j, i] -= weight
        information[np.diag_indices_from(information)] += _nothing_known(information)
        covariance = np.linalg.pinv(information[np.ix_(free, free)])
        step = covariance @ gradient[free]
        strength[free] += np.clip(step, -2, 2)
        if np.abs(step).max(initial=0) < 1e-9:
            break
    return strength, _errors(covariance, zero)


def _nothing_known(information: np.ndarray) -> np.ndarray:
    """Return the prior games of players that have none."""
    return np.where(np.diag(information) == 0, UNKNOWN**-2, 0.0)


def _errors(covariance: np.ndarray, zero: int) -> np.ndarray:
    """Return the standard errors of all players, where the covariance leaves out the zero."""
    against_zero = np.maximum(np.diag(covariance), 0)
    errors: np.ndarray = np.sqrt(np.insert(against_zero, zero, max(0.0, covariance.mean())))
    return errors


def decision(result: PairScore) -> int | None:
    """Return the decision of the sequential test: 1 the first is better, -1 the second, 0 neither
    by much, None undecided.

    Wald's sequential test of a share of EDGE for either side against an even match. An even match
    is taken for a better player less than 5 times in 100, both sides together; so is a player with
    the edge for an even one.
    """
    if result.games < EVEN_GAMES:
        return None
    games, mean = result.games + EVEN_GAMES, result.score
    middle = (result.points + EVEN_GAMES / 2) / games
    variance = (result.squares + EVEN_GAMES / 2) / games - middle * middle
    lead = abs(mean - 0.5) - (EDGE - 0.5) / 2
    # The weight of the evidence for the side that is ahead; the other has less.
    proof = result.games * (EDGE - 0.5) * lead / variance
    if proof >= math.log((1 - MISSED) / WRONG):
        return 1 if mean > 0.5 else -1
    return 0 if proof <= -math.log((1 - WRONG) / MISSED) else None


def decided(result: PairScore) -> bool:
    """Return whether the sequential test has its answer."""
    return decision(result) is not None
