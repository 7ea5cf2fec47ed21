"""The explanations of a game's options, for all screens."""

from ludoteca.core import texts
from ludoteca.core.definition import Option

_CORE = "core"


def mark(option: Option, lang: str) -> str:
    """Return the mark of an option that is rebuilt or a ruling of ours, as on the rules page."""
    if option.origin is None:
        return ""
    return f"[{texts.say(_CORE, f'marks.{option.origin}', lang)}]"


def explanation(game: str, option: Option, lang: str) -> str:
    """Return the sentence about an option, with its mark; only the mark where there is none."""
    said = texts.find(game, f"options.{option.name}.explained", lang) or ""
    return " ".join(part for part in (str(said), mark(option, lang)) if part)
