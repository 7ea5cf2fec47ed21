"""The vector environment: each row is a game like any other, however many there are."""

import pickle
from typing import Any, cast

import numpy as np
import pytest

import ludoteca
from ludoteca import envs
from ludoteca.core import storage
from ludoteca.core.kernels import CHANCE
from ludoteca.envs import VectorEnv
from ludoteca.envs.vector import _index_type
from tests.cases import Case, every_game, load

WITH_OPTIONS: list[Case] = [
    ("rainbow", (("variant", "first-edition"),)),
    ("cadena", (("players", 3), ("pin", "for-good"))),
    ("colorito", (("variant", "strict"),)),
    ("sendas", (("setup", "clash"),)),
]


def check_rows(env: VectorEnv) -> None:
    """What a step tells of each game is what its state says."""
    step = env.last()
    for row, state in enumerate(env.states):
        seat = int(state.to_move)
        assert step.seat[row] == seat
        assert step.observation[row].tolist() == env.encoding.observe(state, seat).tolist()
        assert step.action_mask[row].tolist() == env.encoding.mask(env.game, state).tolist()


def check_play(env: VectorEnv, actions: Any) -> None:
    """A step plays in each game what the rules say."""
    singles = [storage.copy_state(state) for state in env.states]
    step = env.step(actions)
    for row, state in enumerate(singles):
        env.game.definition.kernels.apply(state, env.encoding.action_of(state, int(actions[row])))
        if state.to_move >= 0:
            assert not step.ended[row]
            assert state.tobytes() == env.states[row].tobytes()
        elif state.to_move != CHANCE:
            assert step.ended[row]
        assert step.reward[row].sum() == pytest.approx(0)
        assert bool(step.ended[row]) or not step.reward[row].any()


@pytest.mark.parametrize(
    "case", [*((name, ()) for name in ludoteca.games()), *WITH_OPTIONS], ids=str
)
def test_every_row_is_a_game_like_any_other(case: Case) -> None:
    env = envs.vector(case[0], n=6, seed=5, workers=2, **dict(case[1]))
    check_rows(env)
    for _ in range(150):
        check_play(env, env.sample().copy())
    check_rows(env)
    env.close()


@every_game
def test_an_ended_game_pays_and_begins_anew(name: str) -> None:
    env = envs.vector(name, n=32, seed=1)
    ends, first = 0, np.zeros(3, int)
    for _ in range(1500):
        step = env.step(env.sample())
        ends += int(step.ended.sum())
        for reward in step.reward[step.ended, 0]:
            first[round(float(reward)) + 1] += 1
        for state in env.states[step.ended][:1]:
            assert env.game.definition.kernels.legal(state, np.empty(5000, np.int64)) > 0
            if not env.game.definition.chance:
                assert state.tobytes() == env.game.state().tobytes()
    assert ends >= 32
    assert first.sum() == ends
    if name not in ("colorito",):
        assert first[0] > 0
        assert first[2] > 0


@every_game
def test_games_do_not_depend_on_the_number_of_threads(name: str) -> None:
    results = []
    for workers in (1, 2, 3):
        env = envs.vector(name, n=50, seed=9, workers=workers)
        for _ in range(40):
            step = env.step(env.sample())
        results.append((env.states.tobytes(), step.observation.tobytes(), step.reward.tobytes()))
    assert results[0] == results[1] == results[2]


def test_the_same_seed_and_actions_give_the_same_games_and_sampling_draws_apart() -> None:
    first, second = (envs.vector("phoenix", n=20, seed=3) for _ in range(2))
    for _ in range(30):
        actions = first.sample().copy()
        assert (
            first.step(actions).observation.tobytes() == second.step(actions).observation.tobytes()
        )
    began = envs.vector("phoenix", n=20, seed=3).last().observation.copy()
    assert first.reset(seed=3).observation.tobytes() == began.tobytes()
    assert first.reset(seed=4).observation.tobytes() != began.tobytes()
    assert first.reset().observation.tobytes() != began.tobytes()


@pytest.mark.parametrize(
    ("index", "words"),
    [(-1, "from 0 to 2005"), (2006, "from 0 to 2005"), (1 << 40, "no action"), (3, "not legal")],
)
def test_one_wrong_action_stops_a_step_before_it_plays(index: int, words: str) -> None:
    env = envs.vector("sendas", n=3)
    before, actions = env.states.tobytes(), env.sample().copy()
    actions[1] = index
    with pytest.raises(ludoteca.IllegalMove, match="Game 1") as caught:
        env.step(actions)
    assert words in str(caught.value)
    assert "Partida 1" in caught.value.text("es")
    assert env.states.tobytes() == before


@pytest.mark.parametrize(
    "actions", [[0, 0], [[0, 0, 0]], [0.0, 1.0, 2.0], ["0", "1", "2"], 0, None]
)
def test_actions_of_another_shape_or_kind_are_refused(actions: Any) -> None:
    env = envs.vector("rainbow", n=3)
    with pytest.raises(ludoteca.InvalidOption, match="each of the 3 games"):
        env.step(actions)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n": 0}, "'n'"),
        ({"n": 1.5}, "'n'"),
        ({"n": True}, "'n'"),
        ({"n": 2, "workers": 0}, "'workers'"),
        ({"n": 2, "workers": True}, "'workers'"),
        ({"n": np.int64(0)}, "'n'"),
        ({"n": 2, "seed": -1}, "no seed"),
        ({"n": 2, "seed": "7"}, "no seed"),
        ({"n": 2, "setup": "nowhere"}, "'setup'"),
        ({"n": 2, "colour": "red"}, "no option 'colour'"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ludoteca.InvalidOption, match=words):
        envs.vector("sendas", **options)


def test_what_is_written_into_a_mask_makes_nothing_legal() -> None:
    env = envs.vector("rainbow", n=3)
    masks = env.last().action_mask
    before = masks.copy()
    with pytest.raises(ValueError, match="read-only"):
        masks[:] = 1
    # Even by force: what is played is held against the environment's own list.
    env._table.masks[:] = 1
    with pytest.raises(ludoteca.IllegalMove, match="Game 0: action 12 is not legal"):
        env.step(np.full(3, 12))
    assert not before[:, 12].any()


def test_a_closed_environment_says_so() -> None:
    env = envs.vector("rainbow", n=200, workers=2)
    actions = env.sample()
    env.close()
    for use in (env.sample, env.reset, lambda: env.step(actions)):
        with pytest.raises(envs.Closed, match="Make another") as caught:
            use()
        assert "cerrado" in caught.value.text("es")


def test_a_sample_stays_as_it_is_when_the_games_begin_anew() -> None:
    env = envs.vector("phoenix", n=4, seed=2)
    sampled = env.sample()
    kept = sampled.copy()
    env.reset(seed=2)
    assert sampled.tolist() == kept.tolist()
    env.step(sampled)


def test_whole_numbers_of_numpy_are_numbers_too() -> None:
    given: dict[str, Any] = {"n": np.int64(4), "seed": np.int64(2), "workers": np.int8(2)}
    env = envs.vector("phoenix", **given)
    assert env.num_envs == 4
    plain = envs.vector("phoenix", n=4, seed=2)
    assert env.last().observation.tolist() == plain.last().observation.tolist()


def test_indices_have_room_for_every_action() -> None:
    for name in ludoteca.games():
        env = envs.vector(name, n=1)
        assert np.iinfo(env._table.choices.dtype).max >= env.encoding.actions - 1
    assert _index_type(1 << 15) is np.int16
    assert _index_type((1 << 15) + 1) is np.int32


def test_many_games_are_spread_over_threads_and_few_are_not() -> None:
    assert len(envs.vector("rainbow", n=10)._parts) == 1
    assert len(envs.vector("rainbow", n=1000, workers=3)._parts) == 3
    assert load(("rainbow", ())) == envs.vector("rainbow", n=1).game


@pytest.mark.parametrize(("name", "limited"), [("colorito", True), ("phoenix", False)])
def test_a_limit_on_the_length_truncates(name: str, limited: bool) -> None:
    env = envs.vector(name, n=32, seed=1)
    cut = ended = 0
    for _ in range(610):
        step = env.step(env.sample())
        assert np.array_equal(step.ended, step.terminated | step.truncated)
        assert not (step.terminated & step.truncated).any()
        assert not step.reward[step.truncated].any()
        cut, ended = cut + int(step.truncated.sum()), ended + int(step.ended.sum())
    assert ended > 0
    assert (cut > 0) == limited


@every_game
def test_a_stored_environment_goes_on_as_the_first_would(name: str) -> None:
    env = envs.vector(name, n=5, seed=3, workers=2)
    for _ in range(20):
        env.step(env.sample())
    copy = pickle.loads(pickle.dumps(env))
    assert repr(copy) == repr(env)
    for _ in range(60):
        mine, other = env.step(env.sample()), copy.step(copy.sample())
        for one, two in zip(mine, other, strict=True):
            np.testing.assert_array_equal(cast(Any, one), cast(Any, two))
    env.close()
    with pytest.raises(envs.Closed):
        pickle.loads(pickle.dumps(env)).sample()
