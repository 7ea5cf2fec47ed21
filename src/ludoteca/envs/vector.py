"""Thousands of games at once, NumPy arrays in and out, over all cores."""

import os
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.encoding import encoding
from ludoteca.core.errors import IllegalMove, InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.rng import new_rngs
from ludoteca.envs import stepping
from ludoteca.envs.errors import Closed, whole
from ludoteca.envs.stepping import Table
from ludoteca.envs.warming import once

LEAST_PART = 64  # games that are worth a thread


class Step(NamedTuple):
    """What is known of each game after a step, one game a row.

    observation  what the seat to move sees, as the game's page in docs/observations says
    action_mask  1 for each action that is legal now
    seat         the seat to move
    reward       for each seat what the last action brought: 0, or the result of a game it ended
    ended        whether the last action ended a game; all else is then of the game begun after it
    terminated   ended by the rules of the game: the reward is its result
    truncated    ended by the limit on its length: the reward is a draw
    """

    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]
    seat: NDArray[np.int8]
    reward: NDArray[np.float32]
    ended: NDArray[np.bool_]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class VectorEnv:
    """`n` games of one kind; each is restarted as soon as it ends.

    The arrays of a step are the environment's own and are written over by the next step: copy what
    you keep. The masks are only for reading. The same seed and actions give the same games,
    whatever the number of threads.
    """

    def __init__(self, game: Game, n: int, *, seed: int = 0, workers: int | None = None) -> None:
        self.game = game
        self.encoding = encoding(game.name)
        self.num_envs = n = _number("n", n)
        self._closed = False
        self._parts = self._cut(workers)
        # A pool without work starts no thread.
        self._pool = ThreadPoolExecutor(max(1, len(self._parts) - 1))
        weakref.finalize(self, self._pool.shutdown, wait=False)
        capacity = game.definition.capacity
        self._buffers = [np.empty((2, capacity), np.int64) for _ in self._parts]
        self._table = self._new_table()
        self._masks = self._table.masks.view()
        self._masks.flags.writeable = False
        self._beginning = np.full(n, stepping.BEGIN, np.int64)
        self._sampled = np.empty(n, np.int64)
        once(game, "vector", self._compile)
        self.reset(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the game and every array: the copy goes on exactly as this one would."""
        table = {name: array for name, array in self._table._asdict().items() if name != "start"}
        return _revived, (self.game, self.num_envs, len(self._parts), self._closed, table)

    def __repr__(self) -> str:
        threads = f", {len(self._parts)} threads" if len(self._parts) > 1 else ""
        return f"<VectorEnv of {self.num_envs} games of {self.game.label()}{threads}>"

    def _cut(self, workers: int | None) -> list[tuple[int, int]]:
        """Return the games of each thread."""
        if workers is None:
            parts = min(_cores(), self.num_envs // LEAST_PART)
        else:
            parts = _number("workers", workers)
        parts = max(1, min(parts, self.num_envs))
        return list(pairwise(self.num_envs * i // parts for i in range(parts + 1)))

    def _new_table(self) -> Table:
        n, game = self.num_envs, self.game
        return Table(
            start=np.array([game.state()]),
            states=np.array([game.state()] * n),
            rngs=np.zeros((n, 4), np.int64),
            pickers=np.zeros((n, 4), np.int64),
            observations=np.zeros(n, self.encoding.dtype),
            masks=np.zeros((n, self.encoding.actions), np.int8),
            choices=np.zeros((n, game.definition.capacity), _index_type(self.encoding.actions)),
            counts=np.zeros(n, np.int64),
            seats=np.zeros(n, np.int8),
            shares=np.zeros((n, game.seats)),
            rewards=np.zeros((n, game.seats), np.float32),
            ended=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
        )

    def _compile(self) -> None:
        """Call every kernel on no game at all."""
        stepping.first_illegal(self._table, self._sampled, 0, 0)
        stepping.step_range(self._table, self._sampled, 0, 0, self._buffers[0])
        stepping.sample_range(self._table, 0, 0, self._sampled)

    def _run(self, work: Callable[[int, int, NDArray[np.int64]], Any]) -> None:
        """Call a kernel on each part of the games, buffers of its own for each.

        The first part is done by the thread that calls, the others by those of the pool.
        """
        if self._closed:
            raise Closed("closed", owner="envs")
        parts = list(zip(self._parts, self._buffers, strict=True))
        running = [self._pool.submit(work, *part, buffers) for part, buffers in parts[1:]]
        (part, buffers), *_ = parts
        work(*part, buffers)
        for future in running:
            future.result()

    def reset(self, seed: int | None = None) -> Step:
        """Restart all games; a seed fixes their chance from here on."""
        if seed is not None:
            both = _seeded(2 * self.num_envs, seed)
            self._table.rngs[:], self._table.pickers[:] = np.split(both, 2)
        self._play(self._beginning)
        return self.last()

    def _play(self, chosen: NDArray[np.int64]) -> None:
        self._run(
            lambda first, last, buffers: stepping.step_range(
                self._table, chosen, first, last, buffers
            )
        )

    def last(self) -> Step:
        """Return how the games stand."""
        table = self._table
        observations = table.observations.view(np.int8).reshape(self.num_envs, -1)
        return Step(
            observation=observations,
            action_mask=self._masks,
            seat=table.seats,
            reward=table.rewards,
            ended=table.ended,
            terminated=table.ended & ~table.truncated,
            truncated=table.truncated,
        )

    def step(self, actions: NDArray[Any]) -> Step:
        """Play one action in each game; IllegalMove, and nothing played, if one is not legal."""
        chosen = self._read(actions)
        self._check(chosen)
        self._play(chosen)
        return self.last()

    def _read(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            found = f"{given.dtype}{list(given.shape)}"
            raise InvalidOption("bad_actions", owner="envs", n=self.num_envs, found=found)
        return np.ascontiguousarray(given, np.int64)

    def _check(self, chosen: NDArray[np.int64]) -> None:
        wrong = stepping.first_illegal(self._table, chosen, 0, self.num_envs)
        if wrong >= 0:
            index, most = int(chosen[wrong]), self.encoding.actions - 1
            reason = "illegal_in_row" if 0 <= index <= most else "bad_in_row"
            raise IllegalMove(reason, owner="envs", index=index, most=most, row=wrong)

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game; the chance of the games is not touched by it.

        The array is the environment's own and is written over by the next sample.
        """
        self._run(
            lambda first, last, buffers: stepping.sample_range(
                self._table, first, last, self._sampled
            )
        )
        return self._sampled

    @property
    def states(self) -> NDArray[Any]:
        """Return the states of all games, the whole truth; for tests and searches."""
        states: NDArray[Any] = self._table.states
        return states

    def close(self) -> None:
        """End the threads; the last step can still be read."""
        self._closed = True
        self._pool.shutdown()


def _revived(
    game: Game, n: int, workers: int, closed: bool, table: dict[str, NDArray[Any]]
) -> VectorEnv:
    """Return an environment that pickle stored."""
    env = VectorEnv(game, n, workers=workers)
    for name, stored in table.items():
        getattr(env._table, name)[:] = stored
    if closed:
        env.close()
    return env


def _number(option: str, value: Any) -> int:
    """Return a whole number from 1 on, or InvalidOption."""
    number = whole(value)
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise InvalidOption("bad_number", owner="envs", option=option, value=repr(value)[:40])
    return number


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _index_type(actions: int) -> type[np.signedinteger[Any]]:
    """Return the smallest type, of two, that holds every index."""
    return np.int16 if actions - 1 <= np.iinfo(np.int16).max else np.int32


def _seeded(count: int, seed: int) -> NDArray[np.int64]:
    seed = whole(seed)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InvalidOption("bad_seed", seed=repr(seed)[:40])
    return new_rngs(count, seed)
