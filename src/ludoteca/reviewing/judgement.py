"""How a decision is judged, and how accurate a player was: one formula for all games.

A decision costs d = value of the best move - value of the move played, in shares of the win, both
from one analysis of what the seat saw. Two moves count as different only beyond the tolerance

    t = NEAR + DOUBT * c,     c = the larger of their confidences (half of a 95 % interval)

so that moves that are nearly equal are never called mistakes, and less so the less sure the
evaluator is. The loss is e = max(0, d - t): a move is `best` if it is the first of the analysis,
`good` if e = 0, then an `inaccuracy`, a `mistake` from e = 0.05, a `blunder` from e = 0.15. A move
without an alternative is `forced` and counts for nothing.

The accuracy of a seat is the mean over its decisions of 100 * exp(-e / SCALE): 100 for a player who
never loses anything, 37 for one who loses SCALE with each move. NEAR, DOUBT and SCALE were chosen
with `python -m tools accuracy`, which prints the mean accuracy of the levels 1 to 8 in each game.
"""

import math
from collections.abc import Iterable

NEAR = 0.01
DOUBT = 0.1
MISTAKE, BLUNDER = 0.05, 0.15
SCALE = 0.1
BAD = ("inaccuracy", "mistake", "blunder")


def tolerance(confidence: float) -> float:
    """Return the difference of two values up to which they count as equal."""
    return NEAR + DOUBT * max(0.0, confidence)


def loss(cost: float, confidence: float) -> float:
    """Return what a decision lost for certain, given what it cost by the values."""
    return max(0.0, cost - tolerance(confidence))


def judge(lost: float, *, first: bool, forced: bool) -> str:
    """Return the name of a judgement."""
    if forced:
        return "forced"
    if lost <= 0.0:
        return "best" if first else "good"
    if lost < MISTAKE:
        return "inaccuracy"
    return "mistake" if lost < BLUNDER else "blunder"


def accuracy(losses: Iterable[float]) -> float | None:
    """Return the accuracy of a player by the losses of its decisions; None without any."""
    shares = [math.exp(-lost / SCALE) for lost in losses]
    return 100.0 * math.fsum(shares) / len(shares) if shares else None
