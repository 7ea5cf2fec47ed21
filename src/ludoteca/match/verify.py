"""Verification of fair chance: recompute every roll and deal of a record from its seed."""

from dataclasses import dataclass

from ludoteca.core.errors import InvalidRecord
from ludoteca.core.kernels import CHANCE
from ludoteca.match.match import Match
from ludoteca.match.text import read_match


@dataclass(frozen=True, kw_only=True)
class Verification:
    """The result of a check: the moves (always), the chance events (where the seed is revealed)."""

    match: Match
    moves: int
    chances: int
    seed_known: bool


def verify(text: str) -> Verification:
    """Replay a record and recompute its chance; raise InvalidRecord if anything does not match."""
    match = read_match(text)
    if match.seed is not None:
        _check_chance(text, match)
    chances = sum(event.who == CHANCE for event in match.events)
    moves = len(match.events) - chances
    return Verification(
        match=match, moves=moves, chances=chances, seed_known=match.seed is not None
    )


def _check_chance(text: str, match: Match) -> None:
    """Play the match again, drawing each chance event from the seed."""
    position = match.game.begin(match.seed, contributions=match.contributions)
    for number, event in enumerate(match.events, 1):
        if event.who == CHANCE and position.chance_text() != event.text:
            line = _line_of_event(text, number)
            raise InvalidRecord("chance_differs", line=line, real=position.chance_text()[:80])
        if position.to_move == event.who and event.text != "resign":
            position = position.step(event.text)


def _line_of_event(text: str, number: int) -> int:
    """Return the line on which an event stands."""
    lines = text.split("\n")
    return 1 + next(i for i, line in enumerate(lines) if line.strip().startswith(f"{number} "))
