"""Searches run in a pool of threads: bots before help, help before reviews, fair to clients."""

import asyncio
import logging
import math
from collections import OrderedDict
from dataclasses import dataclass, field

from ludoteca.core.definition import View
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.search.api import Analysis, Budget, Stop
from ludoteca.search.defaults import HINT_LEVEL
from ludoteca.search.players import analyse, levels, player
from ludoteca.server.scheduler import FIRST, SECOND, FairQueue, Quota, WorkerPool
from ludoteca.server.settings import Settings
from ludoteca.server.wire.requests import encode

MOST_ANALYSES = 256
FORCED = 0.3
"""The share of the time of a decision that a move without an alternative takes."""
BOT, HELP = FIRST, SECOND
log = logging.getLogger("ludoteca.server")


@dataclass(frozen=True, kw_only=True)
class Thought:
    """A bot's search at one position, and the flag that stops it."""

    seq: int
    seat: int
    stop: Stop = field(default_factory=Stop)


@dataclass(kw_only=True)
class _Shared:
    """An analysis under way, and how many wait for it."""

    task: asyncio.Task[Analysis]
    waiting: int = 0


class BotPool(WorkerPool):
    """The threads in which bots and help search, and one more for reviews."""

    def __init__(self, settings: Settings) -> None:
        bots = Quota(holder=settings.bots_per_client, address=settings.bots_per_address)
        help_quota = Quota(holder=settings.help_per_client, address=settings.help_per_address)
        queue = FairQueue(
            slots=settings.thinkers,
            waiting=settings.thoughts_waiting,
            quotas={BOT: bots, HELP: help_quota},
        )
        super().__init__("thinker", queue, threads=settings.thinkers + 1)
        self._seconds = settings.help_seconds
        self._under_way: dict[bytes, _Shared] = {}
        self._answers: OrderedDict[bytes, Analysis] = OrderedDict()

    async def help(self, game: Game, view: View) -> Analysis:
        """Analyse a view for a person; equal questions share one search and its answer.

        A search is stopped once all clients that wait for it have disconnected.
        """
        key = encode(view)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        if key not in self._under_way:
            task = asyncio.create_task(self._search(game, view, key))
            self._under_way[key] = _Shared(task=task)
        shared = self._under_way[key]
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.waiting -= 1
            if not shared.waiting:
                shared.task.cancel()
                if self._under_way.get(key) is shared:
                    del self._under_way[key]

    async def _search(self, game: Game, view: View, key: bytes) -> Analysis:
        stop = Stop()
        analysis = await self.run(
            lambda: help_analysis(game, view, self._seconds, stop), priority=HELP, stop=stop.now
        )
        self._answers[key] = analysis
        if len(self._answers) > MOST_ANALYSES:
            self._answers.popitem(last=False)
        return analysis


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A bot's move, whether it was forced, and how long to show what preceded it."""

    move: str
    forced: bool = False
    breath: float = 0.0


def answer_delay(
    settings: Settings, elapsed: float, *, pace: float, hidden: bool, choice: Choice
) -> float:
    """Return the seconds a bot waits before it plays a move found after `elapsed` seconds.

    Where somebody watches (`pace` is not 0) it waits until what happened before was shown, and for
    the time that a decision takes, less of it for a forced one. Where cards are hidden the answer
    comes at a tick, watched or not: how long a search took depends on the hand, and must not be
    observable.
    """
    deciding = settings.bot_pace * (FORCED if choice.forced and not hidden else 1.0)
    shown = choice.breath if settings.bot_pace > 0 else 0.0
    due = max(elapsed, pace * (deciding + shown))
    if hidden and settings.bot_tick > 0:
        due = max(1, math.ceil(due / settings.bot_tick)) * settings.bot_tick
    return due - elapsed


def bot_move(game: Game, view: View, level: int, seed: int, stop: Stop) -> str:
    """Choose a bot's move; a random one if its search fails, because the game must go on."""
    try:
        return player(level).choose(game, view, seed=seed, stop=stop)
    except LudotecaError:
        raise
    except Exception:
        log.exception("the bot of level %s failed at %s", level, game.name)
        return player("random").choose(game, view, seed=seed, stop=stop)


def help_analysis(game: Game, view: View, seconds: float, stop: Stop) -> Analysis:
    """Analyse a view with the budget of a good player, within a short time."""
    budget = Budget(levels(game.name)[HINT_LEVEL].nodes, seconds)
    return analyse(view, budget=budget, stop=stop)
