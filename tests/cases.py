"""Every game with every option, for the tests that all games must pass."""

from functools import cache
from typing import Any

import pytest

import ludoteca
from ludoteca.core.game import Game
from ludoteca.lab.conformance import effort, random_positions

__all__ = [
    "CASES",
    "Case",
    "case_name",
    "effort",
    "every_case",
    "every_game",
    "load",
    "random_positions",
]

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
    ("phoenix", (("runs", "nested"), ("deck_end", "cannot-draw"), ("starter", "lot"))),
    ("phoenix", (("runs", "once"),)),
    ("rainbow", (("after_flip", "must-place"),)),
    ("cadena", (("players", 3), ("loss", "black"), ("arrows", "chained"))),
    ("colorito", (("board", "twin"), ("after_step", "one-hop"), ("swap", "yes"))),
    ("sendas", (("setup", "clash"), ("exit", "edge"), ("passes", "go-on"), ("swap", "yes"))),
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
