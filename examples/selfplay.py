"""A small agent that learns Rainbow Duel by playing against itself, in plain NumPy.

    python examples/selfplay.py                 # about a minute on two cores
    python examples/selfplay.py --rounds 30     # a taste of it

Many games run side by side. One small network gets the observation of the seat to move and says how
likely it plays each action, and how many cards it expects to be ahead soon. Actions that did better
than expected become likelier: that is all (“advantage actor-critic”). Both seats are the same
network, because an observation is always written from the own side.
"""

import argparse
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca import envs
from ludoteca.envs import VectorEnv

Floats = NDArray[np.float32]

GAME = "rainbow"
HIDDEN = 64
STEPS = 24  # of each game between two lessons
FADING = 0.9  # how much a card counts that is won one decision later
CURIOSITY = 0.01  # what it is worth to keep several actions likely
PACE = 0.003
CARD, WIN = 0.2, 1.0  # rewards


class Network:
    """One hidden layer; out come a number for each action and the lead that is expected."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        source = np.random.default_rng(seed)
        shapes = {"hidden": (inputs + 1, HIDDEN), "out": (HIDDEN + 1, actions + 1)}
        self.weights = {
            name: (source.normal(size=shape) * 0.5 / np.sqrt(shape[0])).astype(np.float32)
            for name, shape in shapes.items()
        }
        self.means = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.squares = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.lessons = 0

    def look(self, inputs: Floats, mask: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, the probability of each action, and the lead expected."""
        hidden = np.maximum(with_one(inputs) @ self.weights["hidden"], 0)
        out = with_one(hidden) @ self.weights["out"]
        scores = np.where(mask > 0, out[:, :-1], -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, inputs: Floats, hidden: Floats, slope: Floats) -> None:
        """Take one step down a slope, given for each output of each row (the optimiser is Adam)."""
        back = (slope @ self.weights["out"][:-1].T) * (hidden > 0)
        slopes = {"hidden": with_one(inputs).T @ back, "out": with_one(hidden).T @ slope}
        self.lessons += 1
        for name, value in slopes.items():
            self.means[name] += 0.1 * (value - self.means[name])
            self.squares[name] += 0.001 * (value**2 - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.lessons)
            square = self.squares[name] / (1 - 0.999**self.lessons)
            self.weights[name] -= PACE * mean / (np.sqrt(square) + 1e-8)


def with_one(rows: Floats) -> Floats:
    """Return rows with a 1 behind each, for the constant term."""
    return np.concatenate([rows, np.ones((len(rows), 1), np.float32)], axis=1)


def draw(chances: Floats, source: np.random.Generator) -> NDArray[np.int64]:
    """Return an action for each row, by its probabilities."""
    edges = chances.cumsum(axis=1)
    tickets = source.random((len(chances), 1)) * edges[:, -1:]
    return np.asarray((edges <= tickets).sum(axis=1))


@dataclass
class Moment:
    """What was seen and done in all games at one step."""

    inputs: Floats
    mask: NDArray[np.int8]
    seat: NDArray[np.int8]
    action: NDArray[np.int64]
    gain: Floats  # what the step brought seat 0
    ended: NDArray[np.bool_]


def lead(env: VectorEnv) -> Floats:
    """Return how many cards seat 0 is ahead in each game."""
    step = env.last()
    won = env.encoding.split(step.observation)["won"].astype(np.float32)
    ahead: Floats = np.where(step.seat == 0, 1, -1) * (won[:, 0] - won[:, 1])
    return ahead


def play(env: VectorEnv, network: Network, source: np.random.Generator) -> Moment:
    """Play one step in all games."""
    step = env.last()
    inputs, mask, seat = (
        env.encoding.expand(step.observation),
        step.action_mask.copy(),
        step.seat.copy(),
    )
    action = draw(network.look(inputs, mask)[1], source)
    before = lead(env)
    step = env.step(action)
    gain = np.where(step.ended, WIN * step.reward[:, 0], CARD * (lead(env) - before))
    return Moment(inputs, mask, seat, action, gain.astype(np.float32), step.ended.copy())


def teach(env: VectorEnv, network: Network, moments: list[Moment]) -> None:
    """Make likelier what did better than expected."""
    side = np.where(env.last().seat == 0, 1, -1)
    coming = (
        side * network.look(env.encoding.expand(env.last().observation), env.last().action_mask)[2]
    )
    results = []
    for moment in reversed(moments):
        later: Floats = np.where(moment.ended, 0, coming).astype(np.float32)
        coming = moment.gain + FADING * later
        results.append(coming)
    result = np.concatenate(results[::-1])
    inputs, mask, seat, action = (
        np.concatenate([getattr(moment, name) for moment in moments])
        for name in ("inputs", "mask", "seat", "action")
    )
    hidden, chances, expected = network.look(inputs, mask)
    surprise = np.where(seat == 0, 1, -1) * result - expected
    rows = np.arange(len(action))
    chosen = np.zeros_like(chances)
    chosen[rows, action] = 1
    worth = np.log(np.maximum(chances, 1e-9))
    spread = chances * (worth - (chances * worth).sum(axis=1, keepdims=True))
    policy = (chances - chosen) * surprise[:, None] + CURIOSITY * spread
    slope = np.concatenate([policy, -0.5 * surprise[:, None]], axis=1) / len(action)
    network.learn(inputs, hidden, slope.astype(np.float32))


def score(network: Network, *, games: int, seed: int) -> float:
    """Return what share of the wins the network takes from a random player, on both seats."""
    env, source = envs.vector(GAME, n=games, seed=seed), np.random.default_rng(seed)
    own, share = np.arange(games) % 2, np.full(games, np.nan)
    while np.isnan(share).any():
        step = env.last()
        chances = network.look(env.encoding.expand(step.observation), step.action_mask)[1]
        action = np.where(step.seat == own, draw(chances, source), env.sample())
        step = env.step(action)
        first = step.ended & np.isnan(share)
        share[first] = (1 + step.reward[first, own[first]]) / 2
    return float(share.mean())


def train(*, rounds: int, games: int, seed: int, report: Any = print) -> Network:
    """Return a network after `rounds` lessons from games played side by side."""
    env, source = envs.vector(GAME, n=games, seed=seed), np.random.default_rng(seed)
    network = Network(env.encoding.expanded_size, env.encoding.actions, seed)
    began = time.perf_counter()
    for lesson in range(1, rounds + 1):
        teach(env, network, [play(env, network, source) for _ in range(STEPS)])
        if lesson % max(1, rounds // 5) == 0:
            share, spent = score(network, games=200, seed=lesson), time.perf_counter() - began
            report(f"{lesson:5} lessons, {spent:4.0f} s: {share:.1%} against random")
    return network


def main() -> None:
    """Train and say how well it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=300, help="lessons")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    network = train(rounds=options.rounds, games=options.games, seed=options.seed)
    print(f"4,000 games against random: {score(network, games=4000, seed=12345):.1%}")


if __name__ == "__main__":
    main()
