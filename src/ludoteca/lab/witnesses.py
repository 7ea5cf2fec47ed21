"""What moves did that their text does not tell; named in the `study.toml` of the games."""

from ludoteca.core.position import Position
from ludoteca.lab.moves import Kinds

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


def strides(before: Position, move: str, after: Position) -> Kinds:
    """Colorito: whether a piece stepped or jumped or both, and how many ranks it gained.

    Hops go two squares, so a move over an odd number of files or ranks has a step in it.
    """
    origin, _, target = move.partition("-")
    if not target:
        return
    files, ranks = ord(target[0]) - ord(origin[0]), int(target[1:]) - int(origin[1:])
    near, odd = max(abs(files), abs(ranks)) == 1, files % 2 or ranks % 2
    yield "kinds", "step" if near else "step_jump" if odd else "jump"
    yield "ranks", str(-ranks if before.to_move else ranks)
