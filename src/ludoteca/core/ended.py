"""The sentence of a game that ended outside its rules: by a resignation or by agreement."""

from ludoteca.core import texts
from ludoteca.core.definition import View


def stopped(view: View) -> bool:
    """Return whether a view is of a game that ended though its rules would let it go on."""
    return view["outcome"] is not None and _sentence(view, "en") is not None


def sentence(view: View, lang: str) -> str:
    """Return why a game was stopped."""
    return _sentence(view, lang) or ""


def _sentence(view: View, lang: str) -> str | None:
    found: str | None = texts.find("core", f"endings.{view['outcome']['reason']}", lang)
    return found
