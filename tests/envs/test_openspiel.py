"""The games in OpenSpiel: its own test, its searches, and what a player may know."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    tabular_qlearner,
)

import ludoteca
from ludoteca import envs
from ludoteca.core.kernels import CHANCE
from ludoteca.envs import openspiel, opponents
from ludoteca.search.api import Budget, Stop
from tests.cases import every_game

HIDDEN = ("phoenix", "rainbow")
SMALL_BOARD = {"length": 25, "shape": "spiral", "side": 5, "arrows": [[3, 7], [9, 4]]}
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


@pytest.mark.parametrize(
    ("name", "sims"),
    [
        *(("phoenix", 3), ("rainbow", 3), ("cadena", 2), ("colorito", 1), ("sendas", 3)),
        *(("rainbow(variant=first-edition)", 2), ("cadena(players=3,pin=for-good)", 1)),
        *(("cadena(players=4)", 1), ("colorito(variant=strict)", 1), ("sendas(setup=clash)", 2)),
    ],
)
def test_openspiels_own_test_passes(name: str, sims: int) -> None:
    game = pyspiel.load_game(f"ludoteca_{name}")
    pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False)
    assert game.max_game_length() > 0
    assert game.num_distinct_actions() == envs.encoding(name.partition("(")[0]).actions


@pytest.mark.parametrize("action", [12, 99, 1 << 50, -2])
def test_a_wrong_action_is_named_and_changes_nothing(action: int) -> None:
    state = begun("rainbow")
    before = str(state)
    with pytest.raises(ludoteca.IllegalMove, match=r"Choose one of legal_actions") as caught:
        state.apply_action(action)
    assert "no es legal" in caught.value.text("es")
    assert str(state) == before
    assert state.history() == begun("rainbow").history()


@pytest.mark.parametrize("outcome", [99, 1 << 50, -2])
def test_a_draw_that_cannot_be_is_named(outcome: int) -> None:
    state = pyspiel.load_game("ludoteca_rainbow").new_initial_state()
    with pytest.raises(ludoteca.IllegalMove, match=r"Choose one of chance_outcomes"):
        state.apply_action(outcome)
    assert state.history() == []


def test_a_step_after_the_end_is_named_and_the_end_stays() -> None:
    state = begun("sendas")
    passing = 2004
    for _ in range(2):
        state.apply_action(passing)
    assert state.is_terminal()
    with pytest.raises(ludoteca.IllegalMove, match="new_initial_state") as caught:
        state.apply_action(passing)
    assert "ha terminado" in caught.value.text("es")
    assert state.is_terminal()


def test_a_state_is_stored_with_all_that_the_players_were_told() -> None:
    state = begun("rainbow", plies=5)
    world = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    for given in (state, world):
        text = pyspiel.serialize_game_and_state(state.get_game(), given)
        _, again = pyspiel.deserialize_game_and_state(text)
        assert str(again) == str(given)
        assert again.history() == given.history()
        for player in range(2):
            told = given.information_state_string(player)
            assert again.information_state_string(player) == told


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
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.current_player() == state.current_player()
        assert len({str(world) for world in worlds}) > 10


@every_hidden_game
def test_a_world_imagined_tells_nothing_true_of_the_others(name: str) -> None:
    state, sampler = begun(name, plies=9), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = [state.resample_from_infostate(0, sampler) for _ in range(20)]
    told = {world.information_state_string(1) for world in worlds}
    assert len(told) > 10
    assert state.information_state_string(1) not in told
    assert all(world.history() == [] for world in worlds)
    for world in worlds:
        before = world.information_state_string(0)
        world.apply_action(world.legal_actions()[0])
        assert world.information_state_string(0).startswith(before)


def read_told(text: str, size: int) -> tuple[list[str], list[list[int]]]:
    """The moves in an information state, and the observation after each of them."""
    moves, seen, now = [], [], [0] * size
    words = iter(text.partition(":")[2].split())
    for word in words:
        if word == "move":
            moves.append(next(words))
            seen.append(now[:])
        else:
            place, number = map(int, word.split("="))
            now[place] = number
    return moves, [*seen, now]


@every_game
def test_an_information_state_has_all_that_a_player_was_told(name: str) -> None:
    state, source = begun(name), Random(1)
    numbers = envs.encoding(name)
    shown: list[list[list[int]]] = [[], []]
    for _ in range(25):
        for player in range(2):
            shown[player].append(numbers.observe(state.held.state, player).tolist())
            text = state.information_state_string(player)
            moves, seen = read_told(text, numbers.size)
            assert seen == shown[player]
            assert [int(move) for move in moves] == [
                item.action for item in state.full_history() if item.player >= 0
            ]
        if state.is_terminal():
            break
        state.apply_action(source.choice(state.legal_actions()))
        draw(state, source)


def test_what_was_seen_earlier_tells_information_states_apart() -> None:
    """Two hands of Phoenix that look alike now, and did not before: one line went another way."""
    state = begun("phoenix")
    first, second = state.clone(), state.clone()
    rules = state.get_game().rules
    for clone, action in zip((first, second), state.legal_actions(), strict=False):
        clone.apply_action(action)
        clone.held = openspiel.Moment(rules, state.held.state, clone.held, "move 0")
    assert first.observation_string(1) == second.observation_string(1)
    assert first.information_state_string(1) != second.information_state_string(1)


@every_hidden_game
def test_an_observation_is_the_table_only(name: str) -> None:
    state, numbers = begun(name, plies=4), envs.encoding(name)
    for player in range(2):
        seen = numbers.observe(state.held.state, player)
        assert state.observation_string(player) == f"{player}: {seen.tobytes().hex()}"
        assert np.allclose(state.observation_tensor(player), numbers.expand(seen))


@every_hidden_game
def test_an_information_state_tensor_has_every_observation_and_move(name: str) -> None:
    state, source = begun(name), Random(1)
    numbers, game = envs.encoding(name), state.get_game()
    shape = (numbers.longest + 1, 1 + numbers.size)
    assert game.information_state_tensor_size() == shape[0] * shape[1]
    for _ in range(12):
        state.apply_action(source.choice(state.legal_actions()))
        draw(state, source)
    for player in range(2):
        rows = np.array(state.information_state_tensor(player)).reshape(shape)
        moves, seen = read_told(state.information_state_string(player), numbers.size)
        assert np.allclose(rows[1:13, 0] * numbers.actions, [int(move) + 1 for move in moves])
        assert np.allclose(rows[:13, 1:] * numbers.most, seen)
        assert not rows[13:].any()


def test_what_was_seen_earlier_tells_the_tensors_apart() -> None:
    first, second = begun("phoenix"), begun("phoenix")
    one, other = first.legal_actions()[:2]
    for state, action in ((first, one), (second, other)):
        state.apply_action(action)
    assert first.information_state_tensor(1) != second.information_state_tensor(1)


@pytest.mark.parametrize("name", ["cadena", "colorito", "sendas"])
def test_where_nothing_is_hidden_the_information_state_is_the_table(name: str) -> None:
    state = begun(name, plies=3)
    for player in range(2):
        assert state.information_state_tensor(player) == state.observation_tensor(player)


def test_a_draw_that_is_not_complete_is_not_told() -> None:
    """The cards of Rainbow pass by one after the other while they are stacked."""
    state, source = pyspiel.load_game("ludoteca_rainbow").new_initial_state(), Random(1)
    while state.is_chance_node():
        assert state.information_state_string(1) == "1:"
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(source.choices(actions, weights)[0])
    assert len(state.information_state_string(1)) > 2


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cadena", {"players": 3, "pin": "for-good"}),
        ("colorito", {}),
        ("cadena", {"board": SMALL_BOARD}),
    ],
)
def test_the_options_of_given_rules_last_when_a_state_is_stored(
    name: str, options: dict[str, Any]
) -> None:
    rules = ludoteca.load(name, **options)
    game = openspiel.kind(name)(rules=rules)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    text = pyspiel.serialize_game_and_state(game, state)
    found, again = pyspiel.deserialize_game_and_state(text)
    assert found.rules == rules
    assert str(again) == str(state)


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


@every_game
def test_openspiels_q_learning_learns(name: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(f"ludoteca_{name}"))
    actions = env.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(player, actions) for player in (0, 1)]
    step = env.reset()
    while not step.last():
        output = agents[step.observations["current_player"]].step(step)
        step = env.step([output.action])
    for agent in agents:
        agent.step(step)
        assert agent._q_values
    assert len(step.observations["info_state"][0]) == env.observation_spec()["info_state"][0]


def test_openspiels_regret_minimisation_learns() -> None:
    """In Rainbow; a whole game of Phoenix is less likely than the smallest number it can write."""
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("ludoteca_rainbow"))
    solver.iteration()
    assert len(solver._infostates) > 10
    policy = solver.average_policy().action_probabilities(begun("rainbow"))
    assert sum(policy.values()) == pytest.approx(1)


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
    assert 'pip install ".[openspiel]"' in told.stdout
    assert envs.MissingPackage.code == "missing_package"
