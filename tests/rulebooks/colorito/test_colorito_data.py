"""Colorito: boards and options, and positions that cannot be."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca import InvalidData, InvalidOption, InvalidPosition
from tests.rulebooks.colorito.colorito_table import at_home, game, position

RANKS = ["YDRLYDRLYD", "RLYDRLYDRL", "YDRLYDRLYD", "RLYDRLYDRL", "YDRLYDRLYD", "RLYDRLYDRL"]


def changed(line: int, file: int, letter: str) -> list[str]:
    ranks = list(RANKS)
    ranks[line] = ranks[line][:file] + letter + ranks[line][file + 1 :]
    return ranks


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ({"ranks": RANKS[:5]}, "6 ranks, from rank 8 down to rank 3, not 5"),
        ({"ranks": [*RANKS[:5], "RLYDRLYDR"]}, "rank 3: there must be 10 letters, not 9"),
        ({"ranks": changed(0, 2, "X")}, "c8: 'X'"),
        ({"ranks": changed(0, 2, "Y")}, "same colour Y"),
        ({"ranks": changed(1, 0, "D")}, "a7 and b8"),
        ({"ranks": changed(1, 2, "L")}, "same colour L"),
        ({"ranks": "YDRL"}, "'ranks' must be of type list"),
        ({}, "'ranks' is missing"),
        ({"ranks": RANKS, "files": 10}, "'files'"),
    ],
)
def test_a_board_with_a_mistake_is_refused(board: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidData) as caught:
        ludoteca.load("colorito", board=board)
    assert words in str(caught.value)
    assert caught.value.text("es") != str(caught.value)


def test_a_users_board_is_played_and_kept_with_the_position(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    ranks = [rank.translate(str.maketrans("RYDL", "YRLD")) for rank in RANKS]
    file.write_text(f"ranks = {ranks}\n", encoding="utf-8")
    mine = ludoteca.load("colorito", board=str(file))
    assert mine.options["board"] == {"ranks": ranks}
    start = mine.start()
    assert start.view(0)["colours"][2] == ranks[5]
    assert start.moves() != game().start().moves()
    assert mine.parse(start.text()) == start
    with pytest.raises(InvalidPosition):
        game().parse(start.text())


@pytest.mark.parametrize(
    "options", [{"variant": "loose"}, {"variant": 1}, {"board": 7}, {"size": 8}]
)
def test_unknown_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOption):
        ludoteca.load("colorito", **options)


def refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        game().parse(text)
    assert caught.value.reason == reason, str(caught.value)


def test_positions_that_cannot_be_are_refused() -> None:
    start = game().start()
    after = start.play(start.moves()[0]).text()
    assert game().parse(after).to_move == 1
    refused(after.replace("to_move=1", "to_move=0"), "bad_turn")
    refused(after.replace("ply=1", "ply=601"), "bad_turn")
    refused(after.replace("ply=1", "ply=2"), "bad_turn")
    refused(f"{start.text()} reason=3", "bad_end")
    refused(f"{start.text()} winner=0", "bad_end")
    refused(f"{start.text()} extra_turn=7", "bad_end")
    refused(f"{start.text()} variant=1", "other_options")
    refused(f"{start.text()} right=1,0", "bad_counts")
    refused(f"{start.text()} board=0*100", "bad_pieces")
    refused(position({"R1": "b3"}).text(), "bad_rest")


def test_pieces_cannot_have_moved_more_often_than_there_were_moves() -> None:
    pieces = at_home(0, but={"R1": "a1"}) | {
        f"{letter}{number}": square
        for letter, numbers, rank, files in (
            ("D", range(1, 11), 1, "jihgfedcb"),
            ("L", range(11, 20), 2, "abc"),
        )
        for number, square in zip(numbers, (f"{file}{rank}" for file in files), strict=False)
    }
    with pytest.raises(InvalidPosition):
        game().parse(position({k: v for k, v in pieces.items() if k[0] in "RY"}).text())
