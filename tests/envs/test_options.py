"""Every value of every option plays in every environment and in a study."""

from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import envs
from ludoteca.core.registry import definition
from ludoteca.envs.openspiel import PREFIX, to_parameter
from ludoteca.lab.study import study

pyspiel: Any = pytest.importorskip("pyspiel")

VALUES = [
    (name, option.name, value)
    for name in ludoteca.games()
    for option in definition(name).options
    for value in option.values
    if value != option.default
]
every_value = pytest.mark.parametrize(("name", "option", "value"), VALUES, ids=str)
PLIES = 12


@every_value
def test_the_environments_play_it(name: str, option: str, value: Any) -> None:
    vector = envs.vector(name, n=3, seed=1, workers=1, **{option: value})
    for _ in range(PLIES):
        vector.step(vector.sample())
    assert vector.game.options[option] == value
    agents = envs.aec(name, **{option: value})
    agents.reset(seed=1)
    for _ in range(PLIES):
        observation = agents.observe(agents.agent_selection)
        agents.step(int(np.flatnonzero(observation["action_mask"])[-1]))
        if not agents.agents or any(agents.terminations.values()):
            break
    assert agents.game.options[option] == value


@every_value
def test_openspiel_plays_it(name: str, option: str, value: Any) -> None:
    game = pyspiel.load_game(PREFIX + name, {option: to_parameter(value)})
    state, source = game.new_initial_state(), np.random.default_rng(1)
    for _ in range(PLIES):
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(source.choice(actions, p=weights)))
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[0])
    assert game.rules.options[option] == value


@every_value
def test_a_study_compares_it(name: str, option: str, value: Any) -> None:
    usual = next(one.default for one in definition(name).options if one.name == option)
    texts = ["none" if one is None else str(one) for one in (usual, value)]
    if name == "colorito" or (name, option) == ("cadena", "players"):
        texts = texts[1:]
    made = study(name, games=2, players=["greedy"], compare={option: texts})
    assert [lineup.game.options[option] for lineup in made.lineups][-1] == value
    assert made.report().finished
