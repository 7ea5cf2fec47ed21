"""Sendas: a piece moves, turns, becomes a wildcard, or leaves and lies outside the board."""

import pytest

import ludoteca
from ludoteca.core.position import Position
from tests.rulebooks.sendas.sendas_tables import LADDER, SLIDE, table

pytestmark = pytest.mark.plain

NAMES = ["Ana", "Bruno"]


def told(position: Position, move: str, seat: int | None = None, lang: str = "en") -> str:
    """Return the sentence of a move."""
    (beat,) = position.beats(move, seat)
    return beat.text(lang, NAMES, reader=seat, game="sendas")


def test_a_move_and_a_turn_are_told_apart() -> None:
    start = ludoteca.load("sendas").start(seed=0)
    moves = start.moves()
    plain = next(m for m in moves if m.startswith("e3-") and "[NESW]" in m)
    (slide,) = start.beats(plain, 0)
    target = plain[3:5]
    assert slide.kind == "slide"
    assert slide.origins == {f"piece-{target}": "piece-e3"}
    assert told(start, plain) == f"Ana moves a piece from e3 to {target}."
    turned = next(m for m in moves if m.startswith("c2-") and "[NE]" not in m)
    assert told(start, turned, 0).endswith("and turn it.")
    rotation = next(m for m in moves if m[2] == "[")
    assert start.beats(rotation, 1)[0].kind == "turn"
    assert told(start, "pass", 0) == "You pass."


def test_a_wildcard_is_named() -> None:
    clash = ludoteca.load("sendas", setup="clash").start(seed=0)
    move = next(m for m in clash.moves() if m.endswith("*"))
    assert clash.beats(move, 0)[0].kind == "wild"


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize(
    ("before", "move", "place"),
    [
        (table(LADDER), "e4-e10", "e10"),
        (table("a7[NS] a6[NS] a5[NS] a4[NS] a3[NS] a2[NS]", SLIDE, to_move=1), "e6-e0", "e0"),
    ],
    ids=["white", "black"],
)
def test_the_winning_piece_lies_outside_the_board_where_it_left(
    before: Position, move: str, place: str, seat: int | None
) -> None:
    after = before.play(move)
    outside = after.view(seat)["outside"]
    assert outside["place"] == place
    assert outside["seat"] == before.to_move
    assert ("N" if place.endswith("0") and len(place) == 2 else "S") in outside["ends"]
    scene = {element.id: element for element in after.scene(seat).elements}  # type: ignore[attr-defined]
    piece, exit_place = scene[f"piece-{place}"], scene[f"exit-{place}"]
    assert piece.x == exit_place.x
    assert abs(piece.y - exit_place.y) < 30
    assert piece.y < 66 or piece.y > scene["square-e1"].y
    (beat,) = before.beats(move, seat)
    assert beat.kind == "exit"
    assert beat.origins == {f"piece-{place}": f"piece-{move[:2]}"}
    assert f"at {place}" in after.words(seat)


def test_the_place_outside_is_kept_in_a_position_s_text() -> None:
    after = table(LADDER).play("e4-e10")
    assert after.game.parse(after.text()).view(0) == after.view(0)


def test_a_finished_position_of_an_older_version_does_not_say_where_the_piece_is() -> None:
    after = table(LADDER).play("e4-e10")
    older = " ".join(part for part in after.text().split(" ") if not part.startswith("outside="))
    assert after.game.parse(older).view(0)["outside"] is None
