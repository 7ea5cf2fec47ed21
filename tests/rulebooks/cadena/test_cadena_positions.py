"""Cadena: positions that cannot be, and every position there and back."""

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.arrays import State
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import new_state
from ludoteca.core.texts import catalogue
from ludoteca.rulebooks.cadena import rules
from tests.positions import fields_of
from tests.rulebooks.cadena.cadena_tables import make_state, play, roll, state_of, table, walk, wrap

# Positions that cannot be


def begun() -> State:
    return make_state(ludoteca.load("cadena"), hand=3, piles={5: [(1, 1), (0, 1)], 9: [(1, 2)]})


def deciding() -> State:
    return state_of(roll(wrap(ludoteca.load("cadena"), begun()), 4, 1, 6))


def extended() -> State:
    return state_of(play(roll(wrap(ludoteca.load("cadena"), begun()), 4, 5), *UP_TO_6))


def declared() -> State:
    return state_of(roll(wrap(ludoteca.load("cadena"), begun()), 4, 5).play("extend 5 up"))


def stood() -> State:
    return state_of(walk(wrap(ludoteca.load("cadena"), begun()), 2))


def failed() -> State:
    return state_of(
        play(roll(wrap(ludoteca.load("cadena"), begun()), 4, 5), "extend 5 up", "roll 2")
    )


def rolling() -> State:
    state = state_of(wrap(ludoteca.load("cadena"), begun()).play("keep 3"))
    for value in (4, 6, 2):
        rules.apply(state, value)
    return state


def won() -> State:
    piles = {5: [(1, 1), (0, 2)], 8: [(1, 2)], 7: [(0, 1)]}
    return state_of(walk(table(ludoteca.load("cadena"), piles=piles), 1))


def drawn() -> State:
    return state_of(walk(table(ludoteca.load("cadena"), seat=1, turn=999), 1))


def started() -> State:
    return ludoteca.load("cadena").state()


LINE = {
    "length": 18,
    "shape": [[column, 0] for column in range(18)],
    "arrows": [[3, 18], [2, 3]],
}
UP_TO_6 = ("extend 5 up", "roll 6")
SEEDS = (begun, deciding, extended, declared, stood, failed, rolling, won, drawn, started)
IMPOSSIBLE = [
    ("other_board", begun, {"length": 50}),
    ("other_board", begun, {"arrow": {6: 12}}),
    ("other_board", begun, {"players": 3}),
    ("other_board", begun, {"for_good": 1}),
    ("bad_turn", begun, {"turn": -2}),
    ("bad_turn", begun, {"turn": 1002}),
    ("bad_turn", begun, {"turn": 21}),
    ("bad_turn", begun, {"seat": 1}),
    ("bad_turn", begun, {"phase": 5}),
    ("bad_turn", begun, {"phase": -1}),
    ("bad_turn", begun, {"to_move": 1}),
    ("bad_turn", begun, {"to_move": -1}),
    ("bad_turn", rolling, {"to_move": 0}),
    ("bad_turn", won, {"to_move": 0}),
    ("bad_square", begun, {"square": {0: 50}}),
    ("bad_square", begun, {"square": {0: -1}}),
    ("bad_square", begun, {"square": {1: 6}}),
    ("bad_square", begun, {"square": {4: 1}}),
    ("bad_square", started, {"square": {0: 1}}),
    ("bad_stack", begun, {"cover": {4: 0}}),
    ("bad_stack", begun, {"stuck": {4: 1}}),
    ("bad_stack", begun, {"cover": {0: 4}}),
    ("bad_stack", begun, {"cover": {0: -2}}),
    ("bad_stack", begun, {"cover": {0: 2}}),
    ("bad_stack", begun, {"cover": {0: 0}}),
    ("bad_stack", begun, {"cover": {2: -1}}),
    ("bad_stack", begun, {"cover": {1: 0}}),
    ("bad_stack", begun, {"cover": {0: 3}}),
    ("bad_stack", begun, {"square": {1: 49}, "cover": {1: 0}}),
    ("bad_stuck", begun, {"stuck": {2: 0}}),
    ("bad_stuck", begun, {"stuck": {0: 1}}),
    ("bad_stuck", begun, {"stuck": {2: 2}}),
    ("bad_stuck", begun, {"square": {1: 49}}),
    ("bad_dice", begun, {"rolled": 1}),
    ("bad_dice", begun, {"rolled": -1}),
    ("bad_dice", begun, {"rolled": 19}),
    ("bad_dice", begun, {"first": 1}),
    ("bad_dice", begun, {"first": 19}),
    ("bad_dice", begun, {"dice": {0: 1}}),
    ("bad_dice", begun, {"counts": {0: 1}}),
    ("bad_dice", deciding, {"dice": {0: 7}}),
    ("bad_dice", deciding, {"dice": {1: 6, 2: 1}}),
    ("bad_dice", deciding, {"first": 0}),
    ("bad_dice", deciding, {"first": 4}),
    ("bad_dice", rolling, {"first": 3}),
    ("bad_dice", extended, {"dice": {3: 6, 4: 6, 5: 6}, "counts": {5: 4}, "rolled": 6}),
    ("bad_chain", begun, {"ends": 1}),
    ("bad_chain", begun, {"joint": 0}),
    ("bad_chain", deciding, {"ends": 3}),
    ("bad_chain", deciding, {"ends": -1}),
    ("bad_chain", deciding, {"joint": 0}),
    ("bad_chain", extended, {"joint": -1}),
    ("bad_chain", extended, {"joint": 12}),
    ("bad_chain", extended, {"joint": 9}),
    ("bad_chain", extended, {"ends": 1 << 10}),
    ("bad_chain", declared, {"ends": 0}),
    ("bad_chain", declared, {"ends": 3 << 8}),
    ("bad_chain", declared, {"ends": 1 << 9}),
    ("bad_hands", begun, {"bank": 10}),
    ("bad_hands", begun, {"bank": -1, "hand": {0: 15}}),
    ("bad_hands", begun, {"hand": {0: -1, 1: 4}}),
    ("bad_hands", begun, {"hand": {2: 1}, "bank": 10}),
    ("bad_hands", rolling, {"first": 5}),
    ("bad_hands", deciding, {"hand": {0: 3}, "bank": 11}),
    ("bad_hands", declared, {"hand": {0: 3}, "bank": 11}),
    ("bad_hands", started, {"hand": {0: 2}, "bank": 11}),
    ("bad_hands", started, {"hand": {1: 0}, "bank": 13}),
    ("bad_last_turn", started, {"lost": 1}),
    ("bad_last_turn", started, {"moved": 0}),
    ("bad_last_turn", started, {"previous": {0: 1}}),
    ("bad_last_turn", begun, {"previous_first": 0}),
    ("bad_last_turn", begun, {"previous_first": 4}),
    ("bad_last_turn", begun, {"previous": {1: 4, 2: 2}}),
    ("bad_last_turn", begun, {"previous": {1: 4}}),
    ("bad_last_turn", begun, {"previous": {1: 9}}),
    ("bad_last_turn", begun, {"lost": 1}),
    ("bad_last_turn", begun, {"lost": 1, "hand": {1: 1}, "bank": 10}),
    ("bad_last_turn", begun, {"landed": 1}),
    ("bad_last_turn", failed, {"previous": {2: 6}}),
    ("bad_last_turn", failed, {"previous": {0: 3, 1: 2, 2: 4, 3: 4}, "previous_first": 3}),
    ("bad_last_turn", stood, {"moved": 1}),
    ("bad_last_turn", stood, {"moved": 3}),
    ("bad_last_turn", stood, {"moved": 8}),
    ("bad_last_turn", stood, {"moved": -2}),
    ("bad_last_turn", stood, {"lost": 1}),
    ("bad_last_turn", stood, {"origin": 49}),
    ("bad_last_turn", stood, {"origin": -1}),
    ("bad_last_turn", stood, {"landed": 8}),
    ("bad_last_turn", stood, {"square": {0: 8}}),
    ("bad_last_turn", stood, {"square": {3: 7}, "cover": {0: 3}, "stuck": {0: 1}}),
    ("bad_end", begun, {"reason": 1}),
    ("bad_end", begun, {"winner": 0}),
    ("bad_end", won, {"winner": 0}),
    ("bad_end", won, {"reason": 2}),
    ("bad_end", won, {"reason": 3}),
    ("bad_end", drawn, {"reason": 1}),
    ("bad_end", drawn, {"winner": 1}),
    ("bad_end", drawn, {"phase": 0, "to_move": 0, "reason": 0}),
    ("bad_end", won, {"phase": 0, "to_move": 1, "reason": 0, "winner": -1}),
]


def spoil(state: State, fields: dict[str, Any]) -> None:
    """Changes whole fields, or single places of them."""
    for name, value in fields.items():
        if isinstance(value, dict):
            for place, number in value.items():
                state[name][place] = number
        else:
            state[name] = value


@pytest.mark.parametrize(("reason", "make", "fields"), IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused(
    reason: str, make: Callable[..., Any], fields: dict[str, Any]
) -> None:
    game = ludoteca.load("cadena")
    state = make()
    game.definition.check(state, game.state())
    spoil(state, fields)
    with pytest.raises(ludoteca.InvalidPosition) as caught:
        game.definition.check(state, game.state())
    assert caught.value.reason == reason
    assert caught.value.text("es") != caught.value.text("en")


def test_every_impossible_position_has_a_test() -> None:
    refusals = list(catalogue("cadena", "en")["refusals"])
    assert set(refusals[refusals.index("other_board") :]) == {reason for reason, *_ in IMPOSSIBLE}


def test_a_hand_is_never_larger_than_a_chain_leaves() -> None:
    game = ludoteca.load("cadena", players=3)
    state = make_state(game, hand=18)
    with pytest.raises(ludoteca.InvalidPosition) as caught:
        game.definition.check(state, game.state())
    assert caught.value.reason == "bad_hands"


def test_a_player_has_kept_at_most_one_die_in_the_first_turn() -> None:
    game = ludoteca.load("cadena")
    state = state_of(game.start(seed=1).play("keep 1"))
    state.first, state.hand[0], state.bank = 3, 2, 11
    with pytest.raises(ludoteca.InvalidPosition) as caught:
        game.definition.check(state, game.state())
    assert caught.value.reason == "bad_hands"


def test_discs_pinned_for_good_may_be_stuck_with_nothing_on_top() -> None:
    game = ludoteca.load("cadena", pin="for-good")
    state = make_state(game, piles={5: [(1, 1)]})
    state.stuck[2] = 1
    wrap(game, state)
    state.square[2] = 0
    with pytest.raises(ludoteca.InvalidPosition):
        wrap(game, state)


def test_a_disc_may_rest_on_an_arrow_where_another_arrow_leads() -> None:
    game = ludoteca.load("cadena", board=LINE)
    table(game, piles={3: [(0, 1)]})
    with pytest.raises(ludoteca.InvalidPosition):
        table(game, piles={2: [(0, 1)]})


def test_a_failed_turn_with_four_equal_dice_can_be() -> None:
    game = ludoteca.load("cadena")
    for dice in ((5, 5, 5, 5), (1, 1, 1, 2, 2, 2, 2)):
        failed = state_of(roll(table(game, hand=len(dice) - 1), *dice))
        assert wrap(game, failed).to_move == 1
    position = roll(table(game, hand=2), 6, 6, 6)
    failed = state_of(play(position, "extend 6 up", "roll 6"))
    assert wrap(game, failed).to_move == 1


def test_every_position_of_random_games_can_be_and_comes_back_from_its_text() -> None:
    for players, pin in ((2, "for-good"), (3, "covered"), (4, "for-good")):
        game = ludoteca.load("cadena", players=players, pin=pin)
        generator = random.Random(players)
        position = game.start(seed=players)
        while position.to_move is not None:
            assert game.parse(position.text()) == position
            chance = position.to_move == ludoteca.CHANCE
            moves = [] if chance else position.moves()
            position = position.roll() if chance else position.play(generator.choice(moves))
        assert game.parse(position.text()) == position


def test_every_position_can_be_restored_from_its_view() -> None:
    for players, pin in ((2, "covered"), (3, "for-good"), (4, "covered")):
        game = ludoteca.load("cadena", players=players, pin=pin)
        generator = random.Random(players)
        position = game.start(seed=players)
        while True:
            seen = json.loads(json.dumps(position.view(1, memory=True)))
            assert game.imagine(seen, new_rng(0)).tobytes() == state_of(position).tobytes()
            if position.to_move is None:
                break
            chance = position.to_move == ludoteca.CHANCE
            moves = [] if chance else position.moves()
            position = position.roll() if chance else position.play(generator.choice(moves))


def test_a_draw_and_a_roll_begun_can_be_restored_from_their_views() -> None:
    game = ludoteca.load("cadena")
    for make in SEEDS:
        position = wrap(game, make())
        assert game.imagine(position.view(0), new_rng(0)).tobytes() == state_of(position).tobytes()


def use(game: ludoteca.Game, state: State) -> None:
    """Everything that a checked state must survive."""
    position = ludoteca.Position(game, state, game.start(seed=1)._chance)
    json.dumps([position.view(0), position.view(None), position.reveal()])
    if position.to_move == ludoteca.CHANCE:
        position.play(position.chance_text()).view(1)
    elif position.to_move is not None:
        assert position.moves()
        for move in position.moves():
            position.play(move).view(1)
    else:
        assert position.outcome is not None


NUMBERS = st.one_of(st.integers(-3, 20), st.integers(-128, 127))
FIELDS = [name for name in fields_of(rules.STATE) if name != "arrow"]
CHANGES = st.lists(
    st.tuples(st.sampled_from(FIELDS), st.integers(0, 18), NUMBERS), min_size=1, max_size=4
)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(SEEDS), CHANGES)
def test_any_numbers_are_refused_or_playable(
    make: Callable[..., Any], changes: list[tuple[str, int, int]]
) -> None:
    game = ludoteca.load("cadena")
    state = make()
    for name, place, number in changes:
        field = state[name]
        if isinstance(field, np.ndarray):
            field[place % len(field)] = number
        else:
            state[name] = number
    try:
        game.definition.check(state, game.state())
    except ludoteca.InvalidPosition as error:
        assert error.text("en")
        assert error.text("es")
        return
    use(game, state)


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=rules.STATE.itemsize, max_size=rules.STATE.itemsize))
def test_any_bytes_are_refused(raw: bytes) -> None:
    game = ludoteca.load("cadena")
    state = new_state(rules.STATE)
    values = np.frombuffer(raw, np.int8)
    for index, name in enumerate(fields_of(rules.STATE)):
        size = int(np.prod(rules.STATE[name].shape, dtype=int))
        numbers = np.resize(np.roll(values, index), size).reshape(rules.STATE[name].shape)
        state[name] = numbers if rules.STATE[name].shape else numbers.item()
    with pytest.raises(ludoteca.InvalidPosition):
        game.definition.check(state, game.state())
    for name in ("arrow", "length", "players", "for_good"):
        state[name] = game.state()[name]
    with pytest.raises(ludoteca.InvalidPosition):
        game.definition.check(state, game.state())


def test_every_seed_of_the_fuzzer_can_be() -> None:
    game = ludoteca.load("cadena")
    for make in SEEDS:
        position = wrap(game, make())
        assert game.parse(position.text()) == position
        use(game, position._state)
