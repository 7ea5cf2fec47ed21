"""Rainbow Duel: what a move did that its text does not say."""

from collections.abc import Iterator

from ludoteca.core.position import Position

BLIND = "?"


def classify(before: Position, move: str, after: Position) -> Iterator[tuple[str, str]]:
    """Yield the face that a placed card shows, and how long the row was before."""
    seat, place = before.to_move, move.removesuffix(BLIND)
    if not place.isdigit() or seat is None:
        return
    truth = before.reveal()
    shown = truth["hands"][seat][int(place) - 1][seat if place == move else 1 - seat]
    yield "faces", shown
    yield "rows", str(len(truth["row"]))
