"""The arena: players against each other, sides swapped, the same deals for both sides."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ludoteca.core import registry
from ludoteca.core.errors import InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.lab.external_players import check_fits, player
from ludoteca.lab.ratings import PairScore, Rating, decided, ratings
from ludoteca.lab.results import BrokenResults, saved
from ludoteca.lab.rows import ArenaGame, ArenaReport
from ludoteca.lab.runner import run_tasks
from ludoteca.match import Match, write_match
from ludoteca.match.openings import opening_move
from ludoteca.match.play import move_of, play_out
from ludoteca.match.seats import seat_tags
from ludoteca.reviewing.match_luck import luck_of_match

OPENING = 2
"""Random plies that begin each game without chance, so that no two pairs of games are alike."""
Key = tuple[str, str, int]


@dataclass(frozen=True, kw_only=True)
class Task:
    """One game: the players, and the number that seeds its chance and its opening."""

    game: str
    options: Mapping[str, Any]
    names: tuple[str, str]
    number: int

    @property
    def seats(self) -> tuple[str, str]:
        """Return who sits where: two games in a row have the same deal and swapped sides."""
        first, second = self.names
        return (first, second) if self.number % 2 == 0 else (second, first)


def key_of(row: ArenaGame) -> Key:
    """Return the key of a game within a run."""
    return row.a, row.b, row.number


def in_order(pair: tuple[str, str]) -> tuple[str, str]:
    """Return two players in the canonical order in which their games are numbered."""
    first, second = sorted(pair)
    return first, second


def play_task(task: Task) -> ArenaGame:
    """Play one game and return its result, with its record."""
    game = registry.load(task.game, **task.options)
    match = Match(game, task.number // 2, tags=seat_tags(dict(enumerate(task.seats))))
    if not game.definition.chance:
        _open(match, task.number // 2)
    decisions, seconds = _play(match, task)
    assert match.outcome is not None
    return ArenaGame(
        a=task.names[0],
        b=task.names[1],
        number=task.number,
        share=match.outcome.returns[task.number % 2],
        first=match.outcome.returns[0],
        decisions=decisions,
        seconds=seconds,
        reason=match.outcome.reason,
        record=write_match(match),
        luck=[part[task.number % 2] for part in luck_of_match(match)]
        if game.definition.chance
        else [],
    )


def _open(match: Match, number: int) -> None:
    """Play the random opening of a number."""
    rng = new_rng(number, "opening")
    for _ in range(OPENING):
        match.play(opening_move(match.position, rng))


def _play(match: Match, task: Task) -> tuple[int, dict[str, float]]:
    """Play a match to its end; return the decisions, and the seconds each player took for one."""
    players = [player(name) for name in task.seats]
    spent, made = dict.fromkeys(task.names, 0.0), dict.fromkeys(task.names, 0)

    def choose(position: Position, seat: int, decision: int) -> str:
        began = time.perf_counter()
        move = move_of(players[seat], position, seed=task.number * 10_000 + decision)
        spent[task.seats[seat]] += time.perf_counter() - began
        made[task.seats[seat]] += 1
        return move

    decisions = play_out(match, choose)
    return decisions, {name: round(spent[name] / max(1, made[name]), 6) for name in task.names}


@dataclass
class Standing:
    """The standing of a run; only deals that were played from both sides count."""

    game: Game
    players: tuple[str, ...]
    pairs: dict[tuple[str, str], PairScore] = field(default_factory=dict)
    rows: list[ArenaGame] = field(default_factory=list)
    halves: dict[Key, ArenaGame] = field(default_factory=dict)
    stopped: bool = False

    def add(self, row: ArenaGame) -> None:
        """Take in one game; it counts as soon as the one with swapped sides is there too."""
        self.rows.append(row)
        partner = self.halves.pop((row.a, row.b, row.number ^ 1), None)
        if partner is None:
            self.halves[key_of(row)] = row
            return
        pair = (row.a, row.b)
        score = self.pairs.get(pair, PairScore())
        self.pairs[pair] = score.plus(partner.share).plus(row.share)

    def counted(self) -> list[ArenaGame]:
        """Return the games that count."""
        return [row for row in self.rows if key_of(row) not in self.halves]

    def ratings(self) -> list[Rating]:
        """Return the table, best first."""
        return ratings(self.players, self.pairs)

    def report(self) -> ArenaReport:
        """Return the run as plain data."""
        from ludoteca.lab.tournament_report import report

        return report(self)

    def _repr_html_(self) -> str:
        from ludoteca.lab.tournament_report import as_html

        return as_html(self)


def run(
    game: Game,
    names: Sequence[str],
    games: int,
    *,
    save: Path | None = None,
    fresh: bool = False,
    workers: int = 1,
    until_decided: bool = False,
    after: Callable[[Standing], None] = lambda standing: None,
) -> Standing:
    """Play `games` games of each pair, rounded up to whole deals, both sides of each.

    Those in the file `save` are not played again, unless a `fresh` start is asked for. `after` is
    told how it stands after each game; an interrupt ends the run with what it has.
    """
    standing = Standing(game=game, players=check_players(game, names))
    kept = read_games(save, game) if save else {}
    if save and fresh:
        save.unlink(missing_ok=True)
        kept = {}
    games = whole(games)
    pairs = {in_order(pair) for pair in combinations(standing.players, 2)}
    for (*pair, number), row in kept.items():
        if tuple(pair) in pairs and number < games:
            standing.add(row)
    after(standing)
    try:
        tasks = _wanted(standing, games, until_decided)
        for row in run_tasks(play_task, tasks, workers=workers, save=save):
            standing.add(row)
            after(standing)
    except KeyboardInterrupt:
        standing.stopped = True
    return standing


def whole(games: int) -> int:
    """Return a number of games, rounded up so that every deal is played from both sides."""
    return games + games % 2


def check_players(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of those who can meet in a game; InvalidOption if they cannot."""
    if game.seats != 2:
        raise InvalidOption("seats", owner="arena", seats=game.seats)
    players = [player(name) for name in names]
    if len({one.name for one in players}) != len(players) or len(players) < 2:
        raise InvalidOption("players", owner="arena")
    for one in players:
        check_fits(one, game.definition, game.title())
    return tuple(one.name for one in players)


def collect(game: Game, saves: Sequence[Path]) -> Standing:
    """Return all that was played between different players into some files, the weakest by name
    last.
    """
    kept = {key: row for save in saves for key, row in read_games(save, game).items()}
    names = sorted({name for key in kept for name in key[:2]}, key=lambda n: (n == "random", n))
    standing = Standing(game=game, players=tuple(names))
    for (first, second, _), row in kept.items():
        if first != second:
            standing.add(row)
    return standing


def mirror(
    game: Game, name: str, games: int, *, save: Path | None = None, workers: int = 1
) -> list[ArenaGame]:
    """Return games of a player against itself, a deal each; those in the file `save` are kept."""
    names = (player(name).name,) * 2
    wanted = [(*names, 2 * number) for number in range(games)]
    kept = read_games(save, game) if save else {}
    tasks = (
        Task(game=game.name, options=game.options, names=names, number=key[2])
        for key in wanted
        if key not in kept
    )
    return [kept[key] for key in wanted if key in kept] + list(
        run_tasks(play_task, tasks, workers=workers, save=save)
    )


def _wanted(standing: Standing, games: int, until_decided: bool) -> Iterator[Task]:
    """Yield the games still to play, the pairs in turn so that each is known about equally well."""
    game, done = standing.game, {key_of(row) for row in standing.rows}
    pairs = [in_order(pair) for pair in combinations(standing.players, 2)]
    for deal in range(0, games, 2):
        for pair in pairs:
            missing = [number for number in (deal, deal + 1) if (*pair, number) not in done]
            settled = until_decided and decided(standing.pairs.get(pair, PairScore()))
            # A deal that was played from one side is always played from the other.
            if settled and len(missing) == 2:
                continue
            for number in missing:
                yield Task(game=game.name, options=game.options, names=pair, number=number)


def read_games(path: Path, game: Game) -> dict[Key, ArenaGame]:
    """Return the games of earlier runs of the same game, each once.

    BrokenResults if it holds others.
    """
    rows = saved(path, ArenaGame)
    if not all({row.a, row.b} <= set(row.seconds) for row in rows):
        raise BrokenResults("broken", owner="arena", file=path.name)
    heads = {tuple(row.record.split("\n")[1:4:2]) for row in rows}
    if heads - {(f"game {game.name}", f"options {game.options_text()}")}:
        raise BrokenResults("other", owner="arena", file=path.name)
    kept: dict[Key, ArenaGame] = {}
    for row in map(_ordered, rows):
        kept.setdefault(key_of(row), row)
    return kept


def _ordered(row: ArenaGame) -> ArenaGame:
    """Return the row with its players in order; the game with swapped sides has the next number."""
    if row.a <= row.b:
        return row
    luck = [-part for part in row.luck]
    return replace(row, a=row.b, b=row.a, number=row.number ^ 1, share=1 - row.share, luck=luck)
