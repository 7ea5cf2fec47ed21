"""The arena: players against each other, sides swapped, the same deals for both sides."""

import json
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from ludoteca.core import registry
from ludoteca.core.errors import InvalidOption, InvalidRecord
from ludoteca.core.verbs import CHANCE
from ludoteca.record import Match, write_match
from ludoteca.search.players import player
from ludoteca.search.ratings import PairScore, Rating, decided, ratings

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Task:
    """One game: who sits where, and the seed of its chance."""

    game: str
    options: Mapping[str, Any]
    names: tuple[str, str]
    number: int

    @property
    def seats(self) -> tuple[str, str]:
        """Who sits where: two games in a row have the same deal and swapped sides."""
        first, second = self.names
        return (first, second) if self.number % 2 == 0 else (second, first)

    @property
    def key(self) -> tuple[str, str, int]:
        """What tells this game from the others of a run."""
        return (*self.names, self.number)


def play_task(task: Task) -> Row:
    """Plays one game and tells its result, with its record."""
    game = registry.load(task.game, **task.options)
    players = [player(name) for name in task.seats]
    match = Match(game, task.number // 2, tags={"seat-0": task.seats[0], "seat-1": task.seats[1]})
    decisions = 0
    while match.outcome is None:
        seat = match.position.to_move
        if seat == CHANCE or seat is None:
            match.roll()
            continue
        view = match.position.view(seat, memory=True)
        match.play(players[seat].choose(game, view, seed=task.number * 10_000 + decisions))
        decisions += 1
    share = match.outcome.returns[task.number % 2]
    return {
        "a": task.names[0],
        "b": task.names[1],
        "number": task.number,
        "share": share,
        "first": match.outcome.returns[0],
        "decisions": decisions,
        "reason": match.outcome.reason,
        "record": write_match(match),
    }


@dataclass
class Standing:
    """What is known so far in a run."""

    players: tuple[str, ...]
    pairs: dict[tuple[str, str], PairScore] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Counts one game."""
        pair = (row["a"], row["b"])
        self.pairs[pair] = self.pairs.get(pair, PairScore()).plus(row["share"])
        self.rows.append(row)

    def ratings(self) -> list[Rating]:
        """The table, best first."""
        return ratings(self.players, self.pairs)


def _tasks(
    game: str, options: Mapping[str, Any], names: Sequence[str], games: int
) -> Iterator[Task]:
    """All games of a run, the pairs in turn so that each is known about equally well."""
    for number in range(games):
        for pair in combinations(names, 2):
            yield Task(game=game, options=options, names=pair, number=number)


def _saved(path: Path, names: Sequence[str]) -> list[Row]:
    """The games of an earlier run; a last line that a kill cut off is left out and played again."""
    if not path.exists():
        return []
    rows: list[Row] = []
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        try:
            rows.append(json.loads(line))
        except ValueError:
            if number < len(lines):
                raise InvalidRecord("bad_event", line=number, text=line[:60]) from None
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return [row for row in rows if row["a"] in names and row["b"] in names]


def run(
    game: str,
    options: Mapping[str, Any],
    names: Sequence[str],
    games: int,
    *,
    save: Path,
    workers: int = 1,
    until_decided: bool = False,
    after: Callable[[Standing], None] = lambda standing: None,
) -> Standing:
    """Plays `games` games of each pair; what is in the file `save` already is not played again."""
    if registry.load(game, **options).seats != 2:
        raise InvalidOption("arena_seats")
    for name in names:
        player(name)
    if len(set(names)) != len(names) or len(names) < 2:
        raise InvalidOption("arena_players")
    standing = Standing(players=tuple(names))
    for row in _saved(save, names):
        standing.add(row)
    done = {(row["a"], row["b"], row["number"]) for row in standing.rows}
    waiting = (task for task in _tasks(game, options, names, games) if task.key not in done)
    wanted = (
        task
        for task in waiting
        if not (until_decided and decided(standing.pairs.get(task.names, PairScore())))
    )
    save.parent.mkdir(parents=True, exist_ok=True)
    with save.open("a", encoding="utf-8") as file:
        for row in _play_all(wanted, workers):
            file.write(json.dumps(row) + "\n")
            file.flush()
            standing.add(row)
            after(standing)
    return standing


def _play_all(tasks: Iterator[Task], workers: int) -> Iterator[Row]:
    """The results as they come, a few games under way at a time."""
    if workers == 1:
        yield from map(play_task, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        running: set[Future[Row]] = set()
        try:
            while True:
                while len(running) < 2 * workers and (task := next(tasks, None)) is not None:
                    running.add(pool.submit(play_task, task))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def report(game: str, standing: Standing) -> Row:
    """A run as plain data."""
    rows = standing.rows
    played = max(1, len(rows))
    return {
        "game": game,
        "players": [
            {
                "name": row.name,
                "elo": round(row.elo, 1),
                "low": round(row.low, 1),
                "high": round(row.high, 1),
                "score": round(row.score, 4),
                "games": row.games,
            }
            for row in standing.ratings()
        ],
        "pairs": [
            {
                "a": a,
                "b": b,
                "score": round(result.score, 4),
                "low": round(result.interval[0], 4),
                "high": round(result.interval[1], 4),
                "games": result.games,
            }
            for (a, b), result in standing.pairs.items()
        ],
        "first_seat_score": round(sum(row["first"] for row in rows) / played, 4),
        "decisions": round(sum(row["decisions"] for row in rows) / played, 1),
        "endings": {
            reason: sum(row["reason"] == reason for row in rows)
            for reason in sorted({row["reason"] for row in rows})
        },
    }
