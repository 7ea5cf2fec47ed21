"""How strong the levels are: `python -m tools strength [GAME …]` writes docs/strength.md.

Each level meets the one below it, the first one random; level 8 also meets random, greedy, itself,
and with the same time for a decision the textbook and, if installed, the searches of OpenSpiel.
What was played is kept in a file for each pair, so that a run goes on where it was; the file's name
changes with what decides how the two play, so that old games are not taken for new ones.
"""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

import ludoteca
from ludoteca.core import registry
from ludoteca.core.game import Game
from ludoteca.lab import tournament
from ludoteca.lab.external_players import guests
from ludoteca.lab.fingerprint import fingerprint
from ludoteca.lab.rows import plain
from ludoteca.lab.tournament_report import report
from ludoteca.search.players import LEVELS
from tools.strength_page import page, plot

TOP = str(LEVELS[-1])
RUNGS = [("1", "random"), *((str(upper), str(lower)) for lower, upper in pairwise(LEVELS))]
Row = dict[str, Any]


PARTS = ("rungs", "tops", "mirror")
PACKAGE = Path(ludoteca.__file__).parent
DECIDING = ("core", "envs", "lab", "match", "rulebooks", "search")
"""The folders that decide what is measured."""


@dataclass(frozen=True, kw_only=True)
class LevelTest:
    """One game to be measured: where its games are kept, how many are played, by how many."""

    game: Game
    folder: Path
    games: int
    rung_games: int
    guest_games: int
    workers: int
    files: dict[tuple[str, str], Path] = field(default_factory=dict)

    def file(self, first: str, second: str) -> Path:
        """Return where the games of two players as they are now are kept."""
        pair = tournament.in_order((first, second))
        name = f"{self.game.name}-{pair[0]}-{pair[1]}-{fingerprint(self.game, pair)}.jsonl"
        return self.files.setdefault(pair, self.folder / name)

    def check_sources(self) -> None:
        """End the run if the players have changed since it began: new workers would be others."""
        for pair, file in self.files.items():
            if not file.stem.endswith(fingerprint(self.game, pair)):
                raise click.ClickException("The sources have changed. Begin again.")

    def meet(self, first: str, second: str, games: int) -> Row:
        """Return what the first takes from the second."""
        click.echo(f"{self.game.name}: {first} against {second}, {games} games", err=True)
        save, workers = self.file(first, second), self.workers
        self.check_sources()
        standing = tournament.run(self.game, [first, second], games, save=save, workers=workers)
        _stop_if(standing.stopped)
        found = report(standing)
        pair: Row = plain(found.pairs[0])
        seconds = {row.name: row.seconds for row in found.players}
        click.echo(f"  {pair['score']:.1%} ({pair['low']:.1%} to {pair['high']:.1%})", err=True)
        return pair | {"seconds": seconds}

    def mirror(self, games: int) -> Row:
        """Return how the games of level 8 against itself end."""
        click.echo(f"{self.game.name}: {TOP} against itself, {games} games", err=True)
        save = self.file(TOP, TOP)
        self.check_sources()
        rows = tournament.mirror(self.game, TOP, games, save=save, workers=self.workers)
        endings = sorted({row.reason for row in rows})
        return {
            "games": len(rows),
            "first": sum(row.first for row in rows) / len(rows),
            "decisions": sum(row.decisions for row in rows) / len(rows),
            "endings": {why: sum(row.reason == why for row in rows) for why in endings},
        }

    def tops(self) -> list[Row]:
        """Return what level 8 takes from the plain players and the guests, given the
        time it takes.
        """
        tops = [self.meet(TOP, name, self.games) for name in ("random", "greedy")]
        time = f"@{max(0.01, tops[0]['seconds'][TOP]):.3f}s"
        tops.append(self.meet(TOP, f"uct{time}", self.games))
        invited = guests(self.game.definition)
        return tops + [self.meet(TOP, f"{name}{time}", self.guest_games) for name in invited]

    def play(self, parts: Sequence[str]) -> Row:
        """Return some parts of what the page says of this game."""
        found: Row = {}
        if "rungs" in parts:
            found["rungs"] = [self.meet(*pair, self.rung_games) for pair in RUNGS]
        if "tops" in parts:
            found["tops"] = self.tops()
        if "mirror" in parts:
            found["mirror"] = self.mirror(self.rung_games)
        return found

    def run(self) -> Row:
        """Return everything that the page says of this game."""
        stamp = {"date": datetime.now(UTC).date().isoformat(), "commit": commit()}
        found = self.play(PARTS)
        ladder = tournament.collect(self.game, list(self.files.values()))
        return found | {"players": plain(report(ladder))["players"]} | stamp


def _stop_if(stopped: bool) -> None:
    """End the command where a run was interrupted: what it has is too little for the page."""
    if stopped:
        raise click.Abort


def commit() -> str:
    """Return the commit that is measured, as far as there is one, and whether the tree differs from
    it.
    """
    found = _git("rev-parse", "--short", "HEAD")
    if not found:
        return "unknown"
    return f"{found} with changes" if _git("status", "--porcelain", "--", *DECIDING) else found


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(PACKAGE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


@click.command()
@click.argument("names", metavar="[GAME]…", nargs=-1)
@click.option("--games", default=400, help="Games of level 8 against each plain player.")
@click.option("--rung-games", default=200, help="Games of each level against the one below.")
@click.option("--guest-games", default=100, help="Games of level 8 against each guest.")
@click.option("--only", type=click.Choice(PARTS), help="Play these games now; leave the page.")
@click.option("--workers", default=os.cpu_count() or 1)
@click.option("--docs", type=click.Path(path_type=Path), default=Path("docs"))
@click.option("--keep", type=click.Path(path_type=Path), default=Path(".strength"))
def main(names: tuple[str, ...], docs: Path, keep: Path, only: str | None, **numbers: Any) -> None:
    """Measure the levels of some games, or of all, and write docs/strength.md."""
    for name in names or registry.games():
        study = LevelTest(game=registry.load(name), folder=keep, **numbers)
        if only:
            click.echo(json.dumps(study.play([only]), indent=1))
            continue
        text = json.dumps(study.run(), indent=1)
        (docs / "strength").mkdir(parents=True, exist_ok=True)
        (docs / "strength" / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        write_page(docs)


def write_page(docs: Path) -> None:
    """Write the page and its plot from what is known of each game."""
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
