"""The house rule of Rainbow Duel: a placement must follow a flip."""

import pytest

import ludoteca
from ludoteca import IllegalMove, InvalidPosition, Position, load
from ludoteca.rulebooks.rainbow import validation
from tests.rulebooks.rainbow.rainbow_table import changed, deal, play, random_game


def flipped(after_flip: str) -> Position:
    """The position after a placement and a flip that ends nothing."""
    game = load("rainbow", after_flip=after_flip)
    return play(deal("RO YG BI", "GB IV VR", game), "1 F1")


def test_after_a_flip_the_turn_may_end() -> None:
    assert set(flipped("may-end").moves()) == {"1", "1?", "2", "2?", "end"}


def test_after_a_flip_a_card_must_be_placed() -> None:
    position = flipped("must-place")
    assert set(position.moves()) == {"1", "1?", "2", "2?"}
    assert position.view(0)["next"] == ["place"]
    with pytest.raises(IllegalMove) as caught:
        position.play("end")
    assert caught.value.reason == "must_place"
    assert "end" in position.play("1").moves()


def test_before_a_flip_and_before_a_placement_nothing_changes() -> None:
    for after_flip in ("may-end", "must-place"):
        game = load("rainbow", after_flip=after_flip)
        position = deal("RO YG BI", "GB IV VR", game)
        with pytest.raises(IllegalMove) as caught:
            position.play("end")
        assert caught.value.reason == "end_too_soon"
        assert "end" in position.play("1").moves()


def test_a_flip_that_ends_the_round_needs_no_placement() -> None:
    game = load("rainbow", after_flip="must-place")
    position = play(deal("RK YG BI", "GB IV VR", game), "1")
    ended = position.play("F1")
    assert (ended.to_move, ended.reveal()["won"]) == (0, [0, 1])


def test_whenever_a_flip_is_offered_a_card_is_in_hand() -> None:
    game = load("rainbow", after_flip="must-place")
    for seed in range(5):
        for position in random_game(game, seed):
            if any(move.startswith("F") for move in position.moves()):
                assert len(position.reveal()["hands"][position.to_move or 0]) > 0
            assert game.parse(position.text()) == position


def test_the_option_belongs_to_a_position() -> None:
    position = flipped("must-place")
    with pytest.raises(InvalidPosition):
        validation.check(changed(position, must_place=0)._state, position.game.state())


def test_the_evaluation_knows_that_the_turn_goes_on() -> None:
    may, must = flipped("may-end"), flipped("must-place")
    evaluate = ludoteca.core.registry.definition("rainbow").kernels.evaluate
    assert evaluate(may.state(), 0) != evaluate(must.state(), 0)
