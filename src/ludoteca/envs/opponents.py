"""OpenSpiel's searches as opponents: openspiel-mcts and openspiel-ismcts, with a time or a number.

They are given a view like any other player, think on imagined states, and play random games to the
end with our compiled rules, which is far quicker than through OpenSpiel's own evaluator.
"""

import time
from contextlib import suppress
from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.definition import View
from ludoteca.core.encoding import rewards
from ludoteca.core.errors import InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.envs.errors import optional
from ludoteca.envs.openspiel import SpielGame, SpielState, kind
from ludoteca.search.api import Analysis, Budget, Candidate, Search, Stop, check_view
from ludoteca.search.playout import play_out_range

plain: Any = optional("open_spiel.python.algorithms.mcts", extra="openspiel")
hidden: Any = optional("open_spiel.python.algorithms.ismcts", extra="openspiel")

CURIOSITY = 2.0  # what OpenSpiel's own examples take

Found = tuple[int, float, float]
"""An action, how often it was tried, and what it brought on average, from -1 to 1."""


class TimeUp(Exception):
    """Ends a search that has used its time."""


class Clock:
    """How long a search may go on."""

    def __init__(self, budget: Budget, stop: Stop) -> None:
        self._end = None if budget.seconds is None else time.perf_counter() + budget.seconds
        self._stop, self._begun = stop, False

    def check(self) -> None:
        """Raise TimeUp once the time is over or a stop is requested; one simulation is
        always made.
        """
        late = self._end is not None and time.perf_counter() >= self._end
        if self._begun and (late or self._stop.asked):
            raise TimeUp
        self._begun = True


class Rollouts(plain.Evaluator):  # type: ignore[misc]
    """Judges a state by one random game from there."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._rngs = new_rng(seed, "rollouts").reshape(1, -1)
        self._buffers = np.empty((2, game.definition.capacity), np.int64)
        self._decisions = np.zeros(1, np.int64)

    def evaluate(self, state: SpielState) -> Any:
        """Return what one random game brings each player."""
        states = np.array([state.held.state])
        play_out_range(states, 0, 1, self._rngs, self._decisions, self._buffers)
        shares = np.zeros(self._game.seats)
        self._game.definition.kernels.returns(states[0], shares)
        return np.array(rewards(shares))

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Return equal priors: no action is better than another."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TimedMCTS(plain.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's MCTS until a clock says stop."""

    clock: Clock
    root: Any

    def _apply_tree_policy(self, root: Any, state: SpielState) -> Any:
        self.root = root
        if root.children:
            self.clock.check()
        return super()._apply_tree_policy(root, state)

    def find(self, state: SpielState) -> list[Found]:
        """Return the search's results for each action."""
        try:
            root = self.mcts_search(state)
        except TimeUp:
            root = self.root
        order = sorted(root.children, key=plain.SearchNode.sort_key, reverse=True)
        return [
            (
                child.action,
                child.explore_count,
                float(child.total_reward) / max(1, child.explore_count),
            )
            for child in order
        ]


class TimedISMCTS(hidden.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's information-set MCTS until a clock says stop."""

    clock: Clock

    def sample_root_state(self, state: SpielState) -> SpielState:
        """Return a guess of the world; the end of the time is noticed here."""
        if self._root_node.child_info:
            self.clock.check()
        return state.resample_from_infostate(state.current_player(), self.random_number)

    def find(self, state: SpielState) -> list[Found]:
        """Return the search's results for each action."""
        with suppress(TimeUp):
            self.run_search(state)
        nodes = self._root_node.child_info if len(state.legal_actions()) > 1 else {}
        found = [(int(action), node.visits, float(node.value())) for action, node in nodes.items()]
        return sorted(found, key=lambda row: row[1:], reverse=True)


def mcts(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Return OpenSpiel's MCTS; where something is hidden, on one imagined state, taken
    for the truth.
    """
    spiel, root = _begin(game, view, seed)
    random = np.random.RandomState(seed % (1 << 32))
    bot = TimedMCTS(spiel, CURIOSITY, budget.nodes, Rollouts(game, seed), random_state=random)
    bot.clock = Clock(budget, stop)
    return _analysis(spiel, root, bot.find(spiel.state_of(root)))


def ismcts(game: Game, view: View, budget: Budget, seed: int, stop: Stop) -> Analysis:
    """Return OpenSpiel's information-set MCTS, which imagines the hidden part for each
    simulation.
    """
    if not game.definition.hidden:
        raise InvalidOption("nothing_hidden", owner="envs", game=game.title())
    spiel, root = _begin(game, view, seed)
    random = np.random.RandomState(seed % (1 << 32))
    bot = TimedISMCTS(spiel, Rollouts(game, seed), CURIOSITY, budget.nodes, random_state=random)
    bot.clock = Clock(budget, stop)
    return _analysis(spiel, root, bot.find(spiel.state_of(root)))


def _begin(game: Game, view: View, seed: int) -> tuple[SpielGame, State]:
    """Return the game in OpenSpiel and a state that fits the view."""
    check_view(game, view)
    spiel = kind(game.name)(rules=game, checked=False)
    return spiel, game.imagine(view, new_rng(seed, "openspiel"))


def _analysis(spiel: SpielGame, root: State, found: list[Found]) -> Analysis:
    """Return what a search found, in the words of our own.

    Actions that were never tried come last.
    """
    game, numbers = spiel.rules, spiel.encoding
    tried = {action for action, _, _ in found}
    rest = [(index, 0.0, 0.0) for index in numbers.legal(game, root) if index not in tried]
    candidates = []
    for index, visits, value in [*found, *rest]:
        move = game.definition.write(copy_state(root), numbers.action_of(root, index))
        unsure = 1 / np.sqrt(max(1.0, visits))
        candidates.append(
            Candidate(move=move, value=(value + 1) / 2, confidence=float(unsure), line=(move,))
        )
    return Analysis(candidates=tuple(candidates), nodes=int(sum(row[1] for row in found)))


SEARCHES: dict[str, Search] = {"openspiel-mcts": mcts, "openspiel-ismcts": ismcts}
