"""What a game says of its puzzles: plain facts and functions in its module `puzzles`, in KINDS.

Every game has puzzles of the best move without saying anything. A module may replace these by its
own `BestMove` kinds, and add the other kinds below. The words of a kind are in the game's texts
below `puzzles` and the kind's name: `title`, `task`, and what its functions name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ludoteca.core.definition import Prompt
from ludoteca.core.position import Position
from ludoteca.core.thought import Facts

MOST_MOVES = 3


def _several(position: Position) -> bool:
    """Return whether there are more than two moves."""
    return len(position.actions()) > 2


@dataclass(frozen=True, kw_only=True)
class BestMove:
    """Find the clear best move.

    fits   whether a position is one for this kind
    kept   the number to keep of a move, from what the game's search says of it
    facts  what `kept` has kept, as the search would say it
    """

    name: str = "best"
    fits: Callable[[Position], bool] = _several
    kept: Callable[[Facts], float | None] = lambda facts: None
    facts: Callable[[float], Facts] = lambda number: {}


@dataclass(frozen=True, kw_only=True)
class ForcedWin:
    """Win by force in at most `most` own moves; for two seats, without chance or secrets."""

    name: str = "win"
    most: int = MOST_MOVES


@dataclass(frozen=True, kw_only=True)
class ShortestWay:
    """Reach a goal alone, the others standing still, in as few moves as can be.

    moves     the moves that may be played
    step      the position after a move, the same seat to move again
    done      whether a seat has reached the goal
    way       moves that reach it, at most a given number; None if there are none as far as is known
    shortest  a way that no shorter one undercuts, proved; None where there is none worth asking for
    """

    name: str
    moves: Callable[[Position], list[str]]
    step: Callable[[Position, str], Position]
    done: Callable[[Position, int], bool]
    way: Callable[[Position, int, int], tuple[str, ...] | None]
    shortest: Callable[[Position, int], tuple[str, ...] | None]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question about what a seat has seen.

    first   how many events of the history come before what is shown
    answer  one of the options
    values  numbers that the words of the question name
    rated   how hard it is, from 1 to 9
    """

    first: int
    answer: str
    values: Mapping[str, int]
    rated: int


@dataclass(frozen=True, kw_only=True)
class Recollection:
    """Remember something that was seen.

    ask      yields questions to the seat to move, from the positions of a game and the events
             between them
    options  the answers one can choose from, given a question's values
    why      where the seat saw the answer, from the positions shown, the events between them and
             the question's values
    label    the key of an answer's name in the game's texts
    """

    name: str = "recall"
    ask: Callable[[Sequence[Position], Sequence[str]], Iterable[Asked]]
    options: Callable[[Position, Mapping[str, int]], tuple[str, ...]]
    why: Callable[[Sequence[Position], Sequence[str], int, Mapping[str, int]], Prompt]
    label: str


PuzzleKind = BestMove | ForcedWin | ShortestWay | Recollection
