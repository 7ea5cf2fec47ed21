"""Replay: a match as it stood after any number of events."""

from collections.abc import Iterator

from ludoteca.core.position import Position
from ludoteca.match import Match


def up_to(match: Match, count: int) -> Match:
    """Return the match as it was after its first `count` events."""
    earlier = Match.sealed(
        match.game, match.commitment, contributions=match.contributions, tags=match.tags
    )
    for event in match.events[:count]:
        earlier.add(event)
    if match.seed is not None:
        earlier.unseal(match.seed)
    return earlier


def positions(match: Match) -> Iterator[Position]:
    """Yield every position of a match: the start, then what each event led to."""
    replayed = up_to(match, 0)
    yield replayed.position
    for event in match.events:
        replayed.add(event)
        yield replayed.position
