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
    UnknownGame,
)
from ludoteca.core.game import Game
from ludoteca.core.position import Outcome, Position
from ludoteca.core.registry import add_game, games, load
from ludoteca.core.verbs import CHANCE
from ludoteca.record import Match, read_match, verify, write_match
from ludoteca.search.players import Player, analyse, player
from ludoteca.search.thinking import Analysis, Budget, Candidate, Stop

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
