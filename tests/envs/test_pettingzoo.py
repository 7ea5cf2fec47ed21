"""The games as PettingZoo environments: its own tests, over many seeds, and whole games."""

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import BaseWrapper

import ludoteca
from ludoteca import envs
from ludoteca.core.kernels import CHANCE
from ludoteca.envs.pettingzoo import LudotecaAEC
from tests import trials
from tests.cases import CASES, Case, case_name, every_game

# Among the long trials 100 seeds and 1,000 games for each game, in parts that workers share, or
# else the first part of them; a few for its options.
MOST_PARTS = None if trials.LONG else 1
SEEDS = [range(first, first + 25) for first in range(0, 100, 25)][:MOST_PARTS]
GAMES = [range(first, first + 200) for first in range(0, 1000, 200)][:MOST_PARTS]
FEW = range(3)

PARTS: list[tuple[Case, range]] = [
    ((name, ()), seeds) for name in ludoteca.games() for seeds in SEEDS
]
PARTS += [(case, FEW) for case in CASES if case[1]]


def part_name(value: Any) -> str:
    """A name for a case, or for some seeds, in the tests' output."""
    return str(value[0]) if isinstance(value, range) else case_name(value)


every_part = pytest.mark.parametrize(("case", "seeds"), PARTS, ids=part_name)


class Watched(BaseWrapper[str, Any, Any]):  # type: ignore[misc]
    """An environment whose seeds begin elsewhere, for tests that have but one seed.

    It sees to it that whoever is to act has a legal action, and counts the games that end.
    """

    def __init__(self, env: LudotecaAEC, shift: int) -> None:
        super().__init__(env)
        self.shift, self.ended, self.dealt = shift, 0, set[bytes]()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.env.reset(1000 * self.shift + (0 if seed is None else seed), options)
        self.dealt.add(self.env.observe(self.agent_selection)["observation"].tobytes())

    def observe(self, agent: str) -> Any:
        seen = self.env.observe(agent)
        to_act = agent == self.agent_selection and agent in self.agents
        assert seen["action_mask"].any() == (to_act and not self._is_over(agent))
        return seen

    def step(self, action: Any) -> None:
        self.env.step(action)
        self.ended += action is not None and all(map(self._is_over, self.agents))

    def _is_over(self, agent: str) -> bool:
        assert not (self.terminations[agent] and self.truncations[agent])
        return bool(self.terminations[agent] or self.truncations[agent])


@contextmanager
def known_warnings() -> Iterator[None]:
    """Lets pass what PettingZoo says of every environment with a mask in its observations.

    It finds fault with the empty masks of agents that have nothing to do; that no others are empty
    is watched.
    """
    known = (
        *("Observation is not a NumPy array", "Observation space for each agent probably should"),
        *(
            r"Action mask numpy array is all zeros \(no legal actions\)",
            "reset\\(\\) takes no options",
        ),
    )
    with warnings.catch_warnings():
        for said in known:
            warnings.filterwarnings("ignore", said)
        yield


@every_part
def test_the_api_test_passes(case: Case, seeds: range) -> None:
    dealt = set[bytes]()
    with known_warnings():
        for shift in seeds:
            env = Watched(envs.aec(case[0], **dict(case[1])), shift)
            api_test(env, num_cycles=1000)
            assert env.ended > 0
            dealt |= env.dealt
    luck_at_the_start = case[0] in ("phoenix", "rainbow")
    assert len(dealt) >= len(seeds) if luck_at_the_start else len(dealt) == 1


@every_part
def test_the_seed_test_passes(case: Case, seeds: range) -> None:
    made: list[Watched] = []

    def make(shift: int) -> Watched:
        made.append(Watched(envs.aec(case[0], **dict(case[1])), shift))
        return made[-1]

    for shift in seeds:
        seed_test(lambda shift=shift: make(shift))
    # It compares environments in pairs, with the same deals.
    assert len(made) == 2 * len(seeds)
    for one, other in zip(made[::2], made[1::2], strict=True):
        assert one.dealt == other.dealt


def play(env: LudotecaAEC, source: Random) -> dict[str, float]:
    """Plays a whole game at random by the masks, and adds up what each agent is paid."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        paid[agent] += reward
        assert observation is not None
        assert observation["action_mask"].tobytes() == info["action_mask"].tobytes()
        assert not (ended and cut)
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if ended or cut else int(source.choice(legal)))
    return paid


@every_game
@pytest.mark.parametrize("seeds", GAMES, ids=part_name)
def test_random_agents_play_whole_games(name: str, seeds: range) -> None:
    env, source, results = envs.aec(name), Random(seeds.start), set()
    for seed in seeds:
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
    env.step(cast(int, np.int64(0)))


def test_a_step_after_the_end_is_named() -> None:
    env = envs.aec("cadena")
    with pytest.raises(envs.NotReset, match="reset"):
        env.step(0)
    with pytest.raises(envs.NotReset):
        env.observe("player_0")
    with pytest.raises(envs.NotReset):
        env.render()
    with pytest.raises(envs.NotReset):
        env.last()
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


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
@pytest.mark.parametrize("use", ["import ludoteca.envs.pettingzoo", "ludoteca.envs.aec('sendas')"])
def test_a_missing_package_is_named_with_the_way_to_install_it(package: str, use: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "import ludoteca.envs\n"
        f"try:\n    {use}\n"
        "except ludoteca.envs.MissingPackage as error:\n    print(error, error.text('es'))\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"the package {package}." in told.stdout
    assert f"paquete {package}." in told.stdout
    assert 'pip install ".[envs]"' in told.stdout


def test_options_of_a_reset_draw_a_warning() -> None:
    env = envs.aec("sendas")
    with pytest.warns(UserWarning, match=r"ludoteca\.envs\.aec"):
        env.reset(seed=1, options={"setup": "clash"})
    usual = envs.aec("sendas")
    usual.reset(seed=1)
    seen = [one.observe("player_0")["observation"].tolist() for one in (env, usual)]
    assert seen[0] == seen[1]


def test_whole_numbers_of_numpy_are_seeds() -> None:
    first, second = envs.aec("phoenix"), envs.aec("phoenix")
    first.reset(seed=7)
    second.reset(seed=cast(int, np.int64(7)))
    assert first.observe("player_0")["observation"].tolist() == (
        second.observe("player_0")["observation"].tolist()
    )


def test_what_is_written_into_a_mask_makes_nothing_legal() -> None:
    env = envs.aec("rainbow")
    env.reset(seed=1)
    env.observe("player_0")["action_mask"][:] = 1
    seen = env.last()[0]
    assert seen is not None
    seen["action_mask"][:] = 1
    for info in env.infos.values():
        info["action_mask"][:] = 1
    assert not env.observe("player_0")["action_mask"][12]
    with pytest.raises(ludoteca.IllegalMove, match="not legal now"):
        env.step(12)


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("begun", [True, False])
def test_an_environment_can_be_stored_and_copied(twin: Any, begun: bool) -> None:
    env = envs.aec("cadena", players=3)
    if begun:
        env.reset(seed=5)
        env.step(1)
    other = twin(env)
    if not begun:
        env.reset(seed=5)
        other.reset(seed=5)
    assert play(env, Random(5)) == play(other, Random(5))
    assert env._now.tobytes() == other._now.tobytes()
