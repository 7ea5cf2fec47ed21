"""Kinds of puzzles: what is asked of them, and that a false one is found out."""

import pytest
from msgspec.structs import replace

import ludoteca
from ludoteca.puzzling import NoPuzzle, words
from ludoteca.puzzling.kinds import Past, kind_of, kinds
from ludoteca.puzzling.solving import attempt, moves_in
from ludoteca.puzzling.trying import STABLE, Tries, analysed
from ludoteca.search.forced import winning_moves, wins_by_force


@pytest.mark.usefixtures("nim")
def test_forced_wins_are_proved_in_the_fewest_moves() -> None:
    game = ludoteca.load("nim")
    even = game.start().play("c7").play("b5").play("a1")  # one heap of two: take both
    assert wins_by_force(even, 1)
    assert winning_moves(even, 1) == ("a2",)
    start = game.start().play("c6").play("b4")  # heaps of 3, 1 and 1: take all three
    assert not wins_by_force(start, 1)
    assert winning_moves(start, 2) == ("a3",)
    assert not wins_by_force(start.play("a3"), 2)
    assert wins_by_force(start.play("a3"), 1, seat=0)


@pytest.mark.usefixtures("nim")
def test_a_game_without_a_module_has_puzzles_of_the_best_move() -> None:
    game = ludoteca.load("nim")
    assert list(kinds("nim")) == ["best"]
    position = game.start().play("a1")
    past = Past(positions=[position], events=[])
    found = list(kinds("nim")["best"].drafts(past, Tries()))
    for puzzle in found:
        assert puzzle.answers[0][0] in position.moves()
        assert attempt(puzzle, puzzle.line).status == "solved"


def test_an_answer_that_cannot_be_given_is_refused() -> None:
    puzzle = ludoteca.puzzles("cadena")[0]
    with pytest.raises(NoPuzzle, match="no answer"):
        attempt(puzzle, ["xyzzy"])
    with pytest.raises(NoPuzzle, match="over"):
        attempt(puzzle, [puzzle.line[0], puzzle.line[0]])
    assert attempt(puzzle, puzzle.line).choices() == {}


def test_false_puzzles_are_found_out() -> None:
    for name, kind in (("sendas", "best"), ("cadena", "best")):
        puzzle = ludoteca.puzzles(name, kind=kind)[0]
        wrong = next(move for move in puzzle.asked.moves() if move not in puzzle.answers[0])
        false = replace(puzzle, answers=((wrong,),), line=(wrong,))
        assert kind_of(false).fault(false) != ""


def test_a_way_that_is_too_long_or_no_way_is_found_out() -> None:
    for name, kind in (("phoenix", "order"), ("colorito", "home")):
        puzzle = ludoteca.puzzles(name, kind=kind)[0]
        short = replace(puzzle, line=puzzle.line[:1])
        assert kind_of(short).fault(short) == "does not reach the goal"


def test_a_question_is_only_about_what_was_seen() -> None:
    puzzle = ludoteca.puzzles("rainbow", kind="recall")[0]
    card = int(puzzle.facts["card"])
    state = puzzle.asked.state()
    assert puzzle.line[0] == "ROYGBIVWK"[int(state.row[card - 1, 1])]
    upper = "ROYGBIVWK"[int(state.row[card - 1, 0])]
    options = moves_in(attempt(puzzle).choices())
    assert upper not in options
    assert len(options) == 8
    false = replace(puzzle, line=(options[0] if options[0] != puzzle.line[0] else options[1],))
    assert kind_of(false).fault(false) == "not what was seen"
    memory = puzzle.asked.view(puzzle.seat, memory=True)["memory"]["row"][card - 1]
    assert memory["lower"] == puzzle.line[0]


def test_a_way_is_walked_step_by_step() -> None:
    puzzle = ludoteca.puzzles("phoenix", kind="order")[0]
    made = attempt(puzzle, puzzle.line[:1])
    assert made.status == "open"
    assert words.verdict(made, "en") == "One move is left."
    assert made.position.to_move == puzzle.seat
    assert made.solution()
    assert attempt(puzzle, puzzle.line).status == "solved"
    assert not any(move.startswith("-") for move in moves_in(attempt(puzzle).choices()))


def test_odds_of_dice_are_exact_and_explained() -> None:
    puzzle = ludoteca.puzzles("cadena", kind="keep")[0]
    best = puzzle.line[0]
    found = analysed(puzzle.asked, STABLE)
    odds = {one.move: one.turn.fails for one in found.candidates}
    for move, fails in puzzle.facts.items():
        assert fails == pytest.approx(odds[move], abs=1e-3)
    assert best in words.verdict(attempt(puzzle, [puzzle.tempting]), "en")
