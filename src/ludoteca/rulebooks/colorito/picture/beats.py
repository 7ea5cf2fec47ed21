"""Colorito: what happened, moment by moment: a step or a jump hop by hop, and a piece at home."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ludoteca.core.beats import Beat, Happening
from ludoteca.core.definition import View
from ludoteca.rulebooks.colorito.names import read_square
from ludoteca.rulebooks.colorito.picture.route import route
from ludoteca.rulebooks.colorito.picture.scene import piece_id
from ludoteca.rulebooks.colorito.rules import SIDE

STEP, HOP, REST, HOME, PASS, WON = 800, 330, 500, 800, 700, 1600


def beats(seen: Happening) -> list[Beat]:
    """Return the way of a piece, and whether it came home; or a pass."""
    if seen.mover is None:
        return []
    if seen.event in ("pass", "swap"):
        return [Beat(kind=seen.event, ms=PASS, key=seen.event, players={"player": seen.mover})]
    origin, _, target = seen.event.partition("-")
    piece = _piece_on(seen.before, origin)
    if piece is None or _piece_on(seen.after, target) is None:
        return []
    return [_moved(seen, piece), *_home(seen, piece), *_won(seen)]


def _piece_on(view: View, square: str) -> dict[str, Any] | None:
    return next((piece for piece in view["pieces"] if piece["square"] == square), None)


def _is_hop(origin: str, target: str) -> bool:
    """Return whether two squares of a way are two apart."""
    one, other = read_square(origin), read_square(target)
    return max(abs(one % SIDE - other % SIDE), abs(one // SIDE - other // SIDE)) == 2


def _moved(seen: Happening, piece: dict[str, Any]) -> Beat:
    """Return a step, a jump along its hops, or a step and then a jump."""
    assert seen.mover is not None
    squares = route(seen.before, seen.event)
    hops = sum(_is_hop(one, other) for one, other in pairwise(squares))
    stepped = len(squares) - 1 > hops
    key = "step" if not hops else "step_hop" if stepped else "hop" if hops == 1 else "hops"
    return Beat(
        kind="hop" if hops else "step",
        ms=REST + HOP * (len(squares) - 1) if hops else STEP,
        key=key,
        players={"player": seen.mover},
        values={
            "number": piece["number"],
            "from": squares[0],
            "to": squares[-1],
            "hops": hops,
        },
        terms={"colour": f"colours.{piece['colour']}"},
        things=(piece_id(seen.after, piece),),
        along=tuple(f"square-{square}" for square in squares),
    )


def _home(seen: Happening, piece: dict[str, Any]) -> Iterator[Beat]:
    """Yield the beat of a piece that stands on its goal now."""
    seat = piece["seat"]
    if seen.after["home"][seat] > seen.before["home"][seat]:
        yield Beat(
            kind="home",
            ms=HOME,
            key="home",
            players={"player": seat},
            values={"number": piece["number"], "count": seen.after["home"][seat]},
            terms={"colour": f"colours.{piece['colour']}"},
            things=(piece_id(seen.after, piece), f"home-{seat}"),
        )


def _won(seen: Happening) -> Iterator[Beat]:
    """Yield the beat of the seat whose pieces are all home."""
    outcome = seen.after["outcome"]
    if outcome is not None and 1.0 in outcome["returns"]:
        seat = outcome["returns"].index(1.0)
        yield Beat(
            kind="win", ms=WON, key="win", players={"player": seat}, things=(f"home-{seat}",)
        )
