"""Moves as sentences, from the patterns that a game keeps among its texts.

An entry of `told` holds the notation of a kind of move as a pattern, and a sentence that may name
the parts of the pattern, `thing` (what was picked first), `became` (what it is now) and `how` (what
can be said of it now). The first entry that fits and of which everything is known is taken. Where
the notation is made of words, `short` says the same in a list of moves.
"""

import re
from functools import lru_cache
from string import Formatter

from ludoteca.core import texts
from ludoteca.server.wire.responses import Short

Entry = tuple[re.Pattern[str], str, frozenset[str]]


@lru_cache(maxsize=64)
def entries(game: str, lang: str) -> tuple[Entry, ...]:
    """Return the sentences of a game, each with its pattern and the names it needs."""
    found = texts.find(game, "told", lang) or ()
    return tuple(
        (re.compile(entry["move"]), entry["text"], frozenset(_names(entry["text"])))
        for entry in found
    )


def _names(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name]


def shorts(game: str, lang: str) -> list[Short]:
    """Return what stands for notation made of words in a list of moves, in the reader's language.

    Patterns are in JavaScript's syntax.
    """
    found = texts.find(game, "told", lang) or ()
    return [
        Short(move=entry["move"].replace("(?P<", "(?<"), text=entry["short"])
        for entry in found
        if "short" in entry
    ]


def sentence(game: str, move: str, lang: str, *, thing: str = "", became: str = "") -> str | None:
    """Return a move in words, or None where the game has no sentence for it."""
    how = became.partition(", ")[2]
    for pattern, text, needed in entries(game, lang):
        if match := pattern.fullmatch(move):
            values = match.groupdict() | {"thing": thing, "became": became, "how": how}
            if all(values[name] for name in needed):
                return text.format(**values)
    return None
