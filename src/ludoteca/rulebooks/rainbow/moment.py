"""Rainbow Duel: the instant at which a card lies revealed and the round is not yet paid."""

from collections.abc import Sequence

from ludoteca.core.arrays import State
from ludoteca.core.kernels import CHANCE
from ludoteca.core.storage import copy_state, new_state
from ludoteca.rulebooks.rainbow import rules


def moment(state: State, steps: Sequence[int]) -> State | None:
    """Return the table with the card placed or flipped, before a round is paid and a hand refilled.

    There is no such instant when a turn is ended, or when cards are dealt.
    """
    action = steps[0]
    if state.to_move == CHANCE or action == rules.END:
        return None
    lying = copy_state(state)
    if action >= rules.FLIP:
        rules.turn_over(lying, action - rules.FLIP)
    else:
        rules.lay(lying, action)
    return lying


def prepare() -> None:
    """Compile what a moment runs beyond the rules' own kernels."""
    state = new_state(rules.STATE)
    state.held[0] = 1
    rules.lay(state, 0)
    rules.turn_over(state, 0)
