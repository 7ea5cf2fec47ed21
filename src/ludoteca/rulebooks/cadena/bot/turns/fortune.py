"""Cadena: how lucky a roll was, by the exact turn that it is part of.

A turn given by the worth of its ends is solved exactly (`chains.py`): what it is worth to keep n
dice, or to extend at an end, is the mean over all rolls of what it is worth after them. So

    luck = worth after the roll - worth of the choice before it

has mean 0 whatever the ends are thought to be worth; here they are judged by the race.
"""

from functools import lru_cache

import numpy as np

from ludoteca.core.arrays import Floats, State
from ludoteca.core.storage import copy_state, state_of_bytes
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.bot.turns.chains import CHAINS, TIPS, weigh_extension
from ludoteca.rulebooks.cadena.bot.turns.deepening import Lookahead
from ludoteca.rulebooks.cadena.bot.turns.lookahead import (
    FAIL,
    KEEP,
    chain_of,
    glance,
    most_dice,
    value_moves,
    weigh_turn,
)
from ludoteca.rulebooks.cadena.bot.turns.race import race
from ludoteca.rulebooks.cadena.rules import DECIDING, KEEPING, MAX_DICE, MAX_HAND, ROLLING

KEPT = 16  # turns


class Weighed:
    """A turn whose ends are judged: what its choices and its rolls are worth to its seat."""

    def __init__(self, beginning: State) -> None:
        ahead = Lookahead(beginning, race(beginning), np.zeros(1, np.int64))
        ahead.complete(1)
        self._worth = ahead.worth
        self._value, self._rows = np.zeros((CHAINS, TIPS)), np.zeros((5, MAX_DICE + 1))
        weigh_turn(beginning, 1, most_dice(beginning), self._worth, self._value, self._rows)

    def before(self, state: State) -> float:
        """Return the worth of a state in which dice are about to be rolled."""
        if state.phase == ROLLING:
            return float(self._rows[KEEP, int(state.first) - 1])
        end, lost = int(state.ends).bit_length() - 1, self._rows[FAIL, int(state.rolled) + 1]
        return float(weigh_extension(chain_of(state), end // 2, end % 2, lost, self._value))

    def after(self, state: State) -> float:
        """Return the worth of a state in which the seat decides how its turn goes on."""
        out, values = np.empty(rules.CAPACITY, np.int64), np.empty(rules.CAPACITY)
        count = value_moves(state, self._worth, self._value, self._rows, out, values)
        return float(values[:count].max())

    def failed(self, size: int) -> float:
        """Return the worth of the turn's failing with some dice."""
        return float(self._rows[FAIL, size])


def _beginning(state: State) -> bytes:
    """Return the turn of a state without its dice: equal for all states of a turn."""
    begun = copy_state(state)
    dice = int(begun.hand[begun.seat]) + int(begun.bank)
    begun.hand[begun.seat] = min(dice, MAX_HAND)  # all choices of `keep` that there can be
    begun.bank = dice - min(dice, MAX_HAND)
    for name in ("rolled", "first", "ends", "joint"):
        setattr(begun, name, 0)
    begun.dice[:] = 0
    begun.counts[:] = 0
    begun.phase, begun.to_move = KEEPING, begun.seat
    raw: bytes = begun.tobytes()
    return raw


@lru_cache(KEPT)
def _weighed(raw: bytes) -> Weighed:
    return Weighed(state_of_bytes(raw, rules.STATE))


def luck(before: State, after: State) -> Floats:
    """Return how far a roll moved each seat's share of the win; the sum is 0.

    The others share what the seat wins or loses by their own shares before the roll.
    """
    turn, seat = _weighed(_beginning(before)), int(before.seat)
    size = int(before.first) if before.phase == ROLLING else int(before.rolled) + 1
    holds = after.phase == DECIDING and after.turn == before.turn
    gain = (turn.after(after) if holds else turn.failed(size)) - turn.before(before)
    players = int(before.players)
    parts = np.zeros(players)
    glance(before, parts)
    parts[seat] = 0.0
    found: Floats = -gain * parts / parts.sum()
    found[seat] = gain
    return found
