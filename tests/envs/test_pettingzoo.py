"""The games as PettingZoo environments: its own tests, over many seeds, and whole games."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np
import pytest
from cases import CASES, Case, case_name, every_game
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import BaseWrapper

import ludoteca
from ludoteca import envs
from ludoteca.core.verbs import CHANCE
from ludoteca.envs.pettingzoo import LudotecaAEC

FULL = "LUDOTECA_FULL_ENVS" in os.environ
SEEDS = 100 if FULL else 3
GAMES = 1000 if FULL else 5

every_case = pytest.mark.parametrize("case", CASES, ids=case_name)


class Shifted(BaseWrapper[str, Any, Any]):
    """An environment whose seeds begin elsewhere, for tests that have but one seed."""

    def __init__(self, env: LudotecaAEC, shift: int) -> None:
        super().__init__(env)
        self.shift = shift

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.env.reset(1000 * self.shift + (0 if seed is None else seed), options)


@contextmanager
def known_warnings() -> Iterator[None]:
    """Lets pass what PettingZoo says of every environment with a mask in its observations."""
    with warnings.catch_warnings():
        for said in ("Observation is not", "Observation space for each", "Action mask numpy array"):
            warnings.filterwarnings("ignore", said)
        yield


@every_case
def test_the_api_test_passes(case: Case) -> None:
    with known_warnings():
        for shift in range(SEEDS):
            env = Shifted(envs.aec(case[0], **dict(case[1])), shift)
            api_test(env, num_cycles=1000)
            assert set(env.agents) <= set(env.possible_agents)


@every_case
def test_the_seed_test_passes(case: Case) -> None:
    made: list[Shifted] = []

    def make(shift: int) -> Shifted:
        made.append(Shifted(envs.aec(case[0], **dict(case[1])), shift))
        return made[-1]

    for shift in range(SEEDS):
        seed_test(lambda shift=shift: make(shift))
    # It compares environments in pairs.
    assert len(made) >= 2 * SEEDS


def play(env: LudotecaAEC, source: Random) -> dict[str, float]:
    """Plays a whole game at random by the masks, and adds up what each agent is paid."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        paid[agent] += reward
        assert observation is not None
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert not cut
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if ended else int(source.choice(legal)))
    return paid


@every_game
def test_random_agents_play_whole_games(name: str) -> None:
    env, source, results = envs.aec(name), Random(1), set()
    for seed in range(GAMES):
        env.reset(seed=seed)
        paid = play(env, source)
        assert sum(paid.values()) == pytest.approx(0)
        results.add(tuple(paid.values()))
        assert env.agents == []
    assert results <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


def test_three_players_share_a_loss() -> None:
    env = envs.aec("cadena", players=3)
    env.reset(seed=2)
    paid = play(env, Random(2))
    assert sorted(paid.values()) in ([-0.5, -0.5, 1.0], [0.0, 0.0, 0.0])


@every_game
def test_a_seed_deals_and_rolls_as_the_library_does(name: str) -> None:
    env = envs.aec(name)
    env.reset(seed=11)
    position, source = ludoteca.load(name).start(seed=11), Random(11)
    for _ in range(30):
        while position.to_move == CHANCE:
            position = position.roll()
        if position.to_move is None:
            break
        agent = env.agent_selection
        assert agent == f"player_{position.to_move}"
        state = position.state()
        observation = env.observe(agent)
        assert (
            observation["observation"].tolist()
            == env.encoding.observe(state, position.to_move).tolist()
        )
        index = source.choice(env.encoding.legal(env.game, state))
        position = position.play(
            env.game.definition.write(state, env.encoding.action_of(state, index))
        )
        env.step(index)


def test_without_a_seed_no_two_games_are_alike() -> None:
    env = envs.aec("phoenix")
    seen = set()
    for _ in range(3):
        env.reset()
        seen.add(env.observe("player_0")["observation"].tobytes())
    assert len(seen) == 3


def test_an_agent_that_waits_may_do_nothing() -> None:
    env = envs.aec("colorito")
    env.reset()
    assert env.observe("player_0")["action_mask"].any()
    assert not env.observe("player_1")["action_mask"].any()
    assert not env.infos["player_1"]["action_mask"].any()


@every_game
def test_it_is_drawn_by_the_scenes_of_the_game(name: str) -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    shown = {}
    for mode in ("ansi", "svg", "rgb_array", None):
        env = envs.aec(name, render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()
    position = ludoteca.load(name).start(seed=1)
    while position.to_move == CHANCE:
        position = position.roll()
    assert shown["ansi"] == position.words(position.to_move)
    assert shown["svg"] == position.scene(position.to_move).svg()
    assert isinstance(shown["rgb_array"], np.ndarray)
    assert shown["rgb_array"].ndim == 3
    assert shown["rgb_array"].shape[2] == 3
    assert shown["rgb_array"].std() > 10
    assert shown[None] is None


@pytest.mark.parametrize("action", [-1, 13, 99, None, 1.0, "1", True])
def test_a_wrong_index_is_named(action: Any) -> None:
    env = envs.aec("rainbow")
    env.reset(seed=1)
    with pytest.raises(ludoteca.IllegalMove, match="from 0 to 12") as caught:
        env.step(action)
    assert "No existe la acción" in caught.value.text("es")


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = envs.aec("rainbow")
    env.reset(seed=1)
    before = env.observe("player_0")["observation"].tolist()
    with pytest.raises(ludoteca.IllegalMove, match="not legal now"):
        env.step(12)
    assert env.observe("player_0")["observation"].tolist() == before
    env.step(np.int64(0))


def test_a_step_after_the_end_is_named() -> None:
    env = envs.aec("cadena")
    with pytest.raises(envs.NotReset, match="reset"):
        env.step(0)
    with pytest.raises(envs.NotReset):
        env.observe("player_0")
    with pytest.raises(envs.NotReset):
        env.render()
    env.reset(seed=1)
    source = Random(1)
    while not any(env.terminations.values()):
        env.step(int(source.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    with pytest.raises(ludoteca.IllegalMove, match="over"):
        env.step(0)
    for _ in range(2):
        env.step(None)
    with pytest.raises(ludoteca.IllegalMove, match="over"):
        env.step(None)


def test_unknown_agents_options_and_ways_to_draw_are_named() -> None:
    with pytest.raises(ludoteca.InvalidOption, match="'render_mode'"):
        envs.aec("sendas", render_mode="human")
    with pytest.raises(ludoteca.InvalidOption, match="'setup'"):
        envs.aec("sendas", setup="nowhere")
    with pytest.raises(ludoteca.UnknownGame):
        envs.aec("chess")
    env = envs.aec("sendas")
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ludoteca.InvalidOption, match="player_0, player_1"):
            ask("white")


def test_a_missing_package_is_named_with_the_way_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(envs.MissingPackage, match=r'pip install "ludoteca\[envs\]"') as caught:
        envs.aec("sendas")
    assert "paquete pettingzoo" in caught.value.text("es")
