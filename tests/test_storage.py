"""Records that Python reads fast are the same records, and nothing more."""

import pickle

import numpy as np
import pytest

from ludoteca.core import jit, storage
from tests.cases import every_game, load

pytestmark = pytest.mark.kernels


@every_game
def test_a_quick_record_is_the_same_record(name: str) -> None:
    plain = load((name, ())).definition.dtype
    quick = storage.quick_type(plain)
    assert (quick, hash(quick)) == (plain, hash(plain))
    state = storage.as_type(load((name, ())).state(), quick)
    state.to_move = 1
    assert state["to_move"] == state.to_move == 1
    again = pickle.loads(pickle.dumps(state))
    assert again.dtype.type is np.record
    assert again.tobytes() == state.tobytes()


@every_game
def test_states_are_quick_where_nothing_is_compiled(name: str) -> None:
    position = load((name, ())).start(1)
    kinds = {
        type(state) for state in (position.state(), load((name, ())).parse(position.text()).state())
    }
    assert (kinds == {np.record}) == jit.COMPILED
