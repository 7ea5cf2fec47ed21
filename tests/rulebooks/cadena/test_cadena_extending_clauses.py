"""Cadena, clause by clause: extending, failing and the end."""

import pytest

import ludoteca
from tests.positions import outcome_of
from tests.rulebooks.cadena.cadena_tables import (
    climb,
    ends,
    make_state,
    play,
    roll,
    table,
    walk,
    wrap,
)


@pytest.fixture
def game() -> ludoteca.Game:
    return ludoteca.load("cadena")


# Extending


def test_extending_takes_a_die_from_the_bank(game: ludoteca.Game) -> None:
    truth = roll(table(game), 4, 5).play("extend 5 up").reveal()
    assert (truth["hand"], truth["bank"], truth["phase"]) == ([2, 0], 12, "extend")
    assert truth["to_move"] == ludoteca.CHANCE


def test_a_die_that_fits_joins_the_chain_and_the_player_decides_again(game: ludoteca.Game) -> None:
    position = play(roll(table(game), 4, 3), "extend 3 down", "roll 2")
    assert position.reveal()["chain"] == [4, 3, 2]
    assert (position.to_move, position.reveal()["phase"]) == (0, "decide")
    assert ends(position) == {(2, "down")}


def test_extension_dice_stay_in_the_order_they_came(game: ludoteca.Game) -> None:
    position = play(roll(table(game), 4, 6), "extend 6 down", "roll 3", "extend 3 down", "roll 2")
    assert position.reveal()["chain"] == [4, 6, 3, 2]


def test_the_declared_direction_binds(game: ludoteca.Game) -> None:
    position = roll(table(game), 4).play("extend 4 up")
    assert position.play("roll 5").reveal()["phase"] == "decide"
    assert position.play("roll 3").reveal()["to_move"] == 1
    assert ends(position.play("roll 4")) == {(4, "up")}


@pytest.mark.parametrize("value", [1, 6])
def test_a_1_or_a_6_at_the_end_offers_both_directions(game: ludoteca.Game, value: int) -> None:
    position = roll(table(game), 4, value)
    assert ends(position) == {(value, "up"), (value, "down")}
    extended = play(roll(table(game), value), f"extend {value} up")
    assert ends(extended.play("roll 6")) == {(6, "up"), (6, "down")}


def test_after_an_extension_the_chain_is_not_rearranged(game: ludoteca.Game) -> None:
    # The roll has six ends; once extended at the 3 the new die alone is the end.
    position = play(roll(table(game, hand=3), 4, 1, 6, 3), "extend 3 down", "roll 2")
    assert ends(position) == {(2, "down")}


def test_a_die_that_would_make_four_equal_does_not_fit(game: ludoteca.Game) -> None:
    position = play(roll(table(game, hand=2), 5, 5, 5), "extend 5 up", "roll 5")
    assert position.reveal()["to_move"] == 1


def test_an_end_is_offered_even_where_nothing_can_follow(game: ludoteca.Game) -> None:
    position = roll(table(game, hand=2), 6, 6, 6)
    assert ends(position) == {(6, "up"), (6, "down")}
    assert position.view(0)["ends"][0]["fits"] == []


def drained(game: ludoteca.Game, *, hand: int) -> ludoteca.Position:
    """The position where seat 0 begins after seat 1 stood with a chain of thirteen dice."""
    state = make_state(game)
    state.previous[:13] = climb(13)
    state.previous_first, state.lost, state.moved = 13, 0, 2
    state.landed = state.square[2] = 13
    state.hand[:2] = hand, 12
    state.bank = 2 - hand
    return wrap(game, state)


def test_with_an_empty_bank_one_can_only_stand(game: ludoteca.Game) -> None:
    position = roll(drained(game, hand=2), 3, 4, 5)
    assert position.reveal()["bank"] == 0
    assert position.moves() == ["stand 1", "stand 2"]


def test_the_last_die_of_the_bank_may_be_taken(game: ludoteca.Game) -> None:
    position = play(roll(drained(game, hand=1), 3, 4), "extend 4 up")
    assert position.reveal()["bank"] == 0
    assert position.play("roll 5").moves() == ["stand 1", "stand 2"]


# Failing


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ((3, 2, 4), 0),
        ((3, 2, 4, 4), 1),
        ((3, 2, 4, 4, 5), 1),
        ((3, 2, 2, 4, 4, 5), 2),
        ((3, 2, 2, 4, 4, 5, 5), 2),
    ],
)
def test_a_failed_turn_loses_half_of_all_dice_rounded_up(
    game: ludoteca.Game, dice: tuple[int, ...], left: int
) -> None:
    truth = roll(table(game, hand=len(dice) - 1), *dice).reveal()
    assert truth["hand"] == [left, 0]
    assert truth["bank"] == 14 - left
    assert (truth["to_move"], truth["chain"], truth["discs"][0]) == (1, [], [0, 0])


def test_the_failing_die_of_an_extension_counts_and_goes_back(game: ludoteca.Game) -> None:
    position = play(roll(table(game, hand=3), 2, 3, 4, 5), "extend 5 up", "roll 4")
    # Five dice rolled, three lost of four black ones.
    assert (position.reveal()["hand"], position.reveal()["bank"]) == ([1, 0], 13)


def test_the_coloured_die_is_never_lost(game: ludoteca.Game) -> None:
    position = play(roll(table(game), 4), "extend 4 up", "roll 3")
    assert (position.reveal()["hand"], position.reveal()["bank"]) == ([0, 0], 14)
    position = play(walk(position, 1), "keep 0")
    assert position.moves() == [f"roll {value}" for value in range(1, 7)]


def test_the_next_turn_starts_with_the_dice_that_are_left(game: ludoteca.Game) -> None:
    position = roll(table(game, hand=5), 3, 2, 2, 4, 4, 5)
    position = walk(position, 1)
    assert position.moves() == ["keep 0", "keep 1", "keep 2"]


def test_nineteen_dice_are_the_most_a_turn_can_roll() -> None:
    game = ludoteca.load("cadena", players=4)
    position = roll(table(game, hand=17), *climb(18))
    assert position.reveal()["bank"] > 0
    position = play(position, "extend 6 up", "roll 6")
    assert position.reveal()["hand"][0] == 8
    assert position.view(0)["last_turn"]["dice"] == [*climb(18), 6]


# The end


def both_covered() -> dict[int, list[tuple[int, int]]]:
    return {5: [(1, 1), (0, 2)], 8: [(1, 2), (0, 1)]}


def test_a_turn_that_begins_with_all_own_discs_covered_wins(game: ludoteca.Game) -> None:
    piles = {5: [(1, 1), (0, 2)], 8: [(1, 2)], 7: [(0, 1)]}
    position = walk(table(game, piles=piles), 1)
    assert position.to_move is None
    assert position.outcome == ludoteca.Outcome(returns=(0.0, 1.0), reason="all_stuck")
    assert position.reveal()["phase"] == "over"


def test_a_turn_that_begins_with_all_own_discs_in_the_centre_wins(game: ludoteca.Game) -> None:
    piles = {49: [(1, 1)], 47: [(1, 2)]}
    position = walk(table(game, seat=1, hand=1, piles=piles), 2, disc=2)
    # Both discs are home, but the win comes only as that player's next turn begins.
    assert position.to_move == 0
    position = walk(position, 1)
    assert outcome_of(position).returns == (0.0, 1.0)


def test_covered_and_in_the_centre_together_win(game: ludoteca.Game) -> None:
    piles = {49: [(1, 1)], 8: [(1, 2)], 7: [(0, 1)]}
    assert outcome_of(walk(table(game, piles=piles), 1)).returns == (0.0, 1.0)


def test_a_failed_turn_too_begins_the_next_turn_and_its_win(game: ludoteca.Game) -> None:
    position = roll(table(game, hand=2, piles=both_covered()), 3, 2, 4)
    assert outcome_of(position).returns == (0.0, 1.0)


def test_no_win_while_one_disc_is_free(game: ludoteca.Game) -> None:
    piles = {5: [(1, 1), (0, 2)], 8: [(1, 2)], 11: [(0, 1)]}
    assert walk(table(game, piles=piles), 1).to_move == 1


def test_a_disc_uncovered_in_time_does_not_win(game: ludoteca.Game) -> None:
    position = walk(table(game, piles=both_covered()), 1)
    assert position.to_move == 1


def test_three_players_the_seat_whose_turn_begins_wins() -> None:
    game = ludoteca.load("cadena", players=3)
    piles = {5: [(2, 1), (0, 2)], 8: [(2, 2)], 7: [(0, 1)]}
    position = walk(table(game, piles=piles), 1)
    assert position.to_move == 1
    position = walk(position, 1)
    assert outcome_of(position).returns == (0.0, 0.0, 1.0)


def test_the_mover_has_a_free_disc(game: ludoteca.Game) -> None:
    with pytest.raises(ludoteca.InvalidPosition):
        table(game, piles={49: [(0, 1), (0, 2)]})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_a_thousand_turns_the_game_is_drawn(players: int) -> None:
    game = ludoteca.load("cadena", players=players)
    seat = 999 % players
    position = walk(table(game, seat=seat, turn=999), 1)
    assert position.to_move is None
    assert outcome_of(position).reason == "too_long"
    assert outcome_of(position).returns == (1 / players,) * players


def test_the_thousandth_turn_is_still_played(game: ludoteca.Game) -> None:
    position = walk(table(game, seat=0, turn=998), 1)
    assert position.to_move == 1


def test_a_player_stuck_after_a_thousand_turns_wins(game: ludoteca.Game) -> None:
    piles = {49: [(0, 1)], 8: [(0, 2)], 7: [(1, 1)]}
    position = walk(table(game, seat=1, turn=999, piles=piles), 1)
    assert outcome_of(position).reason == "all_stuck"
    assert outcome_of(position).returns == (1.0, 0.0)
