"""Colorito: moves as text, there and back, and why one is refused."""

import pytest

import ludoteca
from ludoteca.rulebooks.colorito import notation, rules
from ludoteca.rulebooks.colorito.names import (
    colour_letter,
    piece_number,
    read_square,
    square_name,
)
from tests.rulebooks.colorito.colorito_table import game, position


def test_every_square_and_action_goes_there_and_back() -> None:
    assert [read_square(square_name(square)) for square in range(100)] == list(range(100))
    state = game().start().state()
    for action in range(rules.PASS + 1):
        assert notation.read(state, notation.write(state, action)) == action


def test_pieces_have_their_colours_and_numbers() -> None:
    names = [colour_letter(piece) + str(piece_number(piece)) for piece in range(1, 41)]
    assert names[:2] + names[9:11] + names[20:21] + names[-1:] == [
        "R1",
        "R2",
        "R10",
        "Y11",
        "D1",
        "L20",
    ]
    assert len(set(names)) == 40


@pytest.mark.parametrize(
    "text", ["", "c2e4", "c2-e11", "k1-a1", "a0-a1", "c2-e4-", "C2-E4", "Pass", "c2-e4\n"]
)
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(ludoteca.InvalidNotation, match="c2-e4"):
        game().start().play(text)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("pass", "must_move"),
        ("e5-e6", "not_your_piece"),
        ("a10-a8", "not_your_piece"),
        ("a2-a2", "same_square"),
        ("a1-a2", "occupied"),
        ("a2-b3", "wrong_colour"),
        ("a2-j5", "wrong_colour"),
        ("a2-c7", "no_way"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(move: str, reason: str) -> None:
    with pytest.raises(ludoteca.IllegalMove) as caught:
        game().start().play(move)
    assert caught.value.reason == reason, str(caught.value)
    assert caught.value.text("es")


def test_the_strict_game_says_when_only_the_step_was_wrong() -> None:
    row = {"R1": "a3", "D2": "b5", "D3": "b7", "D4": "b9"}
    with pytest.raises(ludoteca.IllegalMove) as caught:
        position(row, variant="strict", free="b4 b6 b8").play("a3-b10")
    assert caught.value.reason == "strict_step"


def test_a_path_is_the_two_squares() -> None:
    start = game().start()
    for move in start.moves():
        assert start.path(move) == tuple(move.split("-"))
