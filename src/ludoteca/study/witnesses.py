"""What moves did that their text does not tell; named in the `study.toml` of the games."""

from ludoteca.core.position import Position
from ludoteca.study.moves import Kinds

BLIND = "?"


def arrows(before: Position, move: str, after: Position) -> Kinds:
    """Cadena: the arrow that carried a disc on, and the length of the chain that stood."""
    if not move.startswith("stand"):
        return
    turn = after.view(None)["last_turn"]
    yield "chains", str(len(turn["dice"]))
    if turn["landed"] != turn["to"]:
        yield "arrows", f"{turn['landed']}→{turn['to']}"


def faces(before: Position, move: str, after: Position) -> Kinds:
    """Rainbow Duel: the face that a placed card shows, and how long the row was before."""
    seat, place = before.to_move, move.removesuffix(BLIND)
    if not place.isdigit() or seat is None:
        return
    truth = before.reveal()
    shown = truth["hands"][seat][int(place) - 1][seat if place == move else 1 - seat]
    yield "faces", shown
    yield "rows", str(len(truth["row"]))
