"""A million random moves of every game with all invariants on."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from ludoteca.core.arrays import Integers, State
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE, OVER, apply, legal, outcomes
from ludoteca.core.rng import Rng, below, new_rng, pick
from tests.cases import Case, case_name, effort, load

pytestmark = [pytest.mark.bounds, pytest.mark.slow]

MOVES = 1_000_000
SHARES: dict[Case, int] = {
    ("phoenix", ()): MOVES,
    ("rainbow", ()): MOVES // 2,
    ("rainbow", (("variant", "first-edition"),)): MOVES // 2,
    ("cadena", (("players", 2), ("pin", "covered"))): MOVES // 4,
    ("cadena", (("players", 3), ("pin", "for-good"))): MOVES // 4,
    ("cadena", (("players", 4), ("pin", "covered"))): MOVES // 4,
    ("cadena", (("players", 4), ("pin", "for-good"))): MOVES // 4,
    ("colorito", ()): MOVES // 2,
    ("colorito", (("variant", "strict"),)): MOVES // 4,
    ("colorito", (("variant", "colours"),)): MOVES // 4,
    **{
        ("sendas", (("setup", setup),)): MOVES // 7 + 1
        for setup in ("classic", "edge", "block", "column", "wall", "wedge", "clash")
    },
}


def _runner(invariant: Any) -> Any:
    """A kernel that plays random games and stops at the first state with a fault."""

    @kernel
    def run(
        states: State, start: State, moves: int, rng: Rng, out: Integers, weight: Integers
    ) -> tuple[int, int]:
        made = 0
        while made < moves:
            if states[0].to_move == OVER:
                states[0] = start[0]
            if states[0].to_move == CHANCE:
                apply(states[0], out[pick(rng, weight, outcomes(states[0], out, weight))])
            else:
                count = legal(states[0], out)
                if count < 1 or count > len(out):
                    return 1, made
                apply(states[0], out[below(rng, count)])
                made += 1
            fault = invariant(states[0])
            if fault != 0:
                return fault, made
        return 0, made

    return run


@pytest.mark.parametrize("case", list(SHARES), ids=case_name)
def test_invariants_hold_for_a_million_moves(case: Case) -> None:
    game = load(case)
    invariant = import_module(f"tests.rulebooks.{case[0]}.{case[0]}_invariants").invariant
    states = np.array([game.state()] * 2)
    out, weight = np.empty((2, game.definition.capacity), np.int64)
    moves = effort(SHARES[case], interpreted=500)
    fault, made = _runner(invariant)(states, states[1:].copy(), moves, new_rng(1), out, weight)
    assert fault == 0, f"fault {fault} after {made} moves: {states[0]}"
    assert made == moves


def test_the_shares_make_a_million_moves_of_each_game() -> None:
    for name in ("phoenix", "rainbow", "cadena", "colorito", "sendas"):
        assert sum(share for case, share in SHARES.items() if case[0] == name) >= MOVES
