"""The rulebook of Sendas, one test a clause."""

from collections import Counter

import pytest

import ludoteca
from ludoteca import Outcome, Position
from tests.rulebooks.sendas import sendas_reference as reference
from tests.rulebooks.sendas.sendas_reference import SETUPS
from tests.rulebooks.sendas.sendas_tables import (
    COLUMN,
    LADDER,
    at_ply,
    board,
    moves_of,
    play,
    table,
)

STRAIGHTS = (frozenset("NS"), frozenset("EW"))


def start(setup: str = "classic") -> Position:
    return ludoteca.load("sendas", setup=setup).start(seed=0)


def stars(position: Position) -> set[str]:
    return {move for move in position.moves() if move.endswith("*")}


def drawn(reason: str) -> Outcome:
    return Outcome(returns=(0.5, 0.5), reason=reason)


# The set-up


@pytest.mark.parametrize("setup", SETUPS)
def test_each_player_begins_with_a_connected_path_of_six(setup: str) -> None:
    pieces = reference.board_of(start(setup))
    assert Counter(seat for seat, _ in pieces.values()) == {0: 6, 1: 6}
    assert reference.both_connected(pieces)


@pytest.mark.parametrize("setup", SETUPS)
def test_the_pieces_are_two_straights_two_elbows_a_t_and_a_cross(setup: str) -> None:
    pieces = reference.board_of(start(setup)).values()
    for seat in range(2):
        kinds = Counter(len(ends) for owner, ends in pieces if owner == seat)
        straight = [ends for owner, ends in pieces if owner == seat and ends in STRAIGHTS]
        assert kinds == {2: 4, 3: 1, 4: 1}
        assert len(straight) == 2


@pytest.mark.parametrize("setup", SETUPS)
def test_black_begins_as_the_half_turn_of_white(setup: str) -> None:
    pieces = reference.board_of(start(setup))
    for (file, rank), (seat, ends) in pieces.items():
        turned = frozenset(reference.OPPOSITE[end] for end in ends)
        assert pieces[10 - file, 10 - rank] == (1 - seat, turned)


def test_white_begins_and_the_players_take_turns() -> None:
    position = start()
    assert [position.to_move, position.play("pass").to_move] == [0, 1]
    assert position.play("c2-d3[ES]").play("pass").to_move == 0


# Legal moves


def test_a_piece_moves_to_any_square_where_it_stays_connected() -> None:
    """The bottom of the column goes past all the others to its top."""
    position = table("c2[NS] c3[NS] c4[NS] c5[NS] c6[NS] c7[SE]")
    assert moves_of(position, "c2") == {"c2-d7[EW]"}
    moved = board(position.play("c2-d7[EW]"))
    assert moved["d7"] == "wEW"
    assert "c2" not in moved


def test_a_piece_may_move_without_turning() -> None:
    moved = board(table("e2[NS] e3[NS] e4[NS] e5[NS] e6[NS] e7[NS]").play("e7-e1[NS]"))
    assert moved["e1"] == "wNS"
    assert "e7" not in moved


def test_a_piece_may_turn_in_its_place() -> None:
    position = table("e2[NS] e3[NS] e4[NS] e5[NS] e6[NS] e7[SE]")
    assert {"e7[SW]"} == {move for move in position.moves() if move.startswith("e7[")}
    assert board(position.play("e7[SW]"))["e7"] == "wSW"


@pytest.mark.parametrize("setup", SETUPS)
def test_a_turn_that_changes_nothing_is_no_move(setup: str) -> None:
    position = start(setup)
    unchanged = {f"{square}[{held[1:]}]" for square, held in board(position).items()}
    assert not unchanged & set(position.moves())


@pytest.mark.parametrize("setup", SETUPS)
def test_a_piece_moves_to_empty_squares_only(setup: str) -> None:
    position = start(setup)
    targets = {move[3:5] for move in position.moves() if move[2:3] == "-"}
    # The pieces of this one hold each other: at first they can only turn.
    assert targets or setup == "wall"
    assert not targets & board(position).keys()


def test_each_player_moves_own_pieces_only() -> None:
    position = start("clash")
    for mover in "wb":
        squares = {move[:2] for move in position.moves() if move != "pass"}
        assert {board(position)[square][0] for square in squares} == {mover}
        position = position.play("pass")


# Illegal moves


def test_a_move_may_not_break_the_own_path() -> None:
    """From a straight line only the two tips can be taken."""
    position = table("c5[EW] d5[EW] e5[EW] f5[EW] g5[EW] h5[EW]")
    assert {move[:2] for move in position.moves() if move != "pass"} == {"c5", "h5"}


def test_a_turn_may_not_break_the_own_path() -> None:
    position = table("e2[NS] e3[NS] e4[NS] e5[NS] e6[NS] e7[SE]")
    assert not {"e7[NE]", "e7[NW]", "e4[EW]", "e2[EW]"} & set(position.moves())


def test_an_open_end_towards_a_closed_side_is_allowed_and_joins_nothing() -> None:
    """The cross goes to f6, beside the closed e6; on d6 it has closed sides around it only."""
    position = table("c5[EW] d5[EW] e5[NEW] e6[NS] f5[NEW] g5[NESW]")
    assert "g5-f6[NESW]" in position.moves()
    assert "g5-d6[NESW]" not in position.moves()


def test_the_board_does_not_go_round() -> None:
    """The last square of a rank is no neighbour of the next rank's first, nor rank 9 of rank 1."""
    sideways = table("i4[EW] h4[EW] g4[EW] f4[EW] e4[EW] d4[EW]", COLUMN.replace("a", "b"))
    assert {move[3:5] for move in sideways.moves() if move != "pass"} == {"c4"}
    upright = table("e1[NS] e2[NS] e3[NS] e4[NS] e5[NS] e6[NS]")
    assert {move[3:5] for move in upright.moves() if move != "pass"} == {"e7"}
    inverted = table(LADDER)
    assert {move[3:5] for move in inverted.moves() if "[" in move} == {"e3"}


# Joined paths


WHITE_COLUMN = "e1[NS] e2[NS] e3[NS] e4[NS] e5[NS] e6[NS]"
BLACK_HOOK = "e7[NS] e8[NS] e9[SW] d9[EW] c9[ESW] c8[NS]"


def test_joined_paths_serve_both_players_as_one() -> None:
    """White may stand at the far end of black's path."""
    position = table(WHITE_COLUMN, BLACK_HOOK)
    assert "e1-b9[EW]" in position.moves()
    assert board(position.play("e1-b9[EW]"))["b9"] == "wEW"


def test_a_move_may_not_break_the_path_of_the_other() -> None:
    """Now white's path runs through black's, and black may move the one piece beside it."""
    position = table(WHITE_COLUMN, BLACK_HOOK).play("e1-b9[EW]")
    assert {move[:2] for move in position.moves() if "[" in move} == {"c8"}
    assert not moves_of(position, "d9") - {"d9*"}


def test_joined_paths_may_part_if_both_stay_connected() -> None:
    position = table(
        "e2[NS] e3[NS] e4[NS] e5[NS] e6[NS] e7[NS]", "e8[NS] e9[SW] d9[EW] c9[EW] b9[EW] a9[EW]"
    )
    assert stars(position)
    parted = position.play("e7-e1[NS]")
    assert stars(parted) == set()
    assert stars(parted.play("pass")) == set()


def test_a_piece_may_hold_the_other_path_together_from_another_square() -> None:
    """White's d4 joins the two halves of black; it can do so on d5 too, and nowhere else."""
    position = table(
        "d4[EW] c6[NS] c7[NS] c8[NS] c9[SE] d9[EW]", "c4[NE] c5[NES] e4[NW] e5[NSW] e6[NS] e7[NS]"
    )
    assert moves_of(position, "d4") == {"d4*", "d4-d5[EW]"}


# Wildcards


def test_a_wildcard_needs_a_white_and_a_black_piece_joined() -> None:
    joined = table(WHITE_COLUMN, BLACK_HOOK)
    assert stars(joined) == {f"e{rank}*" for rank in range(1, 7)}
    assert stars(joined.play("pass")) == {"e7*", "e8*", "e9*", "d9*", "c9*", "c8*"}
    assert stars(start("classic")) == set()


def test_pieces_that_only_touch_are_not_joined() -> None:
    """White's e6 opens towards e7, which is closed there."""
    touching = table(WHITE_COLUMN, "e7[NE] e8[SW] d8[EW] c8[EW] b8[EW] f7[WE]")
    assert stars(touching) == set()


def test_a_wildcard_has_four_open_ends_and_takes_the_turn() -> None:
    position = table(WHITE_COLUMN, BLACK_HOOK)
    changed = position.play("e3*")
    assert board(changed) == board(position) | {"e3": "wNESW"}
    assert changed.to_move == 1


def test_a_piece_with_four_open_ends_becomes_no_wildcard() -> None:
    position = table(WHITE_COLUMN.replace("e1[NS]", "e1[+]"), BLACK_HOOK)
    assert stars(position) == {f"e{rank}*" for rank in range(2, 7)}


def test_all_pieces_may_become_wildcards_one_a_turn() -> None:
    position = table(WHITE_COLUMN, BLACK_HOOK)
    for rank in range(1, 7):
        assert f"e{rank}*" in stars(position)
        position = play(position, f"e{rank}* pass")
    assert stars(position) == set()
    assert {board(position)[f"e{rank}"] for rank in range(1, 7)} == {"wNESW"}


def test_the_ends_of_a_wildcard_serve_the_other_too() -> None:
    position = table(WHITE_COLUMN, BLACK_HOOK)
    assert "c8-d3[EW]" not in position.play("pass").moves()
    assert "c8-d3[EW]" in position.play("e3*").moves()


def test_a_wildcard_stays_one_wherever_it_goes() -> None:
    position = play(table(WHITE_COLUMN, BLACK_HOOK), "e1* pass")
    assert moves_of(position, "e1") == {"e1-b9[NESW]", "e1-c7[NESW]"}
    moved = play(position, "e1-b9[NESW] pass")
    assert board(moved)["b9"] == "wNESW"
    assert "b9*" not in stars(moved)


# Passing


def test_a_player_may_pass_at_any_time() -> None:
    position = start()
    passed = position.play("pass")
    assert board(passed) == board(position)
    assert passed.to_move == 1
    assert passed.outcome is None


def test_a_player_who_cannot_move_takes_a_wildcard_or_passes() -> None:
    """Every black piece holds white's two parts together."""
    position = table(
        "e1[NS] e2[NS] e9[SE] f9[SW] f8[NS] f7[NS]",
        "e3[NS] e4[NS] e5[NS] e6[NS] e7[NS] e8[NS]",
        to_move=1,
    )
    assert set(position.moves()) == {"pass", *(f"e{rank}*" for rank in range(3, 9))}


# Draws


def test_two_passes_in_a_row_are_a_draw() -> None:
    assert play(start(), "pass pass").outcome == drawn("both_passed")


@pytest.mark.parametrize("between", ["e1*", "e1-b9[EW]"])
def test_passes_count_only_in_a_row(between: str) -> None:
    position = play(table(WHITE_COLUMN, BLACK_HOOK), f"pass c8* {between} pass")
    assert position.outcome is None
    assert position.play("pass").outcome == drawn("both_passed")


BACK_AND_FORTH = "c2-d3[ES] g8-f7[NW] d3-c2[NE] f7-g8[SW]"


def test_the_third_occurrence_of_a_position_is_a_draw_and_the_start_counts() -> None:
    position = play(start(), BACK_AND_FORTH)
    assert position.view(0)["occurrences"] == 2
    seventh = play(position, BACK_AND_FORTH.rsplit(" ", 1)[0])
    assert seventh.outcome is None
    assert seventh.play("f7-g8[SW]").outcome == drawn("repetition")


def test_the_same_board_with_the_other_to_move_is_another_position() -> None:
    position = play(start(), "pass g8-f7[NW] c2-d3[ES] f7-g8[SW] d3-c2[NE]")
    assert board(position) == board(start())
    assert position.view(0)["occurrences"] == 2
    assert position.outcome is None


SWAP = "d5-e6[NS] pass f5-d5[EW] pass e6-f5[EW] pass"


def test_like_pieces_are_interchangeable_in_a_repetition() -> None:
    position = table("e5[+] d5[EW] f5[EW] e4[NS] e3[NS] e2[NS]")
    once = play(position, SWAP)
    assert once.view(0)["occurrences"] == 2
    assert play(once, SWAP).outcome == drawn("repetition")


def test_a_wildcard_equals_a_cross_in_a_repetition() -> None:
    position = table(
        "e5[+] d5[+] f5[EW] e4[NS] e3[NS] e2[NS]", "e1[NW] d1[EW] c1[EW] b1[EW] a1[EN] a2[NS]"
    )
    made = position.play("f5*")
    swapped = play(made, "pass d5-e6[NESW] pass f5-d5[NESW] pass e6-f5[NESW]")
    assert board(swapped) == board(made)
    assert swapped.view(0)["occurrences"] == 2


def test_after_400_plies_the_game_is_a_draw_and_passes_count() -> None:
    position = at_ply(start(), 398).play("c2-d3[ES]")
    assert position.outcome is None
    assert position.play("pass").outcome == drawn("too_long")
    assert position.play("pass").reveal()["ply"] == 400
