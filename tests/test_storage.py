"""Records that Python reads fast are the same records, and nothing more."""

import copy
import pickle
from importlib import import_module

import numpy as np
import pytest

from ludoteca.core import registry, storage
from tests.cases import every_game, load

pytestmark = pytest.mark.kernels


@every_game
def test_states_are_the_records_of_the_rules(name: str) -> None:
    game = load((name, ()))
    plain = import_module(f"{registry.modules()[name]}.rules").STATE
    quick = game.definition.dtype
    assert (quick, hash(quick)) == (plain, hash(plain))
    state = game.state()
    state.to_move = 1
    assert state["to_move"] == state.to_move == 1
    same = storage.state_of_bytes(state.tobytes(), plain)
    assert all(np.array_equal(getattr(state, field), same[field]) for field in plain.names)


@every_game
def test_states_are_quick_wherever_they_come_from(name: str) -> None:
    position = load((name, ())).start(1)
    parsed = position.game.parse(position.text())
    for found in (position, parsed, pickle.loads(pickle.dumps(position))):
        assert type(found.state()) is position.game.definition.dtype.type is not np.record


@every_game
def test_states_and_arrays_of_them_can_be_stored(name: str) -> None:
    state = load((name, ())).start(1).state()
    for value in (state, np.array([state, state])):
        for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
            assert type(again) is type(value)
            assert again.dtype.type is state.dtype.type
            assert again.tobytes() == value.tobytes()
