"""Rainbow Duel: its puzzles beside the best move: what lies under a card of the row."""

from collections.abc import Iterator, Mapping, Sequence

from ludoteca.core.definition import Prompt, ask
from ludoteca.core.position import Position
from ludoteca.core.puzzles import Asked, BestMove, Recollection
from ludoteca.rulebooks.rainbow.names import LETTERS, face_name

FEWEST_CARDS = 4  # in the row, so that there is something to remember
FEWEST_EVENTS = 6
EASIEST, HARDEST = 2, 9


def _begins(positions: Sequence[Position]) -> int:
    """Return the last position with an empty row."""
    empty = [i for i, one in enumerate(positions) if not int(one.state().length)]
    return empty[-1] if empty else 0


def _seen(positions: Sequence[Position], events: Sequence[str], seat: int, card: int) -> int:
    """Return the last event at which a seat saw the lower face of a row card; -1 if it did not.

    A card of the row is `card` from 0. A blind card shows its owner's side to nobody any more; one
    placed as seen has the side below that the other seat saw in the hand.
    """
    last = -1
    for number, event in enumerate(events):
        placed = int(positions[number].state().length)
        mover = positions[number].to_move
        if event == f"F{card + 1}":
            last = number
        elif event[:1].isdigit() and placed == card:
            blind = event.endswith("?")
            if (mover == seat) == blind:
                last = number
    return last


def _ask(positions: Sequence[Position], events: Sequence[str]) -> Iterator[Asked]:
    """Yield a question for each card of the row whose lower face the seat to move has seen."""
    state, seat = positions[-1].state(), positions[-1].to_move
    first = _begins(positions)
    told = events[first:]
    if seat is None or int(state.length) < FEWEST_CARDS or len(told) < FEWEST_EVENTS:
        return
    length = int(state.length)
    for number in range(length):
        card = (number + len(told)) % length  # not always the first card
        seen = _seen(positions[first:], told, seat, card)
        if seen >= 0:
            since, turned = len(told) - seen, sum(event.startswith("F") for event in told)
            rated = min(HARDEST, max(EASIEST, (since + turned) // 2 + length - 3))
            lower = face_name(int(state.row[card, 1]))
            yield Asked(first=first, answer=lower, values={"card": card + 1}, rated=rated)


def _options(position: Position, values: Mapping[str, int]) -> tuple[str, ...]:
    """Return the faces that can lie under a card: all but the one that lies up."""
    upper = face_name(int(position.state().row[values["card"] - 1, 0]))
    return tuple(letter for letter in LETTERS if letter != upper)


def _why(
    positions: Sequence[Position], events: Sequence[str], seat: int, values: Mapping[str, int]
) -> Prompt:
    """Return where the seat saw the lower face."""
    card = values["card"] - 1
    number = _seen(positions, events, seat, card)
    mine = positions[number].to_move == seat
    colour = face_name(int(positions[-1].state().row[card, 1]))
    if events[number].startswith("F"):
        key = "own_flip" if mine else "their_flip"
    else:
        key = "own_blind" if mine else "their_card"
    return ask(key, card=card + 1, colour=colour)


KINDS = (
    BestMove(),
    Recollection(ask=_ask, options=_options, why=_why, label="faces"),
)
