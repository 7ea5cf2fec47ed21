"""Scores of the alpha-beta search: integers seen from the seat to move.

An estimated share s of the win has the score (2s - 1) · SCALE: 0 is even, ±SCALE certain by
estimate. A proved win at ply p has the score WIN - p, so that quicker wins score higher; a proved
loss has p - WIN.
"""

from ludoteca.core.jit import kernel

MAX_PLIES = 48
SCALE, WIN = 1_000_000, 2_000_000
PROVED = WIN - 2 * MAX_PLIES
"""Scores from here on, or below its negative, are proved."""
CONTEMPT = 20_000
"""How much the searching seat prefers an even position to a draw."""


@kernel
def draw_score(ply: int) -> int:
    """Return the score of a draw: CONTEMPT below even for the searching seat."""
    return CONTEMPT if ply & 1 else -CONTEMPT


@kernel
def score_to_table(score: int, ply: int) -> int:
    """Return a score with proofs counted from the position itself, not from the root."""
    return score + ply if score > PROVED else score - ply if score < -PROVED else score


@kernel
def score_from_table(score: int, ply: int) -> int:
    """Return a stored score with proofs counted from the root."""
    return score - ply if score > PROVED else score + ply if score < -PROVED else score


def share_of(score: int) -> float:
    """Return the share of the win that an estimated score stands for."""
    return (score / SCALE + 1) / 2
