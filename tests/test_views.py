"""States made of views: like the view where it is one, a named error where it is none."""

from itertools import islice

import pytest

import ludoteca
from ludoteca.core.rng import new_rng
from tests.cases import Case, effort, every_case, load, random_positions
from tests.malformed import MALFORMED, SENDAS, reds

pytestmark = pytest.mark.kernels


@every_case
def test_what_is_imagined_looks_like_the_view(case: Case) -> None:
    """Memory or not: what was forgotten is made up so that the position can be."""
    game = load(case)
    for position in islice(random_positions(game, 11, every=5), effort(100, interpreted=10)):
        if position.to_move is None:
            continue
        for seat in range(game.seats):
            for memory in (True, False):
                view = position.view(seat, memory=memory)
                state = game.imagine(view, new_rng(seat))
                guess = ludoteca.Position(game, state, position._chance)
                assert guess.view(seat, memory=memory) == view
                game.definition.check(state, game.state())


@pytest.mark.parametrize("what", MALFORMED)
def test_nothing_is_imagined_where_nothing_can_be(what: str) -> None:
    view = MALFORMED[what]
    with pytest.raises(ludoteca.CannotThink) as caught:
        ludoteca.load(view["game"]).imagine(view, new_rng(1))
    assert caught.value.reason == "impossible_view"
    assert caught.value.text("en") != caught.value.text("es")


@pytest.mark.parametrize("name", ["phoenix", "rainbow"])
def test_a_spectator_of_hidden_cards_imagines_nothing(name: str) -> None:
    game = ludoteca.load(name)
    with pytest.raises(ludoteca.CannotThink):
        game.imagine(game.start(1).view(None), new_rng(1))


def test_all_reds_that_there_are_can_be_seen() -> None:
    """Each of the other colours twice, white and black once: fourteen."""
    game = ludoteca.load("rainbow")
    state = game.imagine(reds(14), new_rng(1))
    game.definition.check(state, game.state())


def test_a_position_that_stood_before_is_known_to_without_memory_too() -> None:
    start = ludoteca.load("sendas").start()
    position = start.play(start.moves()[0]).play("pass")
    back = [m for m in position.moves() if position.play(m).view(0)["pieces"] == SENDAS["pieces"]]
    position = position.play(back[0]).play("pass")
    view = position.view(0)
    assert view["occurrences"] == 2
    state = position.game.imagine(view, new_rng(1))
    assert ludoteca.Position(position.game, state, position._chance).view(0) == view
