"""Colorito: one test for each clause of the rulebook and of its rulings."""

import pytest

import ludoteca
from ludoteca.core.position import Position
from ludoteca.rulebooks.colorito import rules
from tests.rulebooks.colorito.colorito_table import at_home, game, position, targets


def squares_of(table: Position) -> dict[str, str]:
    return {
        piece["colour"] + str(piece["number"]): piece["square"] for piece in table.view(0)["pieces"]
    }


def test_the_pieces_start_on_the_two_nearest_ranks_by_their_numbers() -> None:
    squares = squares_of(game().start())
    assert [squares[f"R{n}"] for n in (1, 2, 10)] == ["a1", "b1", "j1"]
    assert [squares[f"Y{n}"] for n in (11, 20)] == ["a2", "j2"]
    assert [squares[f"D{n}"] for n in (1, 2, 10)] == ["j10", "i10", "a10"]
    assert [squares[f"L{n}"] for n in (11, 20)] == ["j9", "a9"]
    assert len(squares) == 40


def test_a_goal_is_the_half_turn_image_of_the_start() -> None:
    assert at_home(0)["R1"] == "j10"
    assert at_home(0)["Y11"] == "j9"
    assert at_home(1)["D1"] == "a1"
    assert at_home(1)["L20"] == "j2"


def test_the_colours_follow_the_rebuilt_pattern_and_no_neighbours_are_alike() -> None:
    colours = game().start().view(0)["colours"]
    for rank in range(10):
        for file in range(10):
            expected = "W" if rank in (0, 1, 8, 9) else "RLYD"[(file + 2 * (rank - 2)) % 4]
            assert colours[rank][file] == expected


def test_seat_0_begins_and_the_turns_alternate() -> None:
    table = game().start()
    assert table.to_move == 0
    table = table.play(table.moves()[0])
    assert table.to_move == 1
    assert table.play(table.moves()[0]).to_move == 0


def test_a_step_goes_in_eight_directions_to_white() -> None:
    table = position({"R1": "e9"})
    coloured = {square for square in ("d8", "e8", "f8") if _colour(square) == "R"}
    assert targets(table, "e9") == {"d9", "f9", "d10", "e10", "f10"} | coloured


def _colour(square: str) -> str:
    colours = game().start().view(0)["colours"]
    letter: str = colours[int(square[1:]) - 1]["abcdefghij".index(square[0])]
    return letter


def test_a_step_may_end_on_the_own_colour_and_on_no_other() -> None:
    for piece, letter in (("R1", "R"), ("Y11", "Y")):
        table = position({piece: "e2"})
        coloured = {square for square in ("d3", "e3", "f3") if _colour(square) == letter}
        assert targets(table, "e2") == {"d1", "e1", "f1", "d2", "f2"} | coloured


def test_no_step_leads_from_one_coloured_square_to_another() -> None:
    table = position({"R1": "a3"})
    assert all(square.endswith(("1", "2")) for square in targets(table, "a3"))


def test_a_jump_leads_over_a_piece_of_any_colour_straight_to_the_free_square_behind() -> None:
    for other in ("R2", "Y11", "D5", "L15"):
        table = position({"R1": "a3", other: "b4"})
        assert "c5" not in targets(table, "a3") or _colour("c5") == "R"
        table = position({"R1": "c3", other: "c2"})
        assert "c1" in targets(table, "c3")


def test_nothing_is_captured() -> None:
    table = position({"R1": "c3", "D5": "c2"}).play("c3-c1")
    squares = squares_of(table)
    assert len(squares) == 40
    assert squares["R1"] == "c1"
    assert squares["D5"] == "c2"


def test_a_jump_may_touch_any_colour_on_its_way_but_ends_on_its_own_or_white() -> None:
    row = {"R1": "b2", "D2": "b3", "D3": "b5", "D4": "b7", "D5": "b9"}
    assert "R" not in {_colour(square) for square in ("b4", "b6", "b8")}
    reached = targets(position(row, free="b4 b6 b8"), "b2")
    assert not {"b4", "b6", "b8"} & reached
    assert "b10" in reached


def test_a_jump_needs_a_free_square_behind() -> None:
    table = position({"R1": "b4", "D2": "b3", "D3": "b2"})
    assert "b2" not in targets(table, "b4")


def test_a_jump_may_be_of_many_hops_with_turns() -> None:
    row = {"R1": "b1", "D2": "b2", "D3": "c4", "D4": "d6", "D5": "c8"}
    table = position(row, free="b3 d5 d7")
    assert "b9" in targets(table, "b1")


def test_a_step_before_a_jump_may_end_on_any_colour() -> None:
    table = position({"R1": "a3", "D2": "b5", "D3": "b7", "D4": "b9"}, free="b4 b6 b8")
    assert _colour("b4") != "R"
    assert "b10" in targets(table, "a3")


def test_strict_the_step_before_a_jump_must_end_on_the_own_colour_or_white() -> None:
    row = {"R1": "a3", "D2": "b5", "D3": "b7", "D4": "b9"}
    strict = position(row, variant="strict", free="b4 b6 b8")
    assert "b10" not in targets(strict, "a3")
    with pytest.raises(ludoteca.IllegalMove, match="strict"):
        strict.play("a3-b10")
    white = position({"R1": "b1", "D2": "a3"}, variant="strict")
    assert ("a4" in targets(white, "b1")) == (_colour("a4") == "R")
    assert "c9" in targets(position({"R1": "c10", "D2": "d8"}, variant="strict"), "c10")


def test_a_step_before_a_jump_needs_a_free_square() -> None:
    table = position({"R1": "a1", "Y11": "a2", "R2": "b1", "Y12": "b2"})
    assert targets(table, "a1") == {"c1"} | ({"a3"} if _colour("a3") == "R" else set()) | (
        {"c3"} if _colour("c3") == "R" else set()
    )


def test_the_moving_piece_is_lifted_it_cannot_be_hopped_over() -> None:
    table = position({"R1": "b2"})
    assert all(
        max(abs(ord(s[0]) - ord("b")), abs(int(s[1:]) - 2)) == 1 for s in targets(table, "b2")
    )


def test_the_start_may_be_touched_on_the_way_but_is_not_the_end() -> None:
    table = position({"R1": "b2", "D2": "c3", "D3": "b3"})
    assert "b2" not in targets(table, "b2")
    around = position({"R1": "c9", "D2": "c10"})
    assert "c9" not in targets(around, "c9")


def test_a_player_must_move_and_may_pass_only_without_a_move() -> None:
    table = game().start()
    assert "pass" not in table.moves()
    with pytest.raises(ludoteca.IllegalMove, match="only when"):
        table.play("pass")
    names = list(at_home(1))
    squares = [f"{file}{rank}" for rank in (3, 4) for file in "abcdefghij"]
    blocked = position(squares_of(table) | dict(zip(names, squares, strict=True)))
    assert blocked.moves() == ["pass"]
    assert blocked.play("pass").to_move == 1


def test_seat_1_wins_at_once_when_it_comes_home() -> None:
    near = position(at_home(1, but={"L11": "a3"}), to_move=1)
    assert near.outcome is None
    done = near.play("a3-a2")
    assert done.outcome is not None
    assert done.outcome.reason == "home"
    assert done.outcome.returns == (0.0, 1.0)


def test_when_seat_0_comes_home_seat_1_has_one_more_turn_and_loses_without_coming_home() -> None:
    table = position(at_home(0, but={"Y11": "i8"}))
    extra = table.play("i8-j9")
    assert extra.outcome is None
    assert extra.to_move == 1
    assert extra.view(0)["extra_turn"]
    done = extra.play(extra.moves()[0])
    assert done.outcome is not None
    assert done.outcome.returns == (1.0, 0.0)
    assert done.outcome.reason == "home"


def test_seat_1_draws_by_coming_home_on_its_extra_turn() -> None:
    table = position(at_home(0, but={"Y11": "i8"}) | at_home(1, but={"L11": "a3"}))
    done = table.play("i8-j9").play("a3-a2")
    assert done.outcome is not None
    assert done.outcome.returns == (0.5, 0.5)
    assert done.outcome.reason == "both_home"
    assert done.outcome.scores == (0, 0)


def test_seat_0_stays_home_whatever_the_extra_turn_does() -> None:
    pieces = at_home(0, but={"Y11": "i8", "Y12": "a3"}) | {"L20": "i9"}
    extra = position(pieces).play("i8-j9")
    leaving = next(move for move in extra.moves() if move.startswith("i9-"))
    done = extra.play(leaving)
    assert not rules.is_home(done.state(), 0)
    assert done.outcome is not None
    assert done.outcome.returns == (1.0, 0.0)


def test_goals_held_by_enemy_pieces_count_as_filled() -> None:
    pieces = at_home(1, but={"L11": "a3", "D1": "e8"}) | {"R1": "a1"}
    done = position(pieces, to_move=1).play("a3-a2")
    assert done.outcome is not None
    assert done.outcome.returns == (0.0, 1.0)


def test_at_least_one_goal_must_hold_the_right_own_piece() -> None:
    names = list(at_home(0))
    goals = list(at_home(1).values())
    pieces = dict(zip(names, goals, strict=True))
    assert position(pieces, to_move=1).outcome is None
    assert not rules.is_home(position(pieces, to_move=1).state(), 1)


def test_a_wrong_own_piece_on_a_goal_is_not_home_but_fits_by_colour_in_the_simple_game() -> None:
    pieces = at_home(1, but={"D1": "b1", "D2": "a1"})
    assert not rules.is_home(position(pieces).state(), 1)
    assert rules.is_home(position(pieces, variant="colours").state(), 1)
    mixed = at_home(1, but={"D1": "a2", "L11": "a1"})
    assert not rules.is_home(position(mixed, variant="colours").state(), 1)


def test_both_seats_are_tested_whoever_moved() -> None:
    """A move of seat 0 that fills the last goal of seat 1 lets seat 1 win."""
    table = position({"Y11": "a3"} | at_home(1, but={"L11": "j8"}))
    done = table.play("a3-a2")
    assert done.outcome is not None
    assert done.outcome.returns == (0.0, 1.0)


def test_seat_0_made_home_by_a_move_of_seat_1_wins_at_once() -> None:
    table = position({"L11": "i8"} | at_home(0, but={"Y11": "a3"}), to_move=1)
    done = table.play("i8-j9")
    assert done.outcome is not None
    assert done.outcome.returns == (1.0, 0.0)


def test_after_600_plies_passes_included_it_is_a_draw() -> None:
    table = position({"R1": "e5"}, ply=599, to_move=1)
    done = table.play(table.moves()[0])
    assert done.outcome is not None
    assert done.outcome.reason == "too_long"
    assert done.outcome.returns == (0.5, 0.5)
    home = position(at_home(1, but={"L11": "a3"}), to_move=1, ply=599)
    outcome = home.play("a3-a2").outcome
    assert outcome is not None
    assert outcome.reason == "home"


def test_the_losers_score_is_the_moves_still_needed_below_zero() -> None:
    table = position(at_home(0, but={"Y11": "i8"}) | at_home(1, but={"L11": "a3", "D1": "e6"}))
    extra = table.play("i8-j9")
    done = extra.play("a3-a2")
    assert done.outcome is not None
    assert done.outcome.scores is not None
    assert done.outcome.scores[0] == 0
    assert -8 <= done.outcome.scores[1] <= -2
