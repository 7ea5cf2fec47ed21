"""Kept positions of a match, so that any other one is a few steps away.

A position is an immutable value, so a checkpoint is a reference. One position in `spacing` plies is
kept; when more than MOST_KEPT would be, every second one is dropped and the spacing doubles.
The last few are kept as well, since those are what a takeback returns to.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from ludoteca.core.position import Position
from ludoteca.match import Event as Recorded

SPACING = 32
MOST_KEPT = 64
RECENT = 4


Last = tuple[Position, int, Recorded]
"""The position before the last player's move, the ply of the move, and the move."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """The position after a number of plies, and the last move of a player up to it."""

    position: Position
    last: Last | None = None


@dataclass(frozen=True, kw_only=True)
class Replay:
    """The way from a kept position to another ply: data of its own, to be run in any thread."""

    ply: int
    start: Position
    events: tuple[Recorded, ...]

    def run(self) -> Moment:
        """Replay the events."""
        position = self.start
        last: Last | None = None
        for ply, recorded in enumerate(self.events, self.ply + 1):
            if recorded.is_move:
                last = (position, ply, recorded)
            if recorded.is_step:
                position = position.step(recorded.text)
        return Moment(position=position, last=last)


class History:
    """The kept positions of one match, by ply."""

    def __init__(self, start: Position) -> None:
        self.spacing = SPACING
        self._kept = [start]
        self._recent: deque[tuple[int, Position]] = deque(maxlen=RECENT)

    def __len__(self) -> int:
        return len(self._kept) + len(self._recent)

    def note(self, ply: int, position: Position) -> None:
        """Keep the position after a ply, for long or for a short while."""
        self._recent.append((ply, position))
        if ply != len(self._kept) * self.spacing:
            return
        self._kept.append(position)
        if len(self._kept) > MOST_KEPT:
            self._kept = self._kept[::2]
            self.spacing *= 2

    def end(self) -> None:
        """Forget the last positions: no takeback returns to them after the end."""
        self._recent.clear()

    def cut(self, ply: int) -> None:
        """Forget every position after a ply."""
        del self._kept[ply // self.spacing + 1 :]
        kept = [pair for pair in self._recent if pair[0] <= ply]
        self._recent = deque(kept, maxlen=RECENT)

    def nearest(self, ply: int) -> tuple[int, Position]:
        """Return the last kept position up to a ply, and its ply."""
        index = min(ply // self.spacing, len(self._kept) - 1)
        best = (index * self.spacing, self._kept[index])
        return max([best, *self._up_to(ply)], key=lambda pair: pair[0])

    def _up_to(self, ply: int) -> Iterable[tuple[int, Position]]:
        return (pair for pair in self._recent if pair[0] <= ply)

    def replay(self, recorded: list[Recorded], ply: int) -> Replay:
        """Plan the way to a ply, from before the last move of a player that led there."""
        moves = (index for index in range(ply - 1, -1, -1) if recorded[index].is_move)
        first, start = self.nearest(next(moves, 0) if ply else 0)
        return Replay(ply=first, start=start, events=tuple(recorded[first:ply]))
