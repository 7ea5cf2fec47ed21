"""Ludoteca: five tabletop games as a library, with rules, views, records and fair chance."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteca.core.choices import Choice
    from ludoteca.core.errors import (
        CannotThink,
        IllegalMove,
        InvalidData,
        InvalidNotation,
        InvalidOption,
        InvalidPosition,
        InvalidRecord,
        InvalidSeat,
        LudotecaError,
        OtherRules,
        UnknownGame,
    )
    from ludoteca.core.game import Game
    from ludoteca.core.kernels import CHANCE
    from ludoteca.core.position import Outcome, Position
    from ludoteca.core.registry import add_game, games, load
    from ludoteca.match import Match, read_match, verify, write_match
    from ludoteca.puzzling import NoPuzzle, Puzzle, puzzles
    from ludoteca.reviewing import CannotReview, Review, ReviewRun, review, start_review
    from ludoteca.search.api import Analysis, Budget, Candidate, Stop
    from ludoteca.search.batch import Batch
    from ludoteca.search.players import Player, analyse, player

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Analysis",
    "Batch",
    "Budget",
    "Candidate",
    "CannotReview",
    "CannotThink",
    "Choice",
    "Game",
    "IllegalMove",
    "InvalidData",
    "InvalidNotation",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSeat",
    "LudotecaError",
    "Match",
    "NoPuzzle",
    "OtherRules",
    "Outcome",
    "Player",
    "Position",
    "Puzzle",
    "Review",
    "ReviewRun",
    "Stop",
    "UnknownGame",
    "add_game",
    "analyse",
    "games",
    "load",
    "player",
    "puzzles",
    "read_match",
    "review",
    "start_review",
    "verify",
    "write_match",
]

_HOMES = {
    "ludoteca.core.choices": ("Choice",),
    "ludoteca.core.errors": (
        "CannotThink",
        "IllegalMove",
        "InvalidData",
        "InvalidNotation",
        "InvalidOption",
        "InvalidPosition",
        "InvalidRecord",
        "InvalidSeat",
        "LudotecaError",
        "OtherRules",
        "UnknownGame",
    ),
    "ludoteca.core.game": ("Game",),
    "ludoteca.core.kernels": ("CHANCE",),
    "ludoteca.core.position": ("Outcome", "Position"),
    "ludoteca.core.registry": ("add_game", "games", "load"),
    "ludoteca.match": ("Match", "read_match", "verify", "write_match"),
    "ludoteca.puzzling": ("NoPuzzle", "Puzzle", "puzzles"),
    "ludoteca.reviewing": ("CannotReview", "Review", "ReviewRun", "review", "start_review"),
    "ludoteca.search.api": ("Analysis", "Budget", "Candidate", "Stop"),
    "ludoteca.search.batch": ("Batch",),
    "ludoteca.search.players": ("Player", "analyse", "player"),
}
_PARTS = ("core", "match", "puzzling", "reviewing", "search")
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: a shell's completions need none of them."""
    if name in _PARTS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return found


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*globals(), *__all__})
