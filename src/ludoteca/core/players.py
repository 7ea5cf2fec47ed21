"""What players are called: one name for one player on every screen."""

from collections.abc import Sequence

from ludoteca.core import texts
from ludoteca.core.definition import View


def bot_name(seat: int, lang: str) -> str:
    """Return the name of the bot on a seat."""
    return texts.say("core", f"players.bot_{seat}", lang)


def person_name(seat: int, lang: str) -> str:
    """Return the default name of a person."""
    return texts.say("core", "players.person", lang, player=seat + 1)


def name_of(seat: int, name: str | None, lang: str) -> str:
    """Return the name shown for a player: the given one or the default; None is a bot."""
    return bot_name(seat, lang) if name is None else name or person_name(seat, lang)


def names_seen(names: Sequence[str | None], reader: int | None, lang: str) -> tuple[str, ...]:
    """Return the name of every player as the viewer at a seat (None: a spectator) sees it."""
    you = texts.say("core", "players.you", lang)
    return tuple(
        you if seat == reader else name_of(seat, name, lang) for seat, name in enumerate(names)
    )


def called(view: View, seat: int, lang: str) -> str:
    """Return a player's name for the viewer: from `names` if the screen adds them to the view."""
    given = view.get("names")
    if given is not None:
        return str(given[seat])
    return (
        texts.say("core", "players.you", lang) if seat == view["seat"] else person_name(seat, lang)
    )
