"""Phoenix: its puzzles beside the best move: a line to be put in order with the cards in hand."""

from collections.abc import Iterator

from ludoteca.core.arrays import State
from ludoteca.core.chance import Chance, seed_bytes
from ludoteca.core.position import Position
from ludoteca.core.puzzles import BestMove, ShortestWay
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.bot.evaluation import falls, packed, ranks_of
from ludoteca.rulebooks.phoenix.notation import write

FEWEST, MOST = 2, 2  # the cards of a way that is worth asking for
MOST_MENDED = 3  # breaks of the order that one card is expected to mend at most, by which to search


def _moves(position: Position) -> list[str]:
    """Return the moves that use a card."""
    return [move for move in position.moves() if not move.startswith("-")]


def _used(state: State, action: int) -> State:
    """Return the table after a card was used, nothing drawn and the same seat to move."""
    after = copy_state(state)
    kind = action >> 8
    rules.use_card(after, kind, action >> 4 & 15, action & 15)
    after.hands[int(after.to_move), kind] -= 1
    after.discard[int(after.turn)] = kind
    after.turn += 1
    return after


def _step(position: Position, move: str) -> Position:
    state = position.state()
    action = position.game.definition.read(state, move)
    return Position(position.game, _used(state, action), Chance(seed=seed_bytes(0)))


def _done(position: Position, seat: int) -> bool:
    """Return whether the line of a seat is in order."""
    return bool(rules.in_order(position.state(), seat))


def _uses(state: State) -> Iterator[int]:
    """Yield the actions that use a card of the seat to move."""
    for kind in range(rules.KINDS):
        if state.hands[int(state.to_move), kind]:
            plays = rules.PLAYS[kind, : rules.PLAY_COUNT[kind]].tolist()
            yield from (play for play in plays if play & 255 != rules.DISCARD)


def _search(state: State, seat: int, cards: int, *, all_ways: bool) -> list[int] | None:
    """Return at most `cards` cards that put a line in order.

    Unless all ways are searched, those are left out that break the order too often.
    """
    if rules.in_order(state, seat):
        return []
    breaks = int(falls(packed(state, seat, ranks_of(state))))
    if cards == 0 or (not all_ways and breaks > MOST_MENDED * cards):
        return None
    for action in _uses(state):
        rest = _search(_used(state, action), seat, cards - 1, all_ways=all_ways)
        if rest is not None:
            return [action, *rest]
    return None


def _written(state: State, actions: list[int] | None) -> tuple[str, ...] | None:
    """Return the moves of some actions."""
    return None if actions is None else tuple(write(state, action) for action in actions)


def _way(position: Position, seat: int, moves: int) -> tuple[str, ...] | None:
    """Return at most `moves` cards that put the line in order."""
    state = position.state()
    return _written(state, _search(state, seat, moves, all_ways=moves < MOST))


def _shortest(position: Position, seat: int) -> tuple[str, ...] | None:
    """Return as few cards as put the line in order; that fewer do not was tried out in full."""
    state = position.state()
    breaks = int(falls(packed(state, seat, ranks_of(state))))
    if not 0 < breaks <= MOST_MENDED + 1:
        return None
    for cards in range(1, MOST + 1):
        found = _search(state, seat, cards, all_ways=cards < MOST)
        if found is not None:
            return _written(state, found) if cards >= FEWEST else None
    return None


KINDS = (
    BestMove(),
    ShortestWay(name="order", moves=_moves, step=_step, done=_done, way=_way, shortest=_shortest),
)
