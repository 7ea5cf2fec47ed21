"""The laboratory: tournaments that measure players, and studies that measure games."""

from pathlib import Path

from ludoteca.core import texts

_TEXTS = Path(__file__).parent / "texts"
texts.add_folder("arena", _TEXTS / "arena")
texts.add_folder("study", _TEXTS / "study")
