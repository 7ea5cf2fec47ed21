"""Measures how far off the values of alpha-beta are, by depth: `python benchmarks/confidence.py`.

Positions of games between weak bots are looked at with small budgets and with a large one. Printed
is, for each depth that the small ones reached, the distance that 95 of 100 values of the best move
stay within, beside what `alphabeta.confidence` states.
"""

import argparse
from collections import defaultdict

import numpy as np

import ludoteca
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.search.alphabeta import confidence

GAMES = ("sendas", "colorito")
BUDGETS = (60, 250, 1000, 4000)
FEWEST = 20


def positions(game: Game, count: int) -> list[Position]:
    """Positions from games between two bots of level 1, every tenth ply."""
    found: list[Position] = []
    bot = ludoteca.player(1)
    for seed in range(count):
        position = game.start(seed=seed)
        for ply in range(400):
            if position.outcome is not None or len(found) == count:
                break
            view = position.view(position.to_move, memory=True)
            if ply % 10 == 5 + seed % 5:
                found.append(position)
            position = position.play(bot.choose(game, view, seed=1000 * seed + ply))
    return found


def errors(game: Game, count: int, reference: int) -> dict[int, list[float]]:
    """By depth, how far values are from those of the large budget."""
    found: dict[int, list[float]] = defaultdict(list)
    for position in positions(game, count):
        view = position.view(position.to_move, memory=True)
        truth = ludoteca.analyse(view, budget=reference).best.value
        for nodes in BUDGETS:
            analysis = ludoteca.analyse(view, budget=nodes)
            if not analysis.best.exact:
                found[analysis.depth].append(abs(analysis.best.value - truth))
    return found


def main() -> None:
    """Prints the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--positions", type=int, default=100)
    arguments.add_argument("--reference", type=int, default=60_000)
    chosen = arguments.parse_args()
    for name in GAMES:
        found = errors(ludoteca.load(name), chosen.positions, chosen.reference)
        for depth, off in sorted(found.items()):
            if len(off) >= FEWEST:
                within = np.quantile(off, 0.95)
                stated = confidence(depth)
                print(f"{name:10} depth {depth:2}  {len(off):4} values  {within:.3f} {stated:.3f}")


if __name__ == "__main__":
    main()
