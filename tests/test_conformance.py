"""What every game must do, whatever its rules: the checks of `lab.conformance` on every case."""

import numpy as np
import pytest

import ludoteca
from ludoteca.lab import conformance
from ludoteca.lab.conformance import CHECKS, Check, effort
from ludoteca.search.batch import Batch
from tests.cases import Case, every_case, load

# Nothing but Python is added to the rules there, which the other checks run in every mode.
PLAIN = (
    conformance.every_view_can_be_drawn_and_told,
    conformance.every_pick_is_a_thing_in_the_scene,
    conformance.what_changes_places_may_be_picked_in_either_order,
    conformance.only_the_seat_to_move_has_choices,
)
MARKED = [
    pytest.param(check, marks=() if check in PLAIN else pytest.mark.kernels, id=check.__name__)
    for check in CHECKS
]


@every_case
@pytest.mark.parametrize("check", MARKED)
def test_every_game_passes_every_check(case: Case, check: Check) -> None:
    check(load(case))


@pytest.mark.bounds  # interpreted, there is one thread
@every_case
def test_batches_do_not_depend_on_the_number_of_threads(case: Case) -> None:
    game = load(case)
    results = []
    for workers in (1, 2, 3):
        batch = Batch(game, max(1, effort(50)), seed=5, workers=workers)
        decisions = batch.play_random()
        assert batch.over.all()
        assert np.allclose(batch.returns().sum(axis=1), 1)
        results.append((decisions.tolist(), batch.states.tobytes()))
    assert results[0] == results[1] == results[2]


@pytest.mark.kernels
def test_an_illegal_action_stops_a_batch_before_it_plays() -> None:
    batch = Batch(load(("sendas", ())), 3)
    before = batch.states.tobytes()
    actions, _ = batch.legal()
    chosen = actions[:, 0].copy()
    chosen[1] = 5
    with pytest.raises(ludoteca.IllegalMove, match="game 1"):
        batch.step(chosen)
    with pytest.raises(ludoteca.InvalidOption):
        batch.step(chosen[:2])
    with pytest.raises(ludoteca.InvalidOption):
        Batch(load(("sendas", ())), 0)
    assert batch.states.tobytes() == before
    assert np.isnan(batch.returns()).all()
