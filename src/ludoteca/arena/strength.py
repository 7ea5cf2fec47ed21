"""How strong the levels are: `python -m ludoteca.arena.strength [GAME …]` writes docs/strength.md.

Each level meets the one below it, the first one random; level 8 also meets random, greedy, itself,
and with the same time for a decision the textbook and, if installed, the searches of OpenSpiel.
What was played is kept beside the page, so that a run goes on where it was, and a game can be
measured anew without the others.
"""

import json
import os
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from ludoteca.arena import hall
from ludoteca.arena.guests import guests
from ludoteca.arena.report import report
from ludoteca.arena.strength_page import page, plot
from ludoteca.core import registry
from ludoteca.core.game import Game
from ludoteca.search.players import LEVELS

TOP = str(LEVELS[-1])
RUNGS = [("1", "random"), *((str(upper), str(lower)) for lower, upper in pairwise(LEVELS))]
Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Study:
    """One game to be measured: where its games are kept, how many are played, by how many."""

    game: Game
    folder: Path
    games: int
    rung_games: int
    guest_games: int
    workers: int

    def meet(self, first: str, second: str, games: int) -> Row:
        """What the first takes from the second."""
        save = self.folder / f"{self.game.name}.jsonl"
        click.echo(f"{self.game.name}: {first} against {second}, {games} games", err=True)
        standing = hall.run(self.game, [first, second], games, save=save, workers=self.workers)
        pair: Row = report(standing)["pairs"][0]
        seconds = {row["name"]: row["seconds"] for row in report(standing)["players"]}
        click.echo(f"  {pair['score']:.1%} ({pair['low']:.1%} to {pair['high']:.1%})", err=True)
        return pair | {"seconds": seconds}

    def mirror(self, games: int) -> Row:
        """How the games of level 8 against itself end."""
        rows = hall.mirror(self.game, TOP, games, workers=self.workers)
        endings = sorted({row["reason"] for row in rows})
        return {
            "games": len(rows),
            "first": sum(row["first"] for row in rows) / len(rows),
            "decisions": sum(row["decisions"] for row in rows) / len(rows),
            "endings": {why: sum(row["reason"] == why for row in rows) for why in endings},
        }

    def run(self) -> Row:
        """Everything that the page says of this game."""
        rungs = [self.meet(*pair, self.rung_games) for pair in RUNGS]
        tops = [self.meet(TOP, name, self.games) for name in ("random", "greedy")]
        time = f"@{max(0.01, tops[0]['seconds'][TOP]):.3f}s"
        tops.append(self.meet(TOP, f"uct{time}", self.games))
        invited = guests(self.game.definition)
        tops += [self.meet(TOP, f"{name}{time}", self.guest_games) for name in invited]
        ladder = hall.collect(self.game, self.folder / f"{self.game.name}.jsonl")
        return {
            "rungs": rungs,
            "tops": tops,
            "mirror": self.mirror(self.rung_games),
            "players": report(ladder)["players"],
            "date": datetime.now(UTC).date().isoformat(),
            "commit": commit(),
        }


def commit() -> str:
    """The commit that is measured, as far as there is one."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


@click.command()
@click.argument("names", metavar="[GAME]…", nargs=-1)
@click.option("--games", default=400, help="Games of level 8 against each plain player.")
@click.option("--rung-games", default=100, help="Games of each level against the one below.")
@click.option("--guest-games", default=100, help="Games of level 8 against each guest.")
@click.option("--workers", default=os.cpu_count() or 1)
@click.option("--docs", type=click.Path(path_type=Path), default=Path("docs"))
@click.option("--keep", type=click.Path(path_type=Path), default=Path(".strength"))
def main(names: tuple[str, ...], docs: Path, keep: Path, **numbers: int) -> None:
    """Measures the levels of some games, or of all, and writes docs/strength.md."""
    for name in names or registry.games():
        study = Study(game=registry.load(name), folder=keep, **numbers)
        text = json.dumps(study.run(), indent=1)
        (docs / "strength").mkdir(parents=True, exist_ok=True)
        (docs / "strength" / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        write_page(docs)


def write_page(docs: Path) -> None:
    """Writes the page and its plot from what is known of each game."""
    found = {
        registry.definition(name).name: docs / "strength" / f"{name}.json"
        for name in registry.games()
    }
    known = {
        name: json.loads(path.read_text(encoding="utf-8"))
        for name, path in found.items()
        if path.exists()
    }
    (docs / "strength" / "ladder.svg").write_text(plot(known), encoding="utf-8")
    (docs / "strength.md").write_text(page(known), encoding="utf-8")


if __name__ == "__main__":
    main()
