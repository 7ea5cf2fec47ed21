"""Rainbow Duel: states imagined from a view without memory."""

import pytest

from ludoteca import Position, load
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from tests.cases import effort
from tests.rulebooks.rainbow.rainbow_table import random_game


@pytest.mark.parametrize("variant", [None, "first-edition"])
def test_a_state_imagined_without_memory_can_be_and_looks_the_same(variant: str | None) -> None:
    game = load("rainbow", variant=variant)
    rng = new_rng(1)
    for seed in range(effort(3)):
        for position in random_game(game, seed):
            for seat in range(2):
                seen = position.view(seat)
                state = game.imagine(seen, rng)
                game.definition.check(state, game.state())
                assert Position(game, copy_state(state), position._chance).view(seat) == seen


def test_without_memory_lower_faces_are_guessed_anew() -> None:
    *_, position = (at for at in random_game(load("rainbow"), 1) if at.view(None)["row"])
    rng, seen = new_rng(1), position.view(0)
    assert len({position.game.imagine(seen, rng).row.tobytes() for _ in range(20)}) > 1
