"""When a search runs natively: at once where that pays, plainly where it is quick enough."""

from collections.abc import Callable
from time import thread_time

from ludoteca.core import jit, native, registry
from ludoteca.core.game import Game
from ludoteca.search.api import Budget

PLAIN_SECONDS = 4.0  # of plain thinking, after which compiling pays
_spent: dict[str, float] = {}


def get_ready(game: Game, budget: Budget, quick_nodes: int, work: Callable[[], object]) -> None:
    """Switch a game to native code before a search that needs it; `work` compiles the search.

    Plain code does for budgets of few nodes, until it has taken a while. A search of a game's
    own that says NEEDS_NATIVE, and a budget of time, need native code at once.
    """
    name = game.name
    if not jit.COMPILED or native.poll(name):
        return
    long = budget.seconds is not None or budget.nodes > quick_nodes
    slow = getattr(registry.part(name, "search"), "NEEDS_NATIVE", False)
    if long or slow or _spent.get(name, 0.0) > PLAIN_SECONDS:
        native.require(name, native.PLAY, work)


class Timed:
    """Count the time of one search as plain thinking, if it is."""

    def __init__(self, game: Game) -> None:
        self._name = game.name

    def __enter__(self) -> None:
        self._began = thread_time()

    def __exit__(self, *_: object) -> None:
        if jit.COMPILED and not native.ready(self._name):
            _spent[self._name] = _spent.get(self._name, 0.0) + thread_time() - self._began
