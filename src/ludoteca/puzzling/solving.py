"""Solving a puzzle: what the answers so far led to, hints and solutions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludoteca.core.choices import Tree
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng, shuffle
from ludoteca.puzzling.errors import NoPuzzle
from ludoteca.puzzling.kinds import Alone, Recall, Status, kind_of
from ludoteca.puzzling.model import Puzzle

HINTED = 3  # the answers that a hint leaves of those to a question


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """Where some answers led to.

    status    open while more is to be answered
    answers   the answers, the last of which may be wrong
    position  what is on the table now
    before    what was on it before the last answer
    events    the last answer and the reply to it
    told      whether the rules lead from `before` by the events to `position`
    """

    puzzle: Puzzle
    status: Status
    answers: tuple[str, ...]
    position: Position
    before: Position
    events: tuple[str, ...] = ()
    told: bool = True

    @property
    def number(self) -> int:
        """Return the number of the next decision, from 0."""
        return len(self.answers)

    def choices(self) -> Tree:
        """Return what may be picked now; nothing once the puzzle is solved or failed."""
        if self.status != "open":
            return {}
        return kind_of(self.puzzle).tree(self.puzzle, self.position)

    def solution(self) -> tuple[str, ...]:
        """Return the rest of a solution from here; empty where none is left."""
        puzzle, kind = self.puzzle, kind_of(self.puzzle)
        if isinstance(kind, Alone) and self.answers and self.status == "open":
            left = puzzle.moves - self.number
            return kind.spec.way(self.position, puzzle.seat, left) or ()
        return puzzle.line[2 * self.number :] if self.status == "open" else puzzle.line

    def hint(self) -> tuple[str, ...]:
        """Return the ids that a hint shows: where the move begins, or some of the answers."""
        kind, rest = kind_of(self.puzzle), self.solution()
        if self.status != "open" or not rest:
            return ()
        if isinstance(kind, Recall):
            others = [name for name in kind.options(self.puzzle) if name != rest[0]]
            return tuple(sorted({rest[0], *_drawn(others, self.puzzle.id)}))
        path = self.position.path(rest[0])
        return path[:1] if len(path) > 1 else ()


def _drawn(names: list[str], seed: str) -> list[str]:
    """Return some names, the same for a seed."""
    places = np.arange(len(names))
    shuffle(new_rng("hint", seed), places, len(places))
    return [names[place] for place in places[: HINTED - 1].tolist()]


def attempt(puzzle: Puzzle, answers: Sequence[str] = ()) -> Attempt:
    """Return where answers lead; raise NoPuzzle for one that cannot be given."""
    kind = kind_of(puzzle)
    now = Attempt(
        puzzle=puzzle, status="open", answers=(), position=puzzle.asked, before=puzzle.asked
    )
    for number, move in enumerate(answers):
        if now.status != "open":
            raise NoPuzzle("over")
        if move not in moves_in(now.choices()):
            raise NoPuzzle("not_an_answer", move=move[:40])
        taken = kind.take(puzzle, number, now.position, move)
        now = Attempt(
            puzzle=puzzle,
            status=taken.status,
            answers=(*now.answers, move),
            position=taken.position,
            before=now.position,
            events=taken.events,
            told=taken.told,
        )
    return now


def moves_in(tree: Tree) -> list[str]:
    """Return the moves that a tree of choices leads to, each once."""
    found: dict[str, None] = {}
    for below in tree.values():
        deeper = [below] if isinstance(below, str) else moves_in(below)
        found |= dict.fromkeys(deeper)
    return list(found)
