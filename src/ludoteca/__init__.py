"""Ludoteca: five tabletop games as a library, with rules, views, records and fair chance."""

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
from ludoteca.search.api import Analysis, Budget, Candidate, Stop
from ludoteca.search.players import Player, analyse, player

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Analysis",
    "Budget",
    "Candidate",
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
    "OtherRules",
    "Outcome",
    "Player",
    "Position",
    "Stop",
    "UnknownGame",
    "add_game",
    "analyse",
    "games",
    "load",
    "player",
    "read_match",
    "verify",
    "write_match",
]
