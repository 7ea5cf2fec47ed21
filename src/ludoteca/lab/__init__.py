"""Measurement: tournaments that rate players, and studies that analyse games."""

from pathlib import Path

from ludoteca.core import texts
from ludoteca.drawing.bars import bars

__all__ = ["bars"]

_TEXTS = Path(__file__).parent / "texts"
texts.add_folder("arena", _TEXTS / "arena")
texts.add_folder("study", _TEXTS / "study")
