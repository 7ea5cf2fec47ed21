"""Rainbow Duel: moves and deals as text, and moves as paths of choices."""

import re
from collections.abc import Sequence

from ludoteca.core.arrays import State
from ludoteca.core.definition import Refusal, refusal
from ludoteca.core.errors import IllegalMove, InvalidNotation
from ludoteca.rulebooks.rainbow import rules
from ludoteca.rulebooks.rainbow.names import LETTERS, card_name, read_card

_END, _BLIND, _DEAL = "end", "?", "deal"
_WAYS = ("seen", "blind")
BUTTONS = (*_WAYS, _END)
_MOVE = re.compile(r"(?P<hand>[1-3])(?P<blind>\?)?|F(?P<row>[1-6])")
_CARD = re.compile(rf"([{LETTERS}])(?!\1)[{LETTERS}]")


def write(state: State, action: int) -> str:
    """Return a move as text."""
    if action == rules.END:
        return _END
    if action >= rules.FLIP:
        return f"F{action - rules.FLIP + 1}"
    place, blind = divmod(action, 2)
    return f"{place + 1}{_BLIND if blind else ''}"


def read(state: State, text: str) -> int:
    """Return the action of a text, legal or not; InvalidNotation if it is no move."""
    if text == _END:
        return rules.END
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidNotation("bad_move", owner="rainbow", move=text[:40])
    if match["row"]:
        return rules.FLIP + int(match["row"]) - 1
    return 2 * (int(match["hand"]) - 1) + (rules.BLIND if match["blind"] else 0)


def path(state: State, action: int) -> tuple[str, ...]:
    """Return a hand card and how it is placed, or a row card, or the end of the turn."""
    if action == rules.END:
        return (_END,)
    if action >= rules.FLIP:
        return (f"row:{action - rules.FLIP + 1}",)
    place, blind = divmod(action, 2)
    return f"hand:{place + 1}", _WAYS[blind]


def refuse(state: State, action: int) -> Refusal:
    """Return why a well-formed move is not legal."""
    if action == rules.END:
        return refusal("must_place" if state.placed else "end_too_soon")
    if action >= rules.FLIP:
        return _refuse_flip(state, action - rules.FLIP + 1)
    if state.placed and not state.flipped:
        return refusal("place_twice")
    return refusal("no_hand_card", number=action // 2 + 1, count=int(state.held[state.to_move]))


def _refuse_flip(state: State, number: int) -> Refusal:
    if state.flipped:
        return refusal("flip_twice")
    if state.length == 0:
        return refusal("row_empty")
    return refusal("no_row_card", number=number, count=int(state.length))


def write_event(state: State, draws: Sequence[int]) -> str:
    """Return a deal as text: the cards from seat 0's end of the stack, the face towards seat 0
    first.
    """
    return " ".join([_DEAL, *(card_name(code) for code in draws)])


def read_event(state: State, text: str) -> list[int]:
    """Return the draws of a deal.

    InvalidNotation if it is none, IllegalMove if the deck forbids it.
    """
    word, *cards = text.split(" ")
    if word != _DEAL or not cards:
        raise InvalidNotation("bad_deal", owner="rainbow", move=text[:40])
    for card in cards:
        if _CARD.fullmatch(card) is None:
            raise InvalidNotation("bad_deal_card", owner="rainbow", card=card[:40])
    draws = [read_card(card) for card in cards]
    _check_deal(state, draws)
    return draws


def _check_deal(state: State, draws: list[int]) -> None:
    missing = int(state.cards) - int(state.end)
    if len(draws) != missing:
        raise IllegalMove("deal_length", owner="rainbow", count=len(draws), size=missing)
    left = state.left.tolist()
    for code in draws:
        if left[code] == 0:
            raise IllegalMove("deal_card_missing", owner="rainbow", card=card_name(code))
        left[code] -= 1
        left[read_card(card_name(code)[::-1])] -= 1
