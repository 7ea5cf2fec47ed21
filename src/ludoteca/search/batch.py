"""Many states of one game at once, over all cores, with the kernels of the single game."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import native
from ludoteca.core.errors import IllegalMove, InvalidOption
from ludoteca.core.game import Game
from ludoteca.core.kernels import OVER
from ludoteca.core.rng import new_rngs
from ludoteca.search import playout


def _ranges(count: int, parts: int) -> list[tuple[int, int]]:
    """Cut 0..count-1 into ranges of about the same size."""
    edges = [count * i // parts for i in range(parts + 1)]
    return list(pairwise(edges))


class Batch:
    """`count` games of one kind side by side, each with a stream of chance from `seed`."""

    def __init__(
        self, game: Game, count: int, *, seed: int = 0, workers: int | None = None
    ) -> None:
        if count < 1:
            raise InvalidOption("bad_count", count=count)
        self.game = game
        self.states: NDArray[Any] = np.array([game.state()] * count)
        self._rngs = new_rngs(count, seed)
        self._capacity = game.definition.capacity
        self._workers = max(1, min(workers or os.cpu_count() or 1, count))
        native.require(game.name, "batch", self._compile)
        self._run(playout.settle_range, self._rngs, buffers=True)

    def __repr__(self) -> str:
        return f"<Batch of {len(self.states)} games of {self.game.label()}>"

    def _compile(self) -> None:
        """Call every kernel on no game at all."""
        rngs, buffers = self._rngs, np.empty((2, self._capacity), np.int64)
        numbers, shares = np.zeros(1, np.int64), np.zeros((1, self.game.seats))
        actions = np.zeros((1, self._capacity), np.int64)
        playout.settle_range(self.states, 0, 0, rngs, buffers)
        playout.step_range(self.states, 0, 0, numbers, rngs, buffers)
        playout.legal_range(self.states, 0, 0, actions, numbers)
        playout.play_out_range(self.states, 0, 0, rngs, numbers, buffers)
        playout.returns_range(self.states, 0, 0, shares)

    def _run(self, function: Callable[..., None], *arrays: object, buffers: bool = False) -> None:
        """Call a kernel on parts of the batch, a thread and buffers of its own for each."""

        def run(first: int, last: int) -> None:
            own = (np.empty((2, self._capacity), np.int64),) if buffers else ()
            function(self.states, first, last, *arrays, *own)

        parts = _ranges(len(self.states), self._workers)
        if len(parts) == 1:
            run(*parts[0])
            return
        with ThreadPoolExecutor(len(parts)) as pool:
            for future in [pool.submit(run, *part) for part in parts]:
                future.result()

    def __len__(self) -> int:
        return len(self.states)

    @property
    def to_move(self) -> NDArray[np.int8]:
        """Return the seat to move of each state; OVER (-2) where the game has ended."""
        seats: NDArray[np.int8] = self.states["to_move"]
        return seats

    @property
    def over(self) -> NDArray[np.bool_]:
        """Return which games have ended."""
        ended: NDArray[np.bool_] = self.to_move == OVER
        return ended

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the legal actions, one game a row, and how many of each row are valid."""
        actions = np.zeros((len(self), self._capacity), np.int64)
        counts = np.zeros(len(self), np.int64)
        self._run(playout.legal_range, actions, counts)
        return actions, counts

    def step(self, actions: NDArray[np.int64], *, trusted: bool = False) -> None:
        """Play one action in each game that goes on.

        Raise IllegalMove and play none if one is not legal.
        `trusted` leaves the check out, for callers that took the actions from `legal`.
        """
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (len(self),):
            raise InvalidOption("bad_count", count=actions.shape)
        if not trusted:
            self._check(actions)
        self._run(playout.step_range, actions, self._rngs, buffers=True)

    def _check(self, actions: NDArray[np.int64]) -> None:
        legal, counts = self.legal()
        known = np.arange(self._capacity) < counts[:, None]
        fine = ((legal == actions[:, None]) & known).any(axis=1) | self.over
        if not fine.all():
            index = int(np.argmin(fine))
            raise IllegalMove("batch_action", move=int(actions[index]), index=index)

    def play_random(self) -> NDArray[np.int64]:
        """Play every game to its end at random; return the number of decisions of each."""
        decisions = np.zeros(len(self), np.int64)
        self._run(playout.play_out_range, self._rngs, decisions, buffers=True)
        return decisions

    def returns(self) -> NDArray[np.float64]:
        """Return each seat's share of the win, one game a row; NaN where the game goes on."""
        shares = np.full((len(self), self.game.seats), np.nan)
        self._run(playout.returns_range, shares)
        return shares
