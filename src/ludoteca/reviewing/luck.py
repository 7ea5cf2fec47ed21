"""The luck of chance events, with mean 0 whatever the evaluator.

Let W be a function of the whole state (here the game's static evaluation of every seat's share, or
of its lead in points) and let a chance event lead from state x to one of the states y with
probability p(y | x). Its luck is

    luck = W(y) - Σ p(y' | x) W(y')

the difference of a martingale: given all that happened before, its mean is 0, so the sum over a
game has mean 0 for any W and any players; only its variance depends on how good W is. This is the
luck of GNU Backgammon's analysis (the rollouts' variance reduction), the control variate of White
and Bowling (2009), and the chance part of AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling,
AAAI 2018).

Rolls have few outcomes and are enumerated: draws are expanded level by level, equal states merged.
A game whose search solves whole turns has the exact luck of a roll itself: `luck(before, after)` of
its review module. A deal has too many outcomes; the mean is estimated from SAMPLES deals drawn from
a generator seeded by the match and the event, independent of the deal itself: the estimate is
unbiased, so the mean of the luck is still 0, and its variance grows by 1/SAMPLES.

Cards that were dealt face down. In a game with hidden information the log has one deal, but nobody
knows the deck until cards are drawn from it. The draw is the chance event that players mean. Given
the history and all cards that any seat has seen, the unseen ones are exchangeable: no decision can
have depended on their order. So let `unseen(state, rng)` of a game's review module put just these
in another random order. The luck of a move that draws is then W(after it) minus the mean of W after
the same move in shuffled worlds, again with mean 0. A hook may shuffle less than it could, never
more: a face that one seat has seen stays, since that seat's decisions may depend on it. Where only
the next card matters to W, `draws(state)` lists the different ones instead, with their weights, and
the mean is exact.

Within a running match a seat may know only its own view. Then W is the mean over determinizations
of that view (`imagine`), before and after; nothing else of the state is read.

Assumes: `evaluate` is a function of the state alone; chance is drawn with the weights of
`outcomes`; deals are independent of the players.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from ludoteca.core import registry, storage
from ludoteca.core.arrays import Floats, State
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE, OVER, no_points
from ludoteca.core.rng import Rng, new_rng
from ludoteca.search.common import seat_values
from ludoteca.search.playout import settle

SAMPLES = 192  # deals that estimate the mean over all deals
SHUFFLES = 48  # worlds that estimate the mean of a draw from the deck
WORLDS = 32  # determinizations of a view
MOST_STATES = 4_000  # outcomes of a roll that are still enumerated


def counts_points(game: Game) -> bool:
    """Return whether a game has points that a review can count; its module may say that not."""
    own = registry.part(game.name, "review")
    return game.definition.kernels.lead is not no_points and getattr(own, "POINTS", True)


def static_values(game: Game, state: State) -> Floats:
    """Return W: each seat's share by the evaluation, and in a second row its lead in points."""
    values = static_shares(game, state)
    if counts_points(game):
        for seat in range(game.seats):
            values[1, seat] = _lead(game, state, seat)
    return values


def static_shares(game: Game, state: State) -> Floats:
    """Return W without the points: the first row only, where they are not wanted."""
    values = np.zeros((2, game.seats))
    own = registry.part(game.name, "review")
    if own is not None and hasattr(own, "shares"):
        own.shares(state, values[0])
    else:
        seat_values(state, values[0])
    return values


def _lead(game: Game, state: State, seat: int) -> float:
    """Return a seat's lead in points: the real one at the end, else the estimate."""
    if int(state.to_move) == OVER:
        scores = game.definition.ending(state).scores
        if scores is not None:
            return final_lead(scores, seat)
    return float(game.definition.kernels.lead(state, seat))


def final_lead(scores: "tuple[int, ...]", seat: int) -> float:
    """Return the points of a seat minus those of the best other seat."""
    return float(scores[seat] - max(s for i, s in enumerate(scores) if i != seat))


@dataclass(frozen=True)
class Means:
    """How means over chance are taken: of which W, and from how many deals and shuffles."""

    worth: Callable[[Game, State], Floats] = static_values
    samples: int = SAMPLES
    shuffles: int = SHUFFLES


FULL = Means()
QUICK = Means(static_shares, 48, 12)


def mean_of_event(game: Game, state: State, rng: Rng, how: Means = FULL) -> Floats:
    """Return the mean of W over the outcomes of the pending chance event."""
    if not game.definition.deals_itself:
        found = _enumerated(game, state, how)
        if found is not None:
            return found
    return _sampled(game, state, rng, how)


def _enumerated(game: Game, state: State, how: Means) -> Floats | None:
    """Return the mean over all outcomes, by their weights; None where they are too many."""
    kernels = game.definition.kernels
    out, weight = np.empty((2, game.definition.capacity), np.int64)
    open_states = {state.tobytes(): (state, 1.0)}
    total = np.zeros((2, game.seats))
    while open_states:
        following: dict[bytes, tuple[State, float]] = {}
        for one, share in open_states.values():
            count = int(kernels.outcomes(one, out, weight))
            whole = float(weight[:count].sum())
            for draw, parts in zip(out[:count].tolist(), weight[:count].tolist(), strict=True):
                after = storage.copy_state(one)
                kernels.apply(after, draw)
                key, part = after.tobytes(), share * parts / whole
                before = following.get(key)
                following[key] = (after, part if before is None else before[1] + part)
        open_states = {}
        for key, (after, part) in following.items():
            if int(after.to_move) == CHANCE:
                open_states[key] = (after, part)
            else:
                total += part * how.worth(game, after)
        if len(open_states) > MOST_STATES:
            return None
    return total


def _sampled(game: Game, state: State, rng: Rng, how: Means) -> Floats:
    """Return the mean over outcomes drawn at random."""
    out, weight = np.empty((2, game.definition.capacity), np.int64)
    total = np.zeros((2, game.seats))
    for _ in range(how.samples):
        after = storage.copy_state(state)
        settle(after, rng, out, weight)
        total += how.worth(game, after)
    return total / how.samples


def luck_of_event(game: Game, before: State, after: State, rng: Rng, how: Means = FULL) -> Floats:
    """Return the luck of a chance event for every seat, in shares and in points."""
    own = getattr(registry.part(game.name, "review"), "luck", None)
    if own is not None:
        return np.array([own(before, after), np.zeros(game.seats)])
    return how.worth(game, after) - mean_of_event(game, before, rng, how)


def luck_of_draw(
    game: Game, before: State, action: int, after: State, rng: Rng, how: Means = FULL
) -> Floats:
    """Return the luck of the cards that a move draws; 0 where it draws nothing unseen."""
    worlds = list(_redrawn(game, before, rng, how))
    if not worlds:
        return np.zeros((2, game.seats))
    now, total = how.worth(game, after), np.zeros((2, game.seats))
    for world, weight in worlds:
        game.definition.kernels.apply(world, action)
        total += weight * (how.worth(game, world) - now)
    found: Floats = -total / sum(weight for _, weight in worlds)
    return found


def _redrawn(game: Game, state: State, rng: Rng, how: Means) -> Iterator[tuple[State, float]]:
    """Yield states in which other cards come next, each with its weight."""
    own = registry.part(game.name, "review")
    if hasattr(own, "draws"):
        yield from own.draws(state)
    elif hasattr(own, "unseen"):
        for _ in range(how.shuffles):
            world = storage.copy_state(state)
            own.unseen(world, rng)
            yield world, 1.0


def believed(game: Game, state: State, seat: int, rng: Rng, action: int | None = None) -> Floats:
    """Return the mean of W over determinizations of a seat's view, after an action if given."""
    total = np.zeros((2, game.seats))
    for _ in range(WORLDS):
        world = storage.copy_state(state)
        game.definition.kernels.imagine(world, seat, rng)
        if action is not None:
            game.definition.kernels.apply(world, action)
        total += static_values(game, world)
    return total / WORLDS


@cache
def _start(name: str, options: str, game: Game) -> tuple[tuple[float, ...], tuple[float, ...]]:
    state = game.state()
    if int(state.to_move) == CHANCE:
        values = mean_of_event(game, state, new_rng("expectation at the start", name, options))
    else:
        values = static_values(game, state)
    return tuple(values[0].tolist()), tuple(values[1].tolist())


def expectation_at_start(game: Game) -> Floats:
    """Return the mean of W over all games, before anything is dealt; equal for equal options."""
    return np.array(_start(game.name, game.options_text(), game))
