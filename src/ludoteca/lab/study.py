"""A study: lineups of bots play a game; the games are saved as they come, then measured."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ludoteca.lab import comparisons
from ludoteca.lab.measured_game import play
from ludoteca.lab.metrics import figures
from ludoteca.lab.results import BrokenResults, saved
from ludoteca.lab.rows import MeasuredGame, SavedGame, StudyReport
from ludoteca.lab.runner import run_tasks
from ludoteca.lab.tasks import Lineup, Task, check_players, lineups, side_by_side
from ludoteca.match import read_match
from ludoteca.reviewing.match_luck import luck_of_match

KEPT = "games.jsonl"


@dataclass
class Study:
    """The lineups of a study and the games played so far, by lineup and number.

    `places` are those of the games in the file they are saved in, counted from 1.
    """

    game: str
    seed: int
    games: int
    lineups: list[Lineup]
    rows: dict[tuple[int, int], MeasuredGame] = field(default_factory=dict)
    places: dict[tuple[int, int], int] = field(default_factory=dict)
    stopped: bool = False

    @property
    def wanted(self) -> int:
        """Return how many games the study has when it is complete."""
        return sum(lineup.whole(self.games) for lineup in self.lineups)

    def played(self, index: int) -> list[MeasuredGame]:
        """Return the games of a lineup in the order of their numbers."""
        keys = sorted(key for key in self.rows if key[0] == index)
        return [self.rows[key] for key in keys]

    def report(self) -> StudyReport:
        """Return the report; equal seeds give equal reports, however the work was distributed."""
        figures_of = [
            figures(lineup, self.played(index)) for index, lineup in enumerate(self.lineups)
        ]
        return StudyReport(
            game=self.game,
            seed=self.seed,
            games=self.games,
            played=len(self.rows),
            wanted=self.wanted,
            finished=len(self.rows) == self.wanted,
            lineups=figures_of,
            comparisons=comparisons.compare(figures_of),
        )


def study(
    game: str,
    options: Mapping[str, Any] | None = None,
    *,
    games: int = 100,
    players: Sequence[str] = ("4",),
    compare: Mapping[str, Sequence[str]] | None = None,
    opening: int | None = None,
    seed: int = 0,
    workers: int = 1,
    ray: str | None = None,
    save: Path | None = None,
    fresh: bool = False,
    after: Callable[[Study], None] = lambda study: None,
) -> Study:
    """Play `games` games of each lineup; those in the file `save` are not played again.

    If `fresh`, the first game that comes replaces the file. `after` is called with the study
    after each game; an interrupt ends the study with what it has.
    """
    known = check_players(players)
    found = lineups(side_by_side(game, options or {}, compare or {}), known, opening)
    made = Study(game=game, seed=seed, games=games, lineups=found)
    marks = [lineup.fingerprint(seed) for lineup in found]
    saved_before = 0 if fresh else _take_saved(made, marks, save)
    after(made)
    played = run_tasks(
        play_job,
        _missing(made),
        workers=workers,
        ray=ray,
        save=save,
        fresh=fresh,
        row_of=lambda result: SavedGame.of(result[1], marks[result[0]]),
    )
    try:
        for place, (index, row) in enumerate(played, saved_before + 1):
            made.rows[index, row.number] = row
            if save is not None:
                made.places[index, row.number] = place
            after(made)
    except KeyboardInterrupt:
        made.stopped = True
    return made


class BrokenStudy(BrokenResults):
    """A file that cannot be read as the games of a study."""

    code = "broken_study"


def _take_saved(made: Study, marks: Sequence[str], save: Path | None) -> int:
    """Take from a file the games that belong to this study; return how many it holds in all."""
    indexes = {mark: index for index, mark in enumerate(marks)}
    kept = _kept(save) if save else []
    for place, row in enumerate(kept, 1):
        index = indexes.get(row.mark)
        if index is not None and row.number < made.lineups[index].whole(made.games):
            made.rows[index, row.number] = row.game()
            made.places[index, row.number] = place
    return len(kept)


def _kept(save: Path) -> list[SavedGame]:
    """Return the games in a file, else BrokenStudy."""
    try:
        return saved(save, SavedGame)
    except BrokenResults:
        raise BrokenStudy("broken", owner="study", file=str(save)) from None
    except OSError as error:
        raise BrokenStudy(
            "unreadable", owner="study", file=str(save), why=error.strerror or str(error)
        ) from None


Job = tuple[int, Task]


def _missing(made: Study) -> Iterator[Job]:
    """Yield the games still to play, the lineups in turn so that each is known about
    equally well.
    """
    jobs = [
        (task.number, index, task)
        for index, lineup in enumerate(made.lineups)
        for task in lineup.tasks(made.games, made.seed)
    ]
    for number, index, task in sorted(jobs, key=lambda job: job[:2]):
        if (index, number) not in made.rows:
            yield index, task


def play_job(job: Job) -> tuple[int, MeasuredGame]:
    """Play the game of a lineup and note how lucky each seat was."""
    index, task = job
    row = play(task)
    match = read_match(row.record)
    known = match.game.definition.chance
    return index, replace(row, luck=list(map(list, luck_of_match(match))) if known else [])
