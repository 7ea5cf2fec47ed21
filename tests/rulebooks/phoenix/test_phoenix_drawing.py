"""Phoenix: the table as a picture and in words."""

import json
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

import ludoteca
from ludoteca.core.arrays import State
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.drawing.scene import Element
from ludoteca.rulebooks.phoenix import notation, rules, validation, view
from ludoteca.rulebooks.phoenix.imagining import imagine
from ludoteca.rulebooks.phoenix.names import CARDS
from tests.positions import fields_of, scene_of
from tests.rulebooks.phoenix.phoenix_table import changed, imagined, table

pytestmark = pytest.mark.plain

EVERY_CARD = dict.fromkeys(CARDS, 5)
PAIR = table(top="X X M2 R P1 X P2 P3 D1 P4")


def elements(position: ludoteca.Position, seat: int | None, lang: str = "en") -> dict[str, Element]:
    return {element.id: element for element in scene_of(position, seat, lang).elements}


def texts_of(element: Element) -> list[str]:
    return [shape.text for shape in element.shapes if shape.text]


# The picture


def test_everyone_has_the_own_line_below() -> None:
    for seat in (0, 1):
        things = elements(PAIR, seat)
        assert things[f"pawn-{seat}-1"].y > things["cube-R"].y > things[f"pawn-{1 - seat}-1"].y
    spectator, first = elements(PAIR, None), elements(PAIR, 0)
    for name in ("pawn-0-1", "pawn-1-10", "cube-R", "numbers"):
        assert (spectator[name].x, spectator[name].y) == (first[name].x, first[name].y)


def test_both_seats_read_columns_and_spectrum_from_left_to_right() -> None:
    first, second = elements(PAIR, 0), elements(PAIR, 1)
    names = [f"pawn-{seat}-{column}" for seat in (0, 1) for column in range(1, 11)]
    for name in (*names, *(f"cube-{letter}" for letter in "ROYGBP")):
        assert first[name].x == second[name].x
    assert first["pawn-0-1"].x < first["pawn-0-10"].x
    assert second["cube-R"].x < second["cube-P"].x
    assert first["pawn-0-1"].y == second["pawn-1-1"].y > second["pawn-0-1"].y


def test_numbers_stand_beside_columns_and_cubes() -> None:
    for seat in (0, 1):
        things = elements(PAIR, seat)
        written = [shape for shape in things["numbers"].shapes if shape.text]
        numbers = {(shape.text, shape.attributes["x"]) for shape in written}
        for column in range(1, 11):
            assert (str(column), things[f"pawn-0-{column}"].x) in numbers
        for place, letter in enumerate("ROYGBP", 1):
            assert (str(place), things[f"cube-{letter}"].x) in numbers


def test_facing_pawns_stand_in_one_column() -> None:
    for seat in (None, 0, 1):
        things = elements(PAIR, seat)
        for column in range(1, 11):
            assert things[f"pawn-0-{column}"].x == things[f"pawn-1-{column}"].x


def test_only_the_own_pawns_can_be_picked() -> None:
    for seat in (0, 1):
        things = elements(PAIR, seat)
        for column in range(1, 11):
            assert things[f"pawn-{seat}-{column}"].choice == f"own:{column}"
            assert things[f"pawn-{1 - seat}-{column}"].choice is None


def test_equal_cards_share_a_choice_under_ids_of_their_own() -> None:
    cards = [e for e in scene_of(PAIR, 0).elements if e.choice == "card:X"]
    assert [card.id for card in cards] == ["card-1-0-X-1", "card-1-0-X-2"]
    assert cards[0].label == cards[1].label


def test_a_played_card_keeps_its_id_on_the_way_to_the_pile() -> None:
    after = PAIR.play("X1")
    things = elements(after, 0)
    assert things["card-1-0-X-1"].x == things["discard"].x
    assert things["card-1-0-X-2"].choice == "card:X"
    assert things["card-1-0-X-2"].y == elements(PAIR, 0)["card-1-0-X-2"].y


def test_a_discard_of_the_other_player_takes_no_id_of_the_own_cards() -> None:
    after = PAIR.play("-R").play("-X")
    things = elements(after, 0)
    assert things["card-1-1-X-1"].x == things["card-1-0-R-1"].x == things["discard"].x
    assert things["card-1-0-X-1"].choice == things["card-1-0-X-2"].choice == "card:X"


def test_a_cube_keeps_its_id_where_it_goes() -> None:
    position = table(top="D2")
    before, after = elements(position, 0), elements(position.play("D2 1>3"), 0)
    assert before["cube-R"].choice == "cube:1"
    assert after["cube-R"].choice == "cube:3"
    assert after["cube-R"].x == before["cube-Y"].x


def test_hidden_hands_are_backs_that_say_nothing() -> None:
    for seat in (0, 1):
        things = elements(PAIR, seat)
        backs = [thing for name, thing in things.items() if name.startswith("back-")]
        assert {back.id for back in backs} == {f"back-{1 - seat}-{n}" for n in range(1, 6)}
        assert len({repr(back.shapes) + back.label for back in backs}) == 1
    spectator = elements(PAIR, None)
    assert sum(name.startswith("back-") for name in spectator) == 10
    assert not any(name.startswith("card-") for name in spectator)


def test_the_pile_can_be_picked_empty_or_not_and_says_its_top() -> None:
    empty, full = elements(PAIR, 0)["discard"], elements(PAIR.play("-M2"), 0)["discard"]
    assert empty.choice == full.choice == "discard"
    assert "empty" in empty.label
    assert "Movement 2" in full.label
    assert texts_of(full) == ["1"]


def test_the_deck_shows_how_many_cards_are_left() -> None:
    assert texts_of(elements(PAIR, 0)["deck"]) == ["40"]
    assert (
        texts_of(elements(table(deck={"R": 11}).play("-R").play("-R").play("-R"), 0)["deck"]) == []
    )


def test_the_frame_stands_around_the_line_of_whoever_is_to_move() -> None:
    for seat in (0, 1):
        things = elements(PAIR, seat)
        assert things["turn"].y == things["pawn-0-1"].y
        later = elements(PAIR.play("-R"), seat)
        assert later["turn"].y == later["pawn-1-1"].y
    assert "turn" not in elements(table(deck={"R": 11}).play("-R").play("-R").play("-R"), 0)


def test_every_kind_of_card_has_a_diagram_of_its_own() -> None:
    looks = set()
    for top in ("M1 M2 M3 M4 P1", "P2 P3 P4 R D1", "D2 X X X X"):
        things = elements(table(deck=EVERY_CARD, top=top), 0)
        for card in set(top.split()):
            shapes = things[f"card-1-0-{card}-1"].shapes
            looks.add(repr([shape for shape in shapes if not shape.text]))
    assert len(looks) == len(CARDS)


def test_nothing_lies_outside_the_picture_and_cards_do_not_overlap() -> None:
    for seat in (None, 0, 1):
        scene = scene_of(PAIR.play("-R"), seat)
        for element in scene.elements:
            assert 0 <= element.x <= scene.width
            assert 0 <= element.y <= scene.height
        own = sorted(e.x for e in scene.elements if e.choice and e.choice.startswith("card:"))
        assert all(b - a >= 104 for a, b in pairwise(own))


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_table_of_points_shows_each_finished_hand(lang: str) -> None:
    position = table(deck={"R": 11}).play("-R")
    points = elements(position, 0, lang)["points"]
    own, other = (sum(position.view(0)["points"][0][seat].values()) for seat in (0, 1))
    assert str(own) in texts_of(points)
    assert str(other) in texts_of(points)
    assert str(position.view(0)["scores"][0]) in points.label


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((7, 4), ("You win, 7 to 4.", "You lose, 4 to 7.", "Player 1 wins, 7 to 4.")),
        ((4, 7), ("You lose, 4 to 7.", "You win, 7 to 4.", "Player 2 wins, 7 to 4.")),
        ((4, 4), ("A draw, 4 to 4.", "A draw, 4 to 4.", "A draw, 4 to 4.")),
    ],
)
def test_the_end_is_told_to_everyone_in_their_own_way(
    scores: tuple[int, int], told: tuple[str, str, str]
) -> None:
    over = table(deck={"R": 11}).play("-R").play("-R").play("-R")
    points = np.zeros((rules.HANDS, 2, 3), np.int8)
    points[0, :, 0] = scores
    over = changed(over, points=points)
    for seat, text in zip((0, 1, None), told, strict=True):
        assert texts_of(elements(over, seat)["status"])[0] == text
        assert text in over.words(seat).splitlines()[0]


def test_the_table_before_a_deal_can_be_seen() -> None:
    start = ludoteca.load("phoenix").begin(seed=0)
    for seat in (None, 0, 1):
        assert not any(name.startswith(("pawn", "cube", "card")) for name in elements(start, seat))
        assert texts_of(elements(start, seat)["deck"]) == ["50"]
        assert "about to be dealt" in start.words(seat)


def test_every_button_has_a_name() -> None:
    for lang in ("en", "es"):
        for button in notation.BUTTONS:
            assert ludoteca.core.texts.say("phoenix", f"buttons.{button}", lang)


# Words


def test_words_show_both_lines_and_only_the_own_cards() -> None:
    position = table(top="M2 M3 M4 R X P1 P2 P3 P4 D1")
    english = position.words(0).splitlines()
    assert english[0] == "Hand 1 of 3. Your turn: play a card or discard one."
    assert english[1] == "Points: You (0), Opponent (0)."
    assert english[2].split() == ["Column", *map(str, range(1, 11))]
    assert english[3].split() == ["Opponent", *"ORYGBPORYG"]
    assert english[4] == "Spectrum    R > O > Y > G > B > P"
    assert english[5].split() == ["You", *"PBGYORPBGY"]
    assert english[7] == "Your cards: M2 M3 M4 R X"
    assert english[9] == "Cards: deck (40), Opponent (5)."
    assert english[10] == "Discard pile: empty."
    other = position.words(1).splitlines()
    assert other[0] == "Hand 1 of 3. Opponent to move."
    assert other[3].split() == ["Opponent", *"PBGYORPBGY"]
    assert other[5].split() == ["You", *"ORYGBPORYG"]
    assert other[7] == "Your cards: P1 P2 P3 P4 D1"


def test_words_for_a_spectator_show_no_hand() -> None:
    position = table(top="M2 M3 M4 R X P1 P2 P3 P4 D1").play("R").play("-P1")
    spanish = position.words(None, "es").splitlines()
    assert spanish[0] == "Mano 1 de 3. Turno de Jugador 1."
    assert "Tus cartas" not in "".join(spanish)
    assert spanish[-2] == "Cartas: mazo (38), Jugador 1 (5), Jugador 2 (5)."
    assert spanish[-1] == "Descarte: última P1; en total 1×P1, 1×R."


def test_words_tell_what_the_points_of_a_hand_were_for() -> None:
    lines = ("RRRROOYYGB", "OYGBPOYGBP")
    position = table(lines=lines, top="R M2 M3 P1 X").step("-R")
    assert position.words(0).splitlines()[2] == (
        "Hand 1, order + colours + runs: You (5+0+3), Opponent (0+0+0)."
    )


@pytest.mark.parametrize("lang", ["en", "es"])
def test_words_fit_a_small_terminal(lang: str) -> None:
    position, step = table(), 0
    while position.to_move is not None:
        moves = position.moves()
        position, step = position.play(moves[step * 7 % len(moves)]), step + 1
        for seat in (None, 0, 1):
            rows = position.words(seat, lang).splitlines()
            assert len(rows) <= 16
            assert max(map(len, rows)) <= 78
            assert not any(row != row.rstrip() for row in rows)


# From a view back to a state


def restored(position: ludoteca.Position, seat: int | None) -> State:
    state = position.game.state()
    view.restore(state, json.loads(json.dumps(position.view(seat, memory=True))))
    return state


def test_a_state_made_from_a_view_differs_only_in_what_the_seat_cannot_see() -> None:
    position = table(deck={"P1": 8, "X": 5})
    while position.to_move is not None:
        for seat in (0, 1):
            state, truth = restored(position, seat), copy_state(position._state)
            validation.check(state, position.game._base)
            for name in set(fields_of(rules.STATE)) - {"deck", "hands"}:
                assert np.array_equal(state[name], truth[name]), name
            assert np.array_equal(state.hands[seat], truth.hands[seat])
        position = position.step(position.moves()[-1])
        if position.to_move == ludoteca.CHANCE:
            assert restored(position, 0).to_move == ludoteca.CHANCE
        position = position.deal()
    for seat in (0, 1):
        validation.check(restored(position, seat), position.game._base)


def test_a_spectators_view_becomes_a_possible_state() -> None:
    position = PAIR.play("X1").play("-X")
    state = restored(position, None)
    validation.check(state, position.game._base)
    assert state.hands.sum(axis=1).tolist() == [5, 5]


def test_a_view_before_the_deal_leaves_the_set_up() -> None:
    start = ludoteca.load("phoenix").begin(seed=0)
    assert restored(start, 0).tobytes() == start._state.tobytes()


def test_a_seat_imagines_the_same_from_its_view_as_from_the_truth() -> None:
    position = PAIR
    for move in ("X1", "-X", "-R", "-D1"):
        position = position.play(move)
        for seat in (0, 1):
            state = restored(position, seat)
            imagine(state, seat, new_rng(3))
            assert state.tobytes() == imagined(position, seat, new_rng(3))._state.tobytes()


def test_a_restored_state_holds_every_card_once() -> None:
    state = restored(PAIR.play("X1"), 1)
    held = Counter(state.deck[state.drawn : state.cards].tolist() + state.discard[:1].tolist())
    for kind in range(rules.KINDS):
        assert held[kind] + state.hands[:, kind].sum() == state.counts[kind]
