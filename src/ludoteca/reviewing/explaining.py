"""Why a move is better than another, in a game's own terms.

A game's module `review` may have `why(world, played, best, facts)`: a `Prompt` whose key stands
below `review` in the game's texts, or None. The facts are what the analysis adds to either move.
The world is a determinization of what the seat to move saw, always the same for equal views, so
that a reason never depends on what the seat could not know.
"""

from ludoteca.core import registry
from ludoteca.core.chance import Chance, seed_bytes
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.reviewing.model import Why
from ludoteca.search.api import Candidate


def imagined(position: Position) -> Position:
    """Return a position as the seat to move may imagine it."""
    seat = position.to_move
    assert seat is not None
    assert seat != CHANCE
    state = position.game.imagine(position.view(seat, memory=True), new_rng("review"))
    return Position(position.game, state, Chance(seed=seed_bytes(0)))


def explain(position: Position, played: Candidate, best: Candidate) -> Why | None:
    """Return why the best move is better than the one played; None where the game does not say."""
    hook = getattr(registry.part(position.game.name, "review"), "why", None)
    if hook is None or played.move == best.move:
        return None
    said = hook(imagined(position), played.move, best.move, (played.extra, best.extra))
    if said is None:
        return None
    values = {
        name: value if isinstance(value, int | float) else str(value)
        for name, value in said.values.items()
    }
    return Why(key=said.key, values=values)
