"""The house rules of Sendas: another exit, passes that end nothing, and the change of sides."""

import random

import pytest

import ludoteca
from ludoteca import IllegalMove, InvalidNotation, InvalidPosition, Position
from ludoteca.core.encoding import encoding
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.sendas import validation
from ludoteca.rulebooks.sendas.picture import terminal
from tests.rulebooks.sendas import sendas_reference as reference
from tests.rulebooks.sendas.sendas_tables import COLUMN, LADDER, SLIDE, board, play
from tests.rulebooks.sendas.test_sendas_reference import forwards


def house(white: str, black: str = COLUMN, **options: str) -> Position:
    """A hand-made position with house rules."""
    setup = {"white": white.split(), "black": black.split()}
    return ludoteca.load("sendas", setup=setup, **options).start(seed=0)


def exits_of(position: Position) -> set[str]:
    return {move for move in position.moves() if move.endswith(("10", "0"))}


def test_beyond_the_edge_any_piece_leaves_beside_another() -> None:
    assert exits_of(house(LADDER)) == {"e4-e10"}


def test_at_the_edge_a_piece_leaves_straight_if_both_stay_connected() -> None:
    position = house(LADDER, exit="edge")
    assert exits_of(position) == {"e9-e10"}
    after = position.play("e9-e10")
    assert after.outcome is not None
    assert (after.outcome.returns, after.outcome.reason) == ((1.0, 0.0), "exit")
    assert position.game.parse(after.text()) == after


def test_at_the_edge_black_leaves_below_rank_1() -> None:
    position = house(COLUMN, SLIDE, exit="edge").play("pass")
    assert exits_of(position) == {"e1-e0"}
    assert position.play("e1-e0").outcome.returns == (0.0, 1.0)  # type: ignore[union-attr]


def test_at_the_edge_a_piece_that_holds_others_stays() -> None:
    corner = "d9[NE] e9[EW] f9[SW] f8[NS] f7[NS] f6[NS]"
    position = house(corner, exit="edge")
    assert exits_of(position) == {"d9-d10"}
    with pytest.raises(IllegalMove) as caught:
        position.play("e9-e10")
    assert caught.value.reason == "exit_breaks"


def test_at_the_edge_a_piece_leaves_neither_aslant_nor_from_afar() -> None:
    position = house(LADDER, exit="edge")
    for move in ("e4-e10", "e9-d10"):
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        assert caught.value.reason == "not_straight"


@pytest.mark.parametrize("setup", ["classic", "block", "clash"])
def test_the_moves_with_exits_at_the_edge_are_those_of_the_reference(setup: str) -> None:
    seen = 0
    for number in range(6):
        rng = random.Random(number)
        position = ludoteca.load("sendas", setup=setup, exit="edge").start(seed=0)
        for step in range(40):
            seat = position.to_move
            if seat is None:
                break
            if step % 3 == 0:
                table = reference.board_of(position)
                expected = reference.moves(table, seat, leave=reference.straight_exits)
                assert set(position.moves()) == expected
                seen += bool(exits_of(position))
            position = position.play(forwards(rng, position))
    assert seen > 0


def test_two_passes_are_a_draw_or_nothing() -> None:
    passed = play(ludoteca.load("sendas").start(), "pass pass")
    assert passed.outcome is not None
    assert passed.outcome.reason == "both_passed"
    going = play(ludoteca.load("sendas", passes="go-on").start(), "pass pass")
    assert going.outcome is None
    assert going.game.parse(going.text()) == going
    moved = going.play("g2-e4[ES]")
    assert (moved.view(0)["passes"], going.view(0)["passes"]) == (0, 2)


def test_without_the_draw_by_passes_the_third_occurrence_still_ends_the_game() -> None:
    position = ludoteca.load("sendas", passes="go-on").start()
    position = play(position, "pass pass pass")
    assert position.outcome is None
    last = position.play("pass")
    assert last.outcome is not None
    assert last.outcome.reason == "repetition"
    assert position.game.parse(last.text()) == last


def swapping(**options: str) -> Position:
    """The position in which seat 1 may change sides."""
    return ludoteca.load("sendas", swap="yes", **options).start(seed=0).play("g2-e4[ES]")


def test_only_seat_1_may_swap_and_only_once_after_the_first_move() -> None:
    position = swapping()
    assert "swap" not in position.game.start(seed=0).moves()
    assert position.moves().count("swap") == 1
    with pytest.raises(IllegalMove) as caught:
        position.play("swap").play("swap")
    assert caught.value.reason == "late_swap"
    with pytest.raises(IllegalMove) as caught:
        ludoteca.load("sendas").start().play("g2-e4[ES]").play("swap")
    assert caught.value.reason == "no_swap"


def test_after_a_swap_the_position_stays_and_the_seats_have_changed_sides() -> None:
    before = swapping()
    after = before.play("swap")
    assert after.to_move == 0
    assert after.view(0)["sides"] == [1, 0]
    stands = {square: held[1:] for square, held in board(before).items()}
    assert {square: held[1:] for square, held in board(after).items()} == stands
    own = {piece["square"] for piece in after.view(0)["pieces"] if piece["seat"] == 0}
    assert own == {square for square, held in board(before).items() if held[0] == "b"}
    assert after.game.parse(after.text()) == after
    black = {move for move in before.moves() if move != "swap"}
    assert set(after.moves()) == black


def test_after_a_swap_seat_0_leaves_at_rank_0_and_wins() -> None:
    position = house(COLUMN, SLIDE, swap="yes")
    after = play(position, "pass swap")
    assert exits_of(after) == {"e6-e0"}
    with pytest.raises(InvalidNotation):
        after.play("e6-e10")
    won = after.play("e6-e0")
    assert won.outcome is not None
    assert won.outcome.returns == (1.0, 0.0)
    assert won.game.parse(won.text()) == won


def test_positions_before_a_swap_do_not_count_as_occurrences() -> None:
    position = play(ludoteca.load("sendas", swap="yes", passes="go-on").start(), "pass swap")
    assert position.view(0)["occurrences"] == 1
    position = play(position, "pass pass pass")
    assert position.outcome is None
    assert position.play("pass").outcome.reason == "repetition"  # type: ignore[union-attr]


@pytest.mark.parametrize("memory", [True, False])
def test_a_view_after_a_swap_makes_the_position_again(memory: bool) -> None:
    position = play(swapping(setup="classic"), "swap c8-e6[NW] pass")
    for seat in range(2):
        seen = position.view(seat, memory=memory)
        state = position.game.imagine(seen, new_rng("x"))
        assert state.board.tolist() == position.state().board.tolist()
        assert state.swapped == 1


def test_a_wildcard_before_the_swap_is_kept() -> None:
    game = ludoteca.load("sendas", setup="clash", swap="yes")
    position = play(game.start(), "d4* swap")
    assert game.parse(position.text()) == position
    for seat in range(2):
        game.imagine(position.view(seat), new_rng("x"))


def test_impossible_swaps_are_refused() -> None:
    after = swapping().play("swap")
    for change in ({"swapped": 2}, {"since": 0}, {"may_swap": 0}, {"swapped": 0}):
        state = copy_state(after._state)
        for name, value in change.items():
            state[name] = value
        with pytest.raises(InvalidPosition):
            validation.check(state, after.game.state())


def test_the_encoding_follows_the_side_of_a_seat() -> None:
    before, coded = swapping(), encoding("sendas")
    after = before.play("swap")
    for seat in range(2):
        then = coded.split(coded.observe(before.state(), 1 - seat))
        now = coded.split(coded.observe(after.state(), seat))
        assert now["board"].tolist() == then["board"].tolist()
    legal = coded.legal(before.game, before.state())
    actions = {coded.action_of(before.state(), index) for index in legal}
    assert actions == set(before.actions())
    turned = {coded.action_of(after.state(), i) for i in coded.legal(after.game, after.state())}
    assert turned == set(after.actions())


def test_the_evaluation_follows_the_side_of_a_seat() -> None:
    before = swapping()
    after = before.play("swap")
    evaluate = before.game.definition.kernels.evaluate
    assert evaluate(after.state(), 0) == pytest.approx(evaluate(before.state(), 1))
    edge = house(LADDER, exit="edge")
    assert evaluate(edge.state(), 0) == 1.0
    far = house("d9[NE] e9[NEW] f9[SW] f8[NS] f7[NS] e8[NS]".replace("e8[NS]", "f6[NS]"))
    assert 0.0 < evaluate(far.play("pass").state(), 1) < 1.0


def test_screens_show_the_side_of_a_seat_after_a_swap() -> None:
    before = swapping()
    after = before.play("swap")
    assert before.words(None) == after.words(None)
    flipped, upright = after.scene(0).svg(), after.scene(1).svg()
    assert flipped == before.scene(1).svg()
    assert upright == before.scene(0).svg()
    assert terminal.name("NE", after.view(0), "en") == terminal.name("NE", before.view(1), "en")
