"""The kinds of puzzles: how each is found, checked, picked, answered and tried by the levels.

A game names its kinds in its module `puzzles`, see `core.puzzles`; a game without one has puzzles
of the best move. Miners, tests, pages and the terminal put the same questions to a kind.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar

from msgspec.structs import replace as with_fields

from ludoteca.core import choices, registry, texts
from ludoteca.core.choices import Tree
from ludoteca.core.definition import Prompt
from ludoteca.core.position import Position
from ludoteca.core.puzzles import (
    Asked,
    BestMove,
    ForcedWin,
    PuzzleKind,
    Recollection,
    ShortestWay,
)
from ludoteca.core.thought import Facts
from ludoteca.puzzling.model import LEVELS, TRIES, Puzzle, percent
from ludoteca.puzzling.trying import Clear, Tries, clear_best, misses
from ludoteca.reviewing.explaining import imagined
from ludoteca.search.forced import winning_moves, wins_by_force
from ludoteca.search.players import Player, analyse, player

S = TypeVar("S", bound=PuzzleKind)
MOST_KEYS = 3
"""How many moves may begin a forced win; all of them solve it."""
Status = Literal["open", "solved", "wrong"]


@dataclass(frozen=True, kw_only=True)
class Taken:
    """What an answer led to: how it stands, where, and what was played: the answer and the reply.

    `told` is whether the events lead from the position before to this one by the rules.
    """

    status: Status
    position: Position
    events: tuple[str, ...]
    told: bool = True


@dataclass(frozen=True, kw_only=True)
class Past:
    """How a game came to a position: all positions from the first on, and the events between."""

    positions: Sequence[Position]
    events: Sequence[str]

    @property
    def now(self) -> Position:
        """Return the position."""
        return self.positions[-1]


class Kind(ABC, Generic[S]):
    """A kind of puzzles, as its game describes it."""

    def __init__(self, spec: S) -> None:
        self.spec = spec
        self.name = spec.name

    @abstractmethod
    def drafts(self, past: Past, tries: Tries) -> Iterator[Puzzle]:
        """Yield the puzzles of this kind for the seat to move in a game, not rated yet."""

    @abstractmethod
    def fault(self, puzzle: Puzzle, *, thorough: bool = False) -> str:
        """Return what is wrong with a puzzle as far as a check finds it; "" if nothing is."""

    def tree(self, puzzle: Puzzle, position: Position) -> Tree:
        """Return what may be picked in a position of a puzzle."""
        return position.choices(puzzle.seat)

    def take(self, puzzle: Puzzle, number: int, position: Position, move: str) -> Taken:
        """Return what an answer, the first being 0, leads to."""
        right = move in puzzle.answers[number]
        status: Status = "solved" if right else "wrong"
        return Taken(status=status, position=position, events=(move,))

    def solves(self, puzzle: Puzzle, player: Player, seed: int) -> bool:
        """Return whether a player finds the first move of a solution."""
        view = puzzle.asked.view(puzzle.seat, memory=True)
        return player.choose(puzzle.game, view, seed=seed) in puzzle.answers[0]

    def facts(self, puzzle: Puzzle, move: str) -> Facts:
        """Return what the game's search said of a move, for the words that explain it."""
        return {}

    def buttons(self, puzzle: Puzzle, lang: str) -> dict[str, str]:
        """Return the names of picks that only this kind of puzzle has."""
        return {}


class Best(Kind[BestMove]):
    """The best move: clear beyond the doubt of the analysis, also at ten times the budget."""

    def drafts(self, past: Past, tries: Tries) -> Iterator[Puzzle]:
        position = past.now
        found = clear_best(position, tries) if self.spec.fits(position) else None
        if found is not None:
            yield self.made(position, found, tries.tempting(position, found[0].move))

    def made(self, position: Position, found: Clear, tempting: str) -> Puzzle:
        """Return the puzzle of a position with a clear best move."""
        best, values, analysis = found
        world, seat = imagined(position), position.to_move
        assert seat is not None
        kept = {one.move: self.spec.kept(one.extra) for one in analysis.candidates}
        return Puzzle(
            kind=self.name,
            position=world.text(),
            seat=seat,
            answers=((best.move,),),
            line=(best.move,),
            tempting=tempting,
            values="".join(percent(values[move]) for move in world.moves()),
            facts={move: round(value, 4) for move, value in kept.items() if value is not None},
        ).named()

    def fault(self, puzzle: Puzzle, *, thorough: bool = False) -> str:
        position = puzzle.asked
        if position.to_move != puzzle.seat or not self.spec.fits(position):
            return "not its kind"
        if not misses(position, puzzle.answers[0]):
            return "obvious"
        if thorough:
            found = clear_best(position, Tries())
            return "" if found and (found[0].move,) == puzzle.answers[0] else "not clear"
        view = position.view(puzzle.seat, memory=True)
        return "" if analyse(view).best.move in puzzle.answers[0] else "not the best"

    def facts(self, puzzle: Puzzle, move: str) -> Facts:
        number = puzzle.facts.get(move)
        return {} if number is None else self.spec.facts(number)


class Forced(Kind[ForcedWin]):
    """A win in a number of own moves that no defence prevents, begun by few moves only."""

    def drafts(self, past: Past, tries: Tries) -> Iterator[Puzzle]:
        position = past.now
        best = tries.glance(position).best
        if not best.exact or best.value < 1.0 or wins_by_force(position, 1):
            return
        for moves in range(2, self.spec.most + 1):
            if wins_by_force(position, moves):
                keys = winning_moves(position, moves)
                if len(keys) <= MOST_KEYS and misses(position, keys):
                    yield self._puzzle(position, moves, tries)
                return

    def _puzzle(self, position: Position, moves: int, tries: Tries) -> Puzzle:
        """Return the puzzle of a position that is won in a number of moves, and no fewer."""
        answers, line, now = list[tuple[str, ...]](), list[str](), position
        seat = position.to_move
        assert seat is not None
        for left in range(moves, 0, -1):
            wins = winning_moves(now, left)
            answers.append(wins)
            line.append(wins[0])
            now = now.step(wins[0])
            if now.to_move is None:
                break
            line.append(_longest_defence(now, seat, left - 1))
            now = now.step(line[-1])
        return Puzzle(
            kind=self.name,
            position=position.text(),
            seat=seat,
            moves=moves,
            answers=tuple(answers),
            line=tuple(line),
            tempting=tries.tempting(position, *answers[0]),
        ).named()

    def fault(self, puzzle: Puzzle, *, thorough: bool = False) -> str:
        position, moves = puzzle.asked, puzzle.moves
        if not wins_by_force(position.step(puzzle.line[0]), moves - 1, puzzle.seat):
            return "not forced"
        if wins_by_force(position, moves - 1):
            return "too long"
        if thorough and winning_moves(position, moves) != puzzle.answers[0]:
            return "another way"
        return "" if misses(position, puzzle.answers[0]) else "obvious"

    def take(self, puzzle: Puzzle, number: int, position: Position, move: str) -> Taken:
        after = position.step(move)
        if move not in puzzle.answers[number]:
            return Taken(status="wrong", position=after, events=(move,))
        main = move == puzzle.line[2 * number]
        if after.to_move is None or not main:
            return Taken(status="solved", position=after, events=(move,))
        reply = puzzle.line[2 * number + 1]
        return Taken(status="open", position=after.step(reply), events=(move, reply))


def _longest_defence(position: Position, seat: int, moves: int) -> str:
    """Return the reply that holds out longest and then leaves the fewest ways to win."""
    ranked = []
    for reply in position.moves():
        after = position.step(reply)
        needed = next(n for n in range(1, moves + 1) if wins_by_force(after, n, seat))
        ranked.append((-needed, len(winning_moves(after, needed)), reply))
    return min(ranked)[2]


class Alone(Kind[ShortestWay]):
    """A goal that a seat reaches alone, the others standing still, in as few moves as can be."""

    def drafts(self, past: Past, tries: Tries) -> Iterator[Puzzle]:
        position = past.now
        seat = position.to_move
        assert seat is not None
        line = self.spec.shortest(position, seat)
        if line is None:
            return
        first = self.first_moves(position, seat, len(line))
        if misses(position, first):
            yield Puzzle(
                kind=self.name,
                position=imagined(position).text(),
                seat=seat,
                moves=len(line),
                answers=(first,),
                line=line,
                tempting=tries.tempting(position, *first),
            ).named()

    def first_moves(self, position: Position, seat: int, moves: int) -> tuple[str, ...]:
        """Return the moves that begin a way of a number of moves."""
        return tuple(
            move
            for move in self.spec.moves(position)
            if self.spec.way(self.spec.step(position, move), seat, moves - 1) is not None
        )

    def fault(self, puzzle: Puzzle, *, thorough: bool = False) -> str:
        position = puzzle.asked
        for move in puzzle.line:
            if move not in self.spec.moves(position):
                return "not a move"
            position = self.spec.step(position, move)
        if not self.spec.done(position, puzzle.seat) or len(puzzle.line) != puzzle.moves:
            return "does not reach the goal"
        if thorough:
            shortest = self.spec.shortest(puzzle.asked, puzzle.seat)
            if shortest is None or len(shortest) != puzzle.moves:
                return "not the fewest"
        return "" if misses(puzzle.asked, puzzle.answers[0]) else "obvious"

    def tree(self, puzzle: Puzzle, position: Position) -> Tree:
        allowed = set(self.spec.moves(position))
        return _pruned(position.choices(puzzle.seat), allowed)

    def take(self, puzzle: Puzzle, number: int, position: Position, move: str) -> Taken:
        after = self.spec.step(position, move)
        status: Status = "open" if number + 1 < puzzle.moves else "wrong"
        if self.spec.done(after, puzzle.seat):
            status = "solved"
        return Taken(status=status, position=after, events=(move,), told=False)


def _pruned(tree: Tree, allowed: set[str]) -> Tree:
    """Return a tree of choices with only some of its moves."""
    kept: Tree = {}
    for pick, below in tree.items():
        if isinstance(below, str):
            if below in allowed:
                kept[pick] = below
        elif deeper := _pruned(below, allowed):
            kept[pick] = deeper
    return kept


class Recall(Kind[Recollection]):
    """A question about what the seat saw on the way; the answers are picks of their own."""

    def drafts(self, past: Past, tries: Tries) -> Iterator[Puzzle]:
        for asked in self.spec.ask(past.positions, past.events):
            yield self._puzzle(past, asked)

    def _puzzle(self, past: Past, asked: Asked) -> Puzzle:
        """Return the puzzle of a question."""
        seat = past.now.to_move
        assert seat is not None
        return Puzzle(
            kind=self.name,
            position=past.positions[asked.first].text(),
            seat=seat,
            before=tuple(past.events[asked.first :]),
            answers=((asked.answer,),),
            line=(asked.answer,),
            facts=dict(asked.values),
            rated=asked.rated,
        ).named()

    def fault(self, puzzle: Puzzle, *, thorough: bool = False) -> str:
        shown = positions(puzzle)
        found = self.spec.ask(shown, puzzle.before)
        known = any(
            one.answer == puzzle.line[0] and dict(one.values) == puzzle.facts and not one.first
            for one in found
        )
        return "" if known else "not what was seen"

    def tree(self, puzzle: Puzzle, position: Position) -> Tree:
        return choices.grow(((option,), option) for option in self.options(puzzle))

    def options(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the answers one can choose from."""
        return self.spec.options(puzzle.asked, _whole(puzzle))

    def take(self, puzzle: Puzzle, number: int, position: Position, move: str) -> Taken:
        taken = super().take(puzzle, number, position, move)
        return replace(taken, events=(), told=False)

    def solves(self, puzzle: Puzzle, player: Player, seed: int) -> bool:
        """Return True: bots are given all that their seat has seen."""
        return True

    def buttons(self, puzzle: Puzzle, lang: str) -> dict[str, str]:
        name = puzzle.game_name
        return {
            option: texts.say(name, f"{self.spec.label}.{option}", lang)
            for option in self.options(puzzle)
        }

    def why(self, puzzle: Puzzle) -> Prompt:
        """Return where the seat saw the answer."""
        return self.spec.why(positions(puzzle), puzzle.before, puzzle.seat, _whole(puzzle))


def _whole(puzzle: Puzzle) -> dict[str, int]:
    """Return the values of a question."""
    return {name: int(value) for name, value in puzzle.facts.items()}


def positions(puzzle: Puzzle) -> list[Position]:
    """Return the positions that are shown, from the start to the one that is asked about."""
    shown = [puzzle.start]
    for text in puzzle.before:
        shown.append(shown[-1].step(text))
    return shown


def kinds(game: str) -> dict[str, Kind[Any]]:
    """Return the kinds of puzzles of a game by name."""
    own = registry.part(game, "puzzles")
    specs: Sequence[PuzzleKind] = (BestMove(),) if own is None else own.KINDS
    return {spec.name: _KINDS[type(spec)](spec) for spec in specs}


_KINDS: dict[type[PuzzleKind], type[Kind[Any]]] = {
    BestMove: Best,
    ForcedWin: Forced,
    ShortestWay: Alone,
    Recollection: Recall,
}


def kind_of(puzzle: Puzzle) -> Kind[Any]:
    """Return the kind of a puzzle."""
    return kinds(puzzle.game_name)[puzzle.kind]


def rated(draft: Puzzle) -> Puzzle:
    """Return a puzzle with how often each level solves it."""
    if draft.rated:
        return draft
    kind = kind_of(draft)
    solved = tuple(
        sum(kind.solves(draft, player(level), seed) for seed in range(TRIES))
        for level in range(1, LEVELS + 1)
    )
    return with_fields(draft, solved=solved)
