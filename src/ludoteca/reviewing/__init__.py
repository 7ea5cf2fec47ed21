"""Reviews of matches: what was luck, what was skill, and what to try again."""

from ludoteca.reviewing.errors import CannotReview
from ludoteca.reviewing.model import (
    Account,
    Moment,
    Review,
    ReviewRow,
    SeatReview,
    Terms,
    Why,
)
from ludoteca.reviewing.running import ReviewRun, review, start_review

__all__ = [
    "Account",
    "CannotReview",
    "Moment",
    "Review",
    "ReviewRow",
    "ReviewRun",
    "SeatReview",
    "Terms",
    "Why",
    "review",
    "start_review",
]
