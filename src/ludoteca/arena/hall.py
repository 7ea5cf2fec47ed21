"""The arena: players against each other, sides swapped, the same deals for both sides."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from ludoteca.arena.crew import work
from ludoteca.arena.guests import player
from ludoteca.arena.ratings import PairScore, Rating, decided, ratings
from ludoteca.arena.results import BrokenResults, Row, append, saved
from ludoteca.core import registry
from ludoteca.core.errors import InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.rng import below, new_rng
from ludoteca.core.verbs import CHANCE
from ludoteca.record import Match, write_match

OPENING = 2
"""Random plies that begin each game without chance, so that no two pairs of games are alike."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One game: who sits where, and the number that decides its chance and its opening."""

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
    match = Match(game, task.number // 2, tags={"seat-0": task.seats[0], "seat-1": task.seats[1]})
    if not game.definition.chance:
        _open(match, task.number // 2)
    decisions, seconds = _play(match, task)
    assert match.outcome is not None
    return {
        "a": task.names[0],
        "b": task.names[1],
        "number": task.number,
        "share": match.outcome.returns[task.number % 2],
        "first": match.outcome.returns[0],
        "decisions": decisions,
        "seconds": seconds,
        "reason": match.outcome.reason,
        "record": write_match(match),
    }


def _open(match: Match, number: int) -> None:
    """Plays the random opening of a number."""
    rng = new_rng(number, "opening")
    for _ in range(OPENING):
        moves = match.position.moves()
        match.play(moves[int(below(rng, len(moves)))])


def _play(match: Match, task: Task) -> tuple[int, dict[str, float]]:
    """Plays a match to its end; returns the decisions, and the seconds each player took for one."""
    players = [player(name) for name in task.seats]
    spent, made = dict.fromkeys(task.names, 0.0), dict.fromkeys(task.names, 0)
    while match.outcome is None:
        seat = match.position.to_move
        if seat == CHANCE or seat is None:
            match.roll()
            continue
        began, view = time.perf_counter(), match.position.view(seat, memory=True)
        seed = task.number * 10_000 + sum(made.values())
        move = players[seat].choose(match.game, view, seed=seed)
        spent[task.seats[seat]] += time.perf_counter() - began
        made[task.seats[seat]] += 1
        match.play(move)
    each = {name: round(spent[name] / max(1, made[name]), 6) for name in task.names}
    return sum(made.values()), each


@dataclass
class Standing:
    """What is known so far in a run."""

    game: Game
    players: tuple[str, ...]
    pairs: dict[tuple[str, str], PairScore] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    stopped: bool = False

    def add(self, row: Row) -> None:
        """Counts one game."""
        pair = (row["a"], row["b"])
        self.pairs[pair] = self.pairs.get(pair, PairScore()).plus(row["share"])
        self.rows.append(row)

    def ratings(self) -> list[Rating]:
        """The table, best first."""
        return ratings(self.players, self.pairs)

    def report(self) -> Row:
        """The run as plain data."""
        from ludoteca.arena.report import report

        return report(self)

    def _repr_html_(self) -> str:
        from ludoteca.arena.report import as_html

        return as_html(self)


def run(
    game: Game,
    names: Sequence[str],
    games: int,
    *,
    save: Path | None = None,
    workers: int = 1,
    until_decided: bool = False,
    after: Callable[[Standing], None] = lambda standing: None,
) -> Standing:
    """Plays `games` games of each pair; those in the file `save` are not played again.

    `after` is told how it stands after each game; an interrupt ends the run with what it has.
    """
    if game.seats != 2:
        raise InvalidOption("seats", owner="arena")
    names = [player(name).name for name in names]
    if len(set(names)) != len(names) or len(names) < 2:
        raise InvalidOption("players", owner="arena")
    standing = Standing(game=game, players=tuple(names))
    for row in _saved(save, game) if save else ():
        if row["a"] in names and row["b"] in names and row["number"] < games:
            standing.add(row)
    after(standing)
    try:
        for row in work(play_task, _wanted(standing, games, until_decided), workers):
            if save:
                append(save, row)
            standing.add(row)
            after(standing)
    except KeyboardInterrupt:
        standing.stopped = True
    return standing


def collect(game: Game, save: Path) -> Standing:
    """All that was ever played into a file, its players in order, the weakest by name last."""
    rows = _saved(save, game)
    names = sorted({row[side] for row in rows for side in "ab"}, key=lambda n: (n == "random", n))
    standing = Standing(game=game, players=tuple(names))
    for row in rows:
        standing.add(row)
    return standing


def mirror(game: Game, name: str, games: int, *, workers: int = 1) -> list[Row]:
    """Games of a player against itself."""
    names = (player(name).name,) * 2
    tasks = (
        Task(game=game.name, options=game.options, names=names, number=2 * number)
        for number in range(games)
    )
    return list(work(play_task, tasks, workers))


def _wanted(standing: Standing, games: int, until_decided: bool) -> Iterator[Task]:
    """The games still to play, the pairs in turn so that each is known about equally well."""
    game = standing.game
    done = {(row["a"], row["b"], row["number"]) for row in standing.rows}
    for number in range(games):
        for pair in combinations(standing.players, 2):
            task = Task(game=game.name, options=game.options, names=pair, number=number)
            settled = until_decided and decided(standing.pairs.get(pair, PairScore()))
            if task.key not in done and not settled:
                yield task


def _saved(path: Path, game: Game) -> list[Row]:
    """The games of an earlier run of the same game."""
    rows = saved(path)
    try:
        heads = {tuple(row["record"].split("\n")[1:4:2]) for row in rows}
    except (KeyError, AttributeError, TypeError):
        raise BrokenResults("broken", owner="arena", file=path.name) from None
    if heads - {(f"game {game.name}", f"options {game.options_text()}")}:
        raise BrokenResults("other", owner="arena", file=path.name)
    return rows
