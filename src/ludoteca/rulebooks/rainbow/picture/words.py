"""Rainbow Duel: a view in words."""

from ludoteca.core import texts
from ludoteca.core.definition import View

_UNSEEN = "?"


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("rainbow", f"words.{key}", lang, **values)


def _cards(faces: list[str | None], lang: str) -> str:
    """Faces with their numbers, counted from 1: 1 R  2 W  3 ?."""
    numbered = (f"{number} {face or _UNSEEN}" for number, face in enumerate(faces, 1))
    return "  ".join(numbered) or _say("nothing", lang)


def _hand(view: View, owner: int, lang: str) -> str:
    """A hand as the viewer sees it: the own one from its front, any other from behind."""
    whose = "own_hand" if owner == view["seat"] else "other_hand"
    return _say(whose, lang, player=owner + 1, cards=_cards(view["hands"][owner], lang))


def words(view: View, lang: str) -> str:
    """A view as lines of text, the viewer's own things below."""
    own = view["seat"] or 0
    stack = _say("stack", lang, count=view["stack"])
    if view["end"] is not None:
        stack += _say("end", lang, face=view["end"])
    won = _say("won", lang, first=view["won"][0], second=view["won"][1])
    row = _say("row", lang, cards=_cards(view["row"], lang))
    return "\n".join([stack, won, _hand(view, 1 - own, lang), row, _hand(view, own, lang)])
