"""Every game with every option, for the tests that all games must pass."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position

Case = tuple[str, tuple[tuple[str, Any], ...]]

CASES: list[Case] = [
    ("phoenix", ()),
    ("rainbow", ()),
    ("rainbow", (("variant", "first-edition"),)),
    *(
        ("cadena", (("players", n), ("pin", pin)))
        for n in (2, 3, 4)
        for pin in ("covered", "for-good")
    ),
    ("colorito", ()),
    ("colorito", (("variant", "strict"),)),
    ("colorito", (("variant", "colours"),)),
    *(
        ("sendas", (("setup", setup),))
        for setup in ("classic", "edge", "block", "column", "wall", "wedge", "clash")
    ),
]


def case_name(case: Case) -> str:
    """A name for a case in the tests' output."""
    return "-".join([case[0], *(str(value) for _, value in case[1])])


every_case = pytest.mark.parametrize("case", CASES, ids=case_name)
every_game = pytest.mark.parametrize("name", ludoteca.games())


@cache
def load(case: Case) -> Game:
    """The game of a case."""
    return ludoteca.load(case[0], **dict(case[1]))


def effort(full: int, *, interpreted: int = 50) -> int:
    """How often to try: fully when compiled, a tenth with bounds checks, less when interpreted."""
    return max(1, full // {"on": 1, "check": 10, "off": interpreted}[jit.MODE])


LONG = {"on": 300, "check": 150, "off": 60}
"""After how many decisions a random game is long."""
SPARSE = 10
"""Of the positions of a long game that come later, one in SPARSE is looked at."""


def random_positions(
    game: Game, seed: int, *, every: int = 1, to_the_end: bool = False
) -> Iterator[Position]:
    """Yield positions of one random game without chance nodes: each `every`-th and the last.

    Late in a long game they are sparser; interpreted, it is left unless its end is asked for.
    """
    source, position, count = Random(seed), game.start(seed), 0
    while position.to_move is not None:
        if position.to_move == CHANCE:
            position = position.roll(source)
            continue
        late = count > LONG[jit.MODE]
        if late and jit.MODE == "off" and not to_the_end:
            break
        if count % (SPARSE * every if late else every) == 0:
            yield position
        count += 1
        position = position.play(source.choice(position.moves()))
    yield position
