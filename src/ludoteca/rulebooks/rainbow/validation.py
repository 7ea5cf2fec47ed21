"""Rainbow Duel: which positions can be."""

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import State
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.rulebooks.rainbow import rules


def require(condition: bool, reason: str) -> None:
    """Raise InvalidPosition, with its reason, unless a condition holds."""
    if not condition:
        raise InvalidPosition(reason, owner="rainbow")


def check(state: State, base: State) -> None:
    """Raise InvalidPosition for a state that cannot come from this deck."""
    require(state.to_move in (0, 1, CHANCE, OVER), "bad_turn")
    require(state.cards == base.cards and state.must_place == base.must_place, "bad_stack")
    check_counts(state)
    _check_empty_places(state)
    _check_deck(state, base)
    if state.to_move == CHANCE:
        _check_deal(state, base)
        return
    _check_row(state)
    _check_drawn(state)
    if state.to_move == OVER:
        _check_end(state)
    else:
        _check_turn(state)


def check_counts(state: State) -> None:
    """Raise InvalidPosition unless there is a place for every card that is counted."""
    require(0 <= state.first <= state.end <= state.cards, "bad_stack")
    require(0 <= state.length < rules.ROW, "bad_row")
    require(bool(np.all((state.held >= 0) & (state.held <= rules.HAND))), "bad_hand")


def _check_empty_places(state: State) -> None:
    """Check that where no card is, there is nothing."""
    require(not state.stack[: state.first].any(), "bad_stack")
    require(not state.stack[state.end :].any(), "bad_stack")
    for seat in range(2):
        require(not state.hand[seat, state.held[seat] :].any(), "bad_hand")
    require(not state.row[state.length :].any() and not state.seen[state.length :].any(), "bad_row")


def _cards(state: State) -> NDArray[np.int8]:
    """Return both faces of every card that is not won."""
    hands = [state.hand[seat, : state.held[seat]] for seat in range(2)]
    return np.concatenate([state.stack[state.first : state.end], state.row[: state.length], *hands])


def _check_deck(state: State, base: State) -> None:
    """Check that the cards on the table, those won and those not dealt yet are the deck."""
    require(bool(np.all(state.gone >= 0)), "bad_pile")
    won = state.gone.sum(axis=(0, 1), dtype=np.int64).reshape(rules.FACES, rules.FACES)
    found = state.left.reshape(rules.FACES, rules.FACES) + won + won.T
    cards = _cards(state).astype(np.int64)
    require(bool(np.all((cards >= 0) & (cards < rules.FACES))), "bad_face")
    codes = cards[:, 0] * rules.FACES + cards[:, 1]
    counted = np.bincount(codes, minlength=rules.CODES).reshape(rules.FACES, rules.FACES)
    found += counted + counted.T
    require(bool(np.all(found.ravel() == base.left)), "wrong_deck")
    # Where both faces have been up, the one earlier in the spectrum is entered as upper.
    turned = state.gone[:, rules.BOTH - 1].reshape(2, rules.FACES, rules.FACES)
    require(not np.tril(turned).any(), "bad_pile")
    for seat in range(2):
        require(state.won[seat] == state.gone[seat].sum(dtype=np.int64), "bad_pile")


def _check_deal(state: State, base: State) -> None:
    """Check that during the deal nothing differs from the beginning but the cards dealt so far."""
    same = set(state.dtype.names) - {"stack", "left", "end"}
    require(all(np.array_equal(state[name], base[name]) for name in same), "bad_deal_position")
    require(bool(np.all(state.left >= 0)) and state.end < state.cards, "bad_stack")


def _check_row(state: State) -> None:
    """Check that the row shows no black and no colour twice, and somebody has seen each
    lower face.
    """
    for position in range(state.length):
        require(state.seen[position] in range(1, rules.BOTH + 1), "bad_memory")
        require(not rules.clashes(state, position), "row_clash")


def _check_drawn(state: State) -> None:
    """Check that all cards are dealt, and each seat has drawn its first hand."""
    require(not state.left.any(), "bad_stack")
    require(state.first >= rules.HAND, "bad_stack")
    require(state.cards - state.end >= rules.HAND, "bad_stack")
    require(state.starter in (0, 1) and state.flipped in (0, 1), "bad_turn")


def _check_turn(state: State) -> None:
    """Check that what the seat to move has placed and flipped fits its hand and the row."""
    seat, placed = int(state.to_move), int(state.placed)
    before = int(state.length) - placed
    require(0 <= placed < rules.MOST_PLACEMENTS and before >= 0, "bad_turn")
    require(state.held[seat] == rules.HAND - placed, "bad_hand")
    require(state.held[1 - seat] == rules.HAND, "bad_hand")
    # The first turn of a round is the starter's, and one card makes one turn.
    require(before != 0 or state.starter == seat, "bad_turn")
    require(before != 1 or state.starter != seat, "bad_turn")
    turned = [seen == rules.BOTH for seen in state.seen[: state.length].tolist()]
    require(any(turned) or not state.flipped, "bad_memory")
    require(not placed or bool(state.flipped) or not turned[-1], "bad_memory")


def _check_end(state: State) -> None:
    """Check that the stack is empty and the seat that played last could not refill its hand."""
    require(state.first == state.end and not state.placed and not state.flipped, "bad_end")
    short = int(np.argmin(state.held))
    require(state.held[short] < rules.HAND == state.held[1 - short], "bad_end")
    if state.length:
        most = min(int(state.length), rules.MOST_PLACEMENTS)
        require(state.held[short] >= rules.HAND - most, "bad_end")
        require(state.length != 1 or state.starter == short, "bad_end")
