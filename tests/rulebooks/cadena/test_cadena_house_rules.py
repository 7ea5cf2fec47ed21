"""The house rules of Cadena: what a failed turn loses, and arrows that carry on."""

import random

import numpy as np
import pytest

import ludoteca
from ludoteca import InvalidPosition
from ludoteca.rulebooks.cadena.bot.turns import lookahead, race
from tests.rulebooks.cadena.cadena_reference import Reference
from tests.rulebooks.cadena.cadena_tables import play
from tests.rulebooks.cadena.test_cadena_reference import SHORT, compare, pick


def failed(loss: str, *moves: str) -> tuple[int, int]:
    """What was lost in a first turn that failed."""
    position = play(ludoteca.load("cadena", loss=loss).start(), *moves)
    assert position.game.parse(position.text()) == position
    return position.view(None)["last_turn"]["lost"], position.reveal()["hand"][0]


def test_half_of_all_dice_rolled_is_lost() -> None:
    # Three dice are rolled, two of them black: half of three, rounded up.
    assert failed("all", "keep 1", "roll 3 4", "extend 4 up", "roll 2") == (2, 0)


def test_half_of_the_black_dice_rolled_is_lost() -> None:
    assert failed("black", "keep 1", "roll 3 4", "extend 4 up", "roll 2") == (1, 1)
    moves = ("keep 1", "roll 3 4", "extend 4 up", "roll 5", "extend 5 up", "roll 4")
    assert failed("all", *moves) == (2, 1)
    assert failed("black", *moves) == (2, 1)


def lands(arrows: list[list[int]], chain: str) -> int:
    """Where a disc comes to rest that walks three squares on a board with these arrows."""
    board = {"length": 18, "shape": [[column, 0] for column in range(18)], "arrows": arrows}
    game = ludoteca.load("cadena", board=board, arrows=chain)
    position = play(game.start(), "keep 1", "roll 1 2", "extend 2 up", "roll 3")
    assert position.view(None)["stands"][0]["landed"] == 3
    after = position.play("stand 1")
    assert after.game.parse(after.text()) == after
    assert after.view(None)["arrows"] == sorted(arrows)
    square: int = after.reveal()["discs"][0][0]
    return square


def test_an_arrow_carries_once() -> None:
    assert lands([[3, 8], [8, 12]], "once") == 8


def test_arrows_carry_on_while_there_is_one() -> None:
    assert lands([[3, 8], [8, 12]], "chained") == 12
    assert lands([[3, 8], [8, 5], [5, 18]], "chained") == 18


def test_arrows_in_a_circle_carry_as_often_as_there_are_arrows() -> None:
    assert lands([[3, 8], [8, 3]], "chained") == 3
    assert lands([[3, 8], [8, 3], [10, 2]], "chained") == 8


@pytest.mark.parametrize(("loss", "arrows"), [("black", "once"), ("black", "chained")])
@pytest.mark.parametrize("players", [2, 4])
def test_games_with_house_rules_go_as_in_the_reference(
    players: int, loss: str, arrows: str
) -> None:
    game = ludoteca.load("cadena", players=players, board=SHORT, loss=loss, arrows=arrows)
    for seed in range(4):
        generator, position = random.Random(seed), game.start(seed=seed)
        reference = Reference(
            players=players,
            pin="covered",
            length=18,
            arrows=dict(SHORT["arrows"]),
            loss=loss,
            carry=arrows,
        )
        while position.to_move is not None:
            compare(position, reference)
            move = pick(position, generator)
            position = position.play(move)
            reference.play(move)
        compare(position, reference)


def test_a_position_belongs_to_its_options() -> None:
    position = play(ludoteca.load("cadena", loss="black").start(), "keep 0", "roll 3")
    with pytest.raises(InvalidPosition):
        ludoteca.load("cadena").parse(position.text())
    state = position._state.copy()
    state.black_loss = 0
    with pytest.raises(InvalidPosition):
        position.game.definition.check(state, position.game.state())


@pytest.mark.parametrize("loss", ["all", "black"])
def test_failed_turns_that_leave_the_same_hand_are_searched_once(loss: str) -> None:
    state = ludoteca.load("cadena", loss=loss).state()
    left = race.Making(state)._left
    for size in range(2, len(left)):
        alike = lookahead.like_failed(state, size)
        assert left[alike] == left[size]
        assert alike >= size - 1


def test_the_tables_of_the_race_depend_on_the_options() -> None:
    usual, other = (ludoteca.load("cadena", loss=loss).state() for loss in ("all", "black"))
    assert race._board(usual) != race._board(other)
    assert not np.array_equal(race.Making(usual)._left, race.Making(other)._left)
    chained = ludoteca.load("cadena", board=SHORT, arrows="chained").state()
    assert race._board(chained) != race._board(ludoteca.load("cadena", board=SHORT).state())


@pytest.mark.searches
def test_a_bot_plays_with_house_rules() -> None:
    game = ludoteca.load("cadena", board=SHORT, loss="black", arrows="chained")
    position = game.start(seed=3)
    for number in range(6):
        if position.to_move == ludoteca.CHANCE:
            position = position.roll()
        else:
            view = position.view(position.to_move, memory=True)
            move = ludoteca.player("3").choose(game, view, seed=number)
            assert move in position.moves()
            position = position.play(move)
