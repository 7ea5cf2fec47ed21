"""Phoenix: a card and its effect, and the end of a hand with both lines and the points."""

import pytest

from ludoteca.core.position import Position
from tests.rulebooks.phoenix.phoenix_table import ONE_TURN, ORDERED, after, table

pytestmark = pytest.mark.plain

NAMES = ["Ana", "Bruno"]


def told(position: Position, move: str, seat: int | None = None, lang: str = "en") -> list[str]:
    """Return the sentences of a move."""
    return [
        beat.text(lang, NAMES, reader=seat, game="phoenix") for beat in position.beats(move, seat)
    ]


@pytest.mark.parametrize(
    ("move", "kind", "said"),
    [
        ("M2 1>3", "slide", "Ana plays Movement 2: the pawn in column 1 goes to column 3."),
        (
            "P1 1x2",
            "exchange",
            "Ana plays Permutation 1: the pawns in columns 1 and 2 change places.",
        ),
        ("R", "exchange", "Ana plays Rotation: the pawns at both ends of the line change places."),
        ("D1 2x3", "spectrum", "Ana plays Modification 1: the spectrum changes."),
        ("X6", "exchange", "Ana plays Exchange: the two pawns in column 6 change places."),
        ("-M2", "discard", "Ana discards Movement 2."),
        ("-X", "discard", "Ana discards Exchange."),
    ],
)
def test_each_card_says_what_it_does(move: str, kind: str, said: str) -> None:
    position = table(top="M2 P1 R D1 X P1 P1 P1 P1 P1")
    (beat,) = position.beats(move, None)
    assert (beat.kind, beat.text("en", NAMES, game="phoenix")) == (kind, said)
    assert beat.things[-1].startswith("card-1-0-")


def test_the_neighbours_of_a_moved_pawn_make_room() -> None:
    (beat,) = table(top="M2 P1 R D1 X P1 P1 P1 P1 P1").beats("M2 4>2", 0)
    assert beat.origins == {
        "pawn-0-2": "pawn-0-4",
        "pawn-0-4": "pawn-0-3",
        "pawn-0-3": "pawn-0-2",
    }
    assert beat.things[0] == "pawn-0-2"
    assert len(beat.things) == 2


def test_exchanged_pawns_come_from_each_other_s_line() -> None:
    (beat,) = table(top="M2 P1 R D1 X P1 P1 P1 P1 P1").beats("X6", 1)
    assert beat.origins == {"pawn-0-6": "pawn-1-6", "pawn-1-6": "pawn-0-6"}


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_end_of_a_hand_stands_still_with_both_lines_and_the_points(seat: int | None) -> None:
    position = table(lines=(ORDERED, "PBGYPBGYPB"), top="R P1 R P1 R P1 R P1 R P1")
    kinds = [beat.kind for beat in position.beats("-R", seat)]
    assert kinds == ["discard", "order", "score", "score", "hand-end"]
    said = told(position, "-R")
    assert said[1] == "The line of Ana is in order: the hand ends."
    assert said[2] == "Ana: 5 for the order, 0 for all colours, 3 for runs. 8 points."
    assert said[4] == "After hand 1: Ana 8, Bruno 0."
    ended = position.step("-R").view(seat)
    assert ended["lines"] == [ORDERED, "PBGYPBGYPB"]
    assert len(ended["points"]) == 1


def test_an_empty_deck_ends_a_hand_in_so_many_words() -> None:
    position = table(deck=ONE_TURN)
    assert [beat.kind for beat in position.beats(position.moves()[0], 0)][1] == "deck"


def test_a_deal_says_which_hand_it_is_and_who_starts() -> None:
    ended = after(table(lines=(ORDERED, "PBGYPBGYPB"), top="R P1 R P1 R P1 R P1 R P1"), "-R")
    (deal,) = ended.beats(ended.chance_text(), 1)
    said = deal.text("en", NAMES, reader=1, game="phoenix")
    assert said == "Hand 2 of 3 is dealt. You start."
