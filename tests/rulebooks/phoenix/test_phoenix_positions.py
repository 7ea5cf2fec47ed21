"""Phoenix: positions that can be, and those that cannot."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

import ludoteca
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.phoenix import rules, validation
from tests.positions import fields_of
from tests.rulebooks.phoenix.phoenix_table import changed, drawn, table

PLAYING = table(top="M2 M3 P1 R X P2 P2 P3 D1 P4").step("R").step("-P3")
ORDERED = table(lines=("RRRROOYYGB", "OYGBPOYGBP"), top="R M2 M3 P1 X").step("-R")
RUN_OUT = table(deck={"R": 11}).step("-R")
OVER = table(deck={"R": 11}).play("-R").play("-R").play("-R")
TABLES = {"playing": PLAYING, "ordered": ORDERED, "run out": RUN_OUT, "over": OVER}


def refused(position: ludoteca.Position) -> str:
    with pytest.raises(InvalidPosition) as error:
        validation.check(position._state, position.game._base)
    assert error.value.owner == "phoenix"
    assert error.value.text("en") != error.value.text("es")
    return error.value.reason


def edited(position: ludoteca.Position, field: str, *index_and_value: int) -> ludoteca.Position:
    state = copy_state(position._state)
    *index, value = index_and_value
    state[field][tuple(index)] = value
    return type(position)(position.game, state, position._chance)


@pytest.mark.parametrize("name", TABLES)
def test_positions_that_come_up_are_accepted(name: str) -> None:
    position = TABLES[name]
    assert position.game.parse(position.text()) == position


def test_the_start_before_any_deal_is_accepted() -> None:
    start = ludoteca.load("phoenix").begin(seed=4)
    assert start.game.parse(start.text()) == start


@pytest.mark.parametrize(
    ("position", "fields", "reason"),
    [
        (PLAYING, {"cards": 51}, "other_deck"),
        (PLAYING, {"counts": 4}, "other_deck"),
        (PLAYING, {"hand": 0}, "not_dealt"),
        (PLAYING, {"hand": 4}, "bad_hand"),
        (PLAYING, {"hand": -1}, "bad_hand"),
        (PLAYING, {"starter": -1}, "bad_hand"),
        (PLAYING, {"starter": 2}, "bad_hand"),
        (PLAYING, {"dealt": 3}, "half_dealt"),
        (PLAYING, {"left": 1}, "half_dealt"),
        (PLAYING, {"spectrum": 0}, "bad_spectrum"),
        (PLAYING, {"spectrum": [0, 1, 2, 3, 4, 6]}, "bad_spectrum"),
        (PLAYING, {"lines": -1}, "bad_line"),
        (PLAYING, {"lines": 6}, "bad_line"),
        (PLAYING, {"lines": 0, "bag": [-15, 5, 5, 5, 5, 5]}, "bad_line"),
        (PLAYING, {"bag": 2}, "bad_line"),
        (PLAYING, {"turn": -1}, "bad_counters"),
        (PLAYING, {"turn": 100}, "bad_counters"),
        (PLAYING, {"drawn": -1}, "bad_counters"),
        (PLAYING, {"drawn": 60}, "bad_counters"),
        (PLAYING, {"turn": 1}, "bad_cards"),
        (PLAYING, {"drawn": 13}, "bad_cards"),
        (PLAYING, {"hands": -1}, "bad_cards"),
        (PLAYING, {"hands": 0}, "bad_cards"),
        (PLAYING, {"to_move": 1}, "bad_turn"),
        (PLAYING, {"to_move": -1}, "bad_turn"),
        (PLAYING, {"to_move": -2}, "bad_turn"),
        (PLAYING, {"to_move": 5}, "bad_turn"),
        (PLAYING, {"starter": 1}, "bad_turn"),
        (PLAYING, {"points": 4}, "bad_points"),
        (ORDERED, {"to_move": 1}, "bad_turn"),
        (ORDERED, {"to_move": -2}, "bad_turn"),
        (ORDERED, {"hand": 3}, "bad_turn"),
        (ORDERED, {"starter": 1}, "bad_cards"),
        (ORDERED, {"spectrum": [1, 0, 2, 3, 4, 5]}, "bad_counters"),
        (ORDERED, {"points": 0}, "bad_points"),
        (RUN_OUT, {"to_move": 1}, "bad_turn"),
        (OVER, {"to_move": -1}, "bad_turn"),
        (OVER, {"hand": 2}, "bad_turn"),
    ],
)
def test_a_field_that_cannot_be_is_refused(
    position: ludoteca.Position, fields: dict[str, Any], reason: str
) -> None:
    assert refused(changed(position, **fields)) == reason


@pytest.mark.parametrize(
    ("position", "edit", "reason"),
    [
        (PLAYING, ("deck", 0, 1), "bad_cards"),
        (PLAYING, ("deck", 60, 1), "bad_cards"),
        (PLAYING, ("deck", 20, 12), "bad_cards"),
        (PLAYING, ("deck", 20, -1), "bad_cards"),
        (PLAYING, ("discard", 0, 12), "bad_cards"),
        (PLAYING, ("discard", 2, 1), "bad_cards"),
        (PLAYING, ("discard", 119, 1), "bad_cards"),
        (PLAYING, ("hands", 0, 11, 3), "bad_cards"),
        (ORDERED, ("points", 0, 0, rules.RUNS, 4), "bad_points"),
        (ORDERED, ("points", 1, 0, rules.RUNS, 2), "bad_points"),
        (ORDERED, ("points", 0, 1, rules.FIRST, 5), "bad_points"),
        (OVER, ("points", 0, 0, rules.FIRST, 4), "bad_points"),
        (OVER, ("points", 0, 0, rules.FIRST, -5), "bad_points"),
        (OVER, ("points", 0, 0, rules.ALL_COLOURS, 5), "bad_points"),
        (OVER, ("points", 1, 1, rules.RUNS, 1), "bad_points"),
        (OVER, ("points", 1, 1, rules.RUNS, 9), "bad_points"),
    ],
)
def test_a_number_that_cannot_be_is_refused(
    position: ludoteca.Position, edit: tuple[Any, ...], reason: str
) -> None:
    assert refused(edited(position, *edit)) == reason


def test_both_hands_must_hold_what_the_turn_leaves_them() -> None:
    held = PLAYING._state.hands.copy()
    kind = int(np.flatnonzero(held[0])[0])
    held[0, kind] -= 1
    held[1, kind] += 1
    assert refused(changed(PLAYING, hands=held)) == "bad_cards"


def test_nobody_holds_less_than_no_card_of_a_kind() -> None:
    held = PLAYING._state.hands.copy()
    kind = int(np.flatnonzero(held[1])[0])
    held[:, rules.M1] += [-1, 1]
    held[:, kind] += [1, -1]
    assert held.sum(axis=1).tolist() == [5, 5]
    assert refused(changed(PLAYING, hands=held)) == "bad_cards"


def test_positions_of_later_hands_are_accepted() -> None:
    position = table(deck={"P1": 8, "X": 5})
    while position.to_move is not None:
        assert position.game.parse(position.text()) == position
        position = position.step(position.moves()[-1])
        assert position.game.parse(position.text()) == position
        position = position.deal()


def test_a_hand_has_no_turn_beyond_its_deck() -> None:
    """A line in order after one discard too many: every count fits but the number of turns."""
    lines = ("RRRROOYYGB", "OYGBPOYGBP")
    ended = table(deck={"R": 11}, lines=lines).step("-R")
    hands = ended._state.hands.copy()
    hands[1, rules.R] -= 1
    hands[0, rules.R] += 1
    fields = {"turn": 2, "drawn": 11, "discard": ended._state.discard.copy(), "hands": hands}
    fields["discard"][1] = rules.R
    fields["deck"] = 0
    assert refused(changed(ended, **fields)) == "bad_counters"


@pytest.mark.parametrize(
    ("own", "other", "possible"),
    [
        ([5, 4, 4], [0, 4, 4], True),
        ([0, 4, 5], [0, 0, 0], False),
        ([0, 0, 8], [0, 0, 8], True),
        ([0, 0, 8], [0, 4, 0], False),
        ([0, 0, 7], [0, 4, 0], True),
        ([5, 0, 0], [5, 0, 0], False),
        ([0, 0, 1], [0, 0, 0], False),
    ],
)
def test_points_of_earlier_hands_must_be_possible(
    own: list[int], other: list[int], possible: bool
) -> None:
    points = OVER._state.points.copy()
    points[0] = [own, other]
    position = changed(OVER, points=points)
    if possible:
        validation.check(position._state, position.game._base)
    else:
        assert refused(position) == "bad_points"


def test_a_half_made_deal_is_no_position() -> None:
    start = ludoteca.load("phoenix").begin(seed=0)
    assert refused(drawn(start, 1)) == "not_dealt"
    assert refused(drawn(start, 1, 0, 1)) == "half_dealt"


def test_a_line_may_be_in_order_right_after_the_deal() -> None:
    position = table(lines=("RRRROOYYGB", "OYGBPOYGBP"))
    assert position.game.parse(position.text()) == position


FIELDS = [name for name in fields_of(rules.STATE) if name not in ("cards", "counts")]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_garbage_is_refused_or_can_be_played_on(data: DataObject) -> None:
    position = TABLES[data.draw(st.sampled_from(sorted(TABLES)))]
    state = copy_state(position._state)
    for name in data.draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=3)):
        flat = np.asarray(state[name]).reshape(-1).copy()
        place = data.draw(st.integers(0, flat.size - 1))
        limits = np.iinfo(flat.dtype)
        small, any_number = st.integers(-3, 12), st.integers(int(limits.min), int(limits.max))
        flat[place] = data.draw(st.one_of(small, any_number))
        state[name] = flat.reshape(np.shape(state[name]))
    try:
        validation.check(state, position.game._base)
    except InvalidPosition:
        return
    again = type(position)(position.game, state, position._chance)
    assert again.view(0)
    assert again.reveal()
    for move in again.moves():
        again.play(move)
