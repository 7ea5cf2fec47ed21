"""Phoenix: what must hold after every move and draw, counted anew from what lies on the table."""

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER

CUBES, PAWNS, DEAL = 6, 20, 26
KINDS = 12


@kernel
def _sorted_line(state: State, seat: int) -> bool:
    """Whether no pawn of a line stands right before one whose colour comes earlier."""
    place = np.zeros(CUBES, np.int64)
    for cube in range(CUBES):
        place[state.spectrum[cube]] = cube
    line = state.lines[seat]
    for column in range(9):
        if place[line[column]] > place[line[column + 1]]:
            return False
    return True


@kernel
def _colours_fault(state: State) -> int:
    """Each cube at most once, and five pawns of each colour in the lines and the bag."""
    cubes = min(int(state.dealt), CUBES) if state.dealt else CUBES
    pawns = min(max(int(state.dealt) - CUBES, 0), PAWNS) if state.dealt else PAWNS
    on_board = np.zeros(CUBES, np.int64)
    for cube in range(cubes):
        on_board[state.spectrum[cube]] += 1
    count = np.zeros(CUBES, np.int64)
    lines = state.lines
    for pawn in range(pawns):
        count[lines[pawn // 10, pawn % 10]] += 1
    for colour in range(CUBES):
        if on_board[colour] > 1 or (cubes == CUBES and on_board[colour] == 0):
            return 2
        if state.bag[colour] < 0 or count[colour] + state.bag[colour] != 5:
            return 3
    return 0


@kernel
def _cards_fault(state: State) -> int:
    """Each card of the deck in just one place, and nothing where no card is."""
    stop = max(int(state.dealt) - DEAL, 0) if state.dealt else int(state.cards)
    deck, discard = state.deck, state.discard
    drawn, turn, cards = int(state.drawn), int(state.turn), int(state.cards)
    count = np.zeros(KINDS, np.int64)
    for card in range(len(deck)):
        if drawn <= card < stop:
            count[deck[card]] += 1
        elif deck[card] and (card < drawn or card >= cards):
            return 4
        if card < turn:
            count[discard[card]] += 1
        elif discard[card]:
            return 5
    hands, left = state.hands, state.left
    for kind in range(KINDS):
        if hands[0, kind] < 0 or hands[1, kind] < 0 or left[kind] < 0:
            return 6
        held = int(hands[0, kind]) + int(hands[1, kind])
        if count[kind] + held + left[kind] != state.counts[kind]:
            return 7
    return 0


@kernel
def _held(state: State, seat: int) -> int:
    held = 0
    for kind in range(KINDS):
        held += int(state.hands[seat, kind])
    return held


@kernel
def _points_fault(state: State, first: int) -> int:
    """The points of a hand that just ended, found pawn by pawn."""
    for seat in range(2):
        if state.points[state.hand - 1, seat, 0] != (5 if seat == first else 0):
            return 8
        present = 0
        runs = 0
        for column in range(10):
            colour = state.lines[seat, column]
            present |= 1 << colour
            if column == 0 or state.lines[seat, column - 1] != colour:
                length = 1
                while column + length < 10 and state.lines[seat, column + length] == colour:
                    length += 1
                runs += length - 1 if length >= 3 else 0
        if state.points[state.hand - 1, seat, 1] != (4 if present == 63 else 0):
            return 9
        if state.points[state.hand - 1, seat, 2] != runs:
            return 10
    return 0


@kernel
def _turn_fault(state: State) -> int:
    """Between deals: counts, hands, the turn, and the end of a hand all fit together."""
    last = (int(state.starter) + int(state.turn) + 1) % 2
    first = -1
    if state.turn and _sorted_line(state, last):
        first = last
    elif state.turn and _sorted_line(state, 1 - last):
        first = 1 - last
    missing = 1 if first >= 0 else 0
    if state.drawn != 10 + state.turn - missing or _held(state, 1 - last) != 5:
        return 11
    if _held(state, last) != 5 - missing:
        return 12
    if first < 0 and state.drawn < state.cards:
        return 0 if state.to_move == 1 - last else 13
    if state.to_move != (OVER if state.hand == 3 else CHANCE):
        return 14
    return _points_fault(state, first)


@kernel
def invariant(state: State) -> int:
    """0, or the number of what is wrong."""
    if state.hand == 0:
        return 0 if state.to_move == CHANCE and state.dealt == 0 else 1
    if state.hand > 3 or state.starter < 0 or state.starter > 1:
        return 1
    if state.dealt < 0 or state.dealt >= DEAL + int(state.cards):
        return 1
    finished = state.hand if state.dealt == 0 and state.to_move < 0 else state.hand - 1
    if np.any(state.points[finished:]):
        return 15
    fault = _colours_fault(state)
    if fault == 0:
        fault = _cards_fault(state)
    if fault != 0:
        return fault
    if state.dealt:
        return 0 if state.to_move == CHANCE and state.turn == 0 and state.drawn == 0 else 16
    return _turn_fault(state)
