"""Phoenix: which positions can be."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.core.storage import new_state
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.view import SEATS, finished_hands

OPTIONS = ("cards", "runs", "play_on", "by_lot")


@cache
def _run_points(mode: int) -> list[tuple[int, int, int]]:
    """Return for each set of runs that a line can have: its points, its columns, and
    how many it has.
    """
    state = new_state(rules.STATE)
    state.runs = mode
    found = []
    lengths = range(rules.SHORTEST_RUN, rules.PAWNS_OF_A_COLOUR + 1)
    for count in range(rules.COLUMNS // rules.SHORTEST_RUN + 1):
        for runs in combinations_with_replacement(lengths, count):
            points = 0
            for length in runs:
                points = int(rules.with_run(state, points, length))
            found.append((points, sum(runs), count))
    return [entry for entry in found if entry[1] <= rules.COLUMNS]


def _can_be_worth(mode: int, points: int, *, own_colours: bool, other_colours: bool) -> bool:
    """Return whether runs can be worth these points, by which of both lines has all colours."""
    for worth, columns, count in _run_points(mode):
        # Colours without a run take a column each.
        fits = not own_colours or columns + rules.COLOURS - count <= rules.COLUMNS
        # Two runs of five take all pawns of two colours: the other line cannot have every colour.
        leaves = not other_colours or (columns, count) != (2 * rules.PAWNS_OF_A_COLOUR, 2)
        if worth == points and fits and leaves:
            return True
    return False


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPosition(reason, owner="phoenix")


def check(state: State, base: State) -> None:
    """Raise InvalidPosition for a state that cannot come from this deck."""
    _require(bool(np.array_equal(state.counts, base.counts)), "other_deck")
    _require(all(state[name] == base[name] for name in OPTIONS), "other_deck")
    if state.hand == 0:
        _require(state.tobytes() == base.tobytes(), "not_dealt")
        return
    _require(state.hand in range(1, rules.HANDS + 1) and state.starter in SEATS, "bad_hand")
    _require(state.dealt == 0 and not state.left.any(), "half_dealt")
    _check_pawns(state)
    _check_cards(state)
    _check_turn(state)
    _check_points(state)


def _check_pawns(state: State) -> None:
    """Check that the six cubes are on the board, and 30 pawns in the lines and the bag."""
    _require(sorted(state.spectrum.tolist()) == list(range(rules.COLOURS)), "bad_spectrum")
    pawns: list[int] = state.lines.ravel().tolist()
    _require(all(0 <= pawn < rules.COLOURS for pawn in pawns), "bad_line")
    in_bag = [rules.PAWNS_OF_A_COLOUR - pawns.count(colour) for colour in range(rules.COLOURS)]
    _require(min(in_bag) >= 0 and state.bag.tolist() == in_bag, "bad_line")


def _check_cards(state: State) -> None:
    """Check that deck, hands and pile hold all cards there are, and nothing stands
    where no card is.
    """
    cards, drawn, turn = int(state.cards), int(state.drawn), int(state.turn)
    _require(0 <= turn <= cards and 0 <= drawn <= cards, "bad_counters")
    deck, discard, hands = state.deck.tolist(), state.discard.tolist(), state.hands.tolist()
    _require(not any(deck[:drawn] + deck[cards:] + discard[turn:]), "bad_cards")
    loose = deck[drawn:cards] + discard[:turn]
    _require(all(0 <= kind < rules.KINDS for kind in loose), "bad_cards")
    _require(min(hands[0] + hands[1]) >= 0, "bad_cards")
    for kind, count in enumerate(state.counts.tolist()):
        _require(loose.count(kind) + hands[0][kind] + hands[1][kind] == count, "bad_cards")


def _first(state: State) -> int:
    """Return who is first to order a line after the last turn, or NOBODY; a deal alone
    orders nothing.
    """
    if state.turn == 0:
        return rules.NOBODY
    return int(rules.first_in_order(state, _mover(state, int(state.turn) - 1)))


def _mover(state: State, turn: int) -> int:
    return (int(state.starter) + turn) % 2


def _check_turn(state: State) -> None:
    """Check that the number of cards drawn and held fits the turn, and the hand ends
    when it must.
    """
    turn, drawn, to_move = int(state.turn), int(state.drawn), int(state.to_move)
    ordered, in_hands = _first(state) != rules.NOBODY, 2 * rules.HAND_CARDS
    turns = int(state.cards) - in_hands
    _require(turn <= turns + state.play_on, "bad_counters")
    # The card of the last turn is missing where the hand ended before the draw.
    missing = ordered or turn > turns
    _require(drawn == in_hands + turn - missing, "bad_counters")
    held = [rules.HAND_CARDS, rules.HAND_CARDS]
    held[_mover(state, turn - 1)] -= missing
    _require([sum(hand) for hand in state.hands.tolist()] == held, "bad_cards")
    finished = missing or (drawn == state.cards and not state.play_on)
    after = OVER if state.hand == rules.HANDS else CHANCE
    _require(to_move == (after if finished else _mover(state, turn)), "bad_turn")


def _check_points(state: State) -> None:
    """Check that a finished table has its own points, earlier hands possible ones, the
    rest none.
    """
    points = state.points.tolist()
    finished = finished_hands(state)
    _require(not state.points[finished:].any(), "bad_points")
    for hand in points[:finished]:
        for own, other in (hand, hand[::-1]):
            _require(_possible(int(state.runs), own, other), "bad_points")
    if state.to_move < 0:
        here = np.zeros((2, 3), np.int8)
        rules.score(state, _first(state), here)
        _require(points[finished - 1] == here.tolist(), "bad_points")


def _possible(mode: int, own: list[int], other: list[int]) -> bool:
    """Return whether a line can be worth these points beside the other one."""
    first, colours, runs = own
    if first not in (0, rules.FIRST_POINTS) or colours not in (0, rules.COLOURS_POINTS):
        return False
    if first and other[rules.FIRST]:
        return False
    theirs = bool(other[rules.ALL_COLOURS])
    return _can_be_worth(mode, runs, own_colours=bool(colours), other_colours=theirs)
