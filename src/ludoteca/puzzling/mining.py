"""Mining: puzzles from games that bots play with themselves, or from records.

A task is one game. Its number fixes its chance, its opening and the whims of its bots, so that the
same seed gives the same puzzles on any number of workers. What a game yields is appended to the
checkpoint, from which a run that was stopped goes on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import Struct

from ludoteca.core import registry
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.rng import below, new_rng
from ludoteca.lab.results import BrokenResults, saved
from ludoteca.lab.runner import run_tasks
from ludoteca.match import Match, read_match
from ludoteca.match.openings import opening_move
from ludoteca.match.play import move_of, play_out
from ludoteca.match.replay import positions
from ludoteca.puzzling.kinds import Past, kinds, rated
from ludoteca.puzzling.model import Puzzle
from ludoteca.puzzling.trying import Tries
from ludoteca.search.players import player

BOTS = ("1", "2", "3", "4")
"""The levels that play the games; who sits where is drawn."""
OPENING = 2
"""Random plies that begin each game without chance."""
MOST_OF_A_KIND = 3
"""How many puzzles of a kind one game may yield, so that they differ."""


@dataclass(frozen=True, kw_only=True)
class Vein:
    """A game to be mined: one that bots play, by its number and the seed, or a record.

    kinds  the kinds of puzzles wanted
    """

    game: str
    options: Mapping[str, Any]
    number: int
    seed: int
    kinds: tuple[str, ...]
    record: str = ""


class Yield(Struct, frozen=True, kw_only=True):
    """What one game yielded: a line of the checkpoint."""

    number: int
    mark: str
    puzzles: list[Puzzle]


def mine(vein: Vein) -> Yield:
    """Play or read one game and return its puzzles."""
    match = read_match(vein.record) if vein.record else _played(vein)
    found: dict[str, list[Puzzle]] = {name: [] for name in vein.kinds}
    for draft in _drafts(match, found):
        found[draft.kind].append(rated(draft))
    puzzles = [one for group in found.values() for one in group]
    return Yield(number=vein.number, mark=mark(vein), puzzles=puzzles)


def mark(vein: Vein) -> str:
    """Return what the games of one run have in common, in which a checkpoint is looked up."""
    game = registry.load(vein.game, **vein.options)
    return f"{game.name} {game.options_text()} {vein.seed} {' '.join(vein.kinds)}"


def _played(vein: Vein) -> Match:
    """Return the game that bots play with a number."""
    game = registry.load(vein.game, **vein.options)
    rng = new_rng("puzzles", vein.seed, vein.number)
    match = Match(game, int(below(rng, 1 << 30)))
    bots = [player(BOTS[int(below(rng, len(BOTS)))]) for _ in range(game.seats)]
    if not game.definition.chance:
        for _ in range(OPENING):
            match.play(opening_move(match.position, rng))

    def choose(position: Position, seat: int, decision: int) -> str:
        return move_of(bots[seat], position, seed=int(below(rng, 1 << 30)))

    play_out(match, choose)
    return match


def _drafts(match: Match, found: Mapping[str, Sequence[Puzzle]]) -> Iterator[Puzzle]:
    """Yield the puzzles of a match, each kind until there are enough of it."""
    known = kinds(match.game.name)
    all_positions = list(positions(match))
    events = [event.text for event in match.events if event.is_step]
    for ply, position in enumerate(all_positions):
        if position.to_move is None or position.to_move == CHANCE:
            continue
        tries = Tries()
        past = Past(positions=all_positions[: ply + 1], events=events[:ply])
        for name, puzzles in found.items():
            if len(puzzles) < MOST_OF_A_KIND:
                yield from list(known[name].drafts(past, tries))[:1]


@dataclass
class Mine:
    """A run: the puzzles found so far, and how many of the games have been mined."""

    game: Game
    games: int
    seed: int = 0
    kinds: tuple[str, ...] = ()
    records: Sequence[str] = ()
    workers: int = 1
    save: Path | None = None
    fresh: bool = False
    done: int = 0
    puzzles: list[Puzzle] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.kinds = self.kinds or tuple(kinds(self.game.name))
        self.games = len(self.records) or self.games

    def veins(self) -> list[Vein]:
        """Return the games to be mined."""
        return [
            Vein(
                game=self.game.name,
                options=self.game.options,
                number=number,
                seed=self.seed,
                kinds=self.kinds,
                record=self.records[number] if self.records else "",
            )
            for number in range(self.games)
        ]

    def __iter__(self) -> Iterator[Yield]:
        """Mine game after game, those of the checkpoint first, and yield what each one gave."""
        veins = self.veins()
        kept = self._kept(mark(veins[0])) if veins else {}
        for one in kept.values():
            self._add(one)
            yield one
        rest = iter([vein for vein in veins if vein.number not in kept])
        for one in run_tasks(mine, rest, workers=self.workers, save=self.save, fresh=self.fresh):
            self._add(one)
            yield one

    def _kept(self, wanted: str) -> dict[int, Yield]:
        """Return what the checkpoint has of this run; another run's file is refused."""
        if self.save is None or self.fresh:
            return {}
        rows = saved(self.save, Yield)
        if any(row.mark != wanted for row in rows):
            raise BrokenResults("other_run", owner="puzzling", file=self.save.name)
        return {row.number: row for row in rows if row.number < self.games}

    def _add(self, one: Yield) -> None:
        self.done += 1
        known = {puzzle.id for puzzle in self.puzzles}
        self.puzzles += [puzzle for puzzle in one.puzzles if puzzle.id not in known]
