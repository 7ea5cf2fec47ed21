"""Cadena: the details of a move beside its value: how its turn ends, and the expected line."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ludoteca.core import texts
from ludoteca.core.arrays import Array, Floats, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE
from ludoteca.core.thought import MoveDetails
from ludoteca.rulebooks.cadena import notation, rules
from ludoteca.rulebooks.cadena.bot.turns.chains import (
    CHAINS,
    CHANCES,
    COUNTS,
    OPEN_TIPS,
    SIZE,
    TIPS,
    foresee,
    foresee_extension,
)
from ludoteca.rulebooks.cadena.bot.turns.lookahead import (
    FAIL,
    FELL,
    STAND,
    STOOD,
    chain_of,
    copies,
    most_dice,
    value_moves,
    weigh_turn,
)
from ludoteca.rulebooks.cadena.rules import FACES, KEEPING, MAX_DICE

HALF = 0.5 - 1e-9
SAME = 1e-12  # between what is worth the same


@kernel
def foresee_move(state: State, action: int, value: Floats, mass: Floats, rows: Floats) -> None:
    """Fill the rows STOOD and FELL of a weighed turn with the chances of its ends after a move."""
    most, stand, fail = most_dice(state), rows[STAND], rows[FAIL]
    if state.phase == KEEPING:
        foresee(action, stand, fail, most, value, mass, rows[STOOD], rows[FELL])
    elif action < rules.EXTEND:
        rows[STOOD:] = 0.0
        rows[STOOD, state.rolled] = 1.0
    else:
        chain, end = chain_of(state), action - rules.EXTEND
        stood, fell = rows[STOOD], rows[FELL]
        foresee_extension(chain, end // 2, end % 2, stand, fail, most, value, mass, stood, fell)


@dataclass(frozen=True, kw_only=True)
class TurnOdds:
    """How a turn of dice ends under its best play from a move on; the chances are exact.

    stands  the dice it may stand with, few first, and the chance of each number
    fails   the chance that it fails
    """

    stands: tuple[tuple[int, float], ...]
    fails: float

    def summary(self, lang: str) -> str:
        """Return how likely the turn fails, in a few words."""
        return texts.say("cadena", "analysis.turn_fails", lang, percent=f"{100 * self.fails:.0f}")


class Turn:
    """A turn under way whose ends have a worth, and so all that can come of it."""

    def __init__(self, state: State, worth: Array) -> None:
        self._state, self._worth = state, worth
        self._value, self._mass = np.zeros((2, CHAINS, TIPS))
        self._rows = np.zeros((5, MAX_DICE + 1))
        first = max(1, int(state.rolled))
        weigh_turn(state, first, most_dice(state), worth, self._value, self._rows)

    def odds(self, action: int) -> TurnOdds:
        """Return how the turn ends after a move."""
        foresee_move(self._state, action, self._value, self._mass, self._rows)
        stood = self._rows[STOOD]
        stands = tuple((int(k), float(stood[k])) for k in np.flatnonzero(stood))
        return TurnOdds(stands=stands, fails=float(self._rows[FELL].sum()))

    def line(self, action: int) -> tuple[str, ...]:
        """Return the line after a move up to the end of the turn; every roll is of median luck."""
        return tuple(self._texts(action))

    def _texts(self, action: int) -> Iterator[str]:
        at = copies(self._state, 1)[0]
        while True:
            yield notation.write(at, action)
            rules.apply(at, action)
            if at.to_move == CHANCE:
                dice = self._first_roll(at) if at.phase == rules.ROLLING else self._next_die(at)
                if not dice:
                    return
                yield notation.write_event(at, dice)
                for die in dice:
                    rules.apply(at, die)
            if at.turn != self._state.turn:
                return
            action = self._best(at)

    def _best(self, at: State) -> int:
        """Return the best move of a later decision of this turn."""
        out, values = np.empty(rules.CAPACITY, np.int64), np.empty(rules.CAPACITY)
        count = value_moves(at, self._worth, self._value, self._rows, out, values)
        return int(out[np.argmax(values[:count])])

    def _open(self, chain: Array, ends: Array) -> Array:
        """Return what chains with these sets of ends are worth."""
        best: Array = np.where(OPEN_TIPS[ends], self._value[chain], -np.inf).max(axis=1)
        return best

    def _next_die(self, at: State) -> list[int]:
        """Return the next die of a chain, of median luck."""
        after = copies(at, FACES)
        for face in range(FACES):
            rules.apply(after[face], face + 1)
        chain = np.array([chain_of(state) for state in after])
        holds = after.turn == at.turn
        worth = np.where(holds, self._open(chain, after.ends), self._rows[FAIL, at.rolled + 1])
        return [_median(worth, np.ones(FACES)) + 1]

    def _first_roll(self, at: State) -> list[int]:
        """Return the first roll, of median luck, the coloured die first.

        There is none where a value would lie four times: these rolls are not distinguished.
        """
        chain, coloured = np.nonzero(CHANCES * (at.first == SIZE)[:, None])
        ends, chance = rules.CHAIN_ENDS[coloured, chain], CHANCES[chain, coloured]
        failed = self._rows[FAIL, at.first]
        worth = np.where(ends > 0, self._open(chain, ends), failed)
        found = _median(np.append(worth, failed), np.append(chance, 1.0 - chance.sum()))
        if found == len(chain):
            return []
        black = COUNTS[chain[found]] - np.eye(FACES, dtype=np.int8)[coloured[found]]
        return [int(coloured[found]) + 1, *np.repeat(np.arange(1, FACES + 1), black).tolist()]


def _median(worth: Array, chance: Array) -> int:
    """Return the index of the median outcome by worth; the likeliest of those worth the same."""
    best_first = np.argsort(-worth, kind="stable")
    reached = np.cumsum(chance[best_first])
    middle = worth[best_first[np.searchsorted(reached, HALF * reached[-1])]]
    return int(np.argmax(np.where(np.abs(worth - middle) < SAME, chance, -1.0)))


def details(state: State, worth: Array) -> list[MoveDetails]:
    """Return the line and the odds of each legal move, by the worth of the turn's ends."""
    turn, out = Turn(state, worth), np.empty(rules.CAPACITY, np.int64)
    moves = out[: rules.legal(state, out)].tolist()
    return [MoveDetails(turn.line(action), {"turn": turn.odds(action)}) for action in moves]
