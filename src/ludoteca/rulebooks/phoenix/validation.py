"""Phoenix: which positions can be."""

import numpy as np

from ludoteca.core.definition import State
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.view import SEATS, finished_hands

RUN_POINTS = (0, 2, 3, 4, 5, 6, 7, 8)
RUN_POINTS_WITH_ALL_COLOURS = (0, 2, 3, 4)
TWO_FULL_RUNS = 8


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPosition(reason, owner="phoenix")


def check(state: State, base: State) -> None:
    """InvalidPosition for a state that cannot come from this deck."""
    same_deck = np.array_equal(state.counts, base.counts) and state.cards == base.cards
    _require(same_deck, "other_deck")
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
    """The six cubes are on the board, and 30 pawns in the lines and the bag."""
    _require(sorted(state.spectrum.tolist()) == list(range(rules.COLOURS)), "bad_spectrum")
    pawns: list[int] = state.lines.ravel().tolist()
    _require(all(0 <= pawn < rules.COLOURS for pawn in pawns), "bad_line")
    in_bag = [rules.PAWNS_OF_A_COLOUR - pawns.count(colour) for colour in range(rules.COLOURS)]
    _require(min(in_bag) >= 0 and state.bag.tolist() == in_bag, "bad_line")


def _check_cards(state: State) -> None:
    """Deck, hands and pile hold all cards there are, and nothing stands where no card is."""
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
    """Who is first to order a line after the last turn, or NOBODY; a deal alone orders nothing."""
    if state.turn == 0:
        return rules.NOBODY
    return int(rules.first_in_order(state, _mover(state, int(state.turn) - 1)))


def _mover(state: State, turn: int) -> int:
    return (int(state.starter) + turn) % 2


def _check_turn(state: State) -> None:
    """The number of cards drawn and held fits the turn, and the hand ends when it must."""
    turn, drawn, to_move = int(state.turn), int(state.drawn), int(state.to_move)
    ordered = _first(state) != rules.NOBODY
    in_hands = 2 * rules.HAND_CARDS
    _require(turn <= state.cards - in_hands and drawn == in_hands + turn - ordered, "bad_counters")
    held = [rules.HAND_CARDS, rules.HAND_CARDS]
    held[_mover(state, turn - 1)] -= ordered
    _require([sum(hand) for hand in state.hands.tolist()] == held, "bad_cards")
    finished = ordered or drawn == state.cards
    after = OVER if state.hand == rules.HANDS else CHANCE
    _require(to_move == (after if finished else _mover(state, turn)), "bad_turn")


def _check_points(state: State) -> None:
    """A finished table has its own points, earlier hands possible ones, the rest none."""
    points = state.points.tolist()
    finished = finished_hands(state)
    _require(not state.points[finished:].any(), "bad_points")
    for hand in points[:finished]:
        _require(_possible(hand[0], hand[1]) and _possible(hand[1], hand[0]), "bad_points")
    if state.to_move < 0:
        here = np.zeros((2, 3), np.int8)
        rules.score(state, _first(state), here)
        _require(points[finished - 1] == here.tolist(), "bad_points")


def _possible(own: list[int], other: list[int]) -> bool:
    """Whether a line can be worth these points beside the other one."""
    first, colours, runs = own
    if first not in (0, rules.FIRST_POINTS) or colours not in (0, rules.COLOURS_POINTS):
        return False
    if first and other[rules.FIRST]:
        return False
    # Two runs of five take all pawns of two colours: the other line cannot have every colour.
    if runs == TWO_FULL_RUNS and other[rules.ALL_COLOURS]:
        return False
    return runs in (RUN_POINTS_WITH_ALL_COLOURS if colours else RUN_POINTS)
