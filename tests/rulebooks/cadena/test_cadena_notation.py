"""Cadena: moves and rolls as text, there and back, and every refusal."""

import math
from collections.abc import Callable
from typing import Any

import pytest

import ludoteca
from ludoteca.core.kernels import CHANCE
from ludoteca.core.texts import catalogue
from ludoteca.rulebooks.cadena import notation, rules
from tests.rulebooks.cadena.cadena_tables import make_state, play, roll, state_of, table, walk, wrap


@pytest.fixture
def game() -> ludoteca.Game:
    return ludoteca.load("cadena")


# Moves


def test_every_action_comes_back_from_its_text(game: ludoteca.Game) -> None:
    state = game.state()
    texts = [notation.write(state, action) for action in range(rules.ACTIONS)]
    assert [notation.read(state, text) for text in texts] == list(range(rules.ACTIONS))
    assert len(set(texts)) == rules.ACTIONS == 32


def test_the_texts_are_those_of_the_rules(game: ludoteca.Game) -> None:
    state = game.state()
    texts = {notation.write(state, action) for action in range(rules.ACTIONS)}
    assert {"keep 0", "keep 3", "keep 17", "stand 1", "stand 2"} <= texts
    assert {"extend 5 up", "extend 5 down", "extend 1 down", "extend 6 up"} <= texts


def test_every_action_has_its_own_path(game: ludoteca.Game) -> None:
    state = game.state()
    paths = [notation.path(state, action) for action in range(rules.ACTIONS)]
    assert len(set(paths)) == rules.ACTIONS
    assert ("keep:3",) in paths
    assert ("disc:1",) in paths
    assert ("end:5:up",) in paths


def test_the_tree_of_choices_leads_to_every_move(game: ludoteca.Game) -> None:
    for position in (table(game, hand=4), roll(table(game, hand=2), 4, 1, 6)):
        tree = position.choices(0)
        assert sorted(map(str, tree.values())) == sorted(position.moves())
        for move in position.moves():
            assert position.choose(position.path(move)).move == move
    assert table(game).choices(1) == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "keep",
        "keep 18",
        "keep 03",
        "keep  3",
        "Keep 3",
        "keep 3 ",
        "keep -1",
        "keep ٣",
        "stand",
        "stand 0",
        "stand 3",
        "extend 5",
        "extend 7 up",
        "extend 5 left",
        "extend 5 up\n",
        "roll",
        "roll 7",
        "pass",
    ],
)
def test_a_text_that_is_no_move_is_refused(game: ludoteca.Game, text: str) -> None:
    for position in (table(game), table(game).play("keep 1")):
        with pytest.raises(ludoteca.InvalidNotation) as caught:
            position.play(text)
        assert caught.value.reason == ("bad_roll" if position.to_move == CHANCE else "bad_move")


# Rolls


@pytest.mark.parametrize("kept", range(5))
def test_every_roll_comes_back_from_its_text(game: ludoteca.Game, kept: int) -> None:
    position = table(game, hand=4).play(f"keep {kept}")
    state = state_of(position)
    texts = notation.events(state)
    assert len(set(texts)) == len(texts) == 6 * math.comb(kept + 5, 5)
    for text in texts:
        draws = notation.read_event(state, text)
        assert notation.write_event(state, draws) == text
        assert notation.write_event(state, draws[:1] + draws[:0:-1]) == text


def test_every_extension_roll_comes_back_from_its_text(game: ludoteca.Game) -> None:
    state = state_of(roll(table(game), 4, 5).play("extend 5 up"))
    assert notation.events(state) == [f"roll {value}" for value in range(1, 7)]
    for value in range(1, 7):
        assert notation.read_event(state, f"roll {value}") == [value]
        assert notation.write_event(state, [value]) == f"roll {value}"


def test_the_largest_roll_lists_all_its_texts() -> None:
    game = ludoteca.load("cadena", players=3)
    texts = table(game, hand=17).play("keep 17").moves()
    assert len(texts) == 6 * math.comb(22, 5)


def half_rolled(game: ludoteca.Game) -> ludoteca.Position:
    """A first roll of four dice of which a coloured 4 and a black 5 lie on the table."""
    state = state_of(table(game, hand=3).play("keep 3"))
    rules.apply(state, 4)
    rules.apply(state, 5)
    return wrap(game, state)


def test_a_roll_begun_is_written_whole(game: ludoteca.Game) -> None:
    position = half_rolled(game)
    assert position.reveal()["chain"] == [4, 5]
    assert len(position.moves()) == len(set(position.moves())) == 21
    for text in position.moves():
        after = position.play(text)
        assert after == table(game, hand=3).play("keep 3").play(text)
    assert notation.write_event(state_of(position), [6, 2]) == "roll 4 2 5 6"


# Refusals


def drained(game: ludoteca.Game) -> ludoteca.Position:
    """The end of a first roll with an empty bank."""
    position = walk(table(ludoteca.load("cadena"), seat=1, hand=12), 13)
    state = state_of(position)
    state.hand[0], state.bank = 2, 0
    return roll(wrap(game, state), 3, 4, 5)


def uncovered(game: ludoteca.Game) -> ludoteca.Position:
    """A decision in which disc 1 of seat 0 was covered and is no more."""
    state = make_state(game, piles={5: [(0, 1)]})
    state.stuck[0] = 1
    return roll(wrap(game, state), 3)


FOR_GOOD = {"pin": "for-good"}
ILLEGAL = [
    ("not_rolled", table, {}, "stand 1"),
    ("not_rolled", table, {}, "extend 3 up"),
    ("too_many_kept", table, {}, "keep 2"),
    ("already_rolled", lambda game: roll(table(game), 3), {}, "keep 0"),
    ("in_centre", lambda game: roll(table(game, piles={49: [(0, 1)]}), 3), {}, "stand 1"),
    ("covered", lambda game: roll(table(game, piles={5: [(0, 2), (1, 1)]}), 3), {}, "stand 2"),
    ("pinned_for_good", uncovered, FOR_GOOD, "stand 1"),
    (
        "covered",
        lambda game: roll(table(game, piles={5: [(0, 2), (1, 1)]}), 3),
        FOR_GOOD,
        "stand 2",
    ),
    ("bank_empty", drained, {}, "extend 5 up"),
    ("no_such_end", lambda game: roll(table(game), 3), {}, "extend 4 up"),
    ("no_chance", table, {}, "roll 4 2"),
    ("chance_decides", lambda game: table(game).play("keep 1"), {}, "keep 1"),
    ("roll_size", lambda game: table(game).play("keep 1"), {}, "roll 4"),
    ("roll_size", lambda game: roll(table(game), 3).play("extend 3 up"), {}, "roll 4 4"),
    ("roll_differs", half_rolled, {}, "roll 4 2 3 6"),
    ("roll_differs", half_rolled, {}, "roll 5 2 3 5"),
    ("game_over", lambda game: walk(table(game, turn=999, seat=1), 1), {}, "keep 0"),
]


@pytest.mark.parametrize(("reason", "make", "options", "move"), ILLEGAL)
def test_an_illegal_move_is_refused_with_its_reason(
    reason: str, make: Callable[..., Any], options: dict[str, str], move: str
) -> None:
    position = make(ludoteca.load("cadena", **options))
    with pytest.raises(ludoteca.IllegalMove) as caught:
        position.play(move)
    assert caught.value.reason == reason
    assert caught.value.text("en")
    if caught.value.owner == "cadena":
        assert caught.value.text("es") != caught.value.text("en")


def test_an_unsorted_roll_is_refused_saying_how_to_write_it(game: ludoteca.Game) -> None:
    with pytest.raises(ludoteca.InvalidNotation) as caught:
        play(table(game, hand=2), "keep 2", "roll 4 5 2")
    assert caught.value.reason == "roll_order"
    assert "'roll 4 2 5'" in str(caught.value)
    assert "'roll 4 2 5'" in caught.value.text("es")


def test_every_refusal_of_a_move_has_a_test() -> None:
    refusals = list(catalogue("cadena", "en")["refusals"])
    expected = set(refusals[: refusals.index("bad_length")])
    assert expected <= {reason for reason, *_ in ILLEGAL} | {"bad_move", "bad_roll", "roll_order"}


def test_moves_that_are_not_legal_are_refused_and_no_others(game: ludoteca.Game) -> None:
    for position in (table(game, hand=2), roll(table(game, hand=2), 4, 1, 6)):
        for action in range(rules.ACTIONS):
            text = notation.write(state_of(position), action)
            if text in position.moves():
                position.play(text)
            else:
                with pytest.raises(ludoteca.IllegalMove):
                    position.play(text)
