"""Cadena: what the parts of its picture share: places, colours and names."""

from typing import Any

from ludoteca.core import ended, texts
from ludoteca.core.definition import View
from ludoteca.core.players import called
from ludoteca.drawing.scene import Shape, words

Look = dict[str, str | float]
"""Attributes of a shape that several shapes share."""

COLOURS = ("red", "blue", "yellow", "green")

WIDTH = 720.0
EDGE = 20.0
INNER = WIDTH - 2 * EDGE
# From the top: the start and the other players, the board, what is asked, the dice, the own hand.
RAIL_TOP, RAIL = 14.0, 68.0
BOARD_TOP = RAIL_TOP + RAIL + 8
ASKED_TOP, ASKED = BOARD_TOP + INNER + 10, 42.0
PLAY_TOP, PLAY = ASKED_TOP + ASKED, 214.0
OWN_TOP, OWN = PLAY_TOP + PLAY, 48.0
HEIGHT = OWN_TOP + OWN + 14

# Above every disc: discs of lower rows and higher in their stack lie above the others.
TOP_LAYER = 2000


def say(key: str, lang: str, **values: object) -> str:
    """Return a label in the reader's language."""
    return texts.say("cadena", f"labels.{key}", lang, **values)


def below(view: View) -> int:
    """Return the seat whose side is drawn below: the one that looks, or the first."""
    return int(view["seat"] or 0)


def order(view: View) -> list[int]:
    """Return the other seats, in the order of their turns after the one below."""
    return [(below(view) + step) % view["seats"] for step in range(1, view["seats"])]


def name(view: View, seat: int, lang: str) -> str:
    """Return what a player is called by the one that looks."""
    return called(view, seat, lang)


def is_asked(view: View) -> bool:
    """Return whether the one that looks is the one to decide now."""
    return bool(view["seat"] is not None and view["seat"] == view["to_move"])


def shown_seat(view: View) -> int | None:
    """Return the seat on turn or the winner; nobody after a draw."""
    if view["outcome"] is None:
        return int(view["turn_of"])
    returns = view["outcome"]["returns"]
    return int(returns.index(1.0)) if 1.0 in returns else None


def stands(view: View) -> list[dict[str, Any]]:
    """Return where standing would lead each free disc, as long as somebody may stand."""
    return [] if view["outcome"] is not None else list(view["stands"])


def sentence(view: View, lang: str) -> str:
    """Return what is to be decided, or how the game ended."""
    if ended.stopped(view):
        return ended.sentence(view, lang)
    seat = shown_seat(view)
    if seat is None:
        return say("drawn", lang)
    who = "own" if seat == view["seat"] else "other"
    if view["phase"] == "failed" and not view["failed"]["judged"]:
        return say(
            f"{'extend' if view['failed']['added'] else 'roll'}_{who}",
            lang,
            player=name(view, seat, lang),
        )
    only_stand = view["phase"] == "decide" and view["bank"] == 0
    return say(
        f"{'stand' if only_stand else view['phase']}_{who}", lang, player=name(view, seat, lang)
    )


def main_end(view: View) -> dict[str, Any]:
    """Return the end whose order of the dice is laid out: the declared one, or that with the most
    hope.
    """
    if view["declared"] is not None:
        return dict(view["declared"])
    return dict(max(view["ends"], key=lambda end: len(end["fits"])))


def text(
    x: float,
    y: float,
    content: str,
    size: float,
    *,
    fill: str = "ink",
    anchor: str = "middle",
    **more: str | float,
) -> Shape:
    """Return a bold text at (x, y), which is its middle unless it is anchored elsewhere."""
    return words(x, y, content, size, fill=fill, text_anchor=anchor, font_weight="600", **more)
