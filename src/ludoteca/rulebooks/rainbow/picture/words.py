"""Rainbow Duel: a view in words."""

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.core.players import called

_UNSEEN = "?"


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("rainbow", f"words.{key}", lang, **values)


def _cards(faces: list[str | None], lang: str) -> str:
    """Return faces with their numbers, counted from 1: 1 R  2 W  3 ?."""
    numbered = (f"{number} {face or _UNSEEN}" for number, face in enumerate(faces, 1))
    return "  ".join(numbered) or _say("nothing", lang)


def _hand(view: View, owner: int, lang: str) -> str:
    """Return a hand as the viewer sees it: the own one from its front, any other from behind."""
    whose = "own_hand" if owner == view["seat"] else "other_hand"
    return _say(
        whose, lang, player=called(view, owner, lang), cards=_cards(view["hands"][owner], lang)
    )


def _won(view: View, owner: int, lang: str) -> str:
    return f"{view['won'][owner]} ({called(view, owner, lang)})"


def words(view: View, lang: str) -> str:
    """Return a view as lines of text, the viewer's own things below."""
    own = view["seat"] or 0
    stack = _say("stack", lang, count=view["stack"])
    if view["end"] is not None:
        stack += _say("end", lang, face=view["end"])
    won = _say("won", lang, first=_won(view, 0, lang), second=_won(view, 1, lang))
    row = _say("row", lang, cards=_cards(view["row"], lang))
    return "\n".join([stack, won, _hand(view, 1 - own, lang), row, _hand(view, own, lang)])
