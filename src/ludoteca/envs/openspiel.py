"""Every game in OpenSpiel: importing this registers each game as ludoteca_GAME.

Options are parameters: pyspiel.load_game("ludoteca_GAME(option=value)"). A game that is added after
the import is registered by `kind(name)`.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import registry
from ludoteca.core.arrays import Bytes, State
from ludoteca.core.chance import SEED_BYTES, Chance
from ludoteca.core.definition import Definition
from ludoteca.core.encoding import Encoding, encoded_games, encoding, rewards
from ludoteca.core.errors import IllegalMove, InvalidOption
from ludoteca.core.game import Game, seat_counts
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.envs.errors import optional
from ludoteca.envs.warming import warm_encoding

pyspiel: Any = optional("pyspiel", extra="openspiel")

PREFIX = "ludoteca_"
NOTHING = ""
"""The value None as a parameter of OpenSpiel."""
DATA = "data-"
"""What comes before the hexadecimal digits of an option that is data, such as a board."""


def to_parameter(value: Any) -> Any:
    """Return an option as a parameter: OpenSpiel knows neither None nor data, and no signs in
    texts.
    """
    if value is None:
        return NOTHING
    return value if isinstance(value, str | int) else DATA + json.dumps(value).encode().hex()


def to_option(value: Any) -> Any:
    """Return what to_parameter made of an option, undone."""
    if value == NOTHING:
        return None
    if isinstance(value, str) and value.startswith(DATA):
        return json.loads(bytes.fromhex(value.removeprefix(DATA)))
    return value


def _specification(definition: Definition) -> dict[str, Any]:
    """Return the options of a game as OpenSpiel's parameters with their defaults."""
    return {option.name: to_parameter(option.default) for option in definition.options}


def game_type(name: str) -> Any:
    """Return what OpenSpiel wants to know of a game before it is loaded."""
    definition = registry.definition(name)
    kinds = pyspiel.GameType
    chance = kinds.ChanceMode
    information = kinds.Information
    players = seat_counts(definition)
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
    """Return the sizes of a game with its options."""
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
    """A game with its options, as OpenSpiel sees it; each game has a class of its own.

    Without `checked`, states trust whoever plays them: for searches, which play what they were
    offered, and a quarter more of it in the same time.
    """

    name: str

    def __init__(
        self,
        params: Mapping[str, Any] | None = None,
        *,
        rules: Game | None = None,
        checked: bool = True,
    ) -> None:
        self.checked = checked
        given = {key: to_option(value) for key, value in (params or {}).items()}
        self.rules = rules or registry.load(self.name, **given)
        self.encoding = encoding(self.name)
        warm_encoding(self.rules)
        info = game_info(self.rules, self.encoding)
        options = {name: to_parameter(value) for name, value in self.rules.options.items()}
        super().__init__(game_type(self.name), info, options)

    def new_initial_state(self) -> "SpielState":
        """Return the state before anything is dealt."""
        return SpielState(self)

    def state_of(self, state: State) -> "SpielState":
        """Return a state of the rules as one of OpenSpiel, with no history of its own."""
        made = SpielState(self)
        made.held = Moment(self.rules, copy_state(state))
        return made

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return what turns states into strings and tensors for a player."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recall=recall, params=params)


Told = tuple[Bytes, str]
"""What a player saw last, and its history up to then."""


class Moment:
    """A state of the rules that never changes, and the moment before it.

    Copies of OpenSpiel's states share it: neither the game nor the past is copied with them.
    """

    __slots__ = ("_told", "before", "move", "rules", "state")

    def __init__(
        self, rules: Game, state: State, before: "Moment | None" = None, move: str = ""
    ) -> None:
        self.rules, self.state, self.before, self.move = rules, state, before, move
        self._told: dict[int, Told] = {}

    def __deepcopy__(self, memo: object) -> "Moment":
        return self

    def __reduce__(self) -> Any:
        """Store the state, and the part of the past that the players know."""
        told = {player: self.told(player) for player in range(self.rules.seats)}
        return revive, (self.rules.name, self.rules.options_text(), self.state, told)

    def after(self, action: int, move: str) -> "Moment":
        """Return the moment after an action; `move` is its public part."""
        state = copy_state(self.state)
        self.rules.definition.kernels.apply(state, action)
        return Moment(self.rules, state, self, move)

    def imagined(self, state: State, player: int) -> "Moment":
        """Return a moment that a player takes for possible: its own past, no past of the others."""
        made = Moment(self.rules, state)
        made._told[player] = self.told(player)
        return made

    def told(self, player: int) -> Told:
        """Return what a player sees, and its whole history since the game began."""
        due: list[Moment] = []
        moment: Moment | None = self
        while moment is not None and player not in moment._told:
            due.append(moment)
            moment = moment.before
        numbers = encoding(self.rules.name)
        known = moment._told[player] if moment else (np.zeros(numbers.size, np.int8), "")
        for later in reversed(due):
            known = later._told[player] = later._tell(player, numbers, known)
        return known

    def _tell(self, player: int, numbers: Encoding, known: Told) -> Told:
        """Add the move that led here and every number of the observation that it changed."""
        seen, text = known
        if self.move:
            text = f"{text} {self.move}"
        # The single draws of a deal or roll are seen together, once it is complete.
        if self.state["to_move"] == CHANCE:
            return seen, text
        now = numbers.observe(self.state, player)
        changed = np.flatnonzero(now != seen).tolist()
        return now, " ".join([text, *(f"{place}={now[place]}" for place in changed)])


@cache
def _rules(name: str, options: str) -> Game:
    return registry.load_closed(name, json.loads(options))


def revive(name: str, options: str, state: State, told: dict[int, Told]) -> Moment:
    """Return a moment that was stored."""
    made = Moment(_rules(name, options), state)
    made._told = told
    return made


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One moment of a game. Every single draw of a deal or roll is a chance node."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Moment(game.rules, game.rules.state())

    @property
    def _spiel(self) -> SpielGame:
        game: SpielGame = self.get_game()
        return game

    @property
    def _turn(self) -> int:
        # By its name as text: for a record that takes a third of the time.
        return int(self.held.state["to_move"])

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's numbers for chance and the end."""
        seat = self._turn
        if seat == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._turn == OVER

    def _legal_actions(self, player: int) -> list[int]:
        """Return the indices of the legal actions, sorted."""
        if player != self._turn:
            return []
        return self._spiel.encoding.legal(self._spiel.rules, self.held.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what the next draw can bring, with its probabilities."""
        draws, weights = self._draws()
        return list(zip(draws.tolist(), (weights / weights.sum()).tolist(), strict=True))

    def _draws(self) -> Any:
        """Return what the next draw can bring, and how often each."""
        definition = self._spiel.rules.definition
        room = np.empty((2, definition.capacity), np.int64)
        return room[:, : int(definition.kernels.outcomes(self.held.state, *room))]

    def _apply_action(self, action: int) -> None:
        """Play an action or a draw; IllegalMove for one that cannot be."""
        held, game = self.held, self._spiel
        if game.checked:
            self._check(action)
        if self._turn == CHANCE:
            self.held = held.after(action, "")
        else:
            played = game.encoding.action_of(held.state, action)
            self.held = held.after(played, f"move {action}")

    def _check(self, action: int) -> None:
        """Raise IllegalMove for an action or a draw that cannot be."""
        turn, game = self._turn, self._spiel
        if turn == OVER:
            raise IllegalMove("spiel_ended", owner="envs", index=action)
        if turn == CHANCE and action not in self._draws()[0]:
            raise IllegalMove("spiel_outcome", owner="envs", index=action)
        if turn >= 0 and action not in game.encoding.indices(game.rules, self.held.state):
            raise IllegalMove("spiel_illegal", owner="envs", index=action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return a move in the notation of the game; a draw by its number."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        game, state = self._spiel, self.held.state
        if action not in self._legal_actions(player):
            return f"action {action}"
        return game.rules.definition.write(state, game.encoding.action_of(state, action))

    def returns(self) -> list[float]:
        """Return what each player gets: 1 for the winner, the losers share -1.

        Zeros before the end.
        """
        shares = np.zeros(self._spiel.rules.seats)
        if not self.is_terminal():
            return [0.0] * len(shares)
        self._spiel.rules.definition.kernels.returns(self.held.state, shares)
        return rewards(shares)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Return a state with all that the player cannot know drawn again; its history is the same.

        Its history() is empty and its move_number() 0, and the other players' information begins
        here: the true draws would tell what is hidden, and no others are known to lead here.
        """
        state = copy_state(self.held.state)
        rng = new_rng(repr(sampler()))
        self._spiel.rules.definition.kernels.imagine(state, player, rng)
        made = SpielState(self._spiel)
        made.held = self.held.imagined(state, player)
        return made

    def __str__(self) -> str:
        return self._spiel.rules.write(self.held.state, Chance(seed=bytes(SEED_BYTES)))


class Observer:
    """The observation of a player, as text and as numbers from 0 to 1.

    With perfect recall the text is the player's whole history of observations, event by event. Each
    event is the move made, if one was, and each number of the observation that it changed, with its
    place: place=number. `Recall` says what the numbers are then.
    """

    def __init__(self, game: SpielGame, *, recall: bool, params: Any) -> None:
        if params:
            raise InvalidOption("no_parameters", owner="envs", found=repr(params)[:40])
        self.encoding, self.recall = game.encoding, recall
        hidden = game.rules.definition.hidden
        self._history = Recall(game.encoding) if recall and hidden else None
        shape = self._history.shape if self._history else (game.encoding.expanded_size,)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        name = "information_state" if recall else "observation"
        self.dict = {name: self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees, or with all that it has been told."""
        if self._history:
            self.tensor[:] = self._history.rows(state.held.told(player)[1]).ravel()
        else:
            seen = self.encoding.observe(state.held.state, player)
            self.tensor[:] = self.encoding.expand(seen)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees, or all that it has been told, as text."""
        if self.recall:
            return f"{player}:{state.held.told(player)[1]}"
        return f"{player}: {self.encoding.observe(state.held.state, player).tobytes().hex()}"


class Recall:
    """An information state as an array: a row for the start and one for each decision since.

    A row has the action that led to it, (index + 1) / actions, 0 at the start, and then the
    observation after it, each number as its share of the most it can be; rows to come are zeros.
    This is for games in which something is hidden. In the others all that matters for what is to
    come is on the table, and the information state is the observation.
    """

    def __init__(self, numbers: Encoding) -> None:
        self._numbers = numbers
        self.shape = (numbers.longest + 1, 1 + numbers.size)

    def rows(self, told: str) -> NDArray[np.float32]:
        """Return the array of all that a player has been told, given as text."""
        rows, row = np.zeros(self.shape, np.float32), 0
        words = iter(told.split())
        for word in words:
            if word == "move":
                row += 1
                rows[row, 1:] = rows[row - 1, 1:]
                rows[row, 0] = (int(next(words)) + 1) / self._numbers.actions
            else:
                place, _, value = word.partition("=")
                rows[row, int(place) + 1] = int(value) / self._numbers.most[int(place)]
        return rows


@cache
def kind(name: str) -> type[SpielGame]:
    """Return the class of a game, made known to OpenSpiel."""
    made = type(f"Spiel{name.capitalize()}", (SpielGame,), {"name": name})
    pyspiel.register_game(game_type(name), made)
    return made


for _name in encoded_games():
    kind(_name)
