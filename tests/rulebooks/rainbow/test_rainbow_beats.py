"""Rainbow Duel: every face that was up is in the beats of every seat that could see it."""

import pytest

from ludoteca.core.beats import Beat
from ludoteca.core.position import Position
from tests.rulebooks.rainbow.rainbow_table import deal, play

pytestmark = pytest.mark.plain

NAMES = ["Ana", "Bruno"]
SEATS = (None, 0, 1)


def told(position: Position, move: str, seat: int | None, lang: str = "en") -> list[str]:
    """Return the sentences of a move for a seat."""
    found = (beat.text(lang, NAMES, reader=seat, game="rainbow") for beat in _beats(position, move))
    return [said for said in found if said]


def _beats(position: Position, move: str, seat: int | None = None) -> tuple[Beat, ...]:
    return position.beats(move, seat)


def kinds(position: Position, move: str) -> list[str]:
    """Return the kinds of the beats of a move."""
    return [beat.kind for beat in position.beats(move, None)]


@pytest.mark.parametrize("seat", SEATS)
def test_a_clash_shows_the_card_before_the_row_is_paid(seat: int | None) -> None:
    position = play(deal("RO OG YG", "BI RY BV"), "1 end")
    found = position.beats("2", seat)
    assert [beat.kind for beat in found] == ["place", "clash", "take"]
    for beat in found[:2]:
        assert beat.view is not None
        assert beat.view["row"] == ["R", "R"]
    assert position.step("2").view(seat)["row"] == []
    assert found[1].things == ("row-1", "row-2")
    assert found[2].things == ("row-1", "row-2")
    assert found[2].to == "won-0"


def test_the_clash_is_named_with_the_player_who_takes_the_row() -> None:
    position = play(deal("RO OG YG", "BI RY BV"), "1 end")
    assert told(position, "2", None)[1] == "Second red: the row goes to Ana."
    assert told(position, "2", 0)[1] == "Second red: the row goes to you."
    assert told(position, "2", None, "es")[1] == "Segundo rojo: la fila es para Ana."


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_placed_blind_is_revealed_to_everybody_even_if_it_goes_at_once(
    seat: int | None,
) -> None:
    position = play(deal("RO OG YG", "BI YR BV"), "1 end")
    reveal, clash, _ = position.beats("2?", seat)
    assert reveal.kind == "reveal"
    assert reveal.view is not None
    assert reveal.view["row"][-1] == "R"
    assert reveal.terms == {"face": "faces.R"}
    assert clash.kind == "clash"


def test_black_is_named() -> None:
    position = deal("KO OG YG", "BI RY BV")
    assert kinds(position, "1") == ["place", "black", "take"]
    assert told(position, "1", None)[1] == "Black: the row goes to Bruno."
    assert told(position, "1", 1)[1] == "Black: the row goes to you."


def test_a_flip_shows_the_other_face_and_what_came_of_it() -> None:
    position = play(deal("RO YG BI", "IV RY BV"), "1 end 1")
    assert kinds(position, "F1") == ["reveal"]
    assert told(position, "F1", None) == ["Bruno flips card 1 of the row: orange."]
    flipped = play(deal("RI YG BI", "IV RY BV"), "1 end 1")
    assert kinds(flipped, "F1") == ["reveal", "clash", "take"]


def test_a_rainbow_goes_to_the_one_who_completes_it() -> None:
    position = play(deal("RO OY YG", "GB BI IR"), "1 end 1 end 1 end 1 end 1 end")
    found = position.beats("1", 1)
    assert [beat.kind for beat in found] == ["place", "rainbow", "take"]
    assert found[1].things == tuple(f"row-{n}" for n in range(1, 7))
    assert found[2].to == "won-1"
    assert told(position, "1", 1)[1] == "A rainbow of six: you take the row."


def test_a_placed_card_comes_from_its_place_in_the_hand_and_the_others_close_up() -> None:
    place = deal("RO OG YG", "BI RY BV").beats("2", 1)[0]
    assert place.things == ("row-1",)
    assert place.origins == {"row-1": "hand-0-2", "hand-0-2": "hand-0-3"}


def test_the_third_card_and_the_end_of_a_turn_draw_from_the_stack() -> None:
    position = play(deal("RO OG YG", "BI RY BV"), "1")
    end = position.beats("end", 0)
    assert [beat.kind for beat in end] == ["draw"]
    assert end[0].origins == {"hand-0-3": "stack"}
    third = play(deal("RO YG BI", "IV RY BV"), "1 F1 1 F1")
    assert kinds(third, "1") == ["place", "draw"]
