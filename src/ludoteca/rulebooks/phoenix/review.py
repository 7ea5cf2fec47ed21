"""Phoenix: what a review needs beyond the rules."""

from collections.abc import Iterator

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.definition import Prompt, ask
from ludoteca.core.position import Position
from ludoteca.core.storage import copy_state
from ludoteca.core.thought import Facts
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.bot.evaluation import falls, packed, ranks_of


def draws(state: State) -> Iterator[tuple[State, float]]:
    """Yield the state with each different card as the next one, by how many there are.

    No seat has seen any card of the deck, so that all orders of it are equally likely.
    """
    first, end = int(state.drawn), int(state.cards)
    if int(state.hand) == 0 or int(state.dealt) or first == end:
        return
    counts = np.bincount(state.deck[first:end], minlength=rules.KINDS)
    for kind in np.flatnonzero(counts).tolist():
        world = copy_state(state)
        place = first + int(np.argmax(world.deck[first:end] == kind))
        world.deck[first], world.deck[place] = kind, world.deck[first]
        yield world, float(counts[kind])


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
