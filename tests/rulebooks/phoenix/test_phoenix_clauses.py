"""Phoenix: one test per clause of the rulebook and of our rulings."""

from collections import Counter

import pytest

import ludoteca
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.names import CARDS
from tests.rulebooks.phoenix.phoenix_table import (
    LINES,
    ORDERED,
    STANDARD,
    after,
    drawn,
    draws,
    table,
)


def plays(position: ludoteca.Position, card: str) -> list[str]:
    return [move for move in position.moves() if move.startswith(card)]


# The material


def test_five_pawns_of_each_of_six_colours_ten_in_each_line_ten_in_the_bag() -> None:
    for seed in range(20):
        seen = ludoteca.load("phoenix").start(seed=seed).view(None)
        lines = Counter("".join(seen["lines"]))
        assert [len(line) for line in seen["lines"]] == [10, 10]
        assert {
            colour: lines[colour] + seen["bag"][colour] for colour in "ROYGBP"
        } == dict.fromkeys("ROYGBP", 5)


def test_the_deck_has_fifty_cards() -> None:
    truth = ludoteca.load("phoenix").start(seed=1).reveal()
    assert Counter(truth["deck"] + truth["hands"][0] + truth["hands"][1]) == STANDARD
    assert sum(STANDARD.values()) == 50


# Setting up a hand


def test_the_six_cubes_lie_in_random_order() -> None:
    spectra = {ludoteca.load("phoenix").start(seed=seed).reveal()["spectrum"] for seed in range(30)}
    assert len(spectra) > 20
    assert all(sorted(spectrum) == sorted("ROYGBP") for spectrum in spectra)


def test_each_draw_of_a_deal_is_as_likely_as_what_is_left() -> None:
    start = ludoteca.load("phoenix").begin(seed=0)
    assert draws(start) == {0: 1, 1: 1}
    cubes = drawn(start, 1)
    assert draws(cubes) == dict.fromkeys(range(6), 1)
    assert draws(drawn(cubes, 4, 0, 2)) == {1: 1, 3: 1, 5: 1}
    pawns = drawn(cubes, 5, 4, 3, 2, 1, 0)
    assert draws(pawns) == dict.fromkeys(range(6), 5)
    assert draws(drawn(pawns, 2, 2, 2, 2, 2, 0)) == {0: 4, 1: 5, 3: 5, 4: 5, 5: 5}
    cards = drawn(pawns, *[pawn % 6 for pawn in range(20)])
    assert draws(cards) == {CARDS.index(card): count for card, count in STANDARD.items()}
    assert draws(drawn(cards, rules.M4, rules.X)).keys() == set(range(1, 12)) - {rules.M4}
    assert draws(drawn(cards, rules.M4, rules.X))[rules.X] == 9


def test_the_starter_of_the_first_hand_is_drawn_by_lot() -> None:
    starters = [ludoteca.load("phoenix").start(seed=seed).to_move for seed in range(40)]
    assert 8 < starters.count(1) < 32


@pytest.mark.parametrize("starter", [0, 1])
def test_the_starter_takes_five_cards_then_the_other_five(starter: int) -> None:
    position = table(starter=starter, top="M2 M2 M3 M4 R P1 P1 P2 P3 X D1 D2")
    hands = position.reveal()["hands"]
    assert hands[starter] == ["M2", "M2", "M3", "M4", "R"]
    assert hands[1 - starter] == ["P1", "P1", "P2", "P3", "X"]
    assert position.reveal()["deck"][:2] == ["D1", "D2"]
    assert position.to_move == starter


# A turn


def test_a_turn_plays_one_card_and_draws_one() -> None:
    position = table(top="M2 M3 P1 R X P2 P2 P2 P2 P2 D1 D2")
    later = position.play("R")
    assert later.to_move == 1
    truth = later.reveal()
    assert truth["hands"][0] == ["M2", "M3", "P1", "D1", "X"]
    assert truth["discard"] == ["R"]
    assert truth["deck"] == position.reveal()["deck"][1:]
    assert truth["lines"] == ["YBGYORPBGP", LINES[1]]


def test_a_discarded_card_has_no_effect() -> None:
    position = table(top="M2 M3 P1 R X P2 P2 P2 P2 P2 D1")
    later = position.play("-M3")
    assert later.reveal()["lines"] == list(LINES)
    assert later.reveal()["spectrum"] == "ROYGBP"
    assert later.reveal()["hands"][0] == ["M2", "P1", "R", "D1", "X"]
    assert later.reveal()["discard"] == ["M3"]


def test_the_discard_pile_shows_all_cards_in_order() -> None:
    position = after(table(top="M2 M3 P1 R X P2 P2 P3 D1 P4"), "R", "-P3", "X5", "D1 1x2")
    assert position.view(None)["discard"] == ["R", "P3", "X", "D1"]


def test_one_may_only_play_or_discard_what_one_holds() -> None:
    position = table(top="R R R R X M2 M3 M4 P1 P2")
    assert {move.lstrip("-")[0] for move in position.moves()} == {"R", "X"}


def test_a_card_held_twice_is_listed_once() -> None:
    position = table(top="R R R R R P1 P1 P1 P1 P1")
    assert position.moves() == ["R", "-R"]
    assert position.play("-R").moves() == [*(f"P1 {n}x{n + 1}" for n in range(1, 10)), "-P1"]


def test_moves_that_change_nothing_are_listed() -> None:
    position = table(lines=("RROOYYGGBR", "OYGBPOYGBP"), top="P1 R X P1 P1")
    assert "P1 1x2" in position.moves()
    later = position.play("P1 1x2")
    assert later.reveal()["lines"] == position.reveal()["lines"]
    assert later.to_move == 1


# Movement


@pytest.mark.parametrize(
    ("move", "line"),
    [
        ("M4 1>5", "BGYOPRPBGY"),
        ("M4 10>6", "PBGYOYRPBG"),
        ("M3 4>7", "PBGORPYBGY"),
        ("M3 4>1", "YPBGORPBGY"),
        ("M2 8>10", "PBGYORPGYB"),
        ("M2 3>1", "GPBYORPBGY"),
    ],
)
def test_a_movement_shifts_those_between_towards_the_freed_place(move: str, line: str) -> None:
    position = table(top="M2 M3 M4 R X")
    assert LINES[0] == "PBGYORPBGY"
    assert position.play(move).reveal()["lines"] == [line, LINES[1]]


@pytest.mark.parametrize("distance", [2, 3, 4])
def test_a_movement_goes_exactly_its_distance_and_never_off_the_line(distance: int) -> None:
    position = table(top="M2 M3 M4 R X")
    expected = {
        f"M{distance} {origin}>{target}"
        for origin in range(1, 11)
        for target in (origin - distance, origin + distance)
        if 1 <= target <= 10
    }
    assert sorted(plays(position, f"M{distance}")) == sorted(expected)
    assert len(expected) == 2 * (10 - distance)


def test_a_deck_of_ones_own_may_have_movement_one() -> None:
    position = table(deck={"M1": 11})
    assert len(plays(position, "M1")) == 18
    assert position.step("M1 1>2").reveal()["lines"][0] == "BPGYORPBGY"


# Permutation


@pytest.mark.parametrize(
    ("move", "line"),
    [
        ("P1 9x10", "PBGYORPBYG"),
        ("P2 3x5", "PBOYGRPBGY"),
        ("P3 1x4", "YBGPORPBGY"),
        ("P4 6x10", "PBGYOYPBGR"),
    ],
)
def test_a_permutation_swaps_two_pawns(move: str, line: str) -> None:
    position = table(top="P1 P2 P3 P4 X")
    assert position.play(move).reveal()["lines"] == [line, LINES[1]]


@pytest.mark.parametrize("distance", [1, 2, 3, 4])
def test_a_permutation_spans_exactly_its_distance(distance: int) -> None:
    expected = [f"P{distance} {n}x{n + distance}" for n in range(1, 11 - distance)]
    assert plays(table(top="P1 P2 P3 P4 X"), f"P{distance}") == expected


# Rotation, Modification, Exchange


def test_a_rotation_swaps_the_ends_of_the_own_line() -> None:
    position = table(starter=1, top="R M2 M3 M4 X")
    assert position.play("R").reveal()["lines"] == [LINES[0], "GRYGBPORYO"]


def test_modification_one_swaps_neighbouring_cubes() -> None:
    position = table(top="D1 D2 M3 M4 X")
    assert plays(position, "D1") == [f"D1 {n}x{n + 1}" for n in range(1, 6)]
    assert position.play("D1 2x3").reveal()["spectrum"] == "RYOGBP"


@pytest.mark.parametrize(("move", "spectrum"), [("D2 3>5", "ROGBYP"), ("D2 6>4", "ROYPGB")])
def test_modification_two_moves_a_cube_two_places(move: str, spectrum: str) -> None:
    position = table(top="D1 D2 M3 M4 X")
    expected = ["D2 1>3", "D2 2>4", "D2 3>1", "D2 3>5", "D2 4>2", "D2 4>6", "D2 5>3", "D2 6>4"]
    assert plays(position, "D2") == expected
    assert position.play(move).reveal()["spectrum"] == spectrum
    assert position.play(move).reveal()["lines"] == list(LINES)


@pytest.mark.parametrize("starter", [0, 1])
def test_an_exchange_trades_the_two_pawns_of_a_column(starter: int) -> None:
    position = table(starter=starter, top="X M2 M3 M4 R")
    assert plays(position, "X") == [f"X{column}" for column in range(1, 11)]
    assert position.play("X3").reveal()["lines"] == ["PBYYORPBGY", "ORGGBPORYG"]
    assert position.play("X3").view(0)["bag"] == position.view(0)["bag"]


# The end of a hand


@pytest.mark.parametrize(
    ("spectrum", "line", "expected"),
    [
        ("ROYGBP", "RROYYGGBPP", True),
        ("ROYGBP", "RRRRRYYYYY", True),
        ("ROYGBP", "OOOOOPPPPP", True),
        ("PBGYOR", "PPPBBBGGYR", True),
        ("ROYGBP", "PPBGGYYORR", False),
        ("ROYGBP", "RROYYGGBPR", False),
        ("ROYGBP", "ROROYYGGBB", False),
        ("ROYGBP", "YRROOGGBBB", False),
        ("ROYGBP", "RROOYYGGPB", False),
    ],
)
def test_a_line_is_in_order_by_the_spectrum_absent_colours_skipped(
    spectrum: str, line: str, expected: bool
) -> None:
    other = "".join(colour * (5 - line.count(colour)) for colour in "PYROBG")[:10]
    position = table(spectrum=spectrum, lines=(line, other))
    assert bool(rules.in_order(position._state, 0)) == expected


def test_the_hand_ends_at_once_when_a_line_is_in_order_before_the_draw() -> None:
    position = table(lines=("ORRRROYYGB", "OYGBPOYGBP"), top="M4 R X M2 M3")
    assert position.step("M3 1>4").to_move == 1
    ended = position.step("M4 1>5")
    assert ended.to_move == ludoteca.CHANCE
    truth = ended.reveal()
    assert truth["lines"][0] == "RRRROOYYGB"
    assert truth["hands"][0] == ["M2", "M3", "R", "X"]
    assert len(truth["deck"]) == 40
    assert truth["scores"] == [5 + 3, 0]


def test_a_card_may_complete_the_opponents_line() -> None:
    position = table(lines=("RPGYBPGYBP", "ORRROOYYGB"), top="X R M2 M3 P1")
    ended = position.step("X1")
    assert ended.reveal()["lines"][1] == "RRRROOYYGB"
    assert ended.view(0)["points"] == [
        [{"first": 0, "colours": 0, "runs": 0}, {"first": 5, "colours": 0, "runs": 3}]
    ]


@pytest.mark.parametrize("starter", [0, 1])
def test_if_both_lines_are_in_order_the_active_player_is_first(starter: int) -> None:
    lines = ("RRROYYGGBB", "ROOOYYGGBP")
    position = table(spectrum="ORYGBP", lines=lines, starter=starter, top="D1 R X M2 M3")
    ended = position.step("D1 1x2")
    first = [seat["first"] for seat in ended.view(None)["points"][0]]
    assert first == ([5, 0] if starter == 0 else [0, 5])


@pytest.mark.parametrize("owner", [0, 1])
def test_a_line_dealt_in_order_counts_after_the_first_turn_a_discard_included(owner: int) -> None:
    lines = (ORDERED, "OYGBPOYGBP") if owner == 0 else ("OYGBPOYGBP", ORDERED)
    position = table(lines=lines, top="R X P1 M2 M3")
    assert position.to_move == 0
    ended = position.step("-X")
    assert ended.to_move == ludoteca.CHANCE
    assert ended.view(None)["points"][0][owner]["first"] == 5


def test_a_line_dealt_in_order_does_not_count_once_it_is_broken() -> None:
    position = table(lines=(ORDERED, "OYGBPOYGBP"), top="R X P1 M2 M3")
    assert position.step("R").to_move == 1


def test_the_hand_ends_with_the_draw_that_empties_the_deck() -> None:
    position = table(starter=1)
    for turn in range(40):
        assert position.to_move == (1 + turn) % 2
        assert position.view(0)["deck_count"] == 40 - turn
        discard = next(move for move in position.moves() if move.startswith("-"))
        position = position.step(discard)
    assert position.to_move == ludoteca.CHANCE
    assert position.view(0)["deck_count"] == 0
    assert position.view(0)["card_counts"] == [5, 5]
    assert [seat["first"] for seat in position.view(0)["points"][0]] == [0, 0]


def test_the_points_for_the_order_can_be_won_on_the_last_turn() -> None:
    deck = {"P1": 11}
    last = table(deck=deck, lines=("RRRROOYYBG", "OYGBPOYGBP"))
    assert last.view(0)["deck_count"] == 1
    assert last.step("P1 9x10").reveal()["scores"] == [5 + 3, 0]
    assert last.step("P1 1x2").reveal()["scores"] == [3, 0]


@pytest.mark.parametrize("total", [11, 12, 120])
def test_the_number_of_turns_follows_from_the_deck(total: int) -> None:
    position = table(deck={"R": total})
    for _ in range(total - 10):
        assert position.to_move in (0, 1)
        position = position.step("-R")
    assert position.to_move == ludoteca.CHANCE


# Points


@pytest.mark.parametrize(
    ("line", "colours", "runs"),
    [
        ("ROYGBPROYG", 4, 0),
        ("ROYGBROYGB", 0, 0),
        ("RRYGBPROYG", 4, 0),
        ("RRRGBPROYG", 4, 2),
        ("YRRRRGBPOY", 4, 3),
        ("OYGBPRRRRR", 4, 4),
        ("RRRROOOYYY", 0, 3 + 2 + 2),
        ("RRROOOYYYG", 0, 2 + 2 + 2),
        ("RRRRROOOOO", 0, 4 + 4),
        ("RRRRRGOOOO", 0, 4 + 3),
        ("RRROOORRGG", 0, 2 + 2),
        ("GRRROYBPPP", 4, 2 + 2),
    ],
)
def test_a_line_earns_for_all_colours_and_for_each_longest_run(
    line: str, colours: int, runs: int
) -> None:
    other = "".join(colour * (5 - line.count(colour)) for colour in "PYROBG")[:10]
    shuffled = other[::2] + other[1::2]
    ended = table(deck={"P1": 11}, spectrum="POGRBY", lines=(line, shuffled)).step("-P1")
    assert ended.view(0)["points"][0][0] == {"first": 0, "colours": colours, "runs": runs}


def test_the_points_of_a_line_add_up() -> None:
    ended = table(lines=("RRRROOYGBP", "OYGBPOYGBP"), top="R").step("-R")
    assert ended.reveal()["scores"] == [5 + 4 + 3, 0]


def test_the_line_that_is_not_first_is_paid_too() -> None:
    ended = table(lines=("RRRROOYYGB", "PPPGGGYYOR"), top="R").step("-R")
    assert ended.reveal()["scores"] == [5 + 3, 2 + 2]


# Three hands
