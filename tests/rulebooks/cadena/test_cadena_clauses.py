"""Cadena, clause by clause: the document first, then what rules.md settles."""

import numpy as np
import pytest

import ludoteca
from ludoteca.rulebooks.cadena import rules
from tests.positions import outcome_of
from tests.rulebooks.cadena.cadena_tables import (
    climb,
    ends,
    make_state,
    play,
    roll,
    state_of,
    table,
    walk,
    wrap,
)


@pytest.fixture
def game() -> ludoteca.Game:
    return ludoteca.load("cadena")


@pytest.fixture
def for_good() -> ludoteca.Game:
    return ludoteca.load("cadena", pin="for-good")


def discs(position: ludoteca.Position, seat: int = 0) -> list[int]:
    found: list[int] = position.reveal()["discs"][seat]
    return found


def stuck(position: ludoteca.Position, seat: int = 0) -> list[bool]:
    found: list[bool] = position.reveal()["stuck"][seat]
    return found


# Set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_one_black_die_and_adds_six_to_the_bank(players: int) -> None:
    truth = ludoteca.load("cadena", players=players).start(seed=1).reveal()
    assert truth["hand"] == [1] * players
    assert truth["bank"] == 6 * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_discs_each_start_off_the_board(players: int) -> None:
    truth = ludoteca.load("cadena", players=players).start(seed=1).reveal()
    assert truth["discs"] == [[0, 0]] * players
    assert truth["stuck"] == [[False, False]] * players


def test_seat_0_begins_by_keeping_dice(game: ludoteca.Game) -> None:
    truth = game.start(seed=1).reveal()
    assert (truth["to_move"], truth["phase"], truth["chain"]) == (0, "keep", [])


def test_dice_come_only_from_the_bank_and_go_only_there(game: ludoteca.Game) -> None:
    position = game.start(seed=3)
    for _ in range(300):
        truth = position.reveal()
        assert sum(truth["hand"]) + truth["bank"] == 14
        if position.to_move is None:
            break
        position = position.roll() if position.to_move < 0 else position.play(position.moves()[-1])


# Turns


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round(players: int) -> None:
    position = ludoteca.load("cadena", players=players).start(seed=1)
    for seat in range(players):
        assert position.to_move == seat
        position = roll(position, 3).play("stand 1")
    assert position.to_move == 0


def test_a_turn_keeps_any_number_of_the_dice_in_hand(game: ludoteca.Game) -> None:
    assert table(game, hand=3).moves() == ["keep 0", "keep 1", "keep 2", "keep 3"]


def test_with_no_black_die_keep_0_is_still_the_move(game: ludoteca.Game) -> None:
    assert table(game, hand=0).moves() == ["keep 0"]


def test_unkept_dice_are_in_the_bank_before_the_roll(game: ludoteca.Game) -> None:
    truth = table(game, hand=5).play("keep 2").reveal()
    assert (truth["hand"], truth["bank"], truth["phase"]) == ([2, 0], 12, "roll")


def test_all_dice_kept_are_rolled_at_once_with_the_coloured_one(game: ludoteca.Game) -> None:
    position = table(game, hand=3).play("keep 2")
    assert position.to_move == ludoteca.CHANCE
    position = position.play("roll 5 2 4")
    assert position.reveal()["chain"] == [5, 2, 4]
    assert (position.to_move, position.reveal()["phase"]) == (0, "decide")


def test_every_distinct_roll_is_an_outcome_once(game: ludoteca.Game) -> None:
    texts = table(game, hand=3).play("keep 3").moves()
    assert len(texts) == len(set(texts)) == 6 * 56


def test_the_order_of_the_black_dice_leaves_no_trace(game: ludoteca.Game) -> None:
    records = set()
    for draws in ([4, 5, 6, 5, 2], [4, 2, 5, 5, 6], [4, 6, 5, 2, 5]):
        state = state_of(table(game, hand=4).play("keep 4"))
        for value in draws:
            rules.apply(state, value)
        records.add(state.tobytes())
    assert len(records) == 1


def test_each_face_of_a_die_is_equally_likely(game: ludoteca.Game) -> None:
    state = state_of(table(game, hand=2).play("keep 2"))
    for _ in range(3):
        out, weight = np.zeros((2, rules.CAPACITY), np.int64)
        assert rules.outcomes(state, out, weight) == 6
        assert out[:6].tolist() == [1, 2, 3, 4, 5, 6]
        assert weight[:6].tolist() == [1] * 6
        rules.apply(state, 3)


# The chain


def test_the_coloured_die_is_the_first_link(game: ludoteca.Game) -> None:
    assert roll(table(game, hand=2), 2, 3, 4).reveal()["phase"] == "decide"
    # From a 3 one cannot go both down to the 2 and up to the 4.
    assert roll(table(game, hand=2), 3, 2, 4).reveal()["to_move"] == 1


def test_going_up_links_are_equal_or_higher(game: ludoteca.Game) -> None:
    assert ends(roll(table(game, hand=3), 2, 3, 3, 5)) == {(5, "up")}


def test_going_down_links_are_equal_or_lower(game: ludoteca.Game) -> None:
    assert ends(roll(table(game, hand=3), 5, 3, 3, 2)) == {(2, "down")}


def test_the_direction_is_free_at_the_start(game: ludoteca.Game) -> None:
    assert ends(roll(table(game), 4)) == {(4, "up"), (4, "down")}
    assert ends(roll(table(game), 4, 4)) == {(4, "up"), (4, "down")}


def test_the_direction_may_change_at_a_6(game: ludoteca.Game) -> None:
    assert ends(roll(table(game, hand=3), 4, 5, 6, 2)) == {(2, "down")}


def test_the_direction_may_change_at_a_1(game: ludoteca.Game) -> None:
    assert ends(roll(table(game, hand=3), 3, 2, 1, 4)) == {(4, "up")}


def test_the_direction_may_change_nowhere_else(game: ludoteca.Game) -> None:
    assert roll(table(game, hand=3), 3, 4, 5, 2).reveal()["to_move"] == 1


def test_all_rolled_dice_must_form_one_chain(game: ludoteca.Game) -> None:
    assert roll(table(game, hand=4), 3, 2, 4, 4, 4).reveal()["to_move"] == 1


def test_the_ends_are_those_of_every_order(game: ludoteca.Game) -> None:
    # Up to 6 and back down, or down to 1 and up again.
    found = ends(roll(table(game, hand=3), 4, 1, 6, 3))
    assert found == {(1, "up"), (1, "down"), (6, "up"), (6, "down"), (3, "up"), (3, "down")}


def test_no_value_four_times(game: ludoteca.Game) -> None:
    assert roll(table(game, hand=4), 1, 5, 5, 5, 6).reveal()["phase"] == "decide"
    assert roll(table(game, hand=4), 1, 5, 5, 5, 5).reveal()["to_move"] == 1


def test_the_coloured_die_counts_among_equal_values(game: ludoteca.Game) -> None:
    assert roll(table(game, hand=2), 5, 5, 5).reveal()["phase"] == "decide"
    assert roll(table(game, hand=3), 5, 5, 5, 5).reveal()["to_move"] == 1


def test_a_chain_of_eighteen_dice_holds() -> None:
    game = ludoteca.load("cadena", players=3)
    state = make_state(game, hand=17)
    position = roll(wrap(game, state), *climb(18))
    assert position.reveal()["phase"] == "decide"
    assert len(position.reveal()["chain"]) == rules.MAX_CHAIN
    assert (6, "up") in ends(position)


# Standing


def test_standing_moves_a_disc_one_square_for_each_die(game: ludoteca.Game) -> None:
    assert discs(walk(table(game, hand=2), 3)) == [3, 0]
    assert discs(walk(table(game, hand=2), 3, disc=2)) == [0, 3]


def test_standing_keeps_all_dice_of_the_chain(game: ludoteca.Game) -> None:
    position = play(roll(table(game, hand=2), 2, 3, 4), "extend 4 up", "roll 5", "stand 1")
    assert position.reveal()["hand"] == [3, 0]
    assert position.reveal()["bank"] == 11


def test_standing_ends_the_turn(game: ludoteca.Game) -> None:
    truth = walk(table(game), 1).reveal()
    assert (truth["to_move"], truth["phase"], truth["chain"]) == (1, "keep", [])


def test_both_free_discs_are_listed_even_if_they_give_the_same(game: ludoteca.Game) -> None:
    assert {"stand 1", "stand 2"} <= set(roll(table(game), 3).moves())


def test_only_free_discs_may_move(game: ludoteca.Game) -> None:
    covered = table(game, piles={5: [(0, 1), (1, 1)], 8: [(0, 2)]})
    assert [move for move in roll(covered, 3).moves() if "stand" in move] == ["stand 2"]
    home = table(game, piles={49: [(0, 2)], 8: [(0, 1)]})
    assert [move for move in roll(home, 3).moves() if "stand" in move] == ["stand 1"]


def test_beyond_the_centre_a_disc_walks_back(game: ludoteca.Game) -> None:
    position = walk(table(game, hand=3, piles={48: [(0, 1)]}), 4)
    assert discs(position) == [46, 0]
    assert stuck(position) == [False, False]


def test_a_disc_that_reaches_the_centre_is_stuck(game: ludoteca.Game) -> None:
    position = walk(table(game, hand=2, piles={46: [(0, 1)]}), 3)
    assert discs(position) == [49, 0]
    assert stuck(position) == [True, False]


def test_in_the_centre_nothing_is_stacked(game: ludoteca.Game) -> None:
    position = walk(table(game, hand=2, piles={46: [(0, 1)], 49: [(1, 1)]}), 3)
    assert state_of(position).cover.tolist() == [-1] * 8
    assert position.view(0)["stacks"] == {}


def test_off_the_board_nothing_is_stacked(game: ludoteca.Game) -> None:
    position = walk(table(game), 1)
    assert position.view(0)["stacks"] == {"1": [[0, 1]]}
    assert stuck(position) == [False, False]


def test_a_disc_on_an_occupied_square_lies_on_top_and_sticks_all_beneath() -> None:
    game = ludoteca.load("cadena", players=3)
    pile = [(1, 1), (2, 1)]
    position = walk(table(game, hand=2, piles={8: pile, 5: [(0, 1)]}), 3)
    assert position.view(0)["stacks"] == {"8": [[1, 1], [2, 1], [0, 1]]}
    assert position.reveal()["stuck"] == [[False, False], [True, False], [True, False]]


def test_own_discs_may_cover_own_discs(game: ludoteca.Game) -> None:
    position = walk(table(game, hand=2, piles={8: [(0, 2)], 5: [(0, 1)]}), 3)
    assert position.view(0)["stacks"] == {"8": [[0, 2], [0, 1]]}
    assert stuck(position) == [False, True]


def test_a_covered_disc_is_free_again_when_the_top_one_leaves(game: ludoteca.Game) -> None:
    position = walk(table(game, hand=2, piles={8: [(1, 1), (0, 2), (0, 1)]}), 3)
    assert position.view(0)["stacks"] == {"8": [[1, 1], [0, 2]], "11": [[0, 1]]}
    assert position.reveal()["stuck"] == [[False, False], [True, False]]


def test_pinned_for_good_a_disc_covered_once_stays_stuck(for_good: ludoteca.Game) -> None:
    position = walk(table(for_good, hand=2, piles={8: [(1, 1), (0, 2), (0, 1)]}), 3)
    assert position.view(0)["stacks"] == {"8": [[1, 1], [0, 2]], "11": [[0, 1]]}
    assert position.reveal()["stuck"] == [[False, True], [True, False]]


def test_pinned_for_good_a_disc_no_longer_covered_may_be_covered_again(
    for_good: ludoteca.Game,
) -> None:
    position = walk(table(for_good, piles={7: [(1, 1), (0, 1)], 5: [(0, 2)]}), 2)
    assert stuck(position, 1) == [True, False]
    position = walk(walk(position, 1, disc=2), 2, disc=2)
    assert position.view(0)["stacks"]["7"] == [[1, 1], [0, 2]]
    assert position.reveal()["stuck"] == [[False, False], [True, False]]


def test_a_disc_that_comes_back_to_its_own_square_lies_on_top_again(game: ludoteca.Game) -> None:
    piles = {47: [(1, 1), (1, 2), (0, 1)]}
    position = walk(table(game, hand=3, piles=piles), 4)
    # The discs beneath are covered again before the turn of seat 1 begins, which wins.
    assert position.view(0)["stacks"] == {"47": [[1, 1], [1, 2], [0, 1]]}
    assert outcome_of(position).returns == (0.0, 1.0)


def test_a_disc_alone_that_comes_back_to_its_own_square_does_not_cover_itself(
    game: ludoteca.Game,
) -> None:
    position = walk(table(game, hand=3, piles={47: [(0, 1)]}), 4)
    assert (discs(position), stuck(position)) == ([47, 0], [False, False])


# Arrows


def test_a_disc_that_ends_on_an_arrow_is_carried_on(game: ludoteca.Game) -> None:
    assert discs(walk(table(game, hand=2, piles={3: [(0, 1)]}), 3)) == [11, 0]


def test_an_arrow_may_lead_back(game: ludoteca.Game) -> None:
    assert discs(walk(table(game, hand=2, piles={11: [(0, 1)]}), 3)) == [10, 0]


def test_an_arrow_works_after_walking_back(game: ludoteca.Game) -> None:
    assert discs(walk(table(game, hand=4, piles={48: [(0, 1)]}), 5)) == [40, 0]


def test_passing_over_an_arrow_does_nothing(game: ludoteca.Game) -> None:
    assert discs(walk(table(game, hand=2, piles={4: [(0, 1)]}), 3)) == [7, 0]


def test_passing_over_the_centre_does_nothing(game: ludoteca.Game) -> None:
    position = walk(table(game, hand=3, piles={48: [(0, 1)]}), 4)
    assert stuck(position) == [False, False]


def test_the_disc_covers_where_the_arrow_leads_not_where_the_walk_ended(
    game: ludoteca.Game,
) -> None:
    position = walk(table(game, hand=2, piles={3: [(0, 1)], 11: [(1, 1)]}), 3)
    assert position.view(0)["stacks"] == {"11": [[1, 1], [0, 1]]}


def lined(*arrows: tuple[int, int]) -> ludoteca.Game:
    cells = [[column, 0] for column in range(18)]
    board = {"length": 18, "shape": cells, "arrows": [list(arrow) for arrow in arrows]}
    return ludoteca.load("cadena", board=board)


def test_an_arrow_carries_once_only() -> None:
    assert discs(walk(lined((2, 5), (5, 9)).start(seed=1), 2)) == [5, 0]


def test_an_arrow_to_the_centre_fixes_the_disc() -> None:
    position = walk(lined((2, 18)).start(seed=1), 2)
    assert (discs(position), stuck(position)) == ([18, 0], [True, False])


def test_an_arrow_back_to_the_origin_leaves_the_disc_on_top_again() -> None:
    game = lined((7, 5))
    position = walk(table(game, piles={5: [(1, 1), (0, 1)]}), 2)
    assert position.view(0)["stacks"] == {"5": [[1, 1], [0, 1]]}


def test_no_walk_on_the_shortest_board_leaves_it() -> None:
    for square in range(rules.MIN_LENGTH):
        for steps in range(1, rules.MAX_CHAIN + 1):
            assert 1 <= rules.walk(rules.MIN_LENGTH, square, steps) <= rules.MIN_LENGTH
