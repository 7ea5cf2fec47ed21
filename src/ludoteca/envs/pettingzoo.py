"""Every game as a PettingZoo environment in which the agents act one after the other."""

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import Bytes, State
from ludoteca.core.chance import Chance, seed_bytes
from ludoteca.core.encoding import encoding, rewards
from ludoteca.core.errors import IllegalMove, InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.core.position import Position
from ludoteca.drawing import export
from ludoteca.envs.errors import NotReset, optional, whole
from ludoteca.envs.pixels import pixels
from ludoteca.envs.warming import warm_encoding

spaces: Any = optional("gymnasium.spaces", extra="envs")
pettingzoo: Any = optional("pettingzoo", extra="envs")

RENDER_MODES = ("rgb_array", "svg", "ansi")

Observation = dict[str, Bytes]


class LudotecaAEC(pettingzoo.AECEnv):  # type: ignore[misc]
    """One game; player_0 sits on seat 0.

    An observation holds `observation`, numbers that docs/observations explains, and `action_mask`,
    which `infos` has as well. Rewards come at the end: 1 for the winner, the losers share -1, 0 for
    a draw. The same seed deals and rolls as `Game.start(seed)` does.
    """

    metadata: dict[str, Any]

    def __init__(self, game: Game, *, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes = ", ".join(RENDER_MODES)
            shown = repr(render_mode)[:40]
            raise InvalidOption("bad_value", option="render_mode", value=shown, values=modes)
        warm_encoding(game)
        self.game = game
        self.encoding = encoding(game.name)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"ludoteca_{game.name}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents
        }
        self._state: State | None = None
        self._turn = OVER
        self._legal = np.zeros(self.encoding.actions, np.int8)
        self._chance = Chance(seed=seed_bytes(0))

    def __getstate__(self) -> dict[str, Any]:
        # Compiled kernels cannot be stored; the game names them.
        return {name: value for name, value in self.__dict__.items() if name != "encoding"}

    def __setstate__(self, held: dict[str, Any]) -> None:
        self.__dict__.update(held, encoding=encoding(held["game"].name))

    def _space(self) -> Any:
        most = self.encoding.most
        mask = spaces.Box(0, 1, (self.encoding.actions,), np.int8)
        numbers = spaces.Box(np.zeros_like(most), most, dtype=np.int8)
        return spaces.Dict({"observation": numbers, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """Return what an agent's observations can be."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """Return the whole numbers that stand for actions."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, one that was never played before.

        A game's options are given to `ludoteca.envs.aec`. Here there are none, and some draw a
        warning: PettingZoo's own test gives one, so they cannot be refused.
        """
        if options:
            unknown = InvalidOption("no_reset_options", owner="envs", found=repr(options)[:40])
            warnings.warn(str(unknown), stacklevel=2)
        self._chance = Chance(seed=seed_bytes(whole(seed)))
        self._state = self.game.state()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._settle()
        self._select()

    def _settle(self) -> None:
        """Play the rolls and deals that are due, and note whose turn it is."""
        # By its name as text: for a record that takes a third of the time.
        while (turn := int(self._now["to_move"])) == CHANCE:
            self._state = self._position().roll().state()
            self._chance = self._chance.after()
        self._turn = turn

    def _select(self) -> None:
        """Pass the turn on and write the mask where agents look for it."""
        if self._turn != OVER:
            self.agent_selection = self.possible_agents[self._turn]
        self._legal = self.encoding.mask(self.game, self._now)
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Bytes:
        """Return a 1 for each action that an agent may play now.

        What is done to it changes nothing.
        """
        mine = agent == self.agent_selection
        return self._legal.copy() if mine else np.zeros(self.encoding.actions, np.int8)

    @property
    def _now(self) -> State:
        if self._state is None:
            raise NotReset("not_reset", owner="envs")
        return self._state

    def _position(self) -> Position:
        return Position(self.game, self._now, self._chance)

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            agents = ", ".join(self.possible_agents)
            raise InvalidOption("no_agent", owner="envs", agent=repr(agent)[:40], agents=agents)
        return agent

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees and remembers, and what it may do if it is its turn."""
        seat = self.possible_agents.index(self._known(agent))
        observation = self.encoding.observe(self._now, seat)
        return {"observation": observation, "action_mask": self._mask(agent)}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Any]:
        """Return what the agent to move sees, its rewards and its information.

        NotReset before the first reset.
        """
        if self._state is None:
            raise NotReset("not_reset", owner="envs")
        told: tuple[Observation | None, float, bool, bool, Any] = super().last(observe)
        return told

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move; None takes an agent out of a finished game."""
        state, over = self._now, self._turn == OVER
        if over and (action is not None or not self.agents):
            raise IllegalMove("ended", owner="envs")
        if over:
            self._was_dead_step(None)
            return
        index = self._legal_index(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.game.definition.kernels.apply(state, self.encoding.action_of(state, index))
        self._settle()
        self._clear_rewards()
        if self._turn == OVER:
            self._finish()
        self._select()
        self._accumulate_rewards()

    def _legal_index(self, action: int | None) -> int:
        """Return the index that an agent gave, or IllegalMove."""
        most = self.encoding.actions - 1
        number = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if action is None or not number or not 0 <= action <= most:
            raise IllegalMove("bad_index", owner="envs", index=repr(action)[:40], most=most)
        if not self._legal[action]:
            raise IllegalMove("illegal_index", owner="envs", index=int(action))
        return int(action)

    def _finish(self) -> None:
        """Pay the rewards of a finished game; a limit on its length truncates it."""
        shares = np.zeros(self.game.seats)
        self.game.definition.kernels.returns(self._now, shares)
        self.rewards = dict(zip(self.agents, rewards(shares), strict=True))
        cut = bool(self.encoding.kernels.by_limit(self._now))
        self.terminations = dict.fromkeys(self.agents, not cut)
        self.truncations = dict.fromkeys(self.agents, cut)

    def render(self) -> NDArray[Any] | str | list[Any] | None:
        """Return the table as the agent to move sees it: a picture, the text of an SVG,
        or words.
        """
        position = self._position()
        seat = self.possible_agents.index(self.agent_selection)
        if self.render_mode == "ansi":
            return position.words(seat)
        if self.render_mode == "svg":
            return export.draw(position, seat)
        if self.render_mode == "rgb_array":
            return pixels(export.draw(position, seat))
        return None

    def close(self) -> None:
        """Do nothing: nothing is kept open."""
