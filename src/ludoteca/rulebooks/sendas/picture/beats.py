"""Sendas: what happened, moment by moment: a piece moves, turns, becomes a wildcard or leaves."""

import re

from ludoteca.core.beats import Beat, Happening
from ludoteca.core.definition import View

MOVED, TURNED, WILD, LEFT, PASS = 1000, 900, 1300, 2000, 700
_MOVE = re.compile(
    r"(?P<origin>[a-i][1-9])(?:(?P<star>\*)|-(?P<target>[a-i][0-9]+))?(?:\[(?P<ends>[NESW]+)\])?"
)


def beats(seen: Happening) -> list[Beat]:
    """Return the one thing that a turn does."""
    if seen.mover is None:
        return []
    players = {"player": seen.mover}
    if seen.event in ("pass", "swap"):
        return [Beat(kind=seen.event, ms=PASS, key=seen.event, players=players)]
    match = _MOVE.fullmatch(seen.event)
    if match is None:
        return []
    origin, target = match["origin"], match["target"] or match["origin"]
    kind, key, ms = _kind(seen.before, match)
    return [
        Beat(
            kind=kind,
            ms=ms,
            key=key,
            players=players,
            values={"from": origin, "to": target},
            things=(f"piece-{target}",),
            origins={f"piece-{target}": f"piece-{origin}"} if target != origin else {},
        )
    ]


def _kind(before: View, match: re.Match[str]) -> tuple[str, str, int]:
    """Return the kind of a beat, the key of its sentence and its length."""
    if match["star"]:
        return "wild", "wild", WILD
    if match["ends"] is None:
        return "exit", "exit", LEFT
    if match["target"] is None:
        return "turn", "turn", TURNED
    ends = {piece["square"]: piece["ends"] for piece in before["pieces"]}
    turned = ends.get(match["origin"]) != match["ends"]
    return "slide", "move_turn" if turned else "move", MOVED
