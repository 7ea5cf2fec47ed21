"""Who may play in the arena: the players of this program, and guests from other programs."""

import re
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from ludoteca.core.definition import Definition, View
from ludoteca.core.game import Game
from ludoteca.search import players
from ludoteca.search.players import PLAIN_NODES, UNLIMITED, Player
from ludoteca.search.thinking import Budget, Search, Stop

GUESTS = {
    "openspiel-mcts": "ludoteca.envs.opponents",
    "openspiel-ismcts": "ludoteca.envs.opponents",
}
"""The module of each guest, imported when it is invited; its SEARCHES has the search."""
_NAME = re.compile(r"([a-z]+-[a-z]+)(?:@(\d{1,4}(?:\.\d{1,3})?)s)?")


@dataclass(frozen=True, kw_only=True)
class Guest:
    """Somebody from another program, who chooses moves from views like everybody here."""

    name: str
    search: Search
    seconds: float | None = None

    def choose(self, game: Game, view: View, *, seed: int = 0, stop: Stop | None = None) -> str:
        """The move that the guest makes."""
        budget = Budget(UNLIMITED if self.seconds else PLAIN_NODES, self.seconds)
        return self.search(game, view, budget, seed, stop or Stop()).best.move


def player(name: str | int) -> Player | Guest:
    """The player of a name, guests such as openspiel-mcts@1s included."""
    match = _NAME.fullmatch(str(name))
    seconds = float(match[2]) if match is not None and match[2] else None
    if match is None or match[1] not in GUESTS or seconds == 0:
        return players.player(name)
    search: Search = import_module(GUESTS[match[1]]).SEARCHES[match[1]]
    return Guest(name=str(name), search=search, seconds=seconds)


def guests(definition: Definition) -> tuple[str, ...]:
    """The guests that can play a game here, as far as their programs are installed."""
    if find_spec("pyspiel") is None:
        return ()
    return tuple(name for name in GUESTS if definition.hidden or name != "openspiel-ismcts")
