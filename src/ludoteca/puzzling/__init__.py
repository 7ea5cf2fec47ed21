"""Puzzles: positions with one clear answer, found by search, checked, explained and rated."""

from ludoteca.puzzling.collection import daily, find, puzzles
from ludoteca.puzzling.errors import NoPuzzle
from ludoteca.puzzling.model import Puzzle

__all__ = ["NoPuzzle", "Puzzle", "daily", "find", "puzzles"]
