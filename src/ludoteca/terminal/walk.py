"""Walking the tree of choices with a cursor: what is picked, what may be picked next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludoteca.core.choices import Tree

Place = tuple[float, float]
"""Row (counted double) and column of a thing's middle."""

DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
}


@dataclass
class Walk:
    """A way into a tree of choices, and the choice the cursor stands on."""

    tree: Tree = field(default_factory=dict)
    path: list[str] = field(default_factory=list)
    cursor: str | None = None

    @property
    def branch(self) -> Tree:
        """Return what may be picked next, each with where it leads."""
        branch = self.tree
        for step in self.path:
            deeper = branch[step]
            assert isinstance(deeper, dict)
            branch = deeper
        return branch

    def pick(self, choice: str) -> str | None:
        """Go one step on, or tell the move that this choice completes."""
        found = self.branch.get(choice)
        if isinstance(found, str):
            return found
        if found is not None:
            self.path.append(choice)
            self.cursor = next(iter(found))
        return None

    def back(self) -> bool:
        """Take the last pick back; False if nothing is picked."""
        if not self.path:
            return False
        self.cursor = self.path.pop()
        return True

    def settle(self) -> None:
        """Put the cursor on something that may be picked."""
        if self.cursor not in self.branch:
            self.cursor = next(iter(self.branch), None)

    def move_at(self, choice: str | None) -> str | None:
        """Return the move that a choice would complete, if it would."""
        found = self.branch.get(choice) if choice is not None else None
        return found if isinstance(found, str) else None

    def step(self, step: int) -> None:
        """Move the cursor to the next choice or the one before, in the order of the tree."""
        choices = list(self.branch)
        if choices:
            here = choices.index(self.cursor) if self.cursor in choices else -step
            self.cursor = choices[(here + step) % len(choices)]

    def towards(self, direction: str, places: Mapping[str, Place]) -> None:
        """Move the cursor to the nearest choice in a direction, if there is one."""
        here = places.get(self.cursor or "")
        if here is None:
            self.step(1)
            return
        down, right = DIRECTIONS[direction]
        best, least = self.cursor, float("inf")
        for choice in self.branch:
            if choice in places and choice != self.cursor:
                away = _distance(here, places[choice], down, right)
                if away < least:
                    best, least = choice, away
        self.cursor = best


def _distance(here: Place, there: Place, down: int, right: int) -> float:
    """Return how far a thing lies in a direction.

    What lies aside counts more, what lies behind not.
    """
    rows, columns = there[0] - here[0], there[1] - here[1]
    ahead = rows * down + columns * right
    aside = abs(rows * right) + abs(columns * down)
    return float("inf") if ahead <= 0 else ahead + 2.5 * aside


def completions(typed: str, moves: Sequence[str]) -> list[str]:
    """Return the moves that a text may become, letters taken as they are or in the other case."""
    exact = [move for move in moves if move.startswith(typed)]
    low = typed.lower()
    return exact or [move for move in moves if move.lower().startswith(low)]


def common_start(texts: Sequence[str]) -> str:
    """Return the longest beginning that all texts share."""
    if not texts:
        return ""
    first, last = min(texts), max(texts)
    length = next(
        (i for i, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]),
        len(first),
    )
    return first[:length]
