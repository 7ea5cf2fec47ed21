"""Phoenix: what a seat sees."""

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.definition import Ending, View
from ludoteca.core.kernels import OVER
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.names import (
    CARDS,
    COLOURS,
    card_names,
    colours_name,
    read_cards,
    read_colours,
)

SEATS = range(2)
POINTS = ("first", "colours", "runs")


def _hand(state: State, seat: int) -> list[str]:
    """Return the cards of a seat, sorted by kind."""
    return card_names(np.repeat(np.arange(rules.KINDS), state.hands[seat]).tolist())


def finished_hands(state: State) -> int:
    """Return how many hands have been played to their end."""
    return int(state.hand) - (int(state.to_move) >= 0)


def _points(state: State) -> list[list[dict[str, int]]]:
    """Return for each finished hand and seat, the points and what they are for."""
    finished = state.points[: finished_hands(state)].tolist()
    return [[dict(zip(POINTS, seat, strict=True)) for seat in hand] for hand in finished]


def _scores(state: State) -> list[int]:
    return [int(rules.total(state, seat)) for seat in SEATS]


def _table(state: State) -> View:
    """Return what lies open before everybody."""
    dealt = bool(state.hand)
    return {
        "hand": int(state.hand) or 1,
        "spectrum": colours_name(state.spectrum.tolist()) if dealt else "",
        "lines": [colours_name(line) if dealt else "" for line in state.lines.tolist()],
        "discard": card_names(state.discard[: state.turn].tolist()),
        "scores": _scores(state),
    }


def reveal(state: State) -> View:
    """Return the whole position."""
    deck = state.deck[state.drawn : state.cards if state.hand else 0].tolist()
    hands = [_hand(state, seat) for seat in SEATS]
    return _table(state) | {"deck": card_names(deck), "hands": hands}


def view(state: State, seat: int | None, memory: bool) -> View:
    """Return what a seat sees: the table and its own cards.

    The other hand and the deck are numbers of cards.
    """
    kinds = {card: count for card, count in zip(CARDS, state.counts.tolist(), strict=True) if count}
    return _table(state) | {
        "starter": None if state.starter == rules.NOBODY else int(state.starter),
        "turn": int(state.turn),
        "bag": dict(zip(COLOURS, state.bag.tolist(), strict=True)),
        "cards": None if seat is None else _hand(state, seat),
        "card_counts": [int(state.hands[who].sum()) for who in SEATS],
        "deck_count": int(state.cards) - int(state.drawn),
        "kinds": kinds,
        "points": _points(state),
    }


def restore(state: State, view: View) -> None:
    """Write the table of a view into a state fresh from set-up, the unseen cards in any order."""
    if not view["spectrum"]:
        return
    state.hand, state.starter, state.turn = view["hand"], view["starter"], view["turn"]
    state.to_move = OVER if view["to_move"] is None else view["to_move"]
    state.drawn = int(state.cards) - view["deck_count"]
    state.spectrum[:] = read_colours(view["spectrum"])
    state.bag[:] = [view["bag"][colour] for colour in COLOURS]
    state.discard[: state.turn] = read_cards(view["discard"])
    for seat in SEATS:
        state.lines[seat] = read_colours(view["lines"][seat])
    for hand, both in enumerate(view["points"]):
        state.points[hand] = [[seat[name] for name in POINTS] for seat in both]
    _share_out(state, view)


def _share_out(state: State, view: View) -> None:
    """Give the viewer its own cards, and those it cannot see to the other hand and the deck."""
    unseen = state.counts.tolist()
    for kind in read_cards(view["discard"] + (view["cards"] or [])):
        unseen[kind] -= 1
    rest = np.repeat(np.arange(rules.KINDS), unseen).tolist()
    for seat, count in enumerate(view["card_counts"]):
        own = seat == view["seat"]
        hand, rest = (read_cards(view["cards"]), rest) if own else (rest[:count], rest[count:])
        state.hands[seat] = np.bincount(hand, minlength=rules.KINDS)
    state.deck[state.drawn : state.cards] = rest


def ending(state: State) -> Ending:
    """Return why the game ended."""
    first, second = _scores(state)
    return Ending(reason="draw" if first == second else "more_points", scores=(first, second))
