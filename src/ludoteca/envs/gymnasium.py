"""Every game as a Gymnasium environment: one agent against bots.

Importing this registers each game as ludoteca/Game-v0, its name with a capital letter, with the
game's options as parameters:

    import gymnasium
    import ludoteca.envs.gymnasium

    env = gymnasium.make("ludoteca/Game-v0", opponent="3", option="value")

A game that is added after the import is registered by `register(name)`.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.arrays import Bytes
from ludoteca.core.encoding import encoded_games, encoding, rewards
from ludoteca.core.errors import IllegalMove, InvalidOption
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.registry import load
from ludoteca.drawing import export
from ludoteca.envs.errors import NotReset, optional
from ludoteca.envs.pixels import pixels
from ludoteca.envs.warming import warm_encoding
from ludoteca.search.defaults import DEFAULT_LEVEL
from ludoteca.search.players import Player, player

gymnasium: Any = optional("gymnasium", extra="envs")

RENDER_MODES = ("rgb_array", "ansi")
NAMESPACE = "ludoteca"

Info = dict[str, Any]


class LudotecaEnv(gymnasium.Env):  # type: ignore[misc]
    """One agent at a seat of a game; bots play the others.

    opponent  a level from 1 to 8 or another name that `ludoteca.player` knows, for all other seats
    seat      the agent's seat; None draws one for every episode

    Observations are those of docs/observations, actions their numbers. `action_masks()` and
    `info["action_mask"]` say which are legal; an action that is not loses the game at once, with
    `info["illegal"]`. The reward comes at the end: 1 for a win, 0 for a draw, and the losers share
    -1. A game that its limit on length ends is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        *,
        opponent: str | int | Player = str(DEFAULT_LEVEL),
        seat: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes, shown = ", ".join(RENDER_MODES), repr(render_mode)[:40]
            raise InvalidOption("bad_value", option="render_mode", value=shown, values=modes)
        self.game = load(game, **options)
        if seat is not None:
            self.game.check_seat(seat)
        warm_encoding(self.game)
        self.encoding = encoding(game)
        self.opponent = opponent if isinstance(opponent, Player) else player(opponent)
        self.render_mode = render_mode
        most = self.encoding.most
        self.observation_space = gymnasium.spaces.Box(np.zeros_like(most), most, dtype=np.int8)
        self.action_space = gymnasium.spaces.Discrete(self.encoding.actions)
        self.seat = 0
        self._fixed_seat = seat
        self._position: Position | None = None

    def __getstate__(self) -> dict[str, Any]:
        # Compiled kernels cannot be stored; the game names them.
        return {name: value for name, value in self.__dict__.items() if name != "encoding"}

    def __setstate__(self, held: dict[str, Any]) -> None:
        self.__dict__.update(held, encoding=encoding(held["game"].name))

    @property
    def position(self) -> Position:
        """Return the position, the whole truth; NotReset before the first reset."""
        if self._position is None:
            raise NotReset("not_reset", owner="envs")
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, Info]:
        """Begin a game and play up to the agent's first decision."""
        super().reset(seed=seed)
        self._position = None
        # A game that ends before the agent has decided anything is no episode.
        while self._position is None or self._position.to_move is None:
            if self._fixed_seat is None:
                self.seat = int(self.np_random.integers(self.game.seats))
            else:
                self.seat = self._fixed_seat
            self._position = self._settled(self.game.start(seed=self._number()))
        return self._observation(), self._info()

    def _number(self) -> int:
        return int(self.np_random.integers(1 << 62))

    def _settled(self, position: Position) -> Position:
        """Return the position after the rolls and the bots' moves that are due."""
        while position.to_move not in (None, self.seat):
            if position.to_move == CHANCE:
                position = position.roll()
                continue
            view = position.view(position.to_move, memory=True)
            position = position.play(self.opponent.choose(self.game, view, seed=self._number()))
        return position

    def _observation(self) -> Bytes:
        return self.encoding.observe(self.position.state(), self.seat)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's masked algorithms ask for it."""
        return self.encoding.mask(self.game, self.position.state()).astype(np.bool_)

    def step(self, action: int) -> tuple[Bytes, float, bool, bool, Info]:
        """Play an action, then the bots' answers, up to the agent's next decision or the end."""
        position = self.position
        if position.to_move is None:
            raise IllegalMove("ended", owner="envs")
        if not self._is_legal(action):
            return self._observation(), -1.0, True, False, self._info() | {"illegal": True}
        state = position.state()
        move = self.game.definition.write(state, self.encoding.action_of(state, int(action)))
        self._position = self._settled(position.play(move))
        reward, terminated, truncated = self._result()
        return self._observation(), reward, terminated, truncated, self._info()

    def _is_legal(self, action: int) -> bool:
        if not self.action_space.contains(action):
            most, shown = self.encoding.actions - 1, repr(action)[:40]
            raise IllegalMove("bad_index", owner="envs", index=shown, most=most)
        return bool(self.action_masks()[int(action)])

    def _result(self) -> tuple[float, bool, bool]:
        """Return the agent's reward, and whether the game terminated or was truncated."""
        outcome = self.position.outcome
        if outcome is None:
            return 0.0, False, False
        reward = rewards(np.array(outcome.returns))[self.seat]
        cut = bool(self.encoding.kernels.by_limit(self.position.state()))
        return reward, not cut, cut

    def render(self) -> NDArray[np.uint8] | str | None:
        """Return the table as the agent sees it: a picture or words."""
        if self.render_mode == "ansi":
            return self.position.words(self.seat)
        if self.render_mode == "rgb_array":
            return pixels(export.draw(self.position, self.seat))
        return None


def register(name: str) -> str:
    """Register a game with Gymnasium; return the id by which `gymnasium.make` finds it."""
    made = f"{NAMESPACE}/{name.capitalize()}-v0"
    if made not in gymnasium.registry:
        entry = f"{__name__}:{LudotecaEnv.__name__}"
        gymnasium.register(id=made, entry_point=entry, kwargs={"game": name})
    return made


for _name in encoded_games():
    register(_name)
