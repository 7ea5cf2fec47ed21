"""Every game in OpenSpiel: importing this registers ludoteca_phoenix, ludoteca_rainbow and so on.

Options are parameters: pyspiel.load_game("ludoteca_cadena(players=3,pin=for-good)").
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ludoteca.core import registry
from ludoteca.core.chance import SEED_BYTES, Chance
from ludoteca.core.definition import Definition, State
from ludoteca.core.errors import InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.core.verbs import CHANCE, OVER
from ludoteca.envs.encodings.encoding import Encoding, encoded_games, encoding, rewards
from ludoteca.envs.errors import optional
from ludoteca.envs.warming import warm_encoding

pyspiel: Any = optional("pyspiel", extra="openspiel")

PREFIX = "ludoteca_"
NOTHING = ""
"""How OpenSpiel's parameters write an option that is None."""


def _specification(definition: Definition) -> dict[str, Any]:
    """The options of a game as OpenSpiel's parameters with their defaults."""
    defaults = {option.name: option.default for option in definition.options}
    return {name: NOTHING if value is None else value for name, value in defaults.items()}


def game_type(name: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    definition = registry.definition(name)
    kinds = pyspiel.GameType
    chance = kinds.ChanceMode
    information = kinds.Information
    seats = [option.values for option in definition.options if option.name == "players"]
    players = [int(str(count)) for count in seats[0]] if seats else [2]
    return kinds(
        short_name=PREFIX + name,
        long_name=f"Ludoteca {name.capitalize()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if definition.chance else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION
        if definition.hidden
        else information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_specification(definition),
    )


def game_info(game: Game, numbers: Encoding) -> Any:
    """The sizes of a game with its options."""
    return pyspiel.GameInfo(
        num_distinct_actions=numbers.actions,
        max_chance_outcomes=numbers.outcomes,
        num_players=game.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=numbers.longest,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, as OpenSpiel sees it; each game has a class of its own."""

    name: str

    def __init__(
        self, params: Mapping[str, Any] | None = None, *, rules: Game | None = None
    ) -> None:
        given = {key: None if value == NOTHING else value for key, value in (params or {}).items()}
        self.rules = rules or registry.load(self.name, **given)
        self.encoding = encoding(self.name)
        warm_encoding(self.rules)
        info = game_info(self.rules, self.encoding)
        super().__init__(game_type(self.name), info, dict(params or {}))

    def new_initial_state(self) -> "SpielState":
        """The state before anything is dealt."""
        return SpielState(self)

    def state_of(self, state: State) -> "SpielState":
        """A state of the rules as one of OpenSpiel, with no history of its own."""
        made = SpielState(self)
        made.held = Held(copy_state(state), "")
        return made

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What turns states into strings and tensors for a player."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recall=recall, params=params)


class Held:
    """A state of the rules and the moves that led to it; copied without its game."""

    __slots__ = ("moves", "state")

    def __init__(self, state: State, moves: str) -> None:
        self.state, self.moves = state, moves

    def __deepcopy__(self, memo: object) -> "Held":
        return Held(copy_state(self.state), self.moves)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One moment of a game. Every single draw of a deal or roll is a chance node."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Held(game.rules.state(), "")

    @property
    def _spiel(self) -> SpielGame:
        game: SpielGame = self.get_game()
        return game

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's numbers for chance and the end."""
        seat = int(self.held.state.to_move)
        if seat == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.held.state.to_move == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        """The indices of the legal actions, sorted."""
        if player != self.held.state.to_move:
            return []
        return self._spiel.encoding.legal(self._spiel.rules, self.held.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What the next draw can bring, with its probabilities."""
        definition = self._spiel.rules.definition
        out, weight = np.empty((2, definition.capacity), np.int64)
        count = int(definition.kernels.outcomes(self.held.state, out, weight))
        total = float(weight[:count].sum())
        return [(int(out[i]), weight[i] / total) for i in range(count)]

    def _apply_action(self, action: int) -> None:
        """Plays an action or a draw."""
        held, game = self.held, self._spiel
        if held.state.to_move != CHANCE:
            held.moves = f"{held.moves} {action}"
            action = game.encoding.action_of(held.state, action)
        game.rules.definition.kernels.apply(held.state, action)

    def _action_to_string(self, player: int, action: int) -> str:
        """A move in the notation of the game; a draw by its number."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        game, state = self._spiel, self.held.state
        if action not in self._legal_actions(player):
            return f"action {action}"
        return game.rules.definition.write(state, game.encoding.action_of(state, action))

    def returns(self) -> list[float]:
        """What each player gets: 1 for the winner, the losers share -1; zeros before the end."""
        shares = np.zeros(self._spiel.rules.seats)
        if not self.is_terminal():
            return [0.0] * len(shares)
        self._spiel.rules.definition.kernels.returns(self.held.state, shares)
        return rewards(shares)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state with all that the player cannot know drawn anew; the moves are the same."""
        state = copy_state(self.held.state)
        rng = new_rng(repr(sampler()))
        self._spiel.rules.definition.kernels.imagine(state, player, rng)
        made = SpielState(self._spiel)
        made.held = Held(state, self.held.moves)
        return made

    def __str__(self) -> str:
        return self._spiel.rules.write(self.held.state, Chance(seed=bytes(SEED_BYTES)))


class Observer:
    """What a player sees and remembers, as text and as numbers from 0 to 1.

    With perfect recall the text has all moves made so far as well.
    """

    def __init__(self, game: SpielGame, *, recall: bool, params: Any) -> None:
        if params:
            raise InvalidOption("no_parameters", owner="envs", found=repr(params)[:40])
        self.encoding, self.recall = game.encoding, recall
        self.tensor = np.zeros(game.encoding.expanded_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with what a player knows."""
        self.tensor[:] = self.encoding.expand(self.encoding.observe(state.held.state, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows, as text."""
        seen = self.encoding.observe(state.held.state, player).tobytes().hex()
        return f"{player}:{state.held.moves} {seen}" if self.recall else f"{player}: {seen}"


@cache
def kind(name: str) -> type[SpielGame]:
    """The class of a game, made known to OpenSpiel."""
    made = type(f"Spiel{name.capitalize()}", (SpielGame,), {"name": name})
    pyspiel.register_game(game_type(name), made)
    return made


for _name in encoded_games():
    kind(_name)
