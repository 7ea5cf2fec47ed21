"""Puzzles from one's own mistakes: the decisions of a finished match that lost something clear."""

from collections.abc import Callable, Iterator

from ludoteca.match import Match
from ludoteca.match.replay import positions
from ludoteca.puzzling.errors import NoPuzzle
from ludoteca.puzzling.kinds import Best, kinds, rated
from ludoteca.puzzling.model import Puzzle
from ludoteca.puzzling.trying import LEAST, stable_best
from ludoteca.reviewing import Review, review
from ludoteca.reviewing.judgement import BAD

Progress = Callable[[int, int], None]


def mistakes(match: Match, made: Review, seat: int | None = None) -> list[int]:
    """Return the plies, from 1, of a seat's mistakes (None: of every seat's) by a review."""
    return [
        row.ply
        for row in made.rows
        if row.judgement in BAD[1:] and row.seat is not None and seat in (None, row.seat)
    ]


def practice(match: Match, ply: int) -> Puzzle | None:
    """Return the puzzle of a decision, as its seat saw it; None where no move is clearly best."""
    event = match.events[ply - 1]
    position = list(positions(match))[ply - 1]
    for kind in kinds(match.game.name).values():
        if isinstance(kind, Best) and kind.spec.fits(position):
            found = stable_best(position, obvious=True)
            if found is None or event.text == found[0].move:
                return None
            if found[1][found[0].move] - found[1].get(event.text, 0.0) < LEAST:
                return None
            return kind.made(position, found, event.text)
    return None


def from_match(
    match: Match,
    *,
    seat: int | None = None,
    made: Review | None = None,
    progress: Progress | None = None,
) -> Iterator[Puzzle]:
    """Yield a puzzle for each clear mistake of a finished match, rated by the levels."""
    if match.outcome is None:
        raise NoPuzzle("not_over")
    made = made or review(match, progress=progress)
    for ply in mistakes(match, made, seat):
        puzzle = practice(match, ply)
        if puzzle is not None:
            yield rated(puzzle)
