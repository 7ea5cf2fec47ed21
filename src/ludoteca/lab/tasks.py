"""The tasks of a study: the games to compare, the lineups, and single games."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from ludoteca.core import registry
from ludoteca.core.definition import Definition
from ludoteca.core.errors import InvalidOption
from ludoteca.core.game import Game
from ludoteca.lab import moves
from ludoteca.lab.fingerprint import fingerprint
from ludoteca.search.players import LEVELS, PLAIN, player

NONE = "none"
ALL = "all"
MEASURING = ("moves.py", "measured_game.py", "tasks.py")
"""The modules that determine the measurements of a game."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One game of a study: the players, and the number that says its deal and who sits where."""

    game: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    number: int
    seed: int
    opening: int

    @property
    def deal(self) -> int:
        """Return how often each deal is played: once for each seat."""
        return self.number // len(self.players)

    @property
    def seated(self) -> tuple[int, ...]:
        """Return the players by seat; they rotate by one seat from game to game."""
        count = len(self.players)
        return tuple((seat + self.number) % count for seat in range(count))

    def chance(self) -> bytes:
        """Return the seed of the deal, equal for all seatings."""
        return hashlib.sha256(f"study {self.seed} {self.deal}".encode()).digest()

    def whim(self, index: int, decision: int) -> int:
        """Return the seed of a decision."""
        text = f"whim {self.seed} {self.number} {index} {decision}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


@dataclass(frozen=True, kw_only=True)
class Lineup:
    """Players who meet in one game, which is one of those side by side."""

    compared: Mapping[str, Any]
    game: Game
    players: tuple[str, ...]
    opening: int

    @property
    def label(self) -> str:
        """Return what distinguishes the game from the others, for programs."""
        return label_of(self.compared, NONE)

    @property
    def mixed(self) -> bool:
        """Return whether the players differ."""
        return len(set(self.players)) > 1

    def fingerprint(self, seed: int) -> str:
        """Return what its games share: rules, bots, measurements, opening and seed."""
        notes = [Path(__file__).with_name(name) for name in MEASURING]
        notes += moves.sources(self.game.definition)
        return fingerprint(self.game, self.players, self.players, self.opening, seed, *notes)

    def whole(self, games: int) -> int:
        """Return the number of games, rounded up to whole deals."""
        return -(-games // self.game.seats) * self.game.seats

    def tasks(self, games: int, seed: int) -> Iterator[Task]:
        """Yield its games, in whole deals."""
        for number in range(self.whole(games)):
            yield Task(
                game=self.game.name,
                options=self.game.options,
                players=self.players,
                number=number,
                seed=seed,
                opening=self.opening,
            )


def check_players(names: Sequence[str]) -> tuple[str, ...]:
    """Return the players of a study, the levels last; refuse those with a time budget."""
    found = [player(name) for name in dict.fromkeys(names)]
    for one in found:
        if one.seconds is not None:
            raise InvalidOption("timed", owner="study", name=one.name)
    ranks = [*PLAIN, *map(str, LEVELS)]
    return tuple(one.name for one in sorted(found, key=lambda one: ranks.index(one.kind)))


def side_by_side(
    name: str, options: Mapping[str, Any], compare: Mapping[str, Sequence[str]]
) -> list[tuple[dict[str, Any], Game]]:
    """Return the games to compare, each with its label: every combination of the values."""
    definition = registry.definition(name)
    if twice := sorted(options.keys() & compare.keys()):
        raise InvalidOption("twice", owner="study", option=twice[0])
    known = {option: _values(definition, option, values) for option, values in compare.items()}
    found: dict[Game, dict[str, Any]] = {}
    for values in product(*known.values()):
        chosen = dict(zip(known, values, strict=True))
        game = registry.load(name, **{**options, **chosen})
        named = {option: _short(value, known[option]) for option, value in chosen.items()}
        if game in found:
            one, other = label_of(found[game], NONE), label_of(named, NONE)
            raise InvalidOption("same_game", owner="study", one=one, other=other)
        found[game] = named
    return [(named, game) for game, named in found.items()]


def _short(value: Any, values: Sequence[Any]) -> Any:
    """Return a value; of a file the shortest end of its path that no other value has."""
    if not isinstance(value, str):
        return value
    parts = Path(value).parts
    others = [Path(other).parts for other in values if isinstance(other, str) and other != value]
    ends = (
        str(Path(*parts[-size:]))
        for size in range(1, len(parts))
        if all(other[-size:] != parts[-size:] for other in others)
    )
    return next(ends, value)


def label_of(compared: Mapping[str, Any], usual: str) -> str:
    """Return the label of a game: the values that differ, with the option's name for numbers."""
    return ", ".join(
        f"{option}={value}" if isinstance(value, int) else value or usual
        for option, value in compared.items()
    )


def _values(definition: Definition, name: str, texts: Sequence[str]) -> list[Any]:
    """Return the values of an option that texts stand for: `all` for all known, `none` for no
    variant.
    """
    option = next((option for option in definition.options if option.name == name), None)
    if option is None:
        names = ", ".join(option.name for option in definition.options) or "–"
        raise InvalidOption("unknown_option", game=definition.name, option=name, options=names)
    if list(texts) == [ALL]:
        return list(option.values)
    named = {NONE if value is None else str(value): value for value in option.values}
    return [named.get(text, text) for text in dict.fromkeys(texts)]


def lineups(
    games: Sequence[tuple[Mapping[str, Any], Game]], players: Sequence[str], opening: int | None
) -> list[Lineup]:
    """Return the lineups: each player against itself, and the last against the first."""
    found = []
    for compared, game in games:
        plies = opening if opening is not None else 0 if game.definition.chance else 2
        tables = [(name,) * game.seats for name in players]
        if len(players) > 1:
            tables.append((players[-1], *(players[0],) * (game.seats - 1)))
        found += [
            Lineup(compared=compared, game=game, players=names, opening=plies) for names in tables
        ]
    return found
