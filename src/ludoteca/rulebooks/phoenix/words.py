"""Phoenix: a view in words, with both lines as rows of letters."""

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.rulebooks.phoenix import rules


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("phoenix", f"words.{key}", lang, **values)


def _row(name: str, letters: str) -> str:
    """A row of colours under the numbers of the columns."""
    return f"{name:10}" + "".join(f"{letter:>3}" for letter in letters)


def _pile(view: View, lang: str) -> str:
    """The deck and the card on top of the discard pile."""
    deck = _say("deck", lang, count=view["deck_count"])
    return deck if not view["discard"] else f"{deck} {_say('pile', lang, card=view['discard'][-1])}"


def words(view: View, lang: str) -> str:
    """A view as lines of text, the viewer's own line below the spectrum."""
    own = view["seat"] or 0
    names = [_say("line", lang, player=seat + 1) for seat in range(2)]
    first, second = view["scores"]
    rows = [
        _say("hand", lang, hand=view["hand"], hands=rules.HANDS, first=first, second=second),
        _pile(view, lang),
        " " * 10 + "".join(f"{column:3}" for column in range(1, rules.COLUMNS + 1)),
        _row(names[1 - own], view["lines"][1 - own]),
        _row(_say("spectrum", lang), view["spectrum"]),
        _row(names[own], view["lines"][own]),
    ]
    if view["cards"] is not None:
        rows.append(_say("cards", lang, cards=" ".join(view["cards"]) or "–"))
    return "\n".join(rows)
