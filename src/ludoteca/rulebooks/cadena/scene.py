"""Cadena: the drawing of a view."""

from typing import Any

from ludoteca.core.definition import View


def scene(view: View, lang: str) -> Any:
    raise NotImplementedError
