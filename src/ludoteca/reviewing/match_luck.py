"""The luck of a whole match in two numbers a seat, for results of thousands of games.

The terms are those of a review (`luck.py`), of shares only and with means from fewer samples. Each
is a term of a martingale: whatever happened before, its mean is 0, so that it may be taken off a
result, times any factor chosen without looking at that result, and the mean of the results stays
what it is (`lab.adjusting`).
"""

from ludoteca.core.kernels import CHANCE
from ludoteca.core.rng import new_rng
from ludoteca.match import Match
from ludoteca.match.replay import positions
from ludoteca.reviewing.luck import QUICK, luck_of_draw, luck_of_event

Terms = tuple[tuple[float, ...], tuple[float, ...]]
"""The luck of rolls and deals, and that of cards drawn from a deck; each by seat."""


def luck_of_match(match: Match) -> Terms:
    """Return the luck of each seat in a match; zeros in a game without chance."""
    game, seats = match.game, range(match.game.seats)
    if not game.definition.chance:
        return (0.0,) * len(seats), (0.0,) * len(seats)
    sums = [[0.0] * len(seats), [0.0] * len(seats)]
    before = None
    for ply, position in enumerate(positions(match)):
        after = position.state()
        event = match.events[ply - 1]
        if before is not None and event.is_step:
            rng = new_rng("luck", match.commitment, ply)
            if event.who == CHANCE:
                found = luck_of_event(game, before, after, rng, QUICK)
            else:
                action = game.definition.read(before, event.text)
                found = luck_of_draw(game, before, action, after, rng, QUICK)
            kind = sums[int(event.who != CHANCE)]
            for seat in seats:
                kind[seat] += float(found[0, seat])
        before = after
    return tuple(sums[0]), tuple(sums[1])
