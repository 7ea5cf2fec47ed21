"""Cadena: what happened, moment by moment: a turn roll by roll, a walk square by square."""

from collections.abc import Iterator

from ludoteca.core.beats import Beat, Happening
from ludoteca.core.definition import View
from ludoteca.rulebooks.cadena.picture.seats import die_id

KEPT, ROLLED, ADDED, EXTENDED, FAILED, ARROW, LYING, WON = (
    600,
    1200,
    1200,
    600,
    2600,
    900,
    1100,
    1800,
)
WALK, STEP = 600, 130


def beats(seen: Happening) -> list[Beat]:
    """Return dice kept or rolled, a chain that fails or goes on, or the walk of a disc."""
    verb = seen.event.split(" ")[0]
    if verb == "keep":
        return [_kept(seen)]
    if verb == "extend":
        return [_extended(seen)]
    if verb == "stand":
        return [*_stood(seen), *_won(seen)]
    if verb == "roll":
        return [*_rolled(seen), *_won(seen)]
    return []


def _seat(seen: Happening) -> int:
    return int(seen.before["turn_of"])


def _kept(seen: Happening) -> Beat:
    """Return the beats of dice that are laid on the mat to be rolled."""
    seat, count = _seat(seen), int(seen.event.split(" ")[1])
    key = ("keep_none", "keep_one")[count] if count < 2 else "keep"
    things = tuple(die_id(seat, index) for index in range(count + 1))
    values: dict[str, str | int] = {"count": count}
    players = {"player": seat}
    return Beat(kind="keep", ms=KEPT, key=key, players=players, values=values, things=things)


def _extended(seen: Happening) -> Beat:
    """Return the beats of one more die from the bank that is about to be rolled."""
    seat, (_, last, direction) = _seat(seen), seen.event.split(" ")
    name = die_id(seat, len(seen.before["chain"]))
    return Beat(
        kind="extend",
        ms=EXTENDED,
        key="extend",
        players={"player": seat},
        values={"last": last},
        terms={"direction": f"labels.{direction}"},
        things=(name,),
        origins={name: "bank"},
    )


def _rolled(seen: Happening) -> Iterator[Beat]:
    """Yield the beats of dice that come to rest; a roll without a chain stays in sight,
    its cost named.
    """
    seat, dice = _seat(seen), [int(value) for value in seen.event.split(" ")[1:]]
    adding = seen.before["phase"] == "extend"
    first = len(seen.before["chain"]) if adding else 0
    failed = seen.after["turn"] != seen.before["turn"]
    things = tuple(die_id(seat, first + index) for index in range(len(dice)))
    view = _failing(seen, judged=False) if failed else None
    yield Beat(
        kind="roll",
        ms=ADDED if adding else ROLLED,
        key="add" if adding else "roll",
        players={"player": seat},
        values={"dice": " ".join(map(str, dice))},
        things=things,
        view=view,
    )
    if failed:
        yield _failed(seen, things, adding=adding)


def _failing(seen: Happening, *, judged: bool) -> View:
    """Return the picture of the dice that make no chain, still lying on the mat."""
    dice = seen.after["last_turn"]["dice"]
    declared = seen.before["declared"]
    links = dice if declared is None else [*declared["links"], dice[-1]]
    return seen.before | {
        "phase": "failed",
        "chain": dice,
        "failed": {"links": links, "added": declared is not None, "judged": judged},
        "declared": None,
    }


def _failed(seen: Happening, things: tuple[str, ...], *, adding: bool) -> Beat:
    seat, lost = _seat(seen), seen.after["last_turn"]["lost"]
    kind = "add" if adding else "roll"
    amount = ("none", "one")[lost] if lost < 2 else "many"
    return Beat(
        kind="fail",
        ms=FAILED,
        key=f"fail_{kind}_{amount}",
        players={"player": seat},
        values={"lost": lost, "die": seen.event.split(" ")[-1]},
        things=things,
        view=_failing(seen, judged=True),
    )


def _stood(seen: Happening) -> Iterator[Beat]:
    """Yield the beats of a disc that walks, is carried by an arrow, and covers or frees another."""
    last, length = seen.after["last_turn"], seen.before["length"]
    seat, disc = last["seat"], last["disc"]
    name = f"disc-{seat + 1}-{disc}"
    steps = len(last["dice"])
    passed = _passed(last["from"], steps, length)
    walked = _with_disc(seen, seat, disc, last["landed"]) if last["landed"] != last["to"] else None
    yield Beat(
        kind="walk",
        ms=WALK + STEP * steps,
        key="walk_centre" if last["landed"] == length else "walk",
        players={"player": seat},
        values={"disc": disc, "count": steps, "square": last["landed"]},
        things=(name,),
        along=tuple(f"square-{square}" if square else name for square in passed),
        view=walked,
    )
    if walked is not None:
        yield Beat(
            kind="arrow",
            ms=ARROW,
            key="arrow" if [last["landed"], last["to"]] in seen.before["arrows"] else "arrows",
            values={"square": last["landed"], "to": last["to"]},
            things=(name,),
        )
    yield from _stuck(seen, name)


def _passed(origin: int, steps: int, length: int) -> list[int]:
    """Return the squares of a walk; beyond the centre it goes back."""
    squares = range(origin, origin + steps + 1)
    return [2 * length - square if square > length else square for square in squares]


def _with_disc(seen: Happening, seat: int, disc: int, square: int) -> View:
    """Return the picture of the end of a walk, before the arrow there carries the disc on."""
    discs = [list(squares) for squares in seen.before["discs"]]
    moving = [seat, disc]
    stacks = {
        place: [other for other in pile if other != moving]
        for place, pile in seen.before["stacks"].items()
    }
    discs[seat][disc - 1] = square
    stacks.setdefault(str(square), []).append(moving)
    return seen.before | {
        "discs": discs,
        "stacks": {place: pile for place, pile in stacks.items() if pile},
        "stands": [],
    }


def _stuck(seen: Happening, name: str) -> Iterator[Beat]:
    """Yield the discs that the move covered or set free, the one in the centre apart."""
    for seat, discs in enumerate(seen.after["stuck"]):
        for index, stuck in enumerate(discs):
            other = f"disc-{seat + 1}-{index + 1}"
            if stuck == seen.before["stuck"][seat][index] or other == name:
                continue
            yield Beat(
                kind="cover" if stuck else "free",
                ms=LYING,
                key="cover" if stuck else "free",
                players={"player": seat},
                values={"disc": index + 1},
                things=(other,),
            )


def _won(seen: Happening) -> Iterator[Beat]:
    """Yield the beats of a turn that begins with both discs stuck."""
    outcome = seen.after["outcome"]
    if outcome is None or outcome["reason"] != "all_stuck":
        return
    seat = outcome["returns"].index(1.0)
    yield Beat(
        kind="win",
        ms=WON,
        key="win",
        players={"player": seat},
        things=(f"disc-{seat + 1}-1", f"disc-{seat + 1}-2"),
    )
