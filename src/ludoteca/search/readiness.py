"""The choice between native and interpreted search, by the expected duration."""

from collections.abc import Callable
from dataclasses import replace
from time import thread_time

from ludoteca.core import jit, native, registry
from ludoteca.core.game import Game
from ludoteca.search.api import Budget

PLAIN_LIMIT = 2.0  # seconds of a search that is too slow without native code
PLAIN_SECONDS = 4.0  # of plain thinking, after which compiling pays
_spent: dict[str, float] = {}


def get_ready(game: Game, budget: Budget, quick: int, work: Callable[[], object]) -> Budget:
    """Switch a game to native code before a search that needs it; return the budget it may use.

    Plain code does for at most `quick` nodes, until it has taken a while. A search of a game's own
    that says NEEDS_NATIVE, and a budget of time, need native code at once: `work` compiles it.
    Where other processes compile, what is slow without native code gets little time until then.
    """
    name = game.name
    if not jit.COMPILED or native.poll(name):
        return budget
    slow = _is_slow(name, budget.nodes, quick)
    if native.beside():
        limit = min(PLAIN_LIMIT, budget.seconds or PLAIN_LIMIT)
        return replace(budget, seconds=limit) if slow else budget
    if slow or budget.seconds is not None or _spent.get(name, 0.0) > PLAIN_SECONDS:
        native.require(name, native.PLAY, work)
    return budget


def thinks_less(name: str, nodes: int, quick: int) -> bool:
    """Return whether a budget is cut because the game's native code is still being compiled."""
    plain = jit.COMPILED and native.beside() and not native.ready(name)
    return plain and _is_slow(name, nodes, quick)


def _is_slow(name: str, nodes: int, quick: int) -> bool:
    """Return whether a search may take long without native code."""
    return nodes > quick or getattr(registry.part(name, "search"), "NEEDS_NATIVE", False)


class Timed:
    """Count the time of one search as plain thinking, if it is."""

    def __init__(self, game: Game) -> None:
        self._name = game.name

    def __enter__(self) -> None:
        self._began = thread_time()

    def __exit__(self, *_: object) -> None:
        if jit.COMPILED and not native.ready(self._name):
            _spent[self._name] = _spent.get(self._name, 0.0) + thread_time() - self._began
