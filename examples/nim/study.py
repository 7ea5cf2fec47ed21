"""Nim: what a move did that its text does not say."""

from collections.abc import Iterator

from ludoteca.core.position import Position


def classify(before: Position, move: str, after: Position) -> Iterator[tuple[str, str]]:
    """Yield whether a move left heaps whose sizes cancel out, the secret of Nim, or spoiled it."""
    total = 0
    for heap in after.view(None)["heaps"]:
        total ^= heap
    yield "balance", "spoiled" if total else "balanced"
