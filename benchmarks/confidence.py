"""Measure how far off the values of the searches are, by depth: `python benchmarks/confidence.py`.

Positions of games between weak bots are searched with small budgets and with a large one. Printed
is, for each depth that the small ones reached, the distance that 95 of 100 values of the best move
stay within, beside what is stated: by `alphabeta.confidence`, or in Cadena by `DOUBT` in
`bot.turns.deepening`, where distances are of even chances: others count as if even.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable

import numpy as np

import ludoteca
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.rulebooks.cadena.bot.turns import deepening
from ludoteca.search.alphabeta.driver import confidence

BUDGETS = {"sendas": (60, 250, 1000, 4000), "colorito": (60, 250, 1000, 4000), "cadena": (9, 120)}
REFERENCE = {"sendas": 60_000, "colorito": 60_000, "cadena": 40_000}
STATED: dict[str, Callable[[int], float]] = {
    "sendas": confidence,
    "colorito": confidence,
    "cadena": lambda depth: deepening.DOUBT[min(depth, len(deepening.DOUBT) - 1)],
}
FEWEST = 20
GLANCE = 0  # Cadena's depth where a board is new and there is no time


def positions(game: Game, count: int) -> list[Position]:
    """Return positions from games between two bots of level 1, every tenth ply."""
    found: list[Position] = []
    bot = ludoteca.player(1)
    for seed in range(count):
        position = game.start(seed=seed)
        for ply in range(400):
            if position.outcome is not None or len(found) == count:
                break
            if position.to_move == CHANCE:
                position = position.play(position.chance_text())
                continue
            view = position.view(position.to_move, memory=True)
            if ply % 10 == 5 + seed % 5:
                found.append(position)
            position = position.play(bot.choose(game, view, seed=1000 * seed + ply))
    return found


def distance(value: float, truth: float, *, of_even: bool) -> float:
    """Return how far off a value is, or with `of_even` how far it would be at even chances."""
    off = abs(value - truth)
    return off / max(4.0 * value * (1.0 - value), 0.01) if of_even else off


def errors(game: Game, count: int, reference: int) -> dict[int, list[float]]:
    """Return, by depth, how far values are from those of the large budget."""
    found: dict[int, list[float]] = defaultdict(list)
    of_even = game.definition.chance
    for position in positions(game, count):
        view = position.view(position.to_move, memory=True)
        best = ludoteca.analyse(view, budget=reference)
        for nodes in BUDGETS[game.name]:
            analysis = ludoteca.analyse(view, budget=nodes)
            if not analysis.best.exact and analysis.depth < best.depth:
                off = distance(analysis.best.value, best.best.value, of_even=of_even)
                found[analysis.depth].append(off)
        if of_even:
            value = deepening.at_a_glance(position.state()).values.max()
            found[GLANCE].append(distance(value, best.best.value, of_even=True))
    return found


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", nargs="+", choices=BUDGETS, default=list(BUDGETS))
    arguments.add_argument("--positions", type=int, default=100)
    arguments.add_argument("--reference", type=int)
    chosen = arguments.parse_args()
    for name in chosen.games:
        reference = chosen.reference or REFERENCE[name]
        found = errors(ludoteca.load(name), chosen.positions, reference)
        for depth, off in sorted(found.items()):
            if len(off) >= FEWEST:
                within = np.quantile(off, 0.95)
                stated = STATED[name](depth)
                print(f"{name:10} depth {depth:2}  {len(off):4} values  {within:.3f} {stated:.3f}")


if __name__ == "__main__":
    main()
