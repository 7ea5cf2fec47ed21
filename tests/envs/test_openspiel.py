"""The games in OpenSpiel: its own test, its searches, and what a player may know."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from cases import every_game
from open_spiel.python.algorithms import ismcts, mcts

import ludoteca
from ludoteca import envs
from ludoteca.core.verbs import CHANCE
from ludoteca.envs import openspiel, opponents
from ludoteca.search.thinking import Budget, Stop

HIDDEN = ("phoenix", "rainbow")
every_hidden_game = pytest.mark.parametrize("name", HIDDEN)


def draw(state: Any, source: Random) -> None:
    """Makes all draws that are due."""
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        assert sum(weights) == pytest.approx(1)
        state.apply_action(source.choices(actions, weights)[0])


def begun(name: str, *, plies: int = 0, seed: int = 1) -> Any:
    """A state after some random plies, its draws made."""
    state, source = pyspiel.load_game(f"ludoteca_{name}").new_initial_state(), Random(seed)
    draw(state, source)
    for _ in range(plies):
        state.apply_action(source.choice(state.legal_actions()))
        draw(state, source)
    return state


def test_every_game_is_registered() -> None:
    names = set(pyspiel.registered_names())
    assert {f"ludoteca_{name}" for name in envs.encoded_games()} <= names


@every_game
def test_openspiels_own_test_passes(name: str) -> None:
    game = pyspiel.load_game(f"ludoteca_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.max_game_length() > 0
    assert game.num_distinct_actions() == envs.encoding(name).actions


def test_a_state_is_stored_and_read_by_its_history() -> None:
    state = begun("rainbow", plies=5)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(state)


@every_game
def test_games_end_with_the_rewards_of_the_rules(name: str) -> None:
    source, state = Random(3), begun(name, seed=3)
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        state.apply_action(source.choice(legal))
        draw(state, source)
    assert state.returns() in ([1.0, -1.0], [-1.0, 1.0], [0.0, 0.0])
    assert state.legal_actions() == []


@every_game
def test_moves_are_written_in_the_notation_of_the_game(name: str) -> None:
    state = begun(name, plies=3)
    rules = state.get_game().rules
    position = rules.parse(str(state))
    assert sorted(state.action_to_string(action) for action in state.legal_actions()) == sorted(
        position.moves()
    )
    assert state.action_to_string(state.current_player(), 0)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("ludoteca_cadena(players=3,pin=for-good)", {"players": 3, "pin": "for-good"}),
        ("ludoteca_sendas(setup=clash)", {"setup": "clash"}),
        ("ludoteca_rainbow(variant=first-edition)", {"variant": "first-edition"}),
        ("ludoteca_colorito", {"variant": None}),
    ],
)
def test_options_are_parameters(text: str, options: dict[str, Any]) -> None:
    game = pyspiel.load_game(text)
    assert {name: game.rules.options[name] for name in options} == options
    assert game.num_players() == options.get("players", 2)


def test_a_wrong_option_is_named() -> None:
    with pytest.raises(ludoteca.InvalidOption, match="'setup'"):
        openspiel.kind("sendas")({"setup": "nowhere"})
    with pytest.raises(ludoteca.InvalidOption, match="take no parameters"):
        openspiel.kind("sendas")().make_py_observer(params={"planes": 3})


@every_hidden_game
def test_resampling_keeps_all_that_a_player_knows_and_draws_the_rest_anew(name: str) -> None:
    state = begun(name, plies=9)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for player in range(2):
        worlds = [state.resample_from_infostate(player, sampler) for _ in range(20)]
        for world in worlds:
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.current_player() == state.current_player()
        assert len({str(world) for world in worlds}) > 10


@every_hidden_game
def test_an_information_state_has_all_moves_and_an_observation_the_table_only(name: str) -> None:
    state = begun(name, plies=4)
    moves = [str(item.action) for item in state.full_history() if item.player >= 0]
    for player in range(2):
        string = state.information_state_string(player)
        assert string.split(":")[1].split()[:-1] == moves
        assert state.observation_string(player) == f"{player}: {string.split()[-1]}"
        expected = openspiel.encoding(name).expand(
            openspiel.encoding(name).observe(state.held.state, player)
        )
        assert np.allclose(state.observation_tensor(player), expected)


@every_game
def test_openspiels_mcts_plays(name: str) -> None:
    state, random = begun(name, plies=2), np.random.RandomState(1)
    evaluator = opponents.Rollouts(state.get_game().rules, 1)
    bot = mcts.MCTSBot(state.get_game(), 2.0, 30, evaluator, random_state=random)
    assert bot.step(state) in state.legal_actions()


@every_hidden_game
def test_openspiels_ismcts_plays(name: str) -> None:
    state, random = begun(name, plies=2), np.random.RandomState(1)
    evaluator = opponents.Rollouts(state.get_game().rules, 1)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 30, random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_a_learning_algorithm_of_openspiel_runs() -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent

    env = rl_environment.Environment(pyspiel.load_game("ludoteca_rainbow"))
    agents = [
        random_agent.RandomAgent(player, env.action_spec()["num_actions"]) for player in (0, 1)
    ]
    step = env.reset()
    for _ in range(40):
        if step.last():
            break
        output = agents[step.observations["current_player"]].step(step)
        step = env.step([output.action])
    assert len(step.observations["info_state"][0]) == env.observation_spec()["info_state"][0]


def view_of(name: str) -> tuple[ludoteca.Game, dict[str, Any]]:
    """What the seat to move sees at the beginning of a game."""
    position = ludoteca.load(name).start(seed=2)
    while position.to_move == CHANCE:
        position = position.roll()
    return position.game, json.loads(json.dumps(position.view(position.to_move, memory=True)))


@pytest.mark.parametrize(
    ("name", "search"),
    [("sendas", opponents.mcts), ("cadena", opponents.mcts), ("phoenix", opponents.mcts)]
    + [(name, opponents.ismcts) for name in HIDDEN],
)
def test_a_search_of_openspiel_is_a_player_like_any_other(name: str, search: Any) -> None:
    game, view = view_of(name)
    first, second = (search(game, view, Budget(25), 4, Stop()) for _ in range(2))
    assert first == second
    assert 0 < first.nodes <= 25
    position = game.start(seed=2)
    assert {candidate.move for candidate in first.candidates} == set(position.moves())
    assert all(0 <= candidate.value <= 1 for candidate in first.candidates)


@pytest.mark.parametrize(
    ("name", "search"), [("sendas", opponents.mcts), ("rainbow", opponents.ismcts)]
)
def test_a_search_of_openspiel_keeps_to_its_time_and_stops_when_told(
    name: str, search: Any
) -> None:
    game, view = view_of(name)
    timed = search(game, view, Budget(1 << 40, 0.05), 1, Stop())
    assert timed.nodes > 0
    stop = Stop()
    stop.now()
    assert search(game, view, Budget(1 << 40), 1, stop).nodes <= 2


def test_information_set_search_needs_something_hidden() -> None:
    game, view = view_of("sendas")
    with pytest.raises(ludoteca.InvalidOption, match="Take openspiel-mcts"):
        opponents.ismcts(game, view, Budget(5), 1, Stop())


def test_a_missing_openspiel_is_named_with_the_way_to_install_it() -> None:
    code = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "from ludoteca.envs import MissingPackage\n"
        "try:\n    import ludoteca.envs.openspiel\n"
        "except MissingPackage as error:\n    print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "ludoteca[openspiel]"' in told.stdout
    assert envs.MissingPackage.code == "missing_package"
