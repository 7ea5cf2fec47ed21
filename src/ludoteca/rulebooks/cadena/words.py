"""Cadena: a view in words, with the discs of each square from the bottom up."""

from ludoteca.core import texts
from ludoteca.core.definition import View


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("cadena", f"words.{key}", lang, **values)


def _dice(dice: list[int]) -> str:
    return " ".join(str(value) for value in dice)


def _place(view: View, seat: int, disc: int, lang: str) -> str:
    """Where a disc is, and whether it is stuck."""
    square, stuck = view["discs"][seat][disc], view["stuck"][seat][disc]
    if square == 0:
        return _say("off", lang)
    if square == view["length"]:
        return _say("centre", lang)
    return _say("stuck" if stuck else "free", lang, square=square)


def _player(view: View, seat: int, lang: str) -> str:
    """The discs and the dice of one player."""
    first, second = (_place(view, seat, disc, lang) for disc in range(2))
    hand = view["hand"][seat]
    return _say("player", lang, player=seat + 1, first=first, second=second, hand=hand)


def _stacks(view: View, lang: str) -> list[str]:
    """The squares on which discs lie on each other."""
    found = []
    for square, pile in sorted(view["stacks"].items(), key=lambda item: int(item[0])):
        if len(pile) > 1:
            discs = " < ".join(f"{seat + 1}:{disc}" for seat, disc in pile)
            found.append(_say("stack", lang, square=square, discs=discs))
    return found


def _last_turn(view: View, lang: str) -> list[str]:
    """What the turn before came to."""
    last = view["last_turn"]
    if last is None:
        return []
    key = "failed" if last["failed"] else "moved"
    values = last | {"player": last["seat"] + 1, "dice": _dice(last["dice"]), "start": last["from"]}
    return [_say(key, lang, **values)]


def _chain(view: View, lang: str) -> list[str]:
    """The dice of this turn, and what would fit at each end of their chain."""
    if not view["chain"]:
        return []
    rows = [_say("chain", lang, dice=_dice(view["chain"]))]
    for end in [*view["ends"], view["declared"]]:
        if end is not None:
            direction = _say(end["direction"], lang)
            links, fits = _dice(end["links"]), _dice(end["fits"]) or "–"
            rows.append(_say("end", lang, links=links, direction=direction, fits=fits))
    return rows


def words(view: View, lang: str) -> str:
    """A view as lines of text."""
    arrows = ", ".join(f"{start}→{end}" for start, end in view["arrows"]) or "–"
    return "\n".join(
        [
            _say("board", lang, length=view["length"], arrows=arrows),
            *(_player(view, seat, lang) for seat in range(view["seats"])),
            *_stacks(view, lang),
            _say("bank", lang, count=view["bank"]),
            *_last_turn(view, lang),
            *_chain(view, lang),
        ]
    )
