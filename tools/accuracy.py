"""How accurate the levels are: `python -m tools accuracy` writes the table in docs/review.md.

Each level plays games against itself; some decisions of each game are judged as a review judges
them, with the budget of the highest level. What a decision cost and how sure that is are kept in a
file for each game, outside the repository, so that a run goes on where it was, and so that the
formula of `ludoteca.reviewing.judgement` can be fitted to what is there (`--fit`).
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from statistics import fmean, stdev

import click

import ludoteca
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.lab.process_pool import work
from ludoteca.match import Match
from ludoteca.match.openings import opening_move
from ludoteca.match.play import move_of, play_out
from ludoteca.reviewing import judgement
from ludoteca.reviewing.timeline import Decision
from ludoteca.search.players import LEVELS

PAGE = Path(__file__).parent.parent / "docs" / "review.md"
BEGINS, ENDS = "<!-- accuracy -->", "<!-- end of accuracy -->"
JUDGE = LEVELS[-1]
OPENING = 2  # random plies, so that no two games without chance are alike
GRID = {"near": (0.0, 0.005, 0.01, 0.02), "doubt": (0.0, 0.05, 0.1, 0.2, 0.5), "scale": (0.05, 0.1)}

Judged = tuple[float, float]
"""What a decision cost, and how sure that is; forced moves are left out."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One game of a level against itself, of which each `every`-th decision is judged."""

    game: str
    level: int
    number: int
    every: int


def play_task(task: Task) -> tuple[Task, list[Judged]]:
    """Play a game and judge some of its decisions."""
    game, player = ludoteca.load(task.game), ludoteca.player(task.level)
    match, asked = Match(game, task.number), list[tuple[Position, str]]()

    def choose(position: Position, seat: int, decision: int) -> str:
        if not game.definition.chance and decision < OPENING:
            return opening_move(position, new_rng(task.number, decision, "opening"))
        move = move_of(player, position, seed=task.number * 10_000 + decision)
        if decision % task.every == task.number % task.every:
            asked.append((position, move))
        return move

    play_out(match, choose)
    judged = (_judged(position, move) for position, move in asked)
    return task, [row for row in judged if row is not None]


def _judged(position: Position, move: str) -> Judged | None:
    """Return what a move cost; None where there was no other."""
    if len(position.moves()) == 1:
        return None
    view = position.view(position.to_move, memory=True)
    made = Decision(position.game, ludoteca.analyse(view, budget=JUDGE), move)
    return round(made.cost, 5), round(made.confidence, 5)


def read(folder: Path, name: str) -> dict[tuple[int, int], list[Judged]]:
    """Return the decisions judged so far, by level and number of the game."""
    file = folder / f"{name}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    rows = map(json.loads, lines)
    return {(row["level"], row["number"]): [tuple(one) for one in row["judged"]] for row in rows}


def _missing(names: Sequence[str], games: int, every: int, folder: Path) -> Iterator[Task]:
    """Yield the games still to play, each level in turn so that all are known equally well."""
    known = {name: read(folder, name) for name in names}
    for number, name, level in product(range(games), names, LEVELS):
        if (level, number) not in known[name]:
            yield Task(game=name, level=level, number=number, every=every)


def accuracies(
    judged: dict[tuple[int, int], list[Judged]], level: int, near: float, doubt: float, scale: float
) -> list[float]:
    """Return the accuracy of a level in each of its games."""
    found = []
    for (one, _), rows in judged.items():
        if one == level and rows:
            lost = [max(0.0, cost - near - doubt * sure) for cost, sure in rows]
            found.append(100 * fmean(math.exp(-each / scale) for each in lost))
    return found


def fitness(known: dict[str, dict[tuple[int, int], list[Judged]]], *rule: float) -> float:
    """Return the smallest step from a level to the next, over all games: positive if all rise."""
    steps = []
    for judged in known.values():
        means = [fmean(accuracies(judged, level, *rule)) for level in LEVELS]
        steps += [after - before for before, after in pairwise(means)]
    return min(steps)


def table(known: dict[str, dict[tuple[int, int], list[Judged]]]) -> str:
    """Return the mean accuracy of each level with its standard error, as a table of Markdown."""
    rule = judgement.NEAR, judgement.DOUBT, judgement.SCALE
    heads = [ludoteca.load(name).title("en") for name in known]
    lines = ["| level | " + " | ".join(heads) + " |", "|---" * (len(known) + 1) + "|"]
    for level in LEVELS:
        cells = []
        for judged in known.values():
            found = accuracies(judged, level, *rule)
            error = stdev(found) / math.sqrt(len(found)) if len(found) > 1 else 0.0
            cells.append(f"{fmean(found):.1f} ± {error:.1f}" if found else "–")
        lines.append(f"| {level} | " + " | ".join(cells) + " |")
    counts = [
        f"{len(judged)} games, {sum(map(len, judged.values()))} decisions"
        for judged in known.values()
    ]
    return "\n".join([*lines, "| | " + " | ".join(counts) + " |"])


@click.command()
@click.argument("names", nargs=-1)
@click.option("--games", default=10, show_default=True, help="Games of each level.")
@click.option("--every", default=4, show_default=True, help="One decision in N is judged.")
@click.option("--workers", default=1, show_default=True)
@click.option("--keep", type=click.Path(path_type=Path), required=True)
@click.option("--fit", is_flag=True, help="Print how well other constants order the levels.")
@click.option("--write", is_flag=True, help="Put the table into docs/review.md.")
def main(
    names: tuple[str, ...],
    games: int,
    every: int,
    workers: int,
    keep: Path,
    fit: bool,
    write: bool,
) -> None:
    """Print the mean accuracy of the levels in games (default: all)."""
    keep.mkdir(parents=True, exist_ok=True)
    chosen = names or ludoteca.games()
    for task, judged in work(play_task, _missing(chosen, games, every, keep), workers):
        row = {"level": task.level, "number": task.number, "judged": judged}
        with (keep / f"{task.game}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
    known = {name: read(keep, name) for name in chosen}
    click.echo(table(known))
    if fit:
        for rule in product(*GRID.values()):
            click.echo(f"{dict(zip(GRID, rule, strict=True))}: {fitness(known, *rule):+.2f}")
    if write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGINS)
        _, _, after = rest.partition(ENDS)
        page = f"{before}{BEGINS}\n{table(known)}\n{ENDS}{after}"
        PAGE.write_text(page, encoding="utf-8")
