"""The tree of choices: every legal move as a path of ids of things on the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Tree = dict[str, "Tree | str"]
"""Ids of what may be picked next; a text in place of a branch is the move that is made."""


@dataclass(frozen=True)
class Choice:
    """The result of a path of picks: illegal, the prefix of some moves, or a complete move."""

    status: Literal["invalid", "incomplete", "complete"]
    next: tuple[str, ...] = ()
    move: str | None = None


def reverse(path: tuple[str, ...], move: str) -> tuple[tuple[str, ...], str]:
    """Return a path to a move with its last two picks exchanged."""
    *begin, first, second = path
    return (*begin, second, first), move


def grow(moves: Iterable[tuple[tuple[str, ...], str]]) -> Tree:
    """Return the tree of (path, move) pairs; no path may be the beginning of another."""
    tree: Tree = {}
    for path, move in moves:
        branch = tree
        for step in path[:-1]:
            deeper = branch.setdefault(step, {})
            assert isinstance(deeper, dict), f"{path} goes on where a move is complete"
            branch = deeper
        assert path[-1] not in branch, f"{path} makes two moves"
        branch[path[-1]] = move
    return tree


def choose(tree: Tree, path: Sequence[str]) -> Choice:
    """Classify a path of picks in a tree: illegal, incomplete or a move."""
    branch: Tree | str = tree
    for step in path:
        if isinstance(branch, str) or step not in branch:
            return Choice("invalid")
        branch = branch[step]
    if isinstance(branch, str):
        return Choice("complete", move=branch)
    return Choice("incomplete" if branch else "invalid", next=tuple(branch))
