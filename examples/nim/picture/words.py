"""Nim: a view in words."""

from ludoteca.core.definition import View
from nim.notation import NAMES


def words(view: View, lang: str) -> str:
    """Return the heaps as rows of strokes."""
    return "\n".join(f"{NAMES[heap]} {'|' * count}" for heap, count in enumerate(view["heaps"]))
