"""Colorito: what a move did that its text does not say."""

from collections.abc import Iterator

from ludoteca.core.position import Position


def classify(before: Position, move: str, after: Position) -> Iterator[tuple[str, str]]:
    """Yield whether a piece stepped or jumped or both, and how many ranks it gained.

    Hops go two squares, so a move over an odd number of files or ranks has a step in it.
    """
    origin, _, target = move.partition("-")
    if not target:
        return
    files, ranks = ord(target[0]) - ord(origin[0]), int(target[1:]) - int(origin[1:])
    near, odd = max(abs(files), abs(ranks)) == 1, files % 2 or ranks % 2
    yield "kinds", "step" if near else "step_jump" if odd else "jump"
    side = before.sides[before.to_move or 0]
    yield "ranks", str(-ranks if side else ranks)
