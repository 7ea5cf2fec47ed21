"""From results to ratings: Elo by maximum likelihood, intervals, and when a question is decided."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

ELO = 400 / math.log(10)
Z95 = 1.959964
EDGE = 0.55
ERROR = 0.05


@dataclass(frozen=True, kw_only=True)
class PairScore:
    """What one player took from another: points, their squares, and games."""

    points: float = 0.0
    squares: float = 0.0
    games: int = 0

    def plus(self, share: float) -> "PairScore":
        """The score after one more game."""
        return PairScore(
            points=self.points + share, squares=self.squares + share * share, games=self.games + 1
        )

    @property
    def score(self) -> float:
        """The share of the points."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval of the true share (Wilson's, which stays inside 0 and 1)."""
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


def ratings(players: Sequence[str], pairs: Pairs) -> list[Rating]:
    """Elo of each player, the last one's being 0, best first.

    Half a win and half a loss are added to every pair, so that a clean sweep has a rating too.
    """
    strength, spread = _fit(players, pairs)
    rows = []
    for index, name in enumerate(players):
        points, games = _total(name, pairs)
        elo, half = ELO * strength[index], ELO * Z95 * spread[index]
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


def _fit(players: Sequence[str], pairs: Pairs) -> tuple[np.ndarray, np.ndarray]:
    """Logistic strengths by Newton's method, and their standard errors against the last player."""
    index = {name: i for i, name in enumerate(players)}
    strength = np.zeros(len(players))
    covariance = np.zeros((len(players),) * 2)
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
        free = slice(0, len(players) - 1)
        covariance[free, free] = np.linalg.pinv(information[free, free])
        step = covariance[free, free] @ gradient[free]
        strength[free] += np.clip(step, -2, 2)
        if np.abs(step).max(initial=0) < 1e-9:
            break
    return strength, np.sqrt(np.maximum(np.diag(covariance), 0))


def decided(result: PairScore) -> bool:
    """Wald's sequential test: whether one of the two is proved to be better, or neither by much.

    It weighs a share of EDGE for either side against an even one, each with an error of 5 %.
    """
    if result.games < 8:
        return False
    mean = result.score
    variance = max(result.squares / result.games - mean * mean, 0.05)
    bound = math.log((1 - ERROR) / ERROR)
    proofs = []
    for better in (EDGE, 1 - EDGE):
        middle = (better + 0.5) / 2
        proofs.append(result.games * (better - 0.5) * (mean - middle) / variance)
    return max(proofs) >= bound or all(proof <= -bound for proof in proofs)
