"""Phoenix: what happened, moment by moment: a card and its effect, and the end of a hand."""

from collections.abc import Iterator

from ludoteca.core.beats import Beat, Happening
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.picture.scene import discard_id

CARD, DISCARDED, ORDER, POINTS, HAND_END, DEAL = 1300, 900, 1600, 2200, 2600, 1400
_PARTS = ("first", "colours", "runs")


def beats(seen: Happening) -> list[Beat]:
    """Return a deal, or a card played and the end of the hand if it came."""
    if seen.mover is None:
        return [_dealt(seen)]
    return [_played(seen), *_hand_end(seen)]


def _dealt(seen: Happening) -> Beat:
    """Yield the beats of a deal: new lines, a new spectrum and new cards."""
    return Beat(
        kind="deal",
        ms=DEAL,
        key="deal",
        players={"player": seen.after["starter"]},
        values={"hand": seen.after["hand"], "hands": rules.HANDS},
    )


def _played(seen: Happening) -> Beat:
    """Return the beats of a card that is laid on the pile and takes effect."""
    assert seen.mover is not None
    card, _, places = seen.event.partition(" ")
    name = card.lstrip("-")
    kind = "discard" if card.startswith("-") else name[0]
    pile = seen.after["discard"]
    origins = _origins(seen, kind, places or name[1:])
    return Beat(
        kind=_KINDS[kind],
        ms=DISCARDED if kind == "discard" else CARD,
        key=f"card_{kind}",
        players={"player": seen.mover, "other": 1 - seen.mover},
        values=_values(name, places),
        terms={"card": f"labels.name_{name[0]}"},
        things=(*_handled(kind, origins), discard_id(seen.after, len(pile) - 1)),
        origins={new: old for new, old in origins.items() if new != old},
    )


_KINDS = {
    "M": "slide",
    "P": "exchange",
    "R": "exchange",
    "D": "spectrum",
    "X": "exchange",
    "discard": "discard",
}


def _handled(kind: str, origins: dict[str, str]) -> tuple[str, ...]:
    """Return the pawns and cubes that were picked, not those that made room."""
    return tuple(origins)[:1] if kind == "M" else tuple(origins)


def _values(name: str, places: str) -> dict[str, str | int]:
    """Return the number of a card and the two places it works on."""
    number = "" if name[0] in "RX" else f" {name[1:]}"
    column = name[1:] if name[0] == "X" else ""
    first, _, second = places.replace("x", ">").partition(">")
    return {"number": number, "one": first or column, "two": second}


def _origins(seen: Happening, kind: str, places: str) -> dict[str, str]:
    """Return which pawn stands where another stood, the pawn that was moved first.

    The cubes of a spectrum keep their ids: those that moved are named.
    """
    seat = seen.mover
    if kind == "discard":
        return {}
    numbers = [int(part) for part in places.replace("x", ">").split(">") if part.isdigit()]
    if kind == "D":
        one, two = (f"cube-{seen.before['spectrum'][number - 1]}" for number in numbers)
        return {one: one, two: two} if "x" in places else {one: one}
    if kind == "X":
        column = numbers[0]
        mine, theirs = f"pawn-{seat}-{column}", f"pawn-{1 - (seat or 0)}-{column}"
        return {mine: theirs, theirs: mine}
    if kind == "R":
        numbers = [1, rules.COLUMNS]
    if kind == "M":
        return _moved(f"pawn-{seat}-", *numbers)
    one, two = (f"pawn-{seat}-{number}" for number in numbers)
    return {one: two, two: one}


def _moved(stem: str, origin: int, target: int) -> dict[str, str]:
    """Return where a pawn and those that make room for it stood before."""
    step = 1 if origin < target else -1
    passed = range(origin, target, step)
    return {f"{stem}{target}": f"{stem}{origin}"} | {
        f"{stem}{place}": f"{stem}{place + step}" for place in passed
    }


def _hand_end(seen: Happening) -> Iterator[Beat]:
    """Yield the beats of the end of a hand: why, the points of both lines, and how the
    game stands.
    """
    points = seen.after["points"]
    if len(points) == len(seen.before["points"]):
        return
    last = points[-1]
    ordered = [seat for seat in range(2) if last[seat]["first"]]
    if ordered:
        yield Beat(
            kind="order",
            ms=ORDER,
            key="order",
            players={"player": ordered[0]},
            things=_line(ordered[0]),
        )
    else:
        yield Beat(kind="deck", ms=ORDER, key="deck", things=("deck",))
    for seat in range(2):
        parts = {part: last[seat][part] for part in _PARTS}
        yield Beat(
            kind="score",
            ms=POINTS,
            key="score",
            players={"player": seat},
            values=parts | {"points": sum(parts.values())},
            things=_line(seat),
        )
    yield Beat(
        kind="hand-end",
        ms=HAND_END,
        key="hand_end",
        players={"player": 0, "other": 1},
        values={
            "hand": len(points),
            "own": seen.after["scores"][0],
            "their": seen.after["scores"][1],
        },
        things=("points",),
    )


def _line(seat: int) -> tuple[str, ...]:
    return tuple(f"pawn-{seat}-{column}" for column in range(1, rules.COLUMNS + 1))
