"""Players by name: the levels 1 to 8, and the reference players they are measured against.

A player gets a view and nothing else; the same view, name and seed give the same move. A level is
the game's search with a budget of nodes. The weaker levels sample among the moves near the best:

    P(move) ∝ 2^-((v_best - v_move) / slip)   for moves at most three slips behind, else 0
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core import registry
from ludoteca.core.data import read_toml
from ludoteca.core.definition import Definition, View
from ludoteca.core.errors import CannotThink, InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.rng import below, new_rng
from ludoteca.search import readiness
from ludoteca.search.alphabeta.driver import alphabeta
from ludoteca.search.api import MOST_SECONDS, Analysis, Budget, Candidate, Search, Stop
from ludoteca.search.defaults import HINT_LEVEL
from ludoteca.search.expectimax import expectimax
from ludoteca.search.mcts.driver import ismcts, uct
from ludoteca.search.one_ply import greedy, random_moves
from ludoteca.search.readiness import Timed, get_ready
from ludoteca.search.sequential_halving import sequential_halving

LEVELS = tuple(range(1, 9))
UNLIMITED = 1 << 40
PLAIN: Mapping[str, Search] = {"random": random_moves, "greedy": greedy, "uct": uct}
PLAIN_NODES = 2_000
QUICK_LEVEL = 4  # the highest level that thinks quickly enough without native code
SEARCHES: Mapping[str, Search] = {"halving": sequential_halving}
"""The searches that a game's levels may name, where measured to be stronger than the usual."""
_NAME = re.compile(r"([a-z]+(?:-[a-z]+)?|[1-8])(?:@(\d{1,4}(?:\.\d{1,3})?)s)?")
A_WHILE, A_FEW, SOME_NODES = 60, 9, 400  # decisions and nodes that let all kernels run
_FARTHEST = 3
CERTAIN = 1e-6  # between what is proved and a whole win or loss, where chances were added up
_LAPSES = 8  # how often, in slips, a planned move is not the one that is played


@dataclass(frozen=True, kw_only=True)
class Level:
    """How well a level plays.

    nodes  the budget of its search
    slip   the share of the win behind the best move that halves the probability of a move; moves
           more than three slips behind are never played, nor is anything proved overlooked
    """

    nodes: int
    slip: float = 0.0


@cache
def _level_file(folder: Path) -> Mapping[str, Any]:
    """Return the table of levels in a game's folder; empty if there is no such file."""
    path = folder / "bot" / "levels.toml"
    return read_toml(path) if path.exists() else {}


@cache
def levels(name: str) -> Mapping[int, Level]:
    """Return the levels of a game, from its folder; a game without them gets generic ones."""
    table = _level_file(registry.definition(name).folder)
    if not table:
        return {n: Level(nodes=20 * 3**n, slip=0.02 * max(0, 6 - n)) for n in LEVELS}
    return {number: Level(**table[str(number)]) for number in LEVELS}


def strongest_search(definition: Definition) -> Search:
    """Return the search that suits a game: its own, else what its levels name, else what fits its
    secrets and chance.
    """
    if definition.search is not None:
        own: Search = registry.part(definition.name, "search").search
        return own
    named = _level_file(definition.folder).get("search")
    if named:
        return SEARCHES[named]
    if definition.hidden:
        return ismcts
    return expectimax if definition.chance else alphabeta


@dataclass(frozen=True, kw_only=True)
class Player:
    """Choose moves from views, by a search and its budget."""

    name: str
    kind: str
    seconds: float | None = None

    def think(
        self,
        game: Game,
        view: View,
        *,
        seed: int = 0,
        stop: Stop | None = None,
        lines: bool = True,
    ) -> Analysis:
        """Return the analysis that the player bases its choice on."""
        if self.kind in PLAIN:
            search, nodes = PLAIN[self.kind], PLAIN_NODES
        else:
            search = strongest_search(game.definition)
            nodes = levels(game.name)[int(self.kind)].nodes
        budget = Budget(UNLIMITED if self.seconds else nodes, self.seconds, lines=lines)
        return _search(search, game, view, budget, seed, stop or Stop())

    def choose(self, game: Game, view: View, *, seed: int = 0, stop: Stop | None = None) -> str:
        """Return the move that the player makes."""
        analysis = self.think(game, view, seed=seed, stop=stop, lines=False)
        if self.kind in PLAIN:
            return analysis.best.move
        slip = levels(game.name)[int(self.kind)].slip
        ticket = below(new_rng(self.name, seed, "choice"), 1 << 30) / (1 << 30)
        return slipped(analysis, slip, ticket).move


def slipped(analysis: Analysis, slip: float, ticket: float) -> Candidate:
    """Return the best candidate, or one not much worse; `ticket` is a random number from 0 to 1.

    A proved win is never overlooked, and a move proved to lose is played only if all are.
    """
    best = analysis.best
    lapse = _LAPSES * slip if analysis.extra.get("planned") else 1.0
    if slip <= 0 or ticket >= lapse or (best.exact and best.value > 1 - CERTAIN):
        return best
    candidates = [c for c in analysis.candidates if not c.exact or c.value > CERTAIN] or [best]
    behind = np.array([best.value - candidate.value for candidate in candidates])
    weight = np.where(behind <= _FARTHEST * slip, 0.5 ** (behind / slip), 0.0)
    place = ticket / lapse * weight.sum()
    index = int(np.searchsorted(np.cumsum(weight), place, side="right"))
    return candidates[min(index, len(candidates) - 1)]


def kind_and_seconds(name: str | int) -> tuple[str, float | None]:
    """Split a name: uct@0.5s is "uct" and 0.5; return "" and None for what cannot be a name."""
    match = _NAME.fullmatch(str(name))
    seconds = float(match[2]) if match is not None and match[2] else None
    return ("", None) if match is None or seconds == 0 else (match[1], seconds)


def player(name: str | int) -> Player:
    """Return a player: 1 to 8, random, greedy or uct; uct@0.5s searches half a second a move."""
    kind, seconds = kind_and_seconds(name)
    if kind not in {*map(str, LEVELS), *PLAIN}:
        raise InvalidOption("unknown_player", owner="search", name=str(name)[:40])
    return Player(name=str(name), kind=kind, seconds=seconds)


def analyse(
    view: View,
    *,
    budget: int | float | str | Budget = HINT_LEVEL,
    seed: int = 0,
    workers: int | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """Return the candidate moves of a view with their values, best first.

    `budget` is a level 1 to 8, a larger number of nodes, or a time: 0.5 or "0.5s"; or a Budget,
    whose workers count unless others are given. A view with memory (`position.view(seat,
    memory=True)`) is judged by all that the seat has seen.
    """
    options = view.get("options") if isinstance(view, dict) else None
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise CannotThink("not_a_view", owner="search")
    game = registry.load(str(view.get("game")), **options)
    chosen = read_budget(game, budget)
    if workers is not None:
        chosen = replace(chosen, workers=workers)
    search = strongest_search(game.definition)
    return _search(search, game, view, chosen, seed, stop or Stop())


def _search(
    search: Search, game: Game, view: View, budget: Budget, seed: int, stop: Stop
) -> Analysis:
    """Search natively where that pays, and plainly where it is quick enough."""
    quick = PLAIN_NODES if search in PLAIN.values() else levels(game.name)[QUICK_LEVEL].nodes

    def work() -> None:
        play_a_little(game)
        game.definition.prepare()
        think(game, strongest_search(game.definition))

    budget = get_ready(game, budget, quick, work)
    with Timed(game):
        return search(game, view, budget, seed, stop)


def thinks_less(name: str, level: int) -> bool:
    """Return whether a level searches less than usual while the game is being compiled."""
    known = levels(name)
    return readiness.thinks_less(name, known[level].nodes, known[QUICK_LEVEL].nodes)


def _positions(game: Game, most: int) -> Iterator[Position]:
    """Yield the decisions of a game that goes its way, up to its end or for a while."""
    position, ply = game.start(seed=1), 0
    while position.to_move is not None and ply < most:
        if position.to_move == CHANCE:
            position = position.roll()
            continue
        yield position
        moves = position.moves()
        position, ply = position.play(moves[ply * 7 % len(moves)]), ply + 1


def play_a_little(game: Game) -> None:
    """Run all of the rules: play a game, check what seats see, and read off how it stands."""
    for position in _positions(game, A_WHILE):
        game.imagine(position.view(position.to_move or 0, memory=True), new_rng(1))
        game.definition.kernels.returns(position.state(), np.zeros(game.seats))


def think(game: Game, search: Search) -> None:
    """Run all of a search: have it analyse a few decisions, early and later ones."""
    for ply, position in enumerate(_positions(game, A_FEW)):
        if ply % 4 == 0:
            view = position.view(position.to_move or 0, memory=True)
            search(game, view, Budget(SOME_NODES), 1, Stop())


def read_budget(game: Game, budget: int | float | str | Budget) -> Budget:
    """Return the budget that a level, a number of nodes or a time stands for."""
    if isinstance(budget, Budget):
        return budget
    text = str(budget)
    if text.isascii() and text.isdigit() and len(text) < 16 and int(text) > 0:
        number = int(text)
        return Budget(levels(game.name)[number].nodes if number in LEVELS else number)
    try:
        seconds = float(text.removesuffix("s"))
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < MOST_SECONDS:
        raise InvalidOption("bad_budget", owner="search", budget=text[:40])
    return Budget(UNLIMITED, seconds)
