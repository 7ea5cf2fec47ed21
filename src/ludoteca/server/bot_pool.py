"""Bots and hints: thinking is done in threads, so that the tables go on meanwhile."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from ludoteca.core.definition import View
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.search.api import Analysis, Budget, Stop
from ludoteca.search.defaults import HINT_LEVEL
from ludoteca.search.players import analyse, levels, player
from ludoteca.server.errors import Refused

log = logging.getLogger("ludoteca.server")
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Thought:
    """A bot's thought about the position of one number, and the way to end it."""

    seq: int
    seat: int
    stop: Stop = field(default_factory=Stop)


class BotPool:
    """A few threads that think; who comes when too many wait is turned away."""

    def __init__(self, *, threads: int, waiting: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="thinker")
        self._room, self._waiting = waiting, 0

    async def run(self, work: Callable[[], T]) -> T:
        """Does the work in a thread; Refused("busy") if too much waits already."""
        if self._waiting >= self._room:
            raise Refused("busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Starts nothing new."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def bot_move(game: Game, view: View, level: int, seed: int, stop: Stop) -> str:
    """The move of a bot; a simple one if its search fails, for the game must go on."""
    try:
        return player(level).choose(game, view, seed=seed, stop=stop)
    except LudotecaError:
        raise
    except Exception:
        log.exception("the bot of level %s failed at %s", level, game.name)
        return player("random").choose(game, view, seed=seed, stop=stop)


def help_analysis(game: Game, view: View, seconds: float, stop: Stop) -> Analysis:
    """What a good player thinks of a view within a short time."""
    budget = Budget(levels(game.name)[HINT_LEVEL].nodes, seconds)
    return analyse(view, budget=budget, stop=stop)
