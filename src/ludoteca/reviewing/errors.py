"""What a review refuses."""

from ludoteca.core.errors import LudotecaError


class CannotReview(LudotecaError):
    """A match that has nothing to review, or of which one may not see the hidden parts."""

    code = "cannot_review"

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason, owner="reviewing", **details)
