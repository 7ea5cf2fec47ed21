"""The worked example learns, even from a few lessons."""

import numpy as np
import selfplay

from ludoteca import envs


def test_a_few_lessons_already_beat_random() -> None:
    said: list[str] = []
    network = selfplay.train(rounds=20, games=64, seed=1, report=said.append)
    assert len(said) == 5
    assert selfplay.score(network, games=200, seed=2) > 0.7


def test_an_untaught_network_plays_like_random() -> None:
    env = envs.vector(selfplay.GAME, n=1)
    network = selfplay.Network(env.encoding.expanded_size, env.encoding.actions, 1)
    network.weights["out"][:] = 0
    assert abs(selfplay.score(network, games=400, seed=3) - 0.5) < 0.12


def test_actions_are_drawn_by_their_probabilities() -> None:
    chances = np.tile(np.array([0.0, 0.25, 0.75, 0.0], np.float32), (4000, 1))
    drawn = np.bincount(selfplay.draw(chances, np.random.default_rng(1)), minlength=4)
    assert drawn[0] == drawn[3] == 0
    assert abs(drawn[2] / 4000 - 0.75) < 0.03
