"""Matches to review."""

from functools import cache

import ludoteca
from ludoteca import Match, Review
from ludoteca.core.kernels import CHANCE
from ludoteca.match.play import move_of, play_out
from ludoteca.search.players import player
from tests.cases import Case, load

QUICK = 1  # the level of the analyses
FIVE: list[Case] = [(name, ()) for name in ludoteca.games()]
SEATS: list[Case] = [("cadena", (("players", 3),)), ("cadena", (("players", 4),))]


@cache
def played(case: Case, seed: int = 3, name: str = "greedy") -> Match:
    """Return a finished match between equal players; nobody may change it."""
    match, chooser = Match(load(case), seed, tags={"player-1": "Ana"}), player(name)
    play_out(match, lambda position, seat, number: move_of(chooser, position, seed=number))
    return match


@cache
def reviewed(case: Case, seed: int = 3, name: str = "greedy") -> Review:
    """Return the review of a finished match."""
    return ludoteca.review(played(case, seed, name), QUICK)


def unfinished(case: Case, moves: int, seed: int = 4) -> Match:
    """Return a match that goes on, after some moves, each the first that is legal."""
    match = Match(load(case), seed)
    while moves and match.outcome is None:
        if match.position.to_move == CHANCE:
            match.roll()
        else:
            match.play(match.position.moves()[0])
            moves -= 1
    return match
