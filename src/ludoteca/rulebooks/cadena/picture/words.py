"""Cadena: a view in words, with a small board of text."""

from textwrap import wrap
from typing import Any

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.core.players import person_name
from ludoteca.rulebooks.cadena import data
from ludoteca.rulebooks.cadena.picture import layout

COLUMNS = 78
MOST_ORDERS = 4


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("cadena", f"words.{key}", lang, **values)


def _dice(dice: list[int]) -> str:
    return " ".join(str(value) for value in dice) or "–"


def _cell(view: View, square: int) -> str:
    """Return a square: its number, > or < where an arrow leads on or back, and the disc on top.

    A disc is written player:disc, and +1 after it says that another lies under it or beside it.
    """
    to = dict(view["arrows"]).get(square, square)
    sign = ">" if to > square else "<" if to < square else ""
    pile = view["stacks"].get(str(square), [])
    if square == view["length"]:
        pile = [
            [seat, disc + 1]
            for seat, squares in enumerate(view["discs"])
            for disc in range(len(squares))
            if squares[disc] == square
        ]
    if not pile:
        return f"{square}{sign}"
    under = f"+{len(pile) - 1}" if len(pile) > 1 else ""
    return f"{square}{sign} {pile[-1][0] + 1}:{pile[-1][1]}{under}"


def _board(view: View) -> list[str]:
    """Return the squares where they lie.

    Nothing if the board is too wide or too high for a text.
    """
    cells = data.cells_of(data.read_board(view["options"]["board"]))
    texts_of = {cell: _cell(view, square + 1) for square, cell in enumerate(cells)}
    columns, rows = (sorted({cell[axis] for cell in cells}) for axis in (0, 1))
    width = max(map(len, texts_of.values())) + 1
    if width * len(columns) > COLUMNS or len(rows) > 12:
        return []
    lines = [[texts_of.get((column, row), "").ljust(width) for column in columns] for row in rows]
    return ["".join(line).rstrip() for line in lines]


def _place(view: View, seat: int, disc: int, lang: str) -> str:
    """Return where a disc is, and whether it is stuck."""
    square, stuck = view["discs"][seat][disc], view["stuck"][seat][disc]
    if square == 0:
        return _say("off", lang)
    if square == view["length"]:
        return _say("centre", lang)
    return _say("stuck" if stuck else "free", lang, square=square)


def _player(view: View, seat: int, lang: str) -> str:
    """Return the discs and the dice of one player."""
    first, second = (_place(view, seat, disc, lang) for disc in range(2))
    hand = view["hand"][seat]
    name = _name(view, seat, lang)
    return _say("player", lang, player=name, first=first, second=second, hand=hand)


def _name(view: View, seat: int, lang: str) -> str:
    """Return what a player is called.

    Without names the number is kept, by which discs are written.
    """
    if "names" in view or seat != view["seat"]:
        return layout.name(view, seat, lang)
    return _say("you", lang, player=person_name(seat, lang))


def _stacks(view: View, lang: str) -> list[str]:
    """Return the squares on which discs lie on each other."""
    found = []
    for square, pile in sorted(view["stacks"].items(), key=lambda item: int(item[0])):
        if len(pile) > 1:
            discs = " < ".join(f"{seat + 1}:{disc}" for seat, disc in pile)
            found.append(_say("stack", lang, square=square, discs=discs))
    return [_say("stacks", lang, stacks="; ".join(found))] if found else []


def _last_turn(view: View, lang: str) -> list[str]:
    """Return what the turn before came to."""
    last = view["last_turn"]
    if last is None:
        return []
    key = "failed" if last["failed"] else "moved"
    values = last | {
        "player": layout.name(view, last["seat"], lang),
        "dice": _dice(last["dice"]),
        "start": last["from"],
    }
    return [_say(key, lang, **values)]


def _end(end: dict[str, Any], laid: list[int], lang: str) -> str:
    """Return an end of the chain, what would fit, and the order of the dice if it is not the one
    laid.
    """
    direction = layout.say(end["direction"], lang)
    key = "end" if laid in ([], end["links"]) else "end_as"
    fits, links = _dice(end["fits"]), _dice(end["links"])
    return _say(key, lang, last=end["last"], direction=direction, fits=fits, links=links)


def _chain(view: View, lang: str) -> list[str]:
    """Return the dice of this turn, what would fit at each end, and where standing would lead."""
    ends = [view["declared"]] if view["declared"] is not None else view["ends"]
    if not ends:
        return [_say("rolled", lang, dice=_dice(view["chain"]))] if view["chain"] else []
    laid = layout.main_end(view)["links"]
    told = ", ".join(_end(end, laid if len(ends) <= MOST_ORDERS else [], lang) for end in ends)
    rows = [_say("chain", lang, dice=_dice(laid), ends=told)]
    stands = [_say("stand", lang, **stand) for stand in layout.stands(view)]
    return [*rows, _say("stands", lang, stands="; ".join(stands))] if stands else rows


def words(view: View, lang: str) -> str:
    """Return a view as lines of text, none wider than a terminal."""
    arrows = ", ".join(f"{start}→{end}" for start, end in view["arrows"]) or "–"
    lines = [
        _say("board", lang, length=view["length"], arrows=arrows),
        *(_player(view, seat, lang) for seat in range(view["seats"])),
        *_stacks(view, lang),
        *_last_turn(view, lang),
        *_chain(view, lang),
        _say("bank", lang, count=view["bank"]),
        layout.sentence(view, lang),
    ]
    wrapped = [row for line in lines for row in wrap(line, COLUMNS, subsequent_indent="  ")]
    return "\n".join([*_board(view), *wrapped])
