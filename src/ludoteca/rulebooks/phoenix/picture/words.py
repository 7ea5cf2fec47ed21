"""Phoenix: a view in words, with both lines as rows of letters.

Columns and cubes run from left to right for everyone, so that numbers are easy to find and type.
"""

from collections import Counter
from textwrap import wrap

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.names import CARDS
from ludoteca.rulebooks.phoenix.picture.notes import player_name, status_text
from ludoteca.rulebooks.phoenix.view import POINTS

LINE, NAME = 78, 10


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("phoenix", f"words.{key}", lang, **values)


def _points(view: View, order: tuple[int, int], lang: str) -> list[str]:
    """Return the points so far, and for each finished hand what they were given for."""
    totals = {seat: str(view["scores"][seat]) for seat in order}
    rows = [_say("points", lang, points=_for_each(totals, view, lang))]
    for hand, both in enumerate(view["points"], 1):
        parts = {seat: "+".join(str(both[seat][name]) for name in POINTS) for seat in order}
        rows.append(_say("hand_points", lang, hand=hand, points=_for_each(parts, view, lang)))
    return rows


def _for_each(told: dict[int, str], view: View, lang: str) -> str:
    """Return something about some players, each named."""
    return ", ".join(f"{player_name(view, seat, lang)} ({what})" for seat, what in told.items())


def _board(view: View, own: int, lang: str) -> list[str]:
    """Return the viewer's own line below the spectrum, the other one above it."""
    numbers = [str(column) for column in range(1, rules.COLUMNS + 1)]
    spectrum = " > ".join(view["spectrum"]) or "–"
    return [
        _row(_say("column", lang), numbers),
        _row(player_name(view, 1 - own, lang), view["lines"][1 - own]),
        f"{_say('spectrum', lang):{NAME}}  {spectrum}",
        _row(player_name(view, own, lang), view["lines"][own]),
    ]


def _row(name: str, cells: list[str] | str) -> str:
    return (f"{name:{NAME}}" + "".join(f"{cell:>3}" for cell in cells)).rstrip()


def _cards(view: View, order: tuple[int, int], lang: str) -> list[str]:
    """Return the own hand, and how many cards the others and the deck have."""
    rows = []
    if view["cards"] is not None:
        rows.append(_say("cards", lang, cards=" ".join(view["cards"]) or "–"))
    rows.append(_say("card_names", lang))
    unseen = {seat: str(view["card_counts"][seat]) for seat in order if seat != view["seat"]}
    hands = _for_each(unseen, view, lang)
    rows.append(_say("counts", lang, deck=view["deck_count"], hands=hands))
    return [*rows, _pile(view, lang)]


def _pile(view: View, lang: str) -> str:
    """Return what lies on the discard pile, by kind, and the last card."""
    pile: list[str] = view["discard"]
    if not pile:
        return _say("no_pile", lang)
    count = Counter(pile)
    kinds = ", ".join(f"{count[card]}×{card}" for card in CARDS if card in count)
    return _say("pile", lang, card=pile[-1], kinds=kinds)


def words(view: View, lang: str) -> str:
    """Return a view as lines of text: whose turn, the points, the board, then the cards."""
    own = view["seat"] or 0
    order = (own, 1 - own)
    hand = _say("hand", lang, hand=view["hand"], hands=rules.HANDS)
    rows = [f"{hand} {status_text(view, lang)}", *_points(view, order, lang)]
    rows += [*_board(view, own, lang), _say("colours", lang), *_cards(view, order, lang)]
    return "\n".join(line for row in rows for line in _wrapped(row))


def _wrapped(row: str) -> list[str]:
    return [row] if len(row) <= LINE else wrap(row, LINE, subsequent_indent="  ")
