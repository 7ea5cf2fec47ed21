"""Tuning the weights of an evaluation by self-play: `python -m ludoteca.search.tuning GAME`.

An evaluation that can be tuned has, in its module, NAMES, WEIGHTS and a kernel
`weigh(state, seat, weights)`: the log-odds of the seat's win, smooth in the weights. Each round
plays games between one-ply players on the current weights, with some moves left to chance, and fits
the weights to the results; then the new weights meet the old ones.

Where results say little of single moves, as in Colorito's long crossings, `--evolve` finds weights
that win instead: variants of the weights meet them, and those that do well pull them their way.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from ludoteca.core import registry
from ludoteca.core.definition import State
from ludoteca.core.game import Game
from ludoteca.core.rng import new_rng
from ludoteca.search.selfplay import SAMPLES, play_many, weigh_many

Numbers = NDArray[np.float64]
States = NDArray[Any]
Data = tuple[States, Numbers]
Weigh = Callable[[State, int, Numbers], float]
SLIP = 10  # one move in so many is random
STEPS = 15  # of a fit
VARIANTS = 16
SPREAD = 0.2  # of variants, relative to a weight
DRAWN = 0.3  # what a draw is worth to variants: those that stall shall not do well


class Workshop:
    """The self-play of one game's evaluation."""

    def __init__(self, game: Game, seed: int) -> None:
        module = import_module(game.definition.kernels.evaluate.__module__)
        self.game = game
        self.names: tuple[str, ...] = module.NAMES
        self.weights: Numbers = module.WEIGHTS
        self.weigh: Weigh = module.weigh
        self._rng = new_rng(seed, "tuning")

    def play(self, first: Numbers, second: Numbers, games: int, slip: int) -> Data:
        """Games between two weights, seat 0 first: states that came up and what came of them."""
        seen = np.array([self.game.state()] * (games * SAMPLES))
        results = np.zeros(games * SAMPLES)
        buffers = np.empty((2, self.game.definition.capacity), np.int64)
        shares = np.zeros(self.game.seats)
        weights = np.array([first, second])
        arguments = (seen[:3].copy(), weights, slip, self._rng, buffers, shares, seen, results)
        count = play_many(self.weigh, self.game.state(), games, *arguments)
        return seen[:count], results[:count]

    def score(self, new: Numbers, old: Numbers, games: int) -> float:
        """The share of the points that new weights take from old ones, sides swapped."""
        return self._share(new, old, games // 2, drawn=0.5)

    def _share(self, new: Numbers, old: Numbers, games: int, drawn: float) -> float:
        """The same, so many games a side, with another worth for a draw."""
        first = self.play(new, old, games, SLIP)[1]
        second = 1.0 - self.play(old, new, games, SLIP)[1]
        results = np.concatenate([first, second])
        return float(np.where(results == 0.5, drawn, results).mean())

    def _odds(self, states: States, weights: Numbers) -> Numbers:
        odds = np.zeros(len(states))
        weigh_many(self.weigh, states, weights, odds)
        return odds

    def loss(self, data: Data, weights: Numbers) -> float:
        """The average surprise, in nats, of the results if the weights were right."""
        odds = self._odds(data[0], weights)
        return float(np.mean(np.logaddexp(0.0, odds) - data[1] * odds))

    def fit(self, data: Data, weights: Numbers) -> Numbers:
        """The weights under which the results are the least surprising (Levenberg, Marquardt)."""
        damping, loss = 1e-3, self.loss(data, weights)
        for _ in range(STEPS):
            step = self._step(data, weights, damping)
            after = self.loss(data, weights + step)
            if after < loss:
                weights, loss, damping = weights + step, after, damping / 4
            else:
                damping *= 8
        return weights

    def evolve(self, weights: Numbers, games: int, chance: np.random.Generator) -> Numbers:
        """Weights moved towards those of their variants that take the most from them."""
        spread = SPREAD * np.maximum(np.abs(weights), SPREAD)
        half = chance.standard_normal((VARIANTS // 2, len(weights)))
        variants = np.concatenate([half, -half])
        each = max(1, games // (2 * VARIANTS))
        shares = [
            self._share(weights + spread * variant, weights, each, drawn=DRAWN)
            for variant in variants
        ]
        best = variants[np.argsort(shares)[: -VARIANTS // 2 - 1 : -1]]
        pull = np.log(len(best) + 0.5) - np.log(np.arange(1, len(best) + 1))
        moved: Numbers = weights + spread * (pull / pull.sum() @ best)
        return moved

    def _step(self, data: Data, weights: Numbers, damping: float) -> Numbers:
        states, results = data
        odds = self._odds(states, weights)
        change = 1e-4 * np.maximum(1.0, np.abs(weights))
        slopes = (
            np.array([self._odds(states, weights + row) - odds for row in np.diag(change)])
            / change[:, None]
        )
        share = 1.0 / (1.0 + np.exp(-odds))
        gradient = slopes @ (results - share)
        curve = (slopes * (share * (1.0 - share))) @ slopes.T
        curve += np.diag(damping * np.diag(curve) + 1e-6 * len(results))
        return np.asarray(np.linalg.solve(curve, gradient), np.float64)


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--games", default=4000, help="Games a round.")
@click.option("--rounds", default=5)
@click.option("--seed", default=1)
@click.option("--evolve", is_flag=True, help="By variants that win, not by a fit to results.")
def main(name: str, games: int, rounds: int, seed: int, evolve: bool) -> None:
    """Tunes the evaluation of a game by self-play and prints its weights."""
    workshop = Workshop(registry.load(name), seed)
    weights, chance = workshop.weights, np.random.default_rng(seed)
    for number in range(rounds):
        if evolve:
            found = workshop.evolve(weights, games, chance)
        else:
            found = workshop.fit(workshop.play(weights, weights, games, SLIP), weights)
        score = workshop.score(found, weights, games // 4)
        click.echo(f"round {number + 1}: against the old weights {score:.1%}")
        weights = found
    click.echo(
        f"against the weights at first {workshop.score(weights, workshop.weights, games):.1%}"
    )
    for title, weight in zip(workshop.names, weights, strict=True):
        click.echo(f"{title:20} {weight:8.3f}")


if __name__ == "__main__":
    main()
