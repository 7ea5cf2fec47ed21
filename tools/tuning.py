"""Tuning the weights of an evaluation by self-play: `python -m tools tuning GAME`.

An evaluation that can be tuned has, in its module, NAMES, WEIGHTS and a kernel
`weigh(state, seat, weights)`: the log-odds of the seat's win, smooth in the weights. Each round
plays games between one-ply players on the current weights, with some moves left to chance, and fits
the weights to the results; then the new weights meet the old ones, and the better are kept.

Where results say little of single moves, as in long games, `--evolve` finds weights
that win instead: variants of the weights meet them, and those that do well pull them their way.

Options of the game are given by their names: `--pin for-good`.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from ludoteca.core import registry
from ludoteca.core.arrays import State
from ludoteca.core.game import Game
from ludoteca.core.rng import new_rng
from ludoteca.search.common import Z_95
from tools.selfplay import SAMPLES, play_many, weigh_many

Numbers = NDArray[np.float64]
States = NDArray[Any]
Data = tuple[States, Numbers]
Weigh = Callable[[State, int, Numbers], float]
SLIP = 10  # one move in SLIP is random
STEPS = 15  # of a fit
VARIANTS = 16
SPREAD = 0.2  # of variants, relative to a weight
DRAWN = 0.3  # what a draw is worth to variants: those that stall shall not do well


class Score(NamedTuple):
    """The share of the points that weights take from others, with its 95 % interval (Wilson's)."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.low:.1%} to {self.high:.1%})"


def score_of(ends: Numbers) -> Score:
    """Return the score of weights that took so much of each game."""
    games, share = len(ends), float(ends.mean())
    spread = Z_95 * np.sqrt(share * (1.0 - share) / games + (Z_95 / (2.0 * games)) ** 2)
    middle, scale = share + Z_95**2 / (2.0 * games), 1.0 + Z_95**2 / games
    return Score(share, float((middle - spread) / scale), float((middle + spread) / scale))


class Workshop:
    """The self-play of one game's evaluation; a game of two."""

    def __init__(self, game: Game, seed: int) -> None:
        module = import_module(game.definition.kernels.evaluate.__module__)
        self.game = game
        self.names: tuple[str, ...] = module.NAMES
        self.weights: Numbers = module.WEIGHTS
        self.weigh: Weigh = module.weigh
        self._rng = new_rng(seed, "tuning")

    def _play(self, first: Numbers, second: Numbers, games: int) -> tuple[Data, Numbers]:
        """Play games between two weights, seat 0 first.

        Return the states that came up with their results, and how each game ended for seat 0.
        """
        seen = np.array([self.game.state()] * (games * SAMPLES))
        results, ends = np.zeros(games * SAMPLES), np.zeros(games)
        buffers = np.empty((2, self.game.definition.capacity), np.int64)
        shares, weights = np.zeros(self.game.seats), np.array([first, second])
        arguments = (seen[:3].copy(), weights, SLIP, self._rng, buffers, shares, seen, results)
        count = play_many(self.weigh, self.game.state(), *arguments, ends)
        return (seen[:count], results[:count]), ends

    def play(self, weights: Numbers, games: int) -> Data:
        """Return states that came up in games of weights with themselves, and what came of them."""
        return self._play(weights, weights, games)[0]

    def score(self, new: Numbers, old: Numbers, games: int) -> Score:
        """Return what new weights take from old ones, sides swapped."""
        return score_of(self._ends(new, old, games // 2))

    def _ends(self, new: Numbers, old: Numbers, games: int) -> Numbers:
        """Return how games ended for new weights, `games` on each side."""
        first, second = self._play(new, old, games)[1], self._play(old, new, games)[1]
        return np.concatenate([first, 1.0 - second])

    def _merit(self, variant: Numbers, weights: Numbers, games: int) -> float:
        """Return what a variant takes from weights, where a draw is worth less than half."""
        ends = self._ends(variant, weights, games)
        return float(np.where(ends == 0.5, DRAWN, ends).mean())

    def _odds(self, states: States, weights: Numbers) -> Numbers:
        odds = np.zeros(len(states))
        weigh_many(self.weigh, states, weights, odds)
        return odds

    def loss(self, data: Data, weights: Numbers) -> float:
        """Return the average surprise, in nats, of the results if the weights were right."""
        odds = self._odds(data[0], weights)
        return float(np.mean(np.logaddexp(0.0, odds) - data[1] * odds))

    def fit(self, data: Data, weights: Numbers) -> Numbers:
        """Return the weights under which the results are the least surprising (Levenberg,
        Marquardt).
        """
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
        """Return weights moved towards those of their variants that take the most from them."""
        spread = SPREAD * np.maximum(np.abs(weights), SPREAD)
        half = chance.standard_normal((VARIANTS // 2, len(weights)))
        variants = np.concatenate([half, -half])
        each = max(1, games // (2 * VARIANTS))
        shares = [self._merit(weights + spread * variant, weights, each) for variant in variants]
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


def better(workshop: Workshop, old: Numbers, new: Numbers, games: int) -> tuple[Numbers, Score]:
    """Return the weights that win a match, the old ones if it is even.

    The second value is the share that the new ones took.
    """
    score = workshop.score(new, old, games)
    return (new if score.share > 0.5 else old), score


def read_options(words: list[str]) -> dict[str, str | int]:
    """Return the options of a game from `--name value` pairs; else click's UsageError."""
    names, values = words[::2], words[1::2]
    if len(names) != len(values) or not all(name.startswith("--") for name in names):
        raise click.UsageError(f"not options of a game: {' '.join(words)}")
    return {
        name[2:]: int(value) if value.isdigit() else value
        for name, value in zip(names, values, strict=True)
    }


def told(workshop: Workshop, weights: Numbers, score: Score) -> Iterator[str]:
    """Return the lines that say what came of a tuning: the weights to keep, by name and
    to paste.
    """
    yield f"against the weights at first {score}"
    if score.low > 0.5:
        yield "clearly better; the weights found:"
    else:
        yield "not clearly better; the weights at first:"
        weights = workshop.weights
    for title, weight in zip(workshop.names, weights, strict=True):
        yield f"{title:20} {weight:8.3f}"
    yield f"WEIGHTS = np.array([{', '.join(f'{weight:.4g}' for weight in weights)}])"


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("name", metavar="GAME")
@click.option("--games", default=4000, help="Games a round.")
@click.option("--rounds", default=5)
@click.option("--seed", default=1)
@click.option("--evolve", is_flag=True, help="By variants that win, not by a fit to results.")
@click.pass_context
def main(ctx: click.Context, name: str, games: int, rounds: int, seed: int, evolve: bool) -> None:
    """Tune the evaluation of a game by self-play and print its weights.

    Further options are those of the game, such as --pin for-good.
    """
    game = registry.load(name, **read_options(ctx.args))
    if game.seats != 2:
        raise click.UsageError("weights are tuned in games of two")
    workshop, chance = Workshop(game, seed), np.random.default_rng(seed)
    weights = workshop.weights
    for number in range(rounds):
        if evolve:
            found = workshop.evolve(weights, games, chance)
        else:
            found = workshop.fit(workshop.play(weights, games), weights)
        weights, score = better(workshop, weights, found, games // 4)
        click.echo(f"round {number + 1}: against the weights before {score}")
    for line in told(workshop, weights, workshop.score(weights, workshop.weights, games)):
        click.echo(line)
    again = [name, *ctx.args, f"--games {games}", f"--rounds {rounds}", f"--seed {seed}"]
    click.echo(" ".join(["python -m tools tuning", *again, *["--evolve"] * evolve]))
