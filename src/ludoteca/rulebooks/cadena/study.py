"""Cadena: what a move did that its text does not say."""

from collections.abc import Iterator

from ludoteca.core.position import Position


def classify(before: Position, move: str, after: Position) -> Iterator[tuple[str, str]]:
    """Yield the arrow that carried a disc on, and the length of the chain that stood."""
    if not move.startswith("stand"):
        return
    turn = after.view(None)["last_turn"]
    yield "chains", str(len(turn["dice"]))
    if turn["landed"] != turn["to"]:
        yield "arrows", f"{turn['landed']}→{turn['to']}"
