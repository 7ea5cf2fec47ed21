"""Colorito: the goals that are shown for a picked piece."""

import pytest

from ludoteca.rulebooks.colorito.picture.goals import marks
from tests.rulebooks.colorito.colorito_table import game

pytestmark = pytest.mark.plain


def test_a_piece_belongs_on_its_number_across_the_board() -> None:
    view = game().start(0).view(0)
    found = marks(view)
    assert len(found) == 20
    assert found["a1"] == ["j10"]
    assert game().definition.marks(view) == found


def test_each_seat_is_shown_its_own_goals_and_a_spectator_none() -> None:
    start = game().start(0)
    assert marks(start.view(1))["j10"] == ["a1"]
    assert marks(start.view(None)) == {}


def test_in_variant_colours_any_free_goal_of_the_colour_fits() -> None:
    view = game("colours").start(0).view(0)
    taken = {piece["square"] for piece in view["pieces"]}
    assert marks(view)["a1"] == []
    left = next(piece for piece in view["pieces"] if piece["square"] == "j10")
    left["square"] = "j5"
    assert "j10" in taken
    assert marks(view)["a1"] == ["j10"]
    assert marks(view)["a2"] == []


def test_a_piece_at_home_in_variant_colours_may_stay() -> None:
    view = game("colours").start(0).view(0)
    other = next(piece for piece in view["pieces"] if piece["square"] == "j10")
    own = next(piece for piece in view["pieces"] if piece["square"] == "a1")
    other["square"], own["square"] = "j5", "j10"
    assert marks(view)["j10"] == ["j10"]
