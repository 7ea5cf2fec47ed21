"""Gymnasium's own checks of every game, and what one agent against bots is promised."""

import pickle
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import IllegalMove, InvalidOption, InvalidSeat
from ludoteca.envs import NotReset
from tests.cases import every_game

gymnasium: Any = pytest.importorskip("gymnasium")
env_checker: Any = pytest.importorskip("gymnasium.utils.env_checker")
environments: Any = pytest.importorskip("ludoteca.envs.gymnasium")


def make(name: str, **options: Any) -> Any:
    """Return the environment that Gymnasium makes of a registered game."""
    return gymnasium.make(f"ludoteca/{name.capitalize()}-v0", **options)


def play_out(env: Any, seed: int) -> list[tuple[float, bool, bool]]:
    """Play legal actions at random up to the end; return what each step brought."""
    source = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    steps: list[tuple[float, bool, bool]] = []
    while not steps or not any(steps[-1][1:]):
        assert env.observation_space.contains(observation)
        action = source.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        steps.append((reward, terminated, truncated))
    return steps


@every_game
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    env = make(name, opponent="random", render_mode="rgb_array")
    env_checker.check_env(env.unwrapped)
    assert env.unwrapped.render().shape[2] == 3


@pytest.mark.parametrize("name", ["phoenix", "rainbow", "sendas"])
def test_the_same_seed_gives_the_same_episode_against_a_level(name: str) -> None:
    env = make(name, opponent="1", seat=1)
    first, again = play_out(env, 5), play_out(env, 5)
    assert first == again
    assert all(reward == 0 for reward, *_ in first[:-1])
    assert first[-1][0] in (-1, 0, 1)


def test_the_agent_may_sit_anywhere_and_the_bots_at_all_other_seats() -> None:
    env = make("cadena", opponent="random", players=4)
    seats = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        assert env.unwrapped.position.to_move == info["seat"]
    assert seats == {0, 1, 2, 3}
    assert play_out(env, 3)[-1][0] in (1, pytest.approx(-1 / 3), 0)


def test_options_are_parameters() -> None:
    env = make("sendas", setup="clash", opponent="greedy")
    assert env.unwrapped.game.options["setup"] == "clash"
    with pytest.raises(InvalidOption):
        make("sendas", variant="none")
    with pytest.raises(InvalidOption):
        make("sendas", opponent="nobody")
    with pytest.raises(InvalidSeat):
        make("sendas", seat=2)


@every_game
def test_masks_are_those_of_the_rules(name: str) -> None:
    env = make(name, opponent="random").unwrapped
    _, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.sum() == len(env.position.moves())
    assert np.array_equal(masks, info["action_mask"])


def test_an_illegal_action_loses_and_says_so() -> None:
    env = make("phoenix", opponent="random").unwrapped
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    with pytest.raises(IllegalMove):
        env.step(10_000)


def test_a_limit_truncates() -> None:
    env = make("colorito", opponent="random", seat=0).unwrapped
    env.reset(seed=1)
    env._position = env.game.parse(f"{env.game.start().text()} ply=598")
    legal = np.flatnonzero(env.action_masks())
    _, reward, terminated, truncated, _ = env.step(legal[0])
    assert env.position.outcome.reason == "too_long"
    assert (reward, terminated, truncated) == (0.0, False, True)


def test_an_environment_before_its_reset_and_a_copy_of_it() -> None:
    env = make("rainbow", opponent="random", render_mode="ansi").unwrapped
    with pytest.raises(NotReset):
        env.action_masks()
    env.reset(seed=3)
    copy = pickle.loads(pickle.dumps(env))
    assert copy.position == env.position
    assert copy.render() == env.render()
    assert np.array_equal(copy.action_masks(), env.action_masks())
    assert isinstance(ludoteca.load("rainbow"), type(copy.game))
