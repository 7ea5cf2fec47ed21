"""Rainbow Duel: what happened, moment by moment: every face that was up is shown."""

from ludoteca.core.beats import Beat, Happening
from ludoteca.core.definition import View

DEAL, SHOWN, TURNED, SHOCK, TAKEN, DRAWN = 900, 1300, 1700, 2400, 900, 500


def beats(seen: Happening) -> list[Beat]:
    """Return a deal, the end of a turn, or a card revealed and what came of it."""
    if seen.mover is None:
        return [Beat(kind="deal", ms=DEAL, key="deal")]
    if seen.event == "end":
        return [_ended(seen, seen.before, "end")]
    if seen.moment is None:
        return []
    found = [_flipped(seen, seen.moment) if seen.event[0] == "F" else _placed(seen, seen.moment)]
    round_over = len(seen.after["row"]) < len(seen.moment["row"])
    if round_over:
        found += _settled(seen, seen.moment)
    elif seen.after["to_move"] != seen.mover:
        found.append(_ended(seen, seen.moment, "third"))
    return found


def _hand(owner: int, number: int) -> str:
    return f"hand-{owner}-{number}"


def _row(number: int) -> str:
    return f"row-{number}"


def _face_term(face: str) -> str:
    return f"faces.{face}"


def _placed(seen: Happening, lying: View) -> Beat:
    """Return the beats of a hand card that comes to the end of the row; the hand closes up."""
    assert seen.mover is not None
    number, place, blind = int(seen.event[0]), len(lying["row"]), seen.event.endswith("?")
    left = len(lying["hands"][seen.mover])
    closed = {_hand(seen.mover, n): _hand(seen.mover, n + 1) for n in range(number, left + 1)}
    return Beat(
        kind="reveal" if blind else "place",
        ms=TURNED if blind else SHOWN,
        key="blind" if blind else "seen",
        players={"player": seen.mover},
        values={"number": number},
        terms={"face": _face_term(lying["row"][-1])},
        things=(_row(place),),
        origins={_row(place): _hand(seen.mover, number)} | closed,
        view=lying,
    )


def _flipped(seen: Happening, lying: View) -> Beat:
    """Return the beats of a row card that shows its other face."""
    assert seen.mover is not None
    number = int(seen.event[1:])
    return Beat(
        kind="reveal",
        ms=TURNED,
        key="flip",
        players={"player": seen.mover},
        values={"number": number},
        terms={"face": _face_term(lying["row"][number - 1])},
        things=(_row(number),),
        view=lying,
    )


def _settled(seen: Happening, lying: View) -> list[Beat]:
    """Return why the round is over, and the row that goes to its winner."""
    assert seen.mover is not None
    row, shown = lying["row"], _shown(seen, lying)
    face, other = row[shown], 1 - seen.mover
    alike = tuple(_row(n + 1) for n, upper in enumerate(row) if upper == face)
    everything = tuple(_row(n + 1) for n in range(len(row)))
    kind, things, winner = "rainbow", everything, seen.mover
    if face == "K":
        kind, things, winner = "black", everything[shown : shown + 1], other
    elif len(alike) > 1 and face != "W":
        kind, things, winner = "clash", alike, other
    why = Beat(
        kind=kind,
        ms=SHOCK,
        key=kind,
        players={"player": seen.mover, "other": other},
        values={"count": len(row)},
        terms={"face": _face_term(face)},
        things=things,
        view=lying,
    )
    return [why, Beat(kind="take", ms=TAKEN, things=everything, to=f"won-{winner}")]


def _shown(seen: Happening, lying: View) -> int:
    """Return the place of the card that was revealed."""
    return int(seen.event[1:]) - 1 if seen.event[0] == "F" else len(lying["row"]) - 1


def _ended(seen: Happening, lying: View, key: str) -> Beat:
    """Return the beats of a turn that ends: the hand is filled up."""
    assert seen.mover is not None
    held, now = (len(view["hands"][seen.mover]) for view in (lying, seen.after))
    return Beat(
        kind="draw",
        ms=DRAWN,
        key=key,
        players={"player": seen.mover},
        things=tuple(_hand(seen.mover, n) for n in range(held + 1, now + 1)),
        origins={_hand(seen.mover, n): "stack" for n in range(held + 1, now + 1)},
    )
