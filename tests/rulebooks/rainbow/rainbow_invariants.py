"""Rainbow Duel: what must hold after every move and draw, all cards accounted for."""

import numpy as np

from ludoteca.core.arrays import Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.rulebooks.rainbow.rules import BLACK, BOTH, CODES, FACES, HAND, ROW, WHITE


@kernel
def _note(found: Integers, first: int, second: int) -> None:
    """Counts a card, either way round."""
    low, high = min(first, second), max(first, second)
    found[low * FACES + high] += 1


@kernel
def _count_cards(state: State, found: Integers) -> None:
    """Counts every card in stack, hands, row and piles, and those not dealt yet."""
    for code in range(CODES):
        if code // FACES < code % FACES:
            found[code] += state.left[code]
        for winner in range(2):
            for layer in range(BOTH):
                for _ in range(state.gone[winner, layer, code]):
                    _note(found, code // FACES, code % FACES)
    for place in range(state.first, state.end):
        _note(found, state.stack[place, 0], state.stack[place, 1])
    for seat in range(2):
        for place in range(state.held[seat]):
            _note(found, state.hand[seat, place, 0], state.hand[seat, place, 1])
    for place in range(state.length):
        _note(found, state.row[place, 0], state.row[place, 1])


@kernel
def _row_is_clean(state: State) -> bool:
    """Whether the row shows no black and no colour twice."""
    shown = np.zeros(FACES, np.int64)
    for place in range(state.length):
        shown[state.row[place, 0]] += 1
    for face in range(WHITE):
        if shown[face] > 1:
            return False
    return bool(shown[BLACK] == 0)


@kernel
def invariant(state: State) -> int:
    """0, or the number of what is wrong."""
    found = np.zeros(CODES, np.int64)
    _count_cards(state, found)
    total = 0
    for code in range(CODES):
        first, second = code // FACES, code % FACES
        total += found[code]
        # Every pair of two rainbow colours twice, each with white and with black once.
        expected = 0 if first >= second or first >= WHITE else 2 if second < WHITE else 1
        first_edition = first == WHITE and second == BLACK and state.cards == 57
        if found[code] != expected + first_edition:
            return 2
    if total != state.cards:
        return 3
    won = 0
    for seat in range(2):
        won += state.won[seat]
    on_table = state.held[0] + state.held[1] + state.length + state.end - state.first
    if state.to_move != CHANCE and won + on_table != state.cards:
        return 4
    if not _row_is_clean(state) or state.length >= ROW:
        return 5
    if state.to_move >= 0 and state.held[1 - state.to_move] != HAND:
        return 6
    if state.to_move >= 0 and state.held[state.to_move] + state.placed != HAND:
        return 7
    return 8 if state.to_move == OVER and state.first != state.end else 0
