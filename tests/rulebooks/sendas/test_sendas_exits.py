"""The rulebook of Sendas on leaving the board, one test a clause."""

import pytest

from ludoteca import IllegalMove, Outcome, Position
from tests.rulebooks.sendas.sendas_tables import (
    COLUMN,
    LADDER,
    SLIDE,
    at_ply,
    board,
    moves_of,
    table,
)

WHITE_WINS = Outcome(returns=(1.0, 0.0), reason="exit")
BLACK_WINS = Outcome(returns=(0.0, 1.0), reason="exit")


def exits(position: Position) -> set[str]:
    return {move for move in position.moves() if move.endswith("0")}


def test_taking_a_piece_out_beyond_the_far_edge_wins() -> None:
    won = table(LADDER).play("e4-e10")
    assert won.outcome == WHITE_WINS
    assert won.to_move is None
    assert won.moves() == []
    assert "e4" not in board(won)
    assert len(board(won)) == 11


def test_black_leaves_at_the_edge_where_white_began() -> None:
    position = table(COLUMN, SLIDE, to_move=1)
    assert exits(position) == {"e6-e0"}
    assert position.play("e6-e0").outcome == BLACK_WINS


def test_reaching_the_far_rank_is_not_yet_a_win() -> None:
    position = table("e3[NS] e4[NS] e5[NS] e6[NS] e7[NS] e8[NS]")
    assert exits(position) == set()
    reached = position.play("e3-e9[NS]")
    assert reached.outcome is None
    assert exits(reached.play("pass")) == {"e4-e10"}


@pytest.mark.parametrize("to_move", [0, 1])
def test_nobody_leaves_at_the_own_edge(to_move: int) -> None:
    position = table(SLIDE, "i4[NS] i5[NS] i6[NS] i7[NS] i8[NS] i9[NS]", to_move=to_move)
    assert exits(position) == set()


@pytest.mark.parametrize("file", "abcdefghi")
@pytest.mark.parametrize("seat", [0, 1])
def test_one_may_leave_on_any_file(file: str, seat: int) -> None:
    guard = COLUMN if file != "a" else COLUMN.replace("a", "c")
    if seat == 0:
        position, move = table(LADDER.replace("e", file), guard), f"{file}4-{file}10"
    else:
        position, move = table(guard, SLIDE.replace("e", file), to_move=1), f"{file}6-{file}0"
    assert exits(position) == {move}
    assert position.play(move).outcome == (WHITE_WINS, BLACK_WINS)[seat]


@pytest.mark.parametrize("ends", ["N", "NS", "NE", "NW", "NEW", "NES", "NESW"])
def test_every_shape_can_leave_and_its_rotation_is_no_part_of_the_move(ends: str) -> None:
    position = table(f"e4[{ends}] e5[NS] e6[NS] e7[NS] e8[NS] e9[NS]")
    assert [move for move in position.moves() if move.startswith("e4-e10")] == ["e4-e10"]


def test_the_way_out_is_an_end_open_to_the_outside() -> None:
    assert exits(table(LADDER.replace("e9[NS]", "e9[SE]"))) == set()


def test_the_piece_leaves_from_any_square() -> None:
    position = table("c9[NE] d9[EW] e9[EW] f9[EW] g9[WS] g8[NESW]")
    assert exits(position) == {"g8-c10"}
    assert position.play("g8-c10").outcome == WHITE_WINS


def test_a_piece_cannot_be_its_own_way_out() -> None:
    position = table("d9[NE] e9[NWS] e8[NS] e7[NS] e6[NS] e5[NS]")
    assert exits(position) == {"d9-e10", "e5-d10", "e5-e10"}


def test_one_may_leave_through_a_piece_of_the_other() -> None:
    position = table(
        "e3[NS] e4[NS] e5[NS] e6[NS] e7[NS] e8[NS]", "e9[+] d9[EW] c9[EW] b9[EW] a9[ES] a8[NS]"
    )
    assert exits(position) == {"e3-e10"}
    assert position.play("e3-e10").outcome == WHITE_WINS


def test_a_piece_of_the_other_is_no_way_out_unless_it_is_joined() -> None:
    """Above e8 the black e9 is open to the outside, but closed towards white."""
    position = table(
        "e3[NS] e4[NS] e5[NS] e6[NS] e7[NS] e8[NS]", "e9[NEW] d9[EW] c9[EW] b9[EW] a9[ES] a8[NS]"
    )
    assert exits(position) == set()


def test_leaving_may_not_break_the_own_path() -> None:
    position = table(LADDER)
    assert not {f"e{rank}-e10" for rank in range(5, 10)} & set(position.moves())


def test_leaving_may_not_break_the_path_of_the_other() -> None:
    """The piece on e4 is a tip of white, but holds black together."""
    position = table(
        "e4[NEW] e5[NS] e6[NS] e7[NS] e8[NS] e9[NS]", "b4[EW] c4[EW] d4[EW] f4[EW] g4[EW] h4[EW]"
    )
    assert exits(position) == set()
    assert moves_of(position, "e4") == {"e4*"}


def test_a_finished_game_cannot_be_played_on() -> None:
    with pytest.raises(IllegalMove) as caught:
        table(LADDER).play("e4-e10").play("pass")
    assert caught.value.reason == "game_over"


def test_leaving_on_ply_400_wins() -> None:
    position = at_ply(table(COLUMN, SLIDE, to_move=1), 399)
    assert position.play("e6-e0").outcome == BLACK_WINS
    assert position.play("e6-e0").reveal()["ply"] == 400
