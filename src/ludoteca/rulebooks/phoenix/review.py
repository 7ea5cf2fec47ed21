"""Phoenix: what a review needs beyond the rules."""

from ludoteca.core.arrays import State
from ludoteca.core.definition import Prompt, ask
from ludoteca.core.position import Position
from ludoteca.core.rng import Rng, shuffle
from ludoteca.core.thought import Facts
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.bot.evaluation import falls, packed, ranks_of


def unseen(state: State, rng: Rng) -> None:
    """Shuffle the deck from its next card on: no seat has seen any of it."""
    if int(state.hand) == 0 or int(state.dealt):
        return
    rest = state.deck[int(state.drawn) : int(state.cards)]
    shuffle(rng, rest, len(rest))


def why(world: Position, played: str, best: str, facts: tuple[Facts, Facts]) -> Prompt | None:
    """Return what the best move does better for the lines on the table, which both seats see."""
    seat = world.to_move or 0
    mine, better = (world.step(move).state() for move in (played, best))
    values: dict[str, object] = {"played": played, "best": best}
    if bool(rules.in_order(better, seat)) and not rules.in_order(mine, seat):
        return ask("finishes", **values)
    for key, line, sign in (("runs", seat, 1), ("rival_runs", 1 - seat, -1)):
        points = [int(rules.run_points(one, line)) for one in (mine, better)]
        if sign * (points[1] - points[0]) > 0:
            return ask(key, **values, worse=points[0], better=points[1])
    if bool(rules.has_all_colours(better, seat)) and not rules.has_all_colours(mine, seat):
        return ask("colours", **values)
    for key, line, sign in (("order", seat, -1), ("rival_order", 1 - seat, 1)):
        breaks = [int(falls(packed(one, line, ranks_of(one)))) for one in (mine, better)]
        if sign * (breaks[1] - breaks[0]) > 0:
            return ask(key, **values, worse=breaks[0], better=breaks[1])
    return ask("discard", **values) if played.startswith("-") and best[0] != "-" else None
