"""What puzzles refuse."""

from ludoteca.core.errors import LudotecaError


class NoPuzzle(LudotecaError):
    """A puzzle that is not there, or an answer that it does not take."""

    code = "no_puzzle"

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason, owner="puzzling", **details)
