"""The calibration of the evaluation bar: bots play on from evaluated positions.

From each game two positions are kept, drawn at random, with the value that a hint would have and
the share of the win that the side to move got in the end. The knots are fitted to all of them; the
test fits half of the games and compares with the other half, both ways.
"""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

import ludoteca
from ludoteca.core.game import Game, seat_counts
from ludoteca.core.registry import definition
from ludoteca.match.play import move_of
from ludoteca.search import calibration
from ludoteca.search.defaults import DEFAULT_LEVEL, HINT_LEVEL

SAMPLES = Path(__file__).parent.parent / "tests" / "data" / "calibration"
LEVEL = str(DEFAULT_LEVEL)
PER_GAME = 2
DECISIONS = 10_000

Sample = tuple[int, float, float, str]
"""The number of the game, the value, the share won and the position as text."""


def games_of(name: str) -> Iterator[Game]:
    """Yield a game once for each number of seats it can have."""
    for seats in seat_counts(definition(name)):
        game = ludoteca.load(name)
        yield game if game.seats == seats else ludoteca.load(name, players=seats)


def play(game: Game, number: int) -> list[Sample]:
    """Play one game between equal bots; return some of its positions with value and result."""
    player = ludoteca.player(LEVEL)
    position, decisions = game.start(seed=number), []
    while position.to_move is not None:
        if position.to_move == ludoteca.CHANCE:
            position = position.roll()
            continue
        decisions.append(position)
        # Each decision has a seed of its own: with one for the whole game a bot would slip at every
        # move or at none.
        seed = number * DECISIONS + len(decisions)
        position = position.play(move_of(player, position, seed=seed))
    assert position.outcome is not None
    kept = np.random.default_rng(number).permutation(len(decisions))[:PER_GAME]
    return [_sample(decisions[i], number, position.outcome.returns) for i in sorted(kept)]


def _sample(position: ludoteca.Position, number: int, returns: tuple[float, ...]) -> Sample:
    seat = position.to_move
    assert seat is not None
    best = ludoteca.analyse(position.view(seat, memory=True), budget=HINT_LEVEL).best
    value = float("nan") if best.exact else round(best.value, 4)
    return number, value, round(returns[seat], 4), position.text()


def measure(game: Game, games: int, folder: Path) -> list[Sample]:
    """Play what is missing of a number of games, all cores working; keep each as it comes."""
    file = folder / f"{game.name}-{game.seats}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = {row[0][0]: row for row in map(json.loads, lines)}
    missing = [number for number in range(games) if number not in known]
    with ProcessPoolExecutor() as pool, file.open("a", encoding="utf-8") as out:
        for rows in pool.map(partial(play, game), missing, chunksize=1):
            known[rows[0][0]] = rows
            out.write(json.dumps(rows) + "\n")
            out.flush()
    return [tuple(row) for number in range(games) for row in known[number]]


def write(name: str, found: dict[int, list[Sample]]) -> None:
    """Write the knots of a game, and the samples that the test reads."""
    text = "# Written by `python -m tools calibration`: values of the best move, shares won.\n"
    kept: dict[str, Any] = {}
    for seats, samples in found.items():
        open_ones = [row for row in samples if not np.isnan(row[1])]
        known = calibration.fit([row[1] for row in open_ones], [row[2] for row in open_ones])
        text += f"\n[{seats}]\nvalue = {[v for v, _ in known]}\nshare = {[s for _, s in known]}\n"
        kept[str(seats)] = {
            "samples": [row[:3] for row in open_ones],
            "positions": [[row[1], row[3]] for row in open_ones[:10]],
        }
    (definition(name).folder / calibration.FILE).write_text(text, encoding="utf-8")
    SAMPLES.mkdir(parents=True, exist_ok=True)
    (SAMPLES / f"{name}.json").write_text(json.dumps(kept) + "\n", encoding="utf-8")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--games", default=1100, show_default=True, help="Games for each number of seats.")
@click.option("--keep", type=click.Path(path_type=Path), default=".calibration", show_default=True)
def main(names: tuple[str, ...], games: int, keep: Path) -> None:
    """Fit the evaluation bar of games (default: all) to games between equal bots."""
    keep.mkdir(parents=True, exist_ok=True)
    for name in names or ludoteca.games():
        found = {game.seats: measure(game, games, keep) for game in games_of(name)}
        write(name, found)
        click.echo(f"{name}: {sum(map(len, found.values()))} positions")
