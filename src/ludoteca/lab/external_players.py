"""The players of the arena: those of this program, and external ones from other programs."""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from ludoteca.core.definition import Definition, View
from ludoteca.core.errors import InvalidOption
from ludoteca.core.game import Game
from ludoteca.search import players
from ludoteca.search.api import Budget, Search, Stop
from ludoteca.search.players import PLAIN_NODES, UNLIMITED, Player

GUESTS = {
    "openspiel-mcts": "ludoteca.envs.opponents",
    "openspiel-ismcts": "ludoteca.envs.opponents",
}
"""The module of each guest, imported when it is invited; its SEARCHES has the search."""
NEEDS_SECRETS = "openspiel-ismcts"


@dataclass(frozen=True, kw_only=True)
class Guest:
    """A player from another program; like ours it chooses moves from views."""

    name: str
    search: Search
    seconds: float | None = None

    def choose(self, game: Game, view: View, *, seed: int = 0, stop: Stop | None = None) -> str:
        """Return the move that the external player chooses."""
        budget = Budget(UNLIMITED if self.seconds else PLAIN_NODES, self.seconds)
        return self.search(game, view, budget, seed, stop or Stop()).best.move


def player(name: str | int) -> Player | Guest:
    """Return a player by name, external ones such as openspiel-mcts@1s included."""
    kind, seconds = players.kind_and_seconds(name)
    if kind not in GUESTS:
        return players.player(name)
    search: Search = import_module(GUESTS[kind]).SEARCHES[kind]
    return Guest(name=str(name), search=search, seconds=seconds)


def check_fits(someone: Player | Guest, definition: Definition, title: str) -> None:
    """Raise InvalidOption if an external player does not support a game."""
    kind, _ = players.kind_and_seconds(someone.name)
    if kind == NEEDS_SECRETS and not definition.hidden:
        raise InvalidOption("nothing_hidden", owner="envs", game=title)


def guests(definition: Definition) -> tuple[str, ...]:
    """Return the installed external players that support a game."""
    if find_spec("pyspiel") is None:
        return ()
    return tuple(name for name in GUESTS if definition.hidden or name != NEEDS_SECRETS)
