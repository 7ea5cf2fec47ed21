"""Phoenix: what stands written beside the board: whose turn it is, and the points."""

from ludoteca.core import ended, texts
from ludoteca.core.definition import View
from ludoteca.core.kernels import CHANCE
from ludoteca.core.players import called
from ludoteca.drawing.scene import Element, Shape, circle, fitted, path, words
from ludoteca.rulebooks.phoenix import rules

TABLE_WIDTH, ROW = 306.0, 32.0
HAND_COLUMNS = (-158.0, -116.0, -74.0)
TOTAL_COLUMN = -22.0


def say(key: str, lang: str, **values: object) -> str:
    """Return one of the texts of the drawing."""
    return texts.say("phoenix", f"labels.{key}", lang, **values)


def player_name(view: View, seat: int, lang: str) -> str:
    """Return what the viewer calls a player."""
    if "names" not in view and view["seat"] is not None and seat != view["seat"]:
        return say("opponent", lang)
    return called(view, seat, lang)


def status(view: View, lang: str, *, left: float, right: float, y: float) -> Element:
    """Return whose turn it is, or how the game ended, and which hand is played."""
    hand = say("hand", lang, hand=view["hand"], hands=rules.HANDS)
    said = status_text(view, lang)
    return Element(
        id="status",
        x=0,
        y=y,
        shapes=(
            words(left, 0, said, 20, text_anchor="start", font_weight=600),
            words(right, 0, hand, 18, fill="ink-soft", text_anchor="end"),
        ),
        label=f"{said} {hand}.",
        role="info",
        layer=1,
    )


def status_text(view: View, lang: str) -> str:
    """Return one sentence: whose turn it is, or how the game ended."""
    seat, to_move = view["seat"], view["to_move"]
    if to_move is None:
        return _result(view, lang)
    if to_move == CHANCE:
        return say("dealing", lang)
    if seat == to_move:
        return say("your_turn", lang)
    return say("player_turn", lang, player=player_name(view, to_move, lang))


def _result(view: View, lang: str) -> str:
    if ended.stopped(view):
        return ended.sentence(view, lang)
    own = view["seat"] or 0
    score = {"own": view["scores"][own], "other": view["scores"][1 - own]}
    if score["own"] == score["other"]:
        return say("drawn", lang, **score)
    won = score["own"] > score["other"]
    if view["seat"] is None:
        most, least = max(score.values()), min(score.values())
        winner = player_name(view, 0 if won else 1, lang)
        return say("player_won", lang, player=winner, own=most, other=least)
    return say("won" if won else "lost", lang, **score)


def hand_points(view: View, seat: int) -> list[int]:
    """Return the points of a seat in each finished hand."""
    return [sum(both[seat].values()) for both in view["points"]]


def points_table(view: View, lang: str, *, right: float, y: float) -> Element:
    """Return the points of each hand and all together, the other player above, as at the table."""
    own = view["seat"] or 0
    shapes = _head_row(view, lang)
    for row, seat in enumerate((1 - own, own)):
        shapes += _player_row(view, seat, lang, row * ROW)
    label = " ".join(_spoken(view, seat, lang) for seat in (own, 1 - own))
    return Element(
        id="points", x=right, y=y, shapes=tuple(shapes), label=label, role="info", layer=1
    )


def _head_row(view: View, lang: str) -> list[Shape]:
    y = -ROW
    shapes = [words(TOTAL_COLUMN, y, say("total", lang), 16, fill="ink-soft")]
    shapes.append(
        words(-TABLE_WIDTH + 20, y, say("hands", lang), 16, fill="ink-soft", text_anchor="start")
    )
    for hand, x in enumerate(HAND_COLUMNS, 1):
        now = hand == view["hand"]
        fill, weight = ("accent", 700) if now else ("ink-soft", 400)
        shapes.append(words(x, y, str(hand), 16, fill=fill, font_weight=weight))
    rule = f"M{-TABLE_WIDTH:g} {y + ROW / 2:g}H0M{-TABLE_WIDTH:g} {y + 1.5 * ROW:g}H0"
    shapes.append(path(rule, stroke="line", stroke_width=1, stroke_opacity=0.6))
    return shapes


def _player_row(view: View, seat: int, lang: str, y: float) -> list[Shape]:
    weight = 700 if view["to_move"] == seat else 400
    name = fitted(player_name(view, seat, lang), 18, 118)
    shapes = [words(-TABLE_WIDTH + 20, y, name, 18, text_anchor="start", font_weight=weight)]
    if view["to_move"] == seat:
        shapes.append(circle(-TABLE_WIDTH + 7, y, 6, "accent"))
    for x, points in zip(HAND_COLUMNS, hand_points(view, seat), strict=False):
        shapes.append(words(x, y, str(points), 18))
    shapes.append(words(TOTAL_COLUMN, y, str(view["scores"][seat]), 22, font_weight=700))
    return shapes


def _spoken(view: View, seat: int, lang: str) -> str:
    name = player_name(view, seat, lang)
    hands = hand_points(view, seat)
    key = "points_by_hand" if hands else "points"
    return say(
        key, lang, player=name, points=view["scores"][seat], hands=", ".join(map(str, hands))
    )
